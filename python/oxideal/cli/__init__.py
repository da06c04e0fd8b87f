"""The command line: `oxideal`, or `python -m oxideal`. `docs/command-line.md` describes it.

    oxideal arena doudizhu search:50ms rule random -n 1000 --preset douzero
    oxideal play mexican_train --bots search:200ms --rules '{"players": 3}'

It ends with 0 where all went well, with 2 where the arguments were wrong, and with 1 where something else was.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stderr, suppress
from pathlib import Path

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns how it ended."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):  # no sign that cannot be read or written may cost a result
            with suppress(OSError, ValueError):  # a closed one, for which there is a message later on
                stream.reconfigure(errors=errors)
    with ExitStack() as stack:
        if getattr(sys.stderr, "closed", True):
            stack.enter_context(redirect_stderr(stack.enter_context(Path(os.devnull).open("w", encoding="utf-8"))))
        try:
            from .. import _native  # noqa: F401 (not before: it says so where it is not built, or not for this machine)
            from .program import run

            return run(arguments)
        except ImportError as error:
            print(f"oxideal: {error}", file=sys.stderr)
        except KeyboardInterrupt:  # before a command has begun
            print("oxideal: interrupted", file=sys.stderr)
        return 1


def __dir__() -> list[str]:
    return sorted(__all__)
