"""Draw the table that the README and the front page show: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from oxideal import doudizhu as dd
from oxideal import svg

IMAGES = Path(__file__).parent.parent / "images"
NAMES = ["Anna", "Bo", "Li Ming"]
MOVES = ("bid 3", "333444 5599")


def pictures() -> dict[str, str]:
    """Return the contents of each file."""
    state = dd.State(seed=21)
    for text in MOVES:
        state.push(text)
    assert state.current_player is not None
    view = state.view(state.current_player)
    return {
        f"table-{theme}.svg": str(svg.draw(view, names=NAMES, width=640, theme=theme)) for theme in ("light", "dark")
    }


if __name__ == "__main__":
    for name, text in pictures().items():
        (IMAGES / name).write_text(text, encoding="utf-8")
