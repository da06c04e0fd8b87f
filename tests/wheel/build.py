"""Build the wheel: with both builds of the engine where there are two, and the same bytes wherever it is built.

    python tests/wheel/build.py --out wheels [--python python3.14t] [--compatibility manylinux_2_28]

Needs maturin in this Python's environment. A wheel for a Python without a GIL is for that version alone. Unknown
arguments are passed to maturin. The commit, the versions of the tools and the system libraries determine the bytes;
the folder, the home directory and the time do not.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

SECOND = "x86-64-v3"
SECOND_FOLDER = ROOT / "python" / "oxideal" / "_x86_64_v3"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the wheel")
    parser.add_argument("--python", default=sys.executable, help="for this Python (default: the one that runs this)")
    options, for_maturin = parser.parse_known_args()
    for_maturin += ["--interpreter", options.python]
    os.environ.update(time_of_commit())
    if sys.platform == "linux" and platform.machine() == "x86_64":
        # The longest step of a build uses one processor, so both builds run at the same time. The last one has nothing
        # left to compile.
        with tempfile.TemporaryDirectory(prefix="oxideal-") as folder, ThreadPoolExecutor() as pool:
            first = pool.submit(build, Path(folder), [], for_maturin)
            name, library = second_library(for_maturin)
            first.result()
        with only_second(name, library):
            build(options.out.resolve(), [], for_maturin)
    else:
        build(options.out.resolve(), [], for_maturin)
    return 0


def build(out: Path, flags: list[str], arguments: list[str]) -> None:
    """Build a wheel into this folder, with these flags for the Rust compiler."""
    environment = {**os.environ, "CARGO_ENCODED_RUSTFLAGS": "\x1f".join([*renamed_folders(), *flags])}
    command = [sys.executable, "-m", "maturin", "build", "--release", "--locked"]
    subprocess.run([*command, "--out", str(out), *arguments], check=True, cwd=ROOT, env=environment)


def second_library(arguments: list[str]) -> tuple[str, bytes]:
    """Build the library for newer processors, and return it with its name, which depends on the Python.

    It comes out of a wheel, so maturin checks which system libraries it needs, as it does for the other one.
    """
    # A target folder of its own, so that the builds do not invalidate each other. With --target the processor's flags
    # do not reach build scripts, which run on this machine.
    separate = ["--target", rustc("-vV", "host: "), "--target-dir", str(ROOT / "target" / SECOND)]
    with tempfile.TemporaryDirectory(prefix="oxideal-") as folder:
        build(Path(folder), [f"-Ctarget-cpu={SECOND}"], [*separate, *arguments])
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as files:
            (path,) = (path for path in files.namelist() if path.startswith("oxideal/_baseline/_native."))
            return path.rpartition("/")[2], files.read(path)


@contextmanager
def only_second(name: str, library: bytes) -> Iterator[None]:
    """Put the library for newer processors into the package, for a while without those for other Pythons."""
    SECOND_FOLDER.mkdir(exist_ok=True)
    new = SECOND_FOLDER / "new"
    new.write_bytes(library)
    new.chmod(0o755)
    new.replace(SECOND_FOLDER / name)  # do not overwrite it: a program may be running the old one
    others = [path for path in SECOND_FOLDER.glob("_native.*") if path.name != name]
    with tempfile.TemporaryDirectory(prefix="oxideal-", dir=ROOT / "target") as folder:
        try:
            for path in others:
                path.rename(Path(folder, path.name))
            yield
        finally:
            for path in others:
                Path(folder, path.name).rename(path)


def renamed_folders() -> list[str]:
    """Return the flags that replace the folders of this machine in the library, which has them in panic messages."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo").absolute()
    library = Path(rustc("--print=sysroot")) / "lib" / "rustlib" / "src" / "rust"
    renamed = {ROOT: ".", home: "/cargo", library: f"/rustc/{rustc('-vV', 'commit-hash: ')}"}
    return [f"--remap-path-prefix={folder}={name}" for folder, name in renamed.items()]


def rustc(option: str, field: str = "") -> str:
    """Return the line of the compiler's output that begins with this field."""
    lines = subprocess.run(["rustc", option], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return next(line.removeprefix(field) for line in lines if line.startswith(field))


def time_of_commit() -> dict[str, str]:
    """Return the time that the files in the wheel get, unless it is set, or this is not a repository of git."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return {}
    command = ["git", "log", "-1", "--format=%ct"]
    found = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    return {} if found.returncode else {"SOURCE_DATE_EPOCH": found.stdout.strip()}


if __name__ == "__main__":
    sys.exit(main())
