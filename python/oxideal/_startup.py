"""Ctrl-C while the program `oxideal` starts or ends, which ends it at once.

`KeyboardInterrupt` would not do: the package's own import would end in a traceback, imports of other modules can turn
it into an error of theirs, and after the command nobody handles it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from types import TracebackType

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


def begin() -> None:
    """End at Ctrl-C from now on, if this process runs the program and does not only import the package."""
    if not _is_program():
        return
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _end)
    except KeyboardInterrupt:
        _end()


def ready() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again: the program can handle it."""
    import signal

    if signal.getsignal(signal.SIGINT) is _end:
        sys.excepthook = _on_error
        signal.signal(signal.SIGINT, signal.default_int_handler)


def done() -> None:
    """End at Ctrl-C again, if `ready` has changed that: the command is over."""
    import signal

    if sys.excepthook is _on_error and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def _on_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Show an uncaught error, unless it is a Ctrl-C just before `done`."""
    if issubclass(kind, KeyboardInterrupt):
        _end()
    sys.__excepthook__(kind, error, trace)


def _is_program() -> bool:
    name = os.path.basename(sys.argv[0]) if sys.argv else ""  # noqa: PTH119 (pathlib is slow to import)
    if name == "-m":  # the module that follows is not in `sys.argv` yet
        given = sys.orig_argv
        return given[given.index("-m") + 1] == "oxideal" if "-m" in given else "-moxideal" in given
    return name in ("oxideal", "oxideal.exe")


def _end(*_: object) -> None:
    os.write(2, b"oxideal: interrupted\n")
    os._exit(INTERRUPTED)


begin()
