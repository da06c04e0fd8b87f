"""Stands in for the Rust engine until somebody imports it, and is then replaced by the build for this processor.

What it has stands in `_native.pyi`.
"""

import sys

from ._processor import load

sys.modules[__name__] = load(__name__)
