"""Review the rounds of a match: one after the other, and what they add up to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any

from .._arguments.checks import counted, items, type_name
from .._internal.html import table
from .._internal.progress import check_progress, progress_bar
from .._internal.text import aligned
from .._registry import title_of
from ..errors import InvalidArgumentError
from ..record import Record
from .cells import HEAD, SIZES, cost, row
from .result import Luck, Review, SeatReview
from .work import review

if TYPE_CHECKING:
    from ..bots import Limit, NetBot
    from ..interface import Seed
    from ..web import Html

MAX_ROUNDS = 1000
"""Maximum number of rounds of a match: reviews stay in memory."""


@dataclass(frozen=True)
class PlayerReview:
    """The sums of one player over the rounds of a match.

    - `name`: the name of the player; if not all have one, the seat
    - `rounds`, `decisions`: how many were reviewed
    - `sizes`: the number of small, medium and large mistakes
    - `payment`, `wins`: the cost of the mistakes together
    - `result`: the payment in all rounds that are over
    - `luck`: the luck of the deals together; None if it was not measured in each round
    """

    name: str
    rounds: int
    decisions: int
    sizes: tuple[int, int, int]
    payment: float
    wins: float
    result: float
    luck: Luck | None

    @property
    def mistakes(self) -> int:
        """The number of mistakes."""
        return sum(self.sizes)


@dataclass(frozen=True)
class MatchReview:
    """The reviewed rounds of a match. `str(review)` is a table of the players and rounds; `to_html()` is a page.

    - `reviews`: the review of each round; fewer than rounds if Ctrl-C ended the review
    - `finished`: False if Ctrl-C ended the review
    """

    reviews: tuple[Review, ...]
    finished: bool

    @property
    def players(self) -> tuple[PlayerReview, ...]:
        """The sums of each player: by name if all seats have one, else by seat.

        A player with two seats in a round counts twice.
        """
        rounds = [each.seats for each in self.reviews]
        named = all(_are_names(each.record.names) for each in self.reviews)
        own: dict[str, list[tuple[Review, SeatReview]]] = {}
        for found, seats in zip(self.reviews, rounds, strict=True):
            names = found.record.names
            for seat in seats:
                name = names[seat.seat] if named and names else None
                own.setdefault(name or f"seat {seat.seat}", []).append((found, seat))
        return tuple(player_review(name, each) for name, each in own.items())

    def to_html(self, theme: Any = None, progress: bool | None = None) -> Html:
        """Return a page with the players and the page of each round: one file, without a network.

        The arguments are those of `web.page`. Raises `InvalidArgumentError` for more than 100 rounds.
        """
        from .match_page import page_of_match  # imported here: most users of reviews do not draw

        return page_of_match(self, theme=theme, progress=progress)

    def _repr_html_(self) -> str:
        """Return the table of the players, which notebooks show."""
        return table(self._title(), HEAD, [row(player) for player in self.players], self._notes())

    def _title(self) -> str:
        mistakes = counted(sum(len(each.mistakes) for each in self.reviews), "mistake")
        rounds = counted(len(self.reviews), "round")
        return f"{title_of(self.reviews[0].record.game)}, {rounds}, {mistakes}" if self.reviews else "no rounds"

    def _notes(self) -> list[str]:
        return [] if self.finished else ["interrupted: some decisions were not reviewed to the end"]

    def __str__(self) -> str:
        lines = [self._title(), *self._notes(), *aligned([HEAD, *map(row, self.players)]), ""]
        rounds = [
            [str(number), str(len(each.mistakes)), *(cost(seat.payment) for seat in each.seats)]
            for number, each in enumerate(self.reviews, 1)
        ]
        names = [f"cost of seat {seat.seat}" for seat in self.reviews[0].seats] if self.reviews else []
        return "\n".join([*lines, *aligned([["round", "mistakes", *names], *rounds])])


def review_match(
    records: Iterable[Record],
    limit: Limit | None = None,
    *,
    seat: int | None = None,
    seed: Seed = 0,
    threads: int | None = None,
    net: NetBot | None = None,
    progress: bool | None = None,
) -> MatchReview:
    """Find the mistakes in each round of a match, and add them up.

    The arguments are those of `review`; the limit is for each round, and `seat` is that seat in each of them. All
    rounds must have the same game and number of seats. Ctrl-C ends the review, which returns the rounds it has found.
    Raises `InvalidArgumentError` for more than 1,000 rounds.

    >>> from oxideal import foursquare
    >>> from oxideal.bots import Limit
    >>> from oxideal.record import Record
    >>> found = review_match([Record.of(foursquare.State(seed=seed)) for seed in range(2)], Limit(iterations=100))
    >>> [len(each.decisions) for each in found.reviews], found.players[0].rounds
    ([0, 0], 2)
    """
    check_progress(progress)
    given = list(islice(of_one_game(records), MAX_ROUNDS + 1))
    if not 0 < len(given) <= MAX_ROUNDS:
        raise InvalidArgumentError(f"a match must have 1 to {MAX_ROUNDS:,} rounds, got {_shown(len(given))}")
    players = {next(iter(each.states())).rules.players for each in given}
    if len(players) > 1:
        raise InvalidArgumentError(f"all rounds must have the same number of seats, got {sorted(players)}")
    rounds = [(each, seat) for each in given]
    found, finished = reviewed(rounds, progress, limit=limit, seed=seed, threads=threads, net=net)
    return MatchReview(found, finished)


def of_one_game(records: Iterable[Record]) -> Iterator[Record]:
    """Yield the records, checked."""
    game = None
    for record in items("records", "records", records):
        if not isinstance(record, Record):
            raise TypeError(f"records must be of type Record, not {type_name(record)}")
        game = game or record.game
        if record.game != game:
            raise InvalidArgumentError(f"all rounds must have the same game, got {game} and {record.game}")
        yield record


def reviewed(
    rounds: Sequence[tuple[Record, int | Collection[int] | None]], progress: bool | None, **settings: Any
) -> tuple[tuple[Review, ...], bool]:
    """Return the reviews of these seats in these rounds until Ctrl-C, and whether there was none."""
    found: list[Review] = []
    with suppress(KeyboardInterrupt), progress_bar(len(rounds), progress, "round") as done:  # between two reviews
        for record, seats in rounds:
            found.append(review(record, seat=seats, progress=False, **settings))
            if not found[-1].finished:
                break
            done(1)
    return tuple(found), len(found) == len(rounds) and all(each.finished for each in found)


def _shown(rounds: int) -> str:
    return f"more than {MAX_ROUNDS:,}" if rounds > MAX_ROUNDS else str(rounds)


def _are_names(names: tuple[str | None, ...] | None) -> bool:
    return names is not None and None not in names


def player_review(name: str, own: list[tuple[Review, SeatReview]]) -> PlayerReview:
    sizes = [found.size_of(each) for found, seat in own for each in found.mistakes if each.seat == seat.seat]
    lucks = [seat.luck for _, seat in own]
    known = [luck for luck in lucks if luck is not None]
    luck = None
    if len(known) == len(lucks):
        luck = Luck(
            sum(each.payment for each in known),
            sqrt(sum(each.error**2 for each in known)),
            sum(each.wins for each in known),
        )
    small, medium, large = (sizes.count(size) for size in SIZES)
    return PlayerReview(
        name,
        len(own),
        sum(seat.decisions for _, seat in own),
        (small, medium, large),
        sum(seat.payment for _, seat in own),
        sum(seat.wins for _, seat in own),
        sum(seat.result or 0.0 for _, seat in own),
        luck,
    )
