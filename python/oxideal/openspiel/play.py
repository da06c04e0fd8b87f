"""What a state of OpenSpiel consists of: a position or an unfinished deal, and what the seats have seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from ..errors import InvalidArgumentError, InvalidStateError
from .position import with_recent

if TYPE_CHECKING:
    from ..interface import State, View
    from .chance import ChanceModel, Outcomes

Events = tuple[tuple[str, ...], ...]
"""The events of each seat."""


class Play:
    """A position or an unfinished deal. Frozen, so that copies can share it: an action makes a new one."""

    __slots__ = ("_dealt", "_number", "_outcomes", "_pending", "_recent", "_seen", "_state", "model")

    def __init__(
        self,
        model: ChanceModel,
        seen: Events,
        *,
        state: State[Any, Any, Any] | None = None,
        pending: int | None = None,
        dealt: Sequence[int] = (),
        number: int = 1,
        recent: tuple[tuple[int, int], ...] = (),
    ) -> None:
        self.model = model
        self._seen = seen  # what the seats had seen when `_state` was set up
        self._state = state  # not shared, never played on; None while cards are dealt
        self._pending = pending  # an action whose draw is not chosen yet
        self._dealt = tuple(dealt)  # the outcomes of an unfinished deal
        self._number = number  # number of the deal, from 1
        self._recent = recent  # the last actions before an unfinished deal
        self._outcomes: Outcomes | None = None  # computed on first use

    @classmethod
    def begin(cls, model: ChanceModel) -> Self:
        return cls(model, ((),) * model.rules.players)

    @classmethod
    def at(cls, model: ChanceModel, text: str) -> Self:
        """Return the position with this text. The seats have seen nothing of what led to it."""
        state = model.module.State.from_text(text, seed=0)  # chance nodes replace its chance
        number = model.number_of(state.rules)
        if number is None:
            raise InvalidStateError("the rules of the position differ from those of the game")
        seen = tuple(tuple(state.events(seat)) for seat in range(model.rules.players))
        return cls(model, seen, state=state, number=number)

    @property
    def is_chance(self) -> bool:
        return self._state is None or self._pending is not None

    @property
    def is_over(self) -> bool:
        return self._state is not None and self._state.is_over

    @property
    def player(self) -> int | None:
        """The seat to move; None at a chance node and at the end."""
        return None if self._state is None or self._pending is not None else self._state.current_player

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        return None if self._state is None else self._state.payoffs

    @property
    def state(self) -> State[Any, Any, Any]:
        """A copy of the position, before a pending draw."""
        return self._position().copy()

    def view(self, seat: int) -> View[Any, Any, Any]:
        view: View[Any, Any, Any] = self._position().view(seat)
        return view

    def view_or_none(self, seat: int) -> View[Any, Any, Any] | None:
        """Return the view, or None while cards are dealt."""
        return None if self._state is None else self.view(seat)

    def _position(self) -> State[Any, Any, Any]:
        if self._state is None:
            raise InvalidStateError("no position yet: cards are being dealt")
        return self._state

    def legal_actions(self) -> list[int]:
        return self._position().legal_actions() if self.player is not None else []

    def outcomes(self) -> Outcomes:
        """Return the outcomes of this chance node; an empty list elsewhere."""
        if self._outcomes is None:
            if self._state is None:
                self._outcomes = self.model.next_dealt(self._dealt)
            else:
                self._outcomes = [] if self._pending is None else self.model.drawn(self._state, self._pending)
        return self._outcomes

    def outcome_text(self, outcome: int) -> str:
        self._check_outcome(outcome)
        if self._state is None:
            return self.model.dealt_text(self._dealt, outcome)
        return self.model.drawn_text(outcome)

    def events(self, seat: int) -> tuple[str, ...]:
        """Return all events of a seat, including an action whose draw is pending."""
        if self._state is None or self._pending is None:
            return self._settled_events(seat)
        return (*self._settled_events(seat), self._action_event(self._state, self._pending))

    def _settled_events(self, seat: int) -> tuple[str, ...]:
        if self._state is None:
            return self._seen[seat]
        # The first event of a state set up by hand describes its position, which follows from the events before.
        return (*self._seen[seat], *self._state.events(seat)[1:])

    def _all_settled_events(self) -> Events:
        return tuple(self._settled_events(seat) for seat in range(self.model.rules.players))

    def _action_event(self, state: State[Any, Any, Any], action: int) -> str:
        return f"{state.current_player} {self.model.rules.move(action)}"

    def after(self, action: int) -> Play:
        """Return what follows an action, or an outcome at a chance node."""
        if not self.is_chance:
            return self._after_action(action)
        self._check_outcome(action)
        return self._after_deal(action) if self._state is None else self._after_draw(action)

    def _check_outcome(self, outcome: int) -> None:
        outcomes = [number for number, _ in self.outcomes()]
        if outcome not in outcomes:
            others = f"; expected one of {', '.join(map(str, outcomes))}" if outcomes else ": not a chance node"
            raise InvalidArgumentError(f"invalid chance outcome {outcome}{others}")

    def _after_action(self, action: int) -> Play:
        state = self._position()
        if state.is_legal(action):
            waiting = Play(self.model, self._seen, state=state, pending=action, number=self._number)
            if waiting.outcomes():
                return waiting
        return self._pushed(state, self._seen, action)

    def _after_draw(self, outcome: int) -> Play:
        assert self._pending is not None
        state = self.model.stacked(self._position(), outcome)
        return self._pushed(state, self._all_settled_events(), self._pending)

    def _pushed(self, before: State[Any, Any, Any], seen: Events, action: int) -> Play:
        state = before.copy()
        state.push(action)
        again = self.model.redealt(state)
        if again is None:
            return Play(self.model, seen, state=state, number=self._number)
        # The engine has dealt from its own seed; chance nodes replace that deal.
        event = self._action_event(before, action)
        seen = tuple((*events, event) for events in self._all_settled_events())
        return Play(self.model, seen, dealt=again, number=self._number + 1, recent=state.recent)

    def _after_deal(self, outcome: int) -> Play:
        dealt = (*self._dealt, outcome)
        dealing = Play(self.model, self._seen, dealt=dealt, number=self._number, recent=self._recent)
        if dealing.outcomes():
            return dealing
        state, events = self.model.start(dealt, self._number)
        seen = tuple((*old, *new) for old, new in zip(self._seen, events, strict=True))
        return Play(self.model, seen, state=with_recent(state, self._recent), number=self._number)

    def resampled(self, seat: int, seed: int) -> Play:
        """Return a state drawn uniformly from those that this seat cannot distinguish from this one.

        The events of the other seats are replaced by what they know now.
        """
        if self.is_chance:
            raise InvalidStateError("cannot resample at a chance node")
        view = self.view(seat)
        state = view.sample(seed)
        seen = [tuple(state.events(other)[:1]) for other in range(self.model.rules.players)]
        seen[view.seat] = self.events(view.seat)
        return Play(self.model, tuple(seen), state=state, number=self._number)

    def __str__(self) -> str:
        if self._state is None:
            settled = [self.model.dealt_text(self._dealt[:i], outcome) for i, outcome in enumerate(self._dealt)]
            return "\n".join(["dealing", *settled])
        if self._pending is None:
            return str(self._state)
        return f"{self._state}\nwaiting for chance: {self._action_event(self._state, self._pending)}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
