"""What the server answers to requests that are not WebSockets: the page, `/health` and `/figures`."""

from __future__ import annotations

import json
import os
from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..web import static
from .websocket import Headers, Request, Response

if TYPE_CHECKING:
    from .server import Server
    from .websocket import ServerConnection

TEXT = "text/plain; charset=utf-8"

FILES = ("index.html", "table.js", "table.css")

SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}

LOCAL = ("127.0.0.1", "localhost", "[::1]")


class Http:
    """The requests of a server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.files = _files()
        self.origins = set(server.settings.origins)

    def open(self, port: int) -> None:
        """Allow the pages that the server itself serves."""
        host = self.server.settings.host
        own = f"[{host}]" if ":" in host else host
        self.origins |= {f"http://{each}:{port}" for each in (own, *LOCAL)}

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
        path = urlsplit(request.path).path
        if path == "/ws":
            return self._refused(socket, request)
        if path == "/health":
            return _response(HTTPStatus.OK, b"ok\n")
        if path == "/figures":
            return _response(HTTPStatus.OK, json.dumps(self._figures()).encode(), "application/json")
        found = self.files.get(path)
        if found is None:
            return _response(HTTPStatus.NOT_FOUND, b"not found\n")
        return _response(HTTPStatus.OK, *found)

    def _refused(self, socket: ServerConnection, request: Request) -> Response | None:
        server = self.server
        origins = request.headers.get_all("Origin")  # programs send none; a page cannot leave it out
        if any(each not in self.origins for each in origins):
            return _refusal(HTTPStatus.FORBIDDEN, "pages of this site may not connect; the option --origin allows it")
        if len(server.connections) >= server.settings.connections:
            return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections; try again later")
        if server.by_address[self.address(socket)] >= server.settings.connections_per_address:
            return _refusal(HTTPStatus.TOO_MANY_REQUESTS, "too many connections from this address")
        return None

    def _figures(self) -> dict[str, int | None]:
        server = self.server
        counts = server.counts + Counter(moves=sum(table.moves for table in server.live.values()))
        return {
            "tables": len(server.names),
            "tables_in_memory": len(server.live),
            "connections": len(server.connections),
            "memory_bytes": _memory(),
            **{f"{name}_since_start": count for name, count in sorted(counts.items())},
        }


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
    found = {}
    for name in FILES:
        file = static(name)
        if file is not None:
            found[f"/{name}"] = file
    if "/index.html" in found:
        found["/"] = found["/index.html"]
    return found


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
