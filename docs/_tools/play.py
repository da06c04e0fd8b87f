"""Write the page that needs no server into a folder, which has the engines already: `make play`.

Any server of static files can serve the folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path

import oxideal.bots
from oxideal._registry import GAMES, module_of
from oxideal.narration.base import NAMES
from oxideal.web import static
from oxideal.web.files import compact

WEIGHTS = Path(oxideal.bots.__file__).parent / "weights"
HTML = '<html lang="en"'


def main(folder: Path) -> None:
    for each in folder.iterdir():
        if each.is_file():
            each.unlink()
        elif each.name != "engine":
            shutil.rmtree(each)
    for path, (data, _) in static().items():
        write(folder / path.removeprefix("/"), data)
    page = (folder / "index.html").read_text(encoding="utf-8")
    if HTML not in page:
        sys.exit(f"index.html has no {HTML}")
    write(folder / "index.html", page.replace(HTML, f'{HTML} data-host="./engine_host.js"', 1).encode())
    write(folder / "setup.js", f"export default {json.dumps({'games': presets(), 'names': NAMES})};\n".encode())
    for file in WEIGHTS.glob("*.safetensors"):
        write(folder / "weights" / file.name, file.read_bytes())
    for module in folder.rglob("*.js"):
        write(module, compact(module.read_text(encoding="utf-8")).encode())
    write(folder / "files.js", f"self.FILES = {json.dumps(kept(folder))};\n".encode())


def presets() -> dict[str, dict[str, object]]:
    """Return the rules of each game's presets."""
    return {
        game: {preset: module_of(game).Rules.preset(preset).to_dict() for preset in info.presets}
        for game, info in GAMES.items()
    }


def kept(folder: Path) -> dict[str, object]:
    """Return what the service worker keeps: the networks, which are large, after everything else."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
    version = hashlib.sha256()
    for name, data in files.items():
        version.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    later = [name for name in files if name.startswith("weights/")]
    first = ["./", *(name for name in files if name not in {*later, "offline.js"})]
    return {"version": version.hexdigest()[:16], "first": first, "later": later}


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
