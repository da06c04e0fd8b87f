"""Add up the figures of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..._arguments.checks import counted, items, quoted, type_name
from ..._internal.html import table
from ..._internal.text import aligned
from ..._registry import GAMES, title_of, unknown
from ...errors import InvalidRecordError
from ...schemas.schema import FORMAT
from .. import Record
from .figure import Figure, Sheet, Step

if TYPE_CHECKING:
    from ...interface import State


@dataclass(frozen=True)
class Player:
    """The figures of a player.

    - `name`: the player's name in the records, or e.g. "seat 1" without one
    - `place`: place in the turn order, 0 for the seat that began; None for all places together
    - `rounds`: number of rounds; a player with two seats in a round counts twice
    - `figures`: a `Figure` for each name of the game's figures

    >>> from oxideal.record.style import Figure
    >>> Player("ann", None, 2, {"won": Figure(1, 2)}).figures["won"].mean
    0.5
    """

    name: str
    place: int | None
    rounds: int
    figures: dict[str, Figure]


@dataclass(frozen=True)
class Style:
    """How players played. `str(style)` is a table.

    - `game`: name of the game
    - `rounds`: number of rounds
    - `skipped`: number of records of rounds that were not over, which do not count
    - `players`: a `Player` for each name, and for each name and place

    >>> from oxideal.record.style import style_of
    >>> style_of([]).rounds
    0
    """

    game: str | None
    rounds: int
    skipped: int
    players: tuple[Player, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict, ready for JSON."""
        return {"format": FORMAT, **asdict(self), "players": [asdict(player) for player in self.players]}

    def _repr_html_(self) -> str:
        """Return the table that notebooks show."""
        return table(self._title(), self._head(), [self._cells(player) for player in self.players], self._notes())

    def __str__(self) -> str:
        rows = [self._head(), *(self._cells(player) for player in self.players)]
        return "\n".join([self._title(), *aligned(rows), *self._notes()])

    def _title(self) -> str:
        rounds = counted(self.rounds, "round")
        return rounds if self.game is None else f"{title_of(self.game)}, {rounds}"

    def _head(self) -> list[str]:
        return ["", "rounds", *(_figures(self.game) if self.game is not None else ())]

    def _cells(self, player: Player) -> list[str]:
        name = player.name if player.place is None else f"  place {player.place + 1}"
        shares = _figures(self.game) if self.game is not None else {}
        cells = [name, f"{player.rounds:,}"]
        for each, is_share in shares.items():
            mean = player.figures[each].mean
            cells.append("-" if mean is None else f"{mean:.1%}" if is_share else f"{mean:.2f}")
        return cells

    def _notes(self) -> list[str]:
        return [f"skipped: {counted(self.skipped, 'round')} not over"] if self.skipped else []


def style_of(records: Iterable[Record]) -> Style:
    """Return how the players of these records played, e.g. of `oxideal.record.read("games.jsonl")`.

    Each round is replayed. Rounds that are not over are skipped. Raises `InvalidRecordError` if a record is wrong, or
    of another game than the first.

    >>> from oxideal import foursquare
    >>> from oxideal.record import Record
    >>> state = foursquare.State(seed=7)
    >>> while not state.is_over:
    ...     state.push(state.legal_moves()[0])
    >>> style_of([Record.of(state, names=["ann"])]).players[0].figures["won"]
    Figure(amount=0, of=1)
    """
    game: str | None = None
    rounds = skipped = 0
    sums: dict[tuple[str, int | None], Sheet] = {}
    counts: dict[tuple[str, int | None], int] = {}
    for record in items("records", "an iterable of records", records):
        if not isinstance(record, Record):
            raise TypeError(f"a record must be a Record, not {type_name(record)}")
        if record.game not in GAMES:
            raise InvalidRecordError(unknown("game", record.game, GAMES))
        game = game or record.game
        if record.game != game:
            raise InvalidRecordError(f"all records must be of one game, got {quoted(game)} and {quoted(record.game)}")
        if record.payoffs is None or record.forfeited is not None:
            skipped += 1
            continue
        rounds += 1
        first, sheets = _sheets(record)
        for seat, sheet in enumerate(sheets):
            name = (record.names and record.names[seat]) or f"seat {seat}"
            places: list[int | None] = [None] if len(sheets) == 1 else [None, (seat - first) % len(sheets)]
            for place in places:
                total = sums.setdefault((name, place), Sheet())
                counts[name, place] = counts.get((name, place), 0) + 1
                for each, figure in sheet.figures.items():
                    total.count(each, figure.amount, figure.of)
    names = [*dict.fromkeys(name for name, _ in sums)]
    order = sorted(sums, key=lambda key: (names.index(key[0]), -1 if key[1] is None else key[1]))
    figures = {} if game is None else _figures(game)
    players = [
        Player(*key, counts[key], {name: sums[key].figures.get(name, Figure()) for name in figures}) for key in order
    ]
    return Style(game, rounds, skipped, tuple(players))


def _sheets(record: Record) -> tuple[int, list[Sheet]]:
    """Return the seat that began, and the figures of each seat."""
    states = record.states()
    start: State[Any, Any, Any] = next(states)
    sheets = [Sheet() for _ in range(start.rules.players)]
    end = start

    def steps() -> Iterator[Step]:
        nonlocal end
        for state in states:
            seat, action = state.recent[-1]
            yield Step(end, seat, state.rules.move(action))
            end = state

    part, actions = GAMES[record.game].part("record.style"), steps()
    if part is not None:  # a game need not have figures of its own
        part.play(sheets, actions)
    for _ in actions:  # what the part has not read, so that the end is reached and checked
        pass
    for seat, sheet in enumerate(sheets):
        sheet.count("won", int(seat in (end.winners or ())))
    if part is not None:
        part.finish(sheets, end)
    return start.current_player or 0, sheets


def _figures(game: str) -> dict[str, bool]:
    """Return the names of a game's figures, and whether each is a share."""
    part = GAMES[game].part("record.style")
    return {"won": True, **({} if part is None else part.FIGURES)}
