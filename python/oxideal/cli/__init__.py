"""The command line: `oxideal`, or `python -m oxideal`.

    oxideal play doudizhu
    oxideal arena doudizhu search:50ms rule random -n 1000 --preset douzero

`docs/command-line.md` describes all commands. Exit status: 0 success, 1 failure, 2 usage error,
130 interrupted by Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stderr, suppress
from pathlib import Path

__all__ = ["main"]
__dir__ = __all__.copy  # `dir` shows these names alone


def program() -> int:
    """Run the program `oxideal` and return its exit status."""
    try:
        return main()
    finally:  # the command is over: from now on Ctrl-C ends the process without a traceback
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status; `arguments` default to those of the program.

    Usage errors and `--help` raise `SystemExit`.

    >>> main(["record", "import", "botzone", os.devnull])
    0
    """
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if hasattr(stream, "reconfigure"):  # a character that cannot be read or written must not lose a result
            with suppress(OSError, ValueError):  # closed streams get a message later
                stream.reconfigure(errors=errors)
    with ExitStack() as stack:
        if getattr(sys.stderr, "closed", True):
            stack.enter_context(redirect_stderr(stack.enter_context(Path(os.devnull).open("w", encoding="utf-8"))))
        try:
            from .. import _native  # noqa: F401 (in here: it raises ImportError if it is not built for this machine)
            from .dispatch import parser, run

            given = sys.argv[1:] if arguments is None else [*arguments]
            root = parser(*given[:1])
            return run(root, given)
        except ImportError as error:
            print(f"oxideal: {error}", file=sys.stderr)
        return 1
