//! Default events for games that do not define any: after every action, each seat is told its view.

use std::fmt::{self, Debug};

use super::{Event, EventError, Knowledge, MoveOf, Notation, Position, Rules, Tracker};
use crate::ids::{Action, Seat};
use crate::text::quoted;

/// A [`Tracker`] with two kinds of events: `move 1 raise` for an action, and `view ...` for the
/// seat's view after it. Only for games where a view shows everything the seat knows.
///
/// See the [example](crate::game#example).
#[derive(Clone, Debug)]
pub struct ViewEvents<P: Position> {
    rules: P::Rules,
    seat: Seat,
    /// The seat's view, or `None` if a `view` event must come next.
    seen: Option<P>,
    /// The seat to move.
    turn: Option<Seat>,
}

/// An event of [`ViewEvents`], as text. See the [example](crate::game#example).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewEvent(String);

impl fmt::Display for ViewEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<P: Notation> Event<P> for ViewEvent {
    fn parse(_: &P::Rules, text: &str) -> Result<Self, String> {
        Ok(Self(text.into()))
    }

    fn of_deal(rules: &P::Rules, dealt: &P, seat: Seat, events: &mut Vec<Self>) {
        let mut seen = dealt.clone();
        P::Knowledge::hide(rules, &mut seen, seat);
        events.push(Self(format!("view {}", seen.write(rules, &P::Knowledge::default(), Some(seat)))));
    }

    fn of_move(
        rules: &P::Rules,
        before: &P,
        chosen: MoveOf<P>,
        after: &P,
        seat: Seat,
        events: &mut Vec<Self>,
    ) {
        events.extend(before.current_player().map(|turn| Self(format!("move {turn} {chosen}"))));
        Self::of_deal(rules, after, seat, events);
    }
}

impl<P: Notation> Tracker<P> for ViewEvents<P> {
    type Event = ViewEvent;

    fn new(rules: &P::Rules, seat: Seat) -> Self {
        Self { rules: rules.clone(), seat, seen: None, turn: None }
    }

    fn resume(rules: &P::Rules, seat: Seat, position: P, _: P::Knowledge) -> Self {
        Self { rules: rules.clone(), seat, turn: position.current_player(), seen: Some(position) }
    }

    fn apply(&mut self, ViewEvent(event): ViewEvent) -> Result<Option<(Seat, Action)>, EventError> {
        match (event.split_once(' ').unwrap_or_default(), &self.seen) {
            (("view", text), None) => {
                let (rules, seat, position, _) = P::read_view(text).map_err(|error| error.to_string())?;
                if rules != self.rules || seat != self.seat {
                    return Err("the view has other rules or another seat".into());
                }
                *self = Self::resume(&rules, seat, position, P::Knowledge::default());
                Ok(None)
            }
            (("move", text), Some(seen)) => {
                let turn = self.turn.ok_or("the round is over")?;
                let chosen = text.strip_prefix(&format!("{turn} ")).ok_or_else(|| self.next())?;
                let chosen = self.rules.parse(chosen).map_err(|error| error.to_string())?;
                let action = self.rules.action(chosen).ok_or("there is no such move")?;
                if turn == self.seat && !seen.allows(&self.rules, chosen) {
                    return Err(seen.refusal(&self.rules, chosen).to_string().into());
                }
                self.seen = None;
                Ok(Some((turn, action)))
            }
            (("view" | "move", _), _) => Err(self.next()),
            _ => {
                Err(format!("unknown event {}; expected \"move ...\" or \"view ...\"", quoted(&event)).into())
            }
        }
    }

    fn finish(self) -> Result<(P, P::Knowledge), String> {
        let position = self.seen.ok_or("expected a view")?;
        Ok((position, P::Knowledge::default()))
    }

    fn is_complete(&self) -> bool {
        self.seen.is_some()
    }
}

impl<P: Position> ViewEvents<P> {
    fn next(&self) -> EventError {
        EventError::OutOfOrder(match (&self.seen, self.turn) {
            (None, _) => "expected a view".into(),
            (Some(_), Some(turn)) => format!("expected a move of seat {turn}"),
            (Some(_), None) => "the round is over".into(),
        })
    }
}
