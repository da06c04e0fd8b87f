//! A default notation for games that do not define one: the name, then numbers.

use super::{Game, Knowledge, Notation, Position, Rules, ViewEvents};
use crate::error::Error;
use crate::ids::Seat;
use crate::text::{joined, number, quoted, tokens};

/// A [`Notation`] made of numbers, e.g. `duel 5 3; seat 0; 2 1 3 0 0 4 0`, with [`ViewEvents`] as
/// events. Only for games where a view shows everything the seat knows.
///
/// See the [example](crate::game#example).
pub trait PlainNotation: Position {
    /// The game; its texts start with the game's name.
    type Game: Game<Rules = Self::Rules, Position = Self>;

    /// Returns the position as numbers, with hidden cards marked in a way the game chooses.
    fn to_numbers(&self) -> Vec<u8>;

    /// The inverse of [`to_numbers`](Self::to_numbers), checked. With a seat, the numbers are a
    /// view of that seat.
    fn from_numbers(rules: &Self::Rules, numbers: &[u8], seat: Option<Seat>) -> Option<Self>;
}

impl<P: PlainNotation> Notation for P {
    type Tracker = ViewEvents<P>;

    fn write(&self, rules: &P::Rules, _: &P::Knowledge, seat: Option<Seat>) -> String {
        let seat = seat.map_or_else(String::new, |seat| format!(" seat {seat};"));
        let name = [P::Game::NAME.to_owned()];
        let head = joined(name.into_iter().chain(rules.to_bytes().iter().map(u8::to_string)));
        format!("{head};{seat} {}", joined(self.to_numbers()))
    }

    fn read(text: &str) -> Result<(P::Rules, P, P::Knowledge), Error> {
        let read = || {
            let (rules, rest) = rules::<P>(text)?;
            let position = P::from_numbers(&rules, &numbers(rest)?, None)?;
            Some((rules, position, P::Knowledge::default()))
        };
        read().ok_or_else(|| Error::invalid_state(format!("invalid position {}", quoted(text))))
    }

    fn read_view(text: &str) -> Result<(P::Rules, Seat, P, P::Knowledge), Error> {
        let read = || {
            let (rules, rest) = rules::<P>(text)?;
            let (seat, rest) = rest.strip_prefix(" seat ")?.split_once(';')?;
            let seat = number(seat, 2)? as Seat;
            rules.check_seat(seat).ok()?;
            let position = P::from_numbers(&rules, &numbers(rest)?, Some(seat))?;
            let mut seen = position.clone();
            P::Knowledge::hide(&rules, &mut seen, seat);
            (seen == position).then_some((rules, seat, position, P::Knowledge::default()))
        };
        read().ok_or_else(|| Error::invalid_state(format!("invalid view {}", quoted(text))))
    }
}

/// The rules at the start of a text, and the rest.
fn rules<P: PlainNotation>(text: &str) -> Option<(P::Rules, &str)> {
    let (head, rest) = text.strip_prefix(P::Game::NAME)?.split_once(';')?;
    Some((P::Rules::from_bytes(&numbers(head)?)?, rest))
}

fn numbers(text: &str) -> Option<Vec<u8>> {
    tokens(text).map(|word| number(word, 3).and_then(|number| u8::try_from(number).ok())).collect()
}
