"""What the server uses of the packages of its extra."""

from __future__ import annotations

try:
    import segno as segno
    from websockets.asyncio.server import ServerConnection as ServerConnection
    from websockets.asyncio.server import broadcast as broadcast
    from websockets.asyncio.server import serve as serve
    from websockets.datastructures import Headers as Headers
    from websockets.exceptions import ConnectionClosed as ConnectionClosed
    from websockets.frames import Opcode as Opcode
    from websockets.http11 import Request as Request
    from websockets.http11 import Response as Response
    from websockets.protocol import State as State
except ModuleNotFoundError as error:
    raise ImportError(
        f"oxideal.serve needs websockets and segno ({error}): pip install 'oxideal[serve]'", name=error.name
    ) from None
