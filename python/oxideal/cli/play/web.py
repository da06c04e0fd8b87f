"""`oxideal play --web`: a server with one table, for one person."""

from __future__ import annotations

import getpass
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..serve import serve

if TYPE_CHECKING:
    from ...bots import Limit
    from ...serve.server import Server


def serve_table(game: str, rules: Any, seats: list[str], practice: bool, hint: Limit, *, opens: bool) -> int:
    """Serve a table until a signal, and open it in a browser if `opens`."""
    from ...serve.settings import Settings

    bots = tuple(dict.fromkeys(seat for seat in seats if seat != "person"))

    async def started(server: Server, port: int) -> None:
        from ...serve.table import created

        names = [server.bots.public.get(seat, seat) for seat in seats]
        fragment = await server.reserve(created(game, rules.to_dict(), names, practice=practice), _user())
        address = f"http://127.0.0.1:{port}/#{fragment}"
        print(f"{address}\nCtrl-C ends the game.", flush=True)
        if opens:
            webbrowser.open(address)

    with tempfile.TemporaryDirectory() as folder:
        think = hint.time or Settings.hint
        database = str(Path(folder) / "table.sqlite")
        return serve(
            Settings(database=database, port=0, bots=bots, hint=think, think=max(think, Settings.think)), started
        )


def _user() -> str:
    try:
        return getpass.getuser().capitalize()[:24]
    except (OSError, KeyError, ImportError):  # what it raises depends on the version of Python
        return "You"
