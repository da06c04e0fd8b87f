"""The programs in `tests/types`, which `make check` gives to mypy and pyright in strict mode, also run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = sorted((Path(__file__).parents[1] / "types").glob("*.py"))


@pytest.mark.full
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_typed_program_runs(program: Path) -> None:
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
