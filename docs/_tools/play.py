"""Write the page that needs no server into a folder that has the engines: `make play`.

Any server of static files can serve the folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from importlib.resources import files
from pathlib import Path

from oxideal._registry import GAMES, module_of
from oxideal.narration.base import NAMES
from oxideal.web import static

WEIGHTS = "weights"


def main(folder: Path) -> None:
    for each in folder.iterdir():
        if each.name != "engine":
            shutil.rmtree(each) if each.is_dir() else each.unlink()
    for path, (data, _) in static().items():
        write(folder / path.removeprefix("/"), data)
    page = (folder / "index.html").read_text(encoding="utf-8")
    marked = page.replace('<html lang="en">', '<html lang="en" data-host="./engine_host.js">')
    assert marked != page
    write(folder / "index.html", marked.encode())
    games = {name: {preset: module_of(name).Rules.preset(preset).to_dict() for preset in info.presets} for name, info in GAMES.items()}
    write(folder / "setup.js", f"export default {json.dumps({'games': games, 'names': NAMES})};\n".encode())
    shutil.copytree(str(files("oxideal.bots") / WEIGHTS), folder / WEIGHTS, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in ("offline.js", "files.js"))
    digest = hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in found)).hexdigest()[:16]
    names = [path.relative_to(folder).as_posix() for path in found]
    kept = {
        "version": digest,
        "first": ["./", *(name for name in names if not name.startswith(WEIGHTS))],
        "later": [name for name in names if name.startswith(WEIGHTS)],
    }
    write(folder / "files.js", f"self.FILES = {json.dumps(kept)};\n".encode())


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
