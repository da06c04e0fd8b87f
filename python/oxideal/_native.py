"""Placeholder for the Rust engine: on import it replaces itself with the build for this processor.

`_native.pyi` has its contents and types.
"""

import sys

from ._processor import load

sys.modules[__name__] = load(__name__)
