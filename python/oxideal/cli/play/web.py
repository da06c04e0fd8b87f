"""`oxideal play --web`: a server with one table, for one person."""

from __future__ import annotations

import getpass
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._internal.html import escaped
from ..serve import serve

if TYPE_CHECKING:
    from ...bots import Limit
    from ...serve.server import Server


def serve_table(game: str, rules: Any, seats: list[str], practice: bool, hint: Limit, *, opens: bool) -> int:
    """Serve a table until a signal, and open it in a browser if `opens`."""
    from ...serve.settings import Settings

    bots = tuple(dict.fromkeys(seat for seat in seats if seat != "person"))

    with tempfile.TemporaryDirectory() as folder:  # only this user can read it

        async def started(server: Server, port: int) -> None:
            from ...serve.table import created

            names = [server.bots.public.get(seat, seat) for seat in seats]
            table = created(game, rules.to_dict(), names, practice=practice, contribute=True)
            address = f"http://127.0.0.1:{port}/#{await server.reserve(table, _user())}"
            print(f"{address}\nCtrl-C ends the game.", flush=True)
            if opens:
                webbrowser.open(_redirect(Path(folder), address))

        think = hint.time or Settings.hint
        database = str(Path(folder) / "table.sqlite")
        return serve(
            Settings(database=database, port=0, bots=bots, hint=think, think=max(think, Settings.think)), started
        )


def _redirect(folder: Path, address: str) -> str:
    """Return the address of a file that leads to the table: all users of this machine see the browser's arguments."""
    file = folder / "table.html"
    url = escaped(address)
    page = f'<meta http-equiv="refresh" content="0;url={url}"><meta name="referrer" content="no-referrer">\n'
    file.write_text(f'<!doctype html>\n{page}<a href="{url}">{url}</a>\n', encoding="utf-8")
    file.chmod(0o600)
    return file.as_uri()


def _user() -> str:
    try:
        return getpass.getuser().capitalize()[:24]
    except (OSError, KeyError, ImportError):  # what it raises depends on the version of Python
        return "You"
