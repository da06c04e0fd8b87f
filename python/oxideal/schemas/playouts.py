"""The results of random playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from .._arguments.checks import counted
from ..errors import InvalidRecordError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from matplotlib.axes import Axes

__all__ = ["Playouts"]

# Imports are in the functions: most results are neither shown nor written as JSON.


class Playouts(NamedTuple):
    """The results of playouts, one row per game.

    >>> from oxideal import foursquare
    >>> foursquare.playouts(foursquare.Rules(), 1000, seed=7).lengths.shape
    (1000,)
    """

    payoffs: npt.NDArray[np.int32]
    """`payoffs[k, seat]` is the payoff of a seat in game k."""
    lengths: npt.NDArray[np.int32]
    """`lengths[k]` is the number of actions in game k."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON."""
        from .schema import FORMAT

        return {
            "format": FORMAT,
            "players": self.payoffs.shape[1],
            "payoffs": self.payoffs.tolist(),
            "lengths": self.lengths.tolist(),
        }

    @classmethod
    def from_dict(cls, fields: dict[str, Any], /) -> Self:
        """Return the playouts that a dict describes: the inverse of `to_dict`.

        Raises `InvalidRecordError` for a missing, unknown or wrong field.
        """
        import numpy as np

        from .values import Fields, array, check_format, int32, length, natural

        given = Fields("playouts", fields, InvalidRecordError)
        given.check_names("format", "players", *cls._fields)
        check_format(given)
        players = given.get("players", natural)
        if not 1 <= players <= 12:
            raise InvalidRecordError(f"players must be 1 to 12, got {players}")
        lengths = given.items("lengths", length)
        games = given.items("payoffs", array)
        if len(games) != len(lengths):
            raise InvalidRecordError(f"payoffs must have {len(lengths)} items, got {len(games)}")
        for game, payoffs in enumerate(games):
            row = f"payoffs[{game}]"
            if len(Fields("playouts", {row: payoffs}, InvalidRecordError).items(row, int32)) != players:
                raise InvalidRecordError(f"{row} must have {players} items, got {len(payoffs)}")
        return cls(np.array(games, np.int32).reshape(len(games), players), np.array(lengths, np.int32))

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the payoffs of each seat as a histogram with matplotlib.

        `ax` has the axes to draw on; None makes a new figure. Returns the axes. Raises `ImportError` without
        matplotlib, which the extra `oxideal[plot]` installs.

        >>> from oxideal import foursquare
        >>> ax = foursquare.playouts(foursquare.Rules(), 1000, seed=7).plot()
        >>> ax.get_title(loc="left")
        '1,000 playouts'
        """
        from .._internal.plot import histogram

        return histogram(ax, self.payoffs)

    def _repr_html_(self) -> str:
        """Return the table that notebooks show: the average, lowest and highest payoff of each seat."""
        from .._internal.html import signed, table

        games = len(self.lengths)
        title = counted(games, "playout")
        if not games:
            return table(title, ["seat", "average", "lowest", "highest"], [])
        rows = [
            [str(seat), signed(payoffs.mean(), 3), signed(payoffs.min()), signed(payoffs.max())]
            for seat, payoffs in enumerate(self.payoffs.T)
        ]
        lengths = f"actions: {self.lengths.mean():.1f} on average, {self.lengths.min()} to {self.lengths.max()}"
        return table(title, ["seat", "average", "lowest", "highest"], rows, [lengths])
