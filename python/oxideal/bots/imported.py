"""Import a bot of the user's own from a text, e.g. `mybots.py:Plays(depth=3)`."""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import os
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from .._arguments.checks import quoted
from .._arguments.seeds import seed_number
from ..errors import InvalidArgumentError

if TYPE_CHECKING:
    from ..interface import Seed
    from .bot import Bot

MAX_TEXT_LENGTH = 1000

_TEXT = re.compile(r"([^()]+):([^\W\d]\w*(?:\.[^\W\d]\w*)*)(\(.*\))?", re.DOTALL)
"""A module or a file, a name in it, and arguments."""


def is_own(text: str) -> bool:
    """Return whether the text names a bot in a module or a file."""
    return len(text) <= MAX_TEXT_LENGTH and _TEXT.fullmatch(text) is not None


def own_name(text: str) -> str:
    """Return a short name for tables: the text without the module."""
    found = _TEXT.fullmatch(text)
    return text if found is None else found[2] + (found[3] or "")


def hint_for(text: str) -> str:
    """Return what to write instead of a text that is nearly the name of an own bot, or an empty text."""
    where, colon, rest = text.partition(":")
    if colon and rest.count("(") > rest.count(")"):
        return 'missing ")"'
    if colon and ":" in rest.partition("(")[0]:
        return f"arguments go into parentheses: {where}:{rest.partition(':')[0]}(...)"
    if bots := bots_of_file(where):
        return f"name the class: {where}:{bots[0]}{_listed(bots)}"
    module, _, name = where.rpartition(".")
    if not colon and name in bots_of_file(module):
        return f"the class follows a colon: {module}:{name}"
    return ""


def bots_of_file(text: str) -> list[str]:
    """Return the names of the classes in a file, or a module in the current folder, that look like bots.

    Its code is not run.
    """
    try:
        file = Path(text if text.endswith(".py") else f"{text}.py").expanduser()
        nodes = ast.parse(file.read_bytes()).body
    except (OSError, ValueError, SyntaxError, RuntimeError, RecursionError, MemoryError):
        return []
    return sorted(
        node.name
        for node in nodes
        if isinstance(node, ast.ClassDef)
        and any(isinstance(each, ast.FunctionDef) and each.name == "choose" for each in node.body)
    )


def takes_limit(given: Bot[Any]) -> bool:
    """Return whether `choose` can be called as `choose(view, limit)`; without that, a bot forfeits every game."""
    try:
        parameters = inspect.signature(given.choose)
    except Exception:  # a foreign class can raise anything, and a builtin may have no signature
        return True
    try:
        parameters.bind(None, None)
    except TypeError:
        return False
    return True


def own_bot(text: str, seed: Seed) -> Bot[Any]:
    """Import the bot and, if it is a class, make it with the arguments of the text.

    A class with a parameter `seed` gets the seed as an integer, unless the text or the caller gives none.
    """
    found = _TEXT.fullmatch(text)
    assert found is not None
    where, name, arguments = found.groups()
    module = _module(text, where)
    thing: Any = module
    for part in name.split("."):
        try:
            thing = getattr(thing, part)
        except AttributeError:
            raise InvalidArgumentError(f"{quoted(where)} has no {quoted(name)}{_bots_in(module, name)}") from None
    # Checked before anything is called, so that a text cannot call arbitrary functions.
    if inspect.isfunction(thing):
        raise InvalidArgumentError(
            f"{quoted(text)} is a function; make it the method choose(self, view, limit=None) of a class"
        )
    if not callable(getattr(thing, "choose", None)):
        raise InvalidArgumentError(
            f"{quoted(text)} is not a bot: expected a class or an object with a method choose(view, limit=None)"
            f"{_bots_in(module, name)}"
        )
    if not isinstance(thing, type):
        if arguments is not None:
            raise InvalidArgumentError(f"{quoted(text)} must not have arguments: {name} is an object, not a class")
        return _checked(text, thing)
    values, options = _arguments(text, arguments or "()")
    try:
        if seed is not None and _takes_seed(thing, values, options):
            options["seed"] = seed_number(seed)
        made = thing(*values, **options)
    except Exception as error:
        raise InvalidArgumentError(f"cannot make the bot {quoted(text)}: {_described(error)}") from error
    return _checked(text, made)


def _checked(text: str, thing: Any) -> Bot[Any]:
    if not takes_limit(thing):
        raise InvalidArgumentError(f"choose of {quoted(text)} must accept two arguments: choose(view, limit=None)")
    return cast("Bot[Any]", thing)


def _module(text: str, where: str) -> ModuleType:
    """Import a module, or a file as a module of its name, so that its bots can be pickled."""
    file = Path(where).expanduser() if where.endswith(".py") or os.sep in where else None
    if file is not None and not file.is_file():
        raise InvalidArgumentError(f"cannot import the bot {quoted(text)}: no file {quoted(where)}")
    folder = os.path.realpath(file.parent if file is not None else Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)  # at the end: a file must not replace a module of the standard library
    name = file.stem if file is not None else where
    importlib.invalidate_caches()
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise InvalidArgumentError(
                f"cannot import the bot {quoted(text)}: no module {quoted(error.name)}, "
                "neither installed nor in the current folder"
            ) from None
        raise InvalidArgumentError(f"cannot import the bot {quoted(text)}: {_described(error)}") from error
    except (Exception, SystemExit) as error:
        raise InvalidArgumentError(f"cannot import the bot {quoted(text)}: {_described(error)}") from error
    if file is not None and not _is_from(module, file):
        raise InvalidArgumentError(
            f"cannot import the bot {quoted(text)}: another module is called {quoted(name)}; rename the file"
        )
    return module


def _is_from(module: ModuleType, file: Path) -> bool:
    found = getattr(module, "__file__", None)
    return found is not None and Path(found).exists() and file.samefile(found)


def _arguments(text: str, arguments: str) -> tuple[list[Any], dict[str, Any]]:
    """Read Python literals, e.g. `(3, name="x")`."""
    try:
        call = ast.parse(f"_{arguments}", mode="eval").body
        assert isinstance(call, ast.Call)
        values = [ast.literal_eval(value) for value in call.args]
        options = {str(option.arg): ast.literal_eval(option.value) for option in call.keywords if option.arg}
        if len(options) != len(call.keywords):
            raise ValueError("** is not allowed")
    except (AssertionError, ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise InvalidArgumentError(
            f"invalid arguments in the bot {quoted(text)}; expected Python literals, e.g. (depth=3)"
        ) from None
    return values, options


def _takes_seed(kind: type, values: list[Any], options: dict[str, Any]) -> bool:
    try:
        signature = inspect.signature(kind)
        return "seed" in signature.parameters and "seed" not in signature.bind_partial(*values, **options).arguments
    except (TypeError, ValueError):  # no signature, or the arguments do not fit: the call says why
        return False


def _bots_in(module: ModuleType, name: str) -> str:
    """Return a hint with the bots of the module."""
    bots = sorted(
        key
        for key, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and callable(getattr(value, "choose", None))
    )
    near = difflib.get_close_matches(name, bots, n=1)
    if near:
        return f" (did you mean {near[0]}?)"
    return _listed(bots)


def _listed(bots: list[str]) -> str:
    return f"; bots in it: {', '.join(bots[:10])}" if bots else ""


def _described(error: BaseException) -> str:
    """Return the error and the line of the user's code that raised it."""
    what = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError):
        return f"{what} ({Path(error.filename or '?').name}, line {error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    last = frames[-1]
    return what if last.filename == __file__ else f"{what} ({Path(last.filename).name}, line {last.lineno})"
