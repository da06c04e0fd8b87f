"""What the server answers to requests that are not WebSockets: the page, `/health` and `/figures`."""

from __future__ import annotations

import io
import json
import logging
import os
import re
from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from ..web import static
from .connection import Rate
from .websocket import Headers, Request, Response, segno

if TYPE_CHECKING:
    from .server import Server
    from .websocket import ServerConnection

LOG = logging.getLogger("oxideal.serve")

TEXT = "text/plain; charset=utf-8"

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

PORTS = {"http": ":80", "https": ":443"}
"""What browsers leave out of an address."""

MAX_LINK = 200
"""The longest link that is drawn as a QR code."""

CODES = 10.0
"""How many QR codes are drawn in a second: each takes some milliseconds in which nobody plays."""

MAX_LOGGED = 100
"""How many sites the log names whose pages were refused."""


class Http:
    """The requests of a server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.files = _files()
        self.origins = set(server.settings.origins)
        self.names = {"localhost", server.settings.host.lower(), *server.settings.allow_hosts}
        """The names of the server that no other site can have given to its address."""
        self.codes = Rate(CODES)
        self.logged: set[str] = set()
        """The sites whose pages were refused."""

    def address(self, socket: ServerConnection) -> str:
        """Return the address of a client, to count its connections."""
        request = socket.request
        if self.server.settings.proxy and request is not None:
            forwarded = request.headers.get_all("X-Forwarded-For")
            if forwarded:
                return network(forwarded[-1].rpartition(",")[2].strip()[:60])
        return network(str((socket.remote_address or ("?",))[0]))

    def process_request(self, socket: ServerConnection, request: Request) -> Response | None:
        """Answer a request, or return None to let a WebSocket begin."""
        method = getattr(request, "method", "GET")  # old versions of websockets read no others
        if method not in ("GET", "HEAD"):
            return _refusal(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered")
        try:
            url = urlsplit(request.path)
        except ValueError:
            return _refusal(HTTPStatus.BAD_REQUEST, "the address cannot be read")
        if url.path == "/ws":
            return self._refused(socket, request, parse_qs(url.query).get("origin", []))
        response = self._code(url.query) if url.path == "/code.svg" else self._file(url.path)
        if method == "HEAD":
            response.body = b""
        return response

    def _code(self, query: str) -> Response:
        """Return the link of an invitation as a picture that a phone reads."""
        (link,) = parse_qs(query).get("link", [""])[:1]
        begin, _, table = link.partition("/#table=")
        if len(link) > MAX_LINK or re.fullmatch(r"https?://[\w.:\[\]-]+", begin, re.ASCII) is None:
            return _refusal(HTTPStatus.BAD_REQUEST, "a link must be that of an invitation")
        if table not in self.server.names:
            return _refusal(HTTPStatus.NOT_FOUND, "this server has no such table")
        if self.codes.delay():
            return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "too many codes; try again later")
        picture = io.BytesIO()
        segno.make(link, micro=False).save(picture, kind="svg", border=2, light="#fff", omitsize=True)
        return _response(HTTPStatus.OK, picture.getvalue(), "image/svg+xml")

    def _file(self, path: str) -> Response:
        if path == "/health":
            return _response(HTTPStatus.OK, b"ok\n")
        if path == "/figures":
            return _response(HTTPStatus.OK, json.dumps(self._figures()).encode(), "application/json")
        found = self.files.get(path)
        if found is None:
            return _response(HTTPStatus.NOT_FOUND, b"not found\n")
        return _response(HTTPStatus.OK, *found)

    def _refused(self, socket: ServerConnection, request: Request, asked: list[str]) -> Response | None:
        """Return the refusal of a connection.

        A page cannot read why its WebSocket is refused, so it asks again without one, and names its origin itself.
        """
        server = self.server
        hosts = request.headers.get_all("Host")
        # Programs send no origin; a page cannot leave it out.
        for origin in [*request.headers.get_all("Origin"), *asked]:
            if origin not in self.origins and not (len(hosts) == 1 and self._is_own(origin, hosts[0])):
                return self._forbidden(origin, hosts)
        if len(server.connections) >= server.settings.connections:
            return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections; try again later")
        if server.by_address[self.address(socket)] >= server.settings.connections_per_address:
            return _refusal(HTTPStatus.TOO_MANY_REQUESTS, "too many connections from this address")
        return None

    def _is_own(self, origin: str, host: str) -> bool:
        """Return whether a page is from this server, at the address to which the request was sent.

        Any site can point a name of its own at this server, and its pages then seem to be the server's (DNS rebinding).
        So only addresses in digits count, and names of the server.
        """
        name = _name_of(origin)
        return _same_address(origin, host) and (name in self.names or _is_address(name))

    def _forbidden(self, origin: str, hosts: list[str]) -> Response:
        """Return the refusal of a page, which says what allows it; the log says so once for each site."""
        why = "pages of this site may not connect"
        if re.fullmatch(r"https?://[\w.:\[\]-]{1,260}", origin, re.ASCII):
            called = len(hosts) == 1 and _same_address(origin, hosts[0])
            option = f"--allow-host {_name_of(origin)}" if called else f"--origin {origin}"
            why = f"{why}; to allow it, start the server with {option}"
            if option not in self.logged and len(self.logged) < MAX_LOGGED:
                self.logged.add(option)
                LOG.warning("a page of %s was refused; to allow it, start the server with %s", origin, option)
        return _refusal(HTTPStatus.FORBIDDEN, why)

    def _figures(self) -> dict[str, int | None]:
        server = self.server
        counts = Counter(server.counts)
        counts["moves"] += sum(table.moves for table in server.live.values())
        return {
            "tables": len(server.names),
            "tables_in_memory": len(server.live),
            "connections": len(server.connections),
            "memory_bytes": _memory(),
            **{f"{name}_since_start": count for name, count in sorted(counts.items())},
        }


def _same_address(origin: str, host: str) -> bool:
    """Return whether an origin is that of the pages of a host."""
    scheme, _, authority = origin.lower().partition("://")
    port = PORTS.get(scheme)
    return port is not None and _with_port(authority, port) == _with_port(host.lower(), port)


def _with_port(authority: str, port: str) -> str:
    return authority if re.search(r":\d+$", authority) else authority + port


def _name_of(origin: str) -> str:
    """Return the name or address in an origin, without the port."""
    return re.sub(r":\d+$", "", origin.lower().partition("://")[2])


def _is_address(name: str) -> bool:
    """Return whether a name is an address in digits, with an IPv6 address in brackets."""
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def network(address: str) -> str:
    """Return what counts as one address: of IPv6, where everybody has many, the first half."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found) >> 64 << 64, 64)))


def _files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page by path, with their types."""
    found = static()
    return {"/": found["/index.html"], **found}


def _memory() -> int | None:
    """Return the resident memory of this process; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def _refusal(status: HTTPStatus, why: str) -> Response:
    return _response(status, f"{why}\n".encode())


def _response(status: HTTPStatus, body: bytes, kind: str = TEXT) -> Response:
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close", **SAFE})
    return Response(status.value, status.phrase, headers, body)
