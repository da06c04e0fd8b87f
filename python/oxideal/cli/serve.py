"""`oxideal serve`: a server of tables."""

from __future__ import annotations

import argparse
import asyncio
import re
import socket
import sys
from contextlib import suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from .._arguments.checks import quoted
from ..errors import InvalidArgumentError
from .arguments import add_bots, file_name, natural, seconds
from .parser import add_command

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..serve.server import Server
    from ..serve.settings import Settings

EXAMPLES = """
  oxideal serve
  oxideal serve --port 8000 --database tables.sqlite --bots mybots.py:Plays
  oxideal serve --proxy --origin https://cards.example.org --json-log
"""


def add(commands: Any) -> None:
    command = add_command(
        commands,
        "serve",
        run,
        "serve tables in the browser, for people, bots and programs",
        "Serves tables of all games over HTTP and WebSocket. People open the page in a browser; programs connect to "
        "/ws and speak the protocol of docs/protocol.md. Requires oxideal[serve].",
        EXAMPLES,
        "Ctrl-C or SIGTERM ends it; a server with the same database continues all tables.",
    )
    add = command.add_argument
    add(
        "--host",
        type=address,
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on; 0.0.0.0 for all of this machine (default: %(default)s)",
    )
    add(
        "--allow-host",
        dest="allow_hosts",
        action="append",
        type=host_name,
        metavar="NAME",
        help="a name under which people open the page, besides localhost and addresses in digits (default: none)",
    )
    add("--port", type=port, default=8000, metavar="N", help="port, 0 for any free one (default: %(default)s)")
    add(
        "--database",
        type=file_name,
        default="tables.sqlite",
        metavar="FILE",
        help="SQLite database of the tables (default: %(default)s)",
    )
    add_bots(command, "--bots", text="further bots that can be seated, e.g. mybots.py:Plays (default: none)")
    add("--json-log", action="store_true", help="write the log as JSON, one object a line")
    group = command.group("limits")
    for name, kind, text in (
        ("tables", natural, "tables in the database"),
        ("connections", natural, "connections"),
        ("connections-per-address", natural, "connections from one address"),
        ("tables-per-address", natural, "tables of one address"),
        ("tables-per-minute", natural, "tables that one address can create in a minute"),
        ("spectators", natural, "spectators of a table"),
        ("rate", seconds, "messages of a connection that are read in a second"),
        ("entries", natural, "moves of a table after which no further round is dealt"),
        ("records", natural, "records of rounds; the oldest are deleted"),
        ("think", seconds, "seconds of a search that a client asks for"),
        ("threads", natural, "bots that think at the same time; 0: one for each processor"),
        ("keep", seconds, "days of the server without a move after which a table is deleted"),
    ):
        group.add_argument(f"--{name}", type=kind, metavar="N", help=f"{text} (default: {default(name)})")
    group = command.group("behind a reverse proxy")
    group.add_argument(
        "--origin",
        dest="origins",
        action="append",
        type=origin,
        metavar="URL",
        help="a site whose pages may connect, e.g. https://cards.example.org (default: none)",
    )
    group.add_argument("--proxy", action="store_true", help="read the client's address from X-Forwarded-For")


def run(options: argparse.Namespace) -> int:
    from ..serve.logs import log_to_stderr
    from ..serve.websocket import segno

    log_to_stderr(as_json=options.json_log)
    settings = settings_of(options)

    async def started(_: Server, port: int) -> None:
        found = [f"http://{host}:{port}/" for host in hosts(settings.host)]
        print(*found, sep="\n", flush=True)
        if len(found) > 1 and sys.stdout.isatty():  # phones open the address of this machine
            segno.make(found[-1], micro=False).terminal(compact=True, border=2)

    return serve(settings, started)


def serve(settings: Settings, started: Callable[[Server, int], Awaitable[None]]) -> int:
    """Serve until a signal; `started` gets the server and its port."""
    from ..serve.server import Server
    from ..serve.store import StoreError

    async def main() -> None:
        server = Server(settings)
        await server.run(lambda port: started(server, port))

    try:
        asyncio.run(main())
    except StoreError as error:
        raise OSError(str(error)) from None
    return 0


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the settings that the options name, and the defaults of the others."""
    from ..serve.settings import Settings

    given = {each.name: getattr(options, each.name) for each in fields(Settings) if hasattr(options, each.name)}
    for name in ("rate", "think", "keep"):
        if given[name] is not None and given[name] <= 0:
            raise InvalidArgumentError(f"--{name} must be more than 0, got {given[name]:g}")
    chosen: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Settings(**{name: value for name, value in chosen.items() if value is not None})


def hosts(host: str) -> list[str]:
    """Return the addresses at which browsers reach a server that listens on `host`, as in a URL, this machine first."""
    far = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}.get(host)
    if far is None:
        return [_in_url(host)]
    family, address = far
    found = ["127.0.0.1" if family == socket.AF_INET else "::1"]
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:  # OSError: there is no network
        probe.connect((address, 9))  # sends nothing, but finds out from which address it would
        found.append(probe.getsockname()[0])
    return [_in_url(each) for each in dict.fromkeys(found)]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def default(name: str) -> str:
    from ..serve.settings import Settings

    return f"{getattr(Settings, name.replace('-', '_')):g}"


def address(text: str) -> str:
    """Return an address, checked: others raise `UnicodeError` when they are looked up."""
    try:
        text.encode("idna")
        valid = text.isprintable() and text.strip() != ""
    except UnicodeError:
        valid = False
    if not valid:
        raise argparse.ArgumentTypeError(f"expected an address, e.g. 127.0.0.1, got {quoted(text)}")
    return text


def host_name(text: str) -> str:
    """Return the name of a host as browsers send it."""
    name = address(text).encode("idna").decode("ascii").lower()
    if re.fullmatch(r"[a-z0-9_.-]+", name) is None:
        raise argparse.ArgumentTypeError(f"expected the name of a host, e.g. cards.example.org, got {quoted(text)}")
    return name


def origin(text: str) -> str:
    """Return the address of a site as browsers send it."""
    site = text.lower().removesuffix("/")
    if re.fullmatch(r"https?://[a-z0-9_.:\[\]-]+", site) is None:
        raise argparse.ArgumentTypeError(f"expected a site, e.g. https://cards.example.org, got {quoted(text)}")
    return re.sub("^(http://.*):80$|^(https://.*):443$", r"\1\2", site)


def port(text: str) -> int:
    number = natural(text)
    if number > 65_535:
        raise argparse.ArgumentTypeError(f"expected a port, 0 to 65535, got {number}")
    return number
