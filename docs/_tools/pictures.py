"""Take the pictures of the README and the front page from the page that `oxideal serve` shows: `make pictures`.

Needs Chromium.
"""

from __future__ import annotations

import base64
import json
import sys
import tempfile
from pathlib import Path

from oxideal import doudizhu as dd
from oxideal.web import Seat

ROOT = Path(__file__).parent.parent.parent
IMAGES = ROOT / "docs" / "images"
NAMES = ["Anna", "Bo", "Li Ming"]
MOVES = ("bid 3", "333444 5599")
SIZE = (1280, 800)
THEMES = ("light", "dark")

SHOW = """(async () => {
    for (const name of ["start", "join", "notice"]) document.getElementById(name).hidden = true;
    for (const name of ["game", "moves-button", "rules-button"]) document.getElementById(name).hidden = false;
    const table = document.querySelector("#table"), shown = %s;
    table.pace = 0;
    table.host = new EventTarget();
    table.offers = {hint: true};
    table.start(shown.round);
    await table.show(shown.position);
    await table.ask(shown.question);
    await new Promise((done) => setTimeout(done, 1000));
    return true;
})()"""


def shown() -> str:
    """Return what the table shows: a peasant who has to answer a plane."""
    state = dd.State(seed=21)
    for text in MOVES:
        state.push(text)
    player = state.current_player
    assert player is not None
    seat = Seat(state.rules, player, NAMES)
    position = seat.see(state.events(player))
    round_ = {"game": "doudizhu", "seat": player, "names": NAMES, "id": "picture"}
    return json.dumps({"round": round_, "position": position, "question": {"id": 1, "legal": seat.legal()}})


def main() -> None:
    sys.path.insert(0, str(ROOT / "tests"))
    from helpers.chrome import chrome
    from helpers.tables import started

    with tempfile.TemporaryDirectory() as folder:
        process, url = started(1, 0, "--database", str(Path(folder) / "tables.sqlite"))
        try:
            with chrome() as browser, browser.page() as page:
                for theme in THEMES:
                    page.media(prefers_color_scheme=theme)
                    page.resize(*SIZE)
                    page.go(url)
                    page.wait("document.querySelector('#games input')")
                    page.js(SHOW % shown())
                    taken = page.call("Page.captureScreenshot", format="webp", quality=85)
                    (IMAGES / f"table-{theme}.webp").write_bytes(base64.b64decode(taken["data"]))
        finally:
            process.kill()
            process.communicate()


if __name__ == "__main__":
    main()
