"""The first imports of public modules, from two threads at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations_with_replacement
from textwrap import dedent

import pytest

from helpers.effort import times
from helpers.public import MODULES

FIRST_IMPORTS = """
import faulthandler, json, os, sys, threading, traceback
from contextlib import suppress
from importlib import import_module

for other in ("gymnasium", "numpy", "pettingzoo", "pyarrow", "pyspiel"):
    with suppress(ImportError):
        import_module(other)
assert not any(name.partition(".")[0] == "oxideal" for name in sys.modules)

def first_imports(*names):
    faulthandler.dump_traceback_later(60, exit=True)
    start, failed = threading.Barrier(len(names)), []

    def use(name):
        start.wait()
        try:
            module = import_module(name)
            for each in module.__all__:
                getattr(module, each)
        except BaseException as error:
            # At the end of an import, Python takes the module out of `sys.modules` for an instant.
            if not (type(error) is KeyError and error.args == ("oxideal",)):
                failed.append(name)
                traceback.print_exc()

    threads = [threading.Thread(target=use, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(failed)

for line in sys.stdin:
    child = os.fork()
    if not child:
        os._exit(first_imports(*json.loads(line)))
    if os.waitpid(child, 0)[1]:
        print(line, end="")
"""
"""Read a pair of modules from each line, import it in a child of its own, and print the line if that fails."""

PAIRS = list(combinations_with_replacement(MODULES, 2))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_threads_can_import_any_two_modules_first() -> None:
    """The quick tier takes a part of the pairs."""
    pairs = PAIRS if times(1, quick=0) else [("oxideal.arena", "oxideal.match"), *PAIRS[::61]]
    lines = "".join(f"{json.dumps(pair)}\n" for pair in pairs)
    done = subprocess.run(
        [sys.executable, "-c", FIRST_IMPORTS], input=lines, capture_output=True, text=True, check=True
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [], done.stderr[-4000:]


def test_engine_is_the_same_module_during_and_after_its_import() -> None:
    """A thread that imports it meanwhile waits, and then uses the module that it saw."""
    code = """
        import sys
        from oxideal._internal import builds
        load = builds._load
        during = []
        builds._load = lambda *args: during.append(sys.modules["oxideal._native"]) or load(*args)
        import oxideal._native
        assert during
        assert all(module is sys.modules["oxideal._native"] for module in during)
    """
    subprocess.run([sys.executable, "-c", dedent(code)], check=True)
