"""What a server allows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The address of a server, its limits and its bots."""

    database: str = "tables.sqlite"
    host: str = "127.0.0.1"
    port: int = 8000
    """0 for any free port."""
    origins: tuple[str, ...] = ()
    """Sites whose pages may connect, besides the server's own pages, e.g. https://cards.example.org."""
    allow_hosts: tuple[str, ...] = ()
    """Names under which the server's own pages may connect, besides localhost, `host` and addresses in digits."""
    proxy: bool = False
    """Whether a reverse proxy adds the client's address to `X-Forwarded-For`."""
    bots: tuple[str, ...] = ()
    """Names of bots that may be seated besides random, rule and searches of limited time."""
    think: float = 2.0
    """The longest time in seconds of a search that a client asks for."""
    hint: float = 1.0
    """How long in seconds the search for a hint takes, but not longer than `think`."""
    threads: int = 0
    """How many bots think at the same time; 0 for one per processor."""

    tables: int = 1000
    """How many tables there may be."""
    tables_per_address: int = 100
    """How many of them the clients at one address may have created. For another one, the one that has been unused
    longest is deleted if that was an hour or more."""
    connections: int = 1000
    connections_per_address: int = 100
    tables_per_minute: int = 30
    """How many tables the clients at one address may create in a minute."""
    rate: float = 50.0
    """How many messages of a connection are read in a second; the others wait."""
    spectators: int = 50
    """How many may watch a table."""
    unsent: int = 2**20
    """How many bytes may wait for a slow reader before it is dropped."""
    keep: float = 30.0
    """After how many days without a move a table is deleted; only days on which the server runs count."""
    entries: int = 10_000
    """How many entries, i.e. moves and a few others, the log of a table has before no further round is dealt."""
    records: int = 100_000
    """How many records of rounds are kept; the oldest are deleted."""
