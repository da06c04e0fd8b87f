"""The protocol of `docs/protocol.md`: a host and a bot exchange JSON objects, one a line.

`messages` makes what a seat is sent from its view and its events, `lines` reads and writes lines, `program` runs a
program that plays, `server` lets one of our bots speak the protocol, `check` tests a program, and `trace` prints a
dialogue.
"""

from __future__ import annotations

VERSION = 1
"""The version of the protocol that this package speaks."""
