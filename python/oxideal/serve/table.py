"""A table: the log of what happened at it, and what follows from the log.

A table has no other memory than its log. `Table.apply` takes one entry, checks it and changes the table; the server
stores the entry before it tells anybody. After a restart, the same entries give the same table.

>>> from oxideal.serve.table import Table, created
>>> table = Table([created("foursquare", {}, ["person"]), {"kind": "seat", "seat": 0, "name": "Ada", "token": ""}])
>>> table.apply(table.commit())
>>> table.apply({"kind": "round", "contributions": []})
>>> table.apply({"kind": "move", "seat": 0, "move": 24})
>>> table.state.history, table.turn
((24,), 5)
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import takewhile
from typing import Any

from .. import _registry
from .._arguments.seeds import seed_number
from ..clock import Clock, TimeControl
from ..commitment import Commitment
from ..errors import InvalidArgumentError, InvalidStateError, OxidealError
from ..narration.base import NAMES
from ..record import Record, dumps

PERSON = "person"
"""A seat for the first who connects: somebody with a browser, or a program."""

Entry = dict[str, Any]


def created(
    game: str,
    rules: dict[str, Any],
    seats: Sequence[str],
    *,
    rounds: int | None = None,
    target: int | None = None,
    clock: dict[str, int] | None = None,
    practice: bool = False,
    contribute: bool = False,
    pause: bool | None = None,
) -> Entry:
    """Return the first entry of a log.

    - `seats`: for each seat, "person" or the name of a bot
    - `rounds`, `target`: when the match ends, as for `oxideal.match.Match`
    - `clock`: the time of each person for a round, as `TimeControl.to_dict` returns it
    - `practice`: whether moves can be taken back, once all persons agree
    - `contribute`: whether persons contribute to the seed of each round
    - `pause`: whether a move that is the only legal one takes as long as others do, so that nobody learns from it that
      the seat had no choice; by default with two persons or more
    """
    pause = list(seats).count(PERSON) > 1 if pause is None else pause
    options = {"rounds": rounds, "target": target, "clock": clock, "practice": practice, "contribute": contribute}
    options["pause"] = pause
    return {"kind": "table", "game": game, "rules": rules, "seats": list(seats), **options}


class Table:
    """A table after the entries of its log."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        first, *rest = entries
        self.game: str = first["game"]
        self.module: Any = _registry.module_of(self.game)
        self.rules: Any = self.module.Rules.from_dict(first["rules"])
        """The rules of the first round."""
        self.seats: list[str] = first["seats"]
        self.rounds: int | None = first["rounds"]
        self.target: int | None = first["target"]
        self.control: TimeControl | None = None if first["clock"] is None else TimeControl.from_dict(first["clock"])
        self.clock: Clock | None = None
        """The time of each person in the current round, without what runs: a decision that a restart interrupts
        begins again."""
        self.practice: bool = first["practice"]
        self.contribute: bool = first["contribute"]
        self.pause: bool = first["pause"]
        if len(self.seats) != self.rules.players:
            raise InvalidArgumentError(f"seats must have {self.rules.players} items, got {len(self.seats)}")
        self.people: dict[int, str] = {}
        """The name of each person, by seat."""
        self.tokens: list[str | None] = [None] * len(self.seats)
        """The SHA-256 of each person's token."""
        self.stand_ins: dict[int, str] = {}
        """The bots that play for persons who are away, by seat."""
        self.helped: set[int] = set()
        """The seats of persons for whom a bot has played in the current round."""
        self.order = [*range(len(self.seats))]
        """Of each seat, the one that its player had first."""
        self.match: Any = None
        """The rounds that have been dealt since the last rematch; None before the first."""
        self.earlier = 0
        """The number of rounds of the matches before it."""
        self.next: Commitment | None = None
        """The commitment to the next round, from the end of the round before until the deal."""
        self.dealt: Commitment | None = None
        """The commitment to the current round."""
        self.contributions: list[str] = []
        """The contributions to its seed."""
        self.taken_back = 0
        """How many moves of the current round have been taken back."""
        self.length = 1
        """Number of entries."""
        self.turn = 1
        """Number of entries when the present position arose: questions have it as their id."""
        self.dealer: int | None = None
        """The dealer of the next round; None if the deal draws one."""
        _match_type(self.module)(self.rules, seed=0, rounds=self.rounds, target=self.target)  # checks these
        for entry in rest:
            self.apply(entry)

    def copy(self) -> Table:
        """Return an independent copy."""
        other = copy.copy(self)
        other.people, other.tokens = self.people.copy(), self.tokens.copy()
        other.stand_ins, other.helped = self.stand_ins.copy(), self.helped.copy()
        other.match, other.clock = copy.copy(self.match), copy.copy(self.clock)
        return other

    @property
    def names(self) -> list[str | None]:
        """The name of each seat: None for a free one. No bot has the name of a person."""
        taken = {name.casefold() for name in self.people.values()}
        names = iter([name for name in NAMES if name.casefold() not in taken])
        found: list[str | None] = [self.people.get(seat) for seat in range(len(self.seats))]
        for seat in sorted(range(len(self.seats)), key=self.order.__getitem__):  # a bot keeps its name in another seat
            if self.seats[seat] != PERSON:
                found[seat] = next(names, self.seats[seat])
        return found

    @property
    def state(self) -> Any:
        """The current round, or None before the first."""
        return None if self.match is None else self.match.state

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.match.is_over

    @property
    def is_waiting(self) -> bool:
        """Whether a round can be dealt: after the end of a match it is the first of a rematch."""
        return self.match is None or self.state.is_over

    @property
    def round(self) -> int:
        """The number of the current round, from 1; 0 before the first. A rematch counts on."""
        return self.earlier + (0 if self.match is None else len(self.match.results) + (not self.state.is_over))

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, kind in enumerate(self.seats) if kind == PERSON]

    def player(self, seat: int) -> str:
        """Return who plays for a seat now: "person", or the name of a bot."""
        return self.stand_ins.get(seat, self.seats[seat])

    def apply(self, entry: Entry) -> None:
        """Change the table. Raises an error of this package, and changes nothing, if the entry is not possible."""
        kind = entry["kind"]
        getattr(self, f"_{kind}")(entry)
        self.length += 1
        if kind in ("round", "move", "take_back", "forfeit"):
            self.turn = self.length

    def forced_action(self) -> int | None:
        """Return the next action if it is the only legal one: nobody is asked about it."""
        legal: list[int] = self.state.legal_actions()
        return legal[0] if len(legal) == 1 else None

    @property
    def totals_before_this_round(self) -> list[int]:
        """What each seat had won or lost when the current round began."""
        return list(self.match._totals)

    def public_events(self, first: int = 0) -> list[str]:
        """Return what spectators are told of the round, from this event: of each, the words that all seats are told.

        An event that says nothing without the other words, e.g. of the cards of a hand, is left out.
        """
        seats = [[text.split() for text in self.state.events(seat)[first:]] for seat in range(len(self.seats))]
        common = [" ".join(_common(told)) for told in zip(*seats, strict=True)]
        return [text for text in common if self._is_event(text)]

    def _is_event(self, text: str) -> bool:
        try:
            self.state.rules.event_to_dict(text)
        except OxidealError:
            return False
        return True

    def commit(self) -> Entry:
        """Return the entry that commits to the next round, with a new secret."""
        if self.match is None or self.match.is_over:
            rules, dealer = self.rules, None  # drawn from the seed, to which the players contribute
        else:
            rules = self.match._next_rules()
            dealer = self.match._dealer_after(self.match.dealer, 1, rules.players)
        secret = Commitment.new(self.game, rules, dealer=dealer).reveal()
        return {"kind": "commit", "dealer": dealer, "secret": secret}

    def record(self) -> str:
        """Return the record of the current round, which is over, with what players need to verify its deal."""
        assert self.dealt is not None
        fair = {"commitment": self.dealt.digest, "revealed": self.dealt.reveal(), "contributions": self.contributions}
        practice = {"practice": True, "taken_back": self.taken_back} if self.practice else {}
        helped = {"stand_ins": sorted(self.helped)} if self.helped else {}
        return dumps(Record.of(self.state, names=self.names, info={"seats": self.seats, **fair, **practice, **helped}))

    # Entries

    def _seat(self, entry: Entry) -> None:
        seat = entry["seat"]
        if self.seats[seat] != PERSON or self.tokens[seat] is not None:
            raise InvalidStateError(f"seat {seat} is taken")
        self.people[seat], self.tokens[seat] = entry["name"], entry["token"]

    def _stand_in(self, entry: Entry) -> None:
        """Let a bot play for a person; None: the person plays again."""
        seat, bot = entry["seat"], entry["bot"]
        if self.seats[seat] != PERSON or self.tokens[seat] is None:
            raise InvalidStateError(f"seat {seat} has no person")
        if bot is None:
            del self.stand_ins[seat]
        else:
            self.stand_ins[seat] = bot

    def _commit(self, entry: Entry) -> None:
        self.next, self.dealer = Commitment.from_text(entry["secret"]), entry["dealer"]

    def _round(self, entry: Entry) -> None:
        if not self.is_waiting or self.next is None:
            raise InvalidStateError("the current round is not over")
        seed = self.next.seed(entry["contributions"])
        order = entry.get("order", [*range(len(self.seats))])
        self._reseat(order)
        if self.match is None or self.match.is_over:
            self.earlier = self.round
            self.match = _match_type(self.module)(
                self.rules, seed=seed, rounds=self.rounds, target=self.target, dealer=self.dealer
            )
            if self.dealer is None:  # as the commitment says, so the record does too
                self.match._state = type(self.match)._state_type(self.rules, seed=seed)
        else:
            self.match._seed = seed_number(seed)
            self.match.next_round()
            self.match._totals = tuple(self.match._totals[old] for old in order)
            self.match._scores = tuple(self.match._scores[old] for old in order)
        self.dealt, self.next, self.contributions, self.taken_back = self.next, None, entry["contributions"], 0
        self.helped = set()
        self.clock = None if self.control is None else Clock(self.control, len(self.seats))

    def _reseat(self, order: list[int]) -> None:
        """Let the players change their seats; `order` has of each seat the one in which its new player was."""
        self.seats = [self.seats[old] for old in order]
        self.tokens = [self.tokens[old] for old in order]
        self.order = [self.order[old] for old in order]
        self.people = {seat: self.people[old] for seat, old in enumerate(order) if old in self.people}
        self.stand_ins = {seat: self.stand_ins[old] for seat, old in enumerate(order) if old in self.stand_ins}

    def _move(self, entry: Entry) -> None:
        state = self.state
        if state is None or state.current_player is None:
            raise InvalidStateError("no round is being played")
        if entry["seat"] != state.current_player:
            raise InvalidStateError(f"seat {state.current_player} is to move")
        state.push(entry["move"])
        if entry["seat"] in self.stand_ins:
            self.helped.add(entry["seat"])
        if self.clock is not None and "used" in entry:
            self.clock.start(entry["seat"], 0.0)
            self.clock.stop(entry["used"] / 1000)

    def _forfeit(self, entry: Entry) -> None:
        if self.state is None or self.state.is_over:
            raise InvalidStateError("no round is being played")
        self.state.forfeit(entry["seat"], entry["why"])

    def _take_back(self, entry: Entry) -> None:
        for _ in range(entry["moves"]):
            self.state.pop()
        self.next = None
        self.taken_back += entry["moves"]


def _common(texts: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all texts begin."""
    return [words[0] for words in takewhile(lambda words: len({*words}) == 1, zip(*texts, strict=False))]


@cache
def _match_type(module: Any) -> Any:
    """Return the game's `Match`, but each round is dealt from stream 0 of a seed of its own."""

    class Rounds(module.Match):  # type: ignore[misc]  # the class of a game
        __slots__ = ()

        def _state_of_round(self, number: int, rules: Any, dealer: int) -> Any:  # noqa: ARG002 (an override)
            return self._state_type(rules, seed=self._seed, dealer=dealer)

    return Rounds
