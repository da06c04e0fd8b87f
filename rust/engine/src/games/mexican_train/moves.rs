//! Moves: playing a tile on a train, drawing, passing.

use std::fmt;

use super::notation;
use super::rules::Rules;
use super::tile::Tile;
use crate::error::Error;
use crate::game::checked_length;
use crate::text::{excerpt, number};
use crate::words::Sentence;

/// A train from the player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The player's own train.
    Me,
    /// The Mexican train.
    Mexican,
    /// The train of another seat.
    Seat(u8),
}

impl Column {
    /// The train with this number in the action table.
    #[inline]
    pub(super) const fn numbered(number: u8) -> Self {
        match number {
            0 => Self::Me,
            1 => Self::Mexican,
            seat => Self::Seat(seat - 2),
        }
    }

    /// The train's number in the action table.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        match self {
            Self::Me => 0,
            Self::Mexican => 1,
            Self::Seat(seat) => seat + 2,
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Me => f.write_str("me"),
            Self::Mexican => f.write_str("mexican"),
            Self::Seat(seat) => seat.fmt(f),
        }
    }
}

/// A play, a draw or a pass.
///
/// ```
/// use oxideal_engine::game::Rules as _;
/// use oxideal_engine::mexican_train::{Column, Move, Rules, Tile};
///
/// let play = Rules::default().parse("9-12@mexican")?;
/// assert_eq!(play, Move::Play { tile: Tile::new(9, 12), column: Column::Mexican });
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A pass (MT-13).
    Pass,
    /// A draw (MT-12).
    Draw,
    /// A tile played on a train.
    Play {
        /// The tile, from the player's hand.
        tile: Tile,
        /// The train it is played on.
        column: Column,
    },
}

impl Move {
    /// Returns the name of the kind used in the API.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Draw => "draw",
            Self::Play { .. } => "play",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Draw => f.write_str("draw"),
            Self::Play { tile, column } => write!(f, "{tile}@{column}"),
        }
    }
}

/// Parses the text of a move.
pub(super) fn parse(rules: Rules, text: &str) -> Result<Move, Error> {
    let plain: String =
        checked_length(text)?.chars().filter(|&c| c != ' ').map(|c| c.to_ascii_lowercase()).collect();
    let play = || {
        let (tile, train) = plain.split_once('@')?;
        let numbers = notation::numbers(tile)?;
        let column = match train {
            "me" => Column::Me,
            "mexican" => Column::Mexican,
            _ => Column::Seat(number(train, 2)? as u8),
        };
        Some((numbers, column))
    };
    match (plain.as_str(), play()) {
        ("pass", _) => Ok(Move::Pass),
        ("draw", _) => Ok(Move::Draw),
        (_, Some((numbers, column))) => {
            let tile = notation::tile_of(numbers, rules.set()).map_err(Error::InvalidMove)?;
            if let Column::Seat(seat) = column
                && seat >= rules.seats()
            {
                let sentence = Sentence::new("mexican_train.train_out_of_range").with("train", seat);
                return Err(Error::InvalidMove(sentence.with("last", rules.seats() - 1)));
            }
            Ok(Move::Play { tile, column })
        }
        _ => {
            let sentence = Sentence::new("mexican_train.not_a_move").with("text", excerpt(text));
            Err(Error::InvalidMove(sentence))
        }
    }
}
