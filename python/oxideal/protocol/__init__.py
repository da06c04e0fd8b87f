"""The protocol of `docs/protocol.md`: a host and a bot exchange JSON objects, one a line.

`messages` makes what a seat is sent from its view and its events, `lines` reads and writes lines, `process` runs a
program that plays, and `trace` prints a dialogue. In `bots`, `protocol_server` lets one of our bots speak the protocol
and `conformance` tests a program.
"""

from __future__ import annotations

VERSION = 1
"""The version of the protocol that this package speaks."""
