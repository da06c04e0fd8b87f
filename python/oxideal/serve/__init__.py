"""A server of tables: people, our bots and programs play over WebSocket.

`oxideal serve` starts it; `docs/how-to/table-server.md` is the guide. The parts, from the bottom:

- `table`: a table as a log of entries, and what it is after them
- `store`: the logs in SQLite
- `bots`: bots that think in threads, which the tables share
- `live`: a table with connections: questions, answers, clocks and bots
- `websocket`: imports from the optional packages; names the extra if they are missing
- `connection`: one WebSocket: bounded output and rate, from its first byte on
- `server`: the WebSockets, the kinds of messages, and which table they are for
- `http`: the static files of the page, and `/health`
"""

from __future__ import annotations
