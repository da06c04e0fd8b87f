"""What a data set is made of: everything that its files depend on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import _native

SCHEMA = 1
"""Version of the columns and of the metadata, bumped when one of them changes meaning or is removed."""


@dataclass(frozen=True)
class DataSetTask:
    """The games to play, and which decisions to keep."""

    module: str
    rules: Any
    players: tuple[str, ...]
    """The name of the bot of each seat."""
    seed: int
    games: int
    games_per_file: int
    forced: bool

    @property
    def game(self) -> str:
        """Name of the game in metadata."""
        return self.module.rpartition(".")[2]

    @property
    def files(self) -> int:
        """Number of files."""
        return -(-self.games // self.games_per_file)

    def games_of(self, file: int) -> range:
        """Return the games of a file. Game k is dealt from stream k of the seed."""
        first = file * self.games_per_file
        return range(first, min(first + self.games_per_file, self.games))

    def to_dict(self) -> dict[str, Any]:
        """Return the metadata, ready for JSON."""
        return {
            "schema": SCHEMA,
            "oxideal": _native.__version__,
            "game": self.game,
            "rules": self.rules.to_dict(),
            "action_table_version": self.rules.action_table_version,
            "observation_version": self.rules.observation_spec().version,
            "seed": str(self.seed),
            "players": list(self.players),
            "games": self.games,
            "games_per_file": self.games_per_file,
            "forced": self.forced,
        }
