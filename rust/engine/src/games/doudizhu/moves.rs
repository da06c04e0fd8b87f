//! Moves (passes, bids, combinations and the like) and their texts.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::cards::Cards;
use super::play::Play;
use super::rules::Rules;
use crate::error::Error;
use crate::game::{Rules as _, checked_length};
use crate::text::{excerpt, tokens};
use crate::words::Sentence;

/// The highest bid (DD-07).
pub(super) const BIDS: u32 = 3;

/// The number of moves in an auction of calls besides a pass (DD-36).
pub(super) const CALLS: u32 = 2;

/// All moves except combinations.
pub(super) const EARLY: [Move; 8] =
    [Move::Pass, Move::Bid(1), Move::Bid(2), Move::Bid(3), Move::Call, Move::Rob, Move::Double, Move::Show];

/// Their texts without spaces.
const NAMES: [&str; 8] = ["pass", "bid1", "bid2", "bid3", "call", "rob", "double", "show"];

/// A pass, a bid, a combination or the like. Moves are equal if they do the same, whatever other readings
/// their cards have.
///
/// ```
/// use oxideal_engine::doudizhu::Rules;
/// use oxideal_engine::game::Rules as _;
///
/// let rules = Rules::default();
/// let (pair, single) = (rules.parse("44")?, rules.parse("3")?);
/// assert!(pair.why_not(&single).is_some());
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Move {
    /// A pass, in a trick or before the lead.
    Pass,
    /// A bid, 1 to 3.
    Bid(u8),
    /// To be the landlord, if nobody robs (DD-36).
    Call,
    /// To be the landlord instead of the last player who called or robbed (DD-36).
    Rob,
    /// To double one's payments (DD-37).
    Double,
    /// To show the hand (DD-38).
    Show,
    /// A combination, with what its text needs.
    Play {
        /// The combination.
        play: Play,
        /// Whether the cards have another reading although this one has no kickers; the text then
        /// marks it.
        alone: bool,
    },
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bid(mine), Self::Bid(theirs)) => mine == theirs,
            (Self::Play { play: mine, .. }, Self::Play { play: theirs, .. }) => mine == theirs,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match self {
            Self::Pass => 0.hash(hasher),
            Self::Bid(bid) => bid.hash(hasher),
            Self::Play { play, .. } => play.hash(hasher),
            other => std::mem::discriminant(other).hash(hasher),
        }
    }
}

impl Move {
    /// Returns the name of the kind used in the API.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Bid(_) => "bid",
            Self::Call => "call",
            Self::Rob => "rob",
            Self::Double => "double",
            Self::Show => "show",
            Self::Play { play, .. } => play.kind().name(),
        }
    }

    /// Returns the combination, if the move plays one.
    #[must_use]
    pub const fn play(&self) -> Option<&Play> {
        match self {
            Self::Play { play, .. } => Some(play),
            _ => None,
        }
    }

    /// The answer before the lead that this move gives: 0 for a pass.
    pub(super) const fn answer(&self) -> u8 {
        match self {
            Self::Pass | Self::Play { .. } => 0,
            Self::Bid(bid) => *bid,
            Self::Call | Self::Double | Self::Show => 1,
            Self::Rob => 2,
        }
    }

    /// Returns why this move does not beat another, or `None` if it does.
    #[must_use]
    pub fn why_not(&self, other: &Self) -> Option<String> {
        match (self.play(), other.play()) {
            (None, _) => Some(not_a_combination(self).into()),
            (_, None) => Some(not_a_combination(other).into()),
            (Some(mine), Some(theirs)) => mine.why_not(theirs).map(|refusal| refusal.reason.into()),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Bid(bid) => write!(f, "bid {bid}"),
            Self::Call => f.write_str("call"),
            Self::Rob => f.write_str("rob"),
            Self::Double => f.write_str("double"),
            Self::Show => f.write_str("show"),
            Self::Play { play, alone } => write!(f, "{play}{}", if *alone { " alone" } else { "" }),
        }
    }
}

/// Parses the text of a move.
pub(super) fn parse(rules: &Rules, text: &str) -> Result<Move, Error> {
    let word = compact(checked_length(text)?);
    let named = NAMES.iter().zip(EARLY).find(|&(&name, _)| name == word);
    if let Some((_, chosen)) = named {
        return rules.action(chosen).map(|_| chosen).ok_or_else(|| Error::not_in_rules(chosen));
    }
    play(rules, text).map(|play| rules.to_play_move(play)).map_err(Error::InvalidMove)
}

/// Removes spaces and ignores case.
fn compact(text: &str) -> String {
    text.replace(' ', "").to_ascii_lowercase()
}

/// Parses a combination.
pub(super) fn play(rules: &Rules, text: &str) -> Result<Play, Sentence> {
    let word = compact(text);
    let cards = word.strip_suffix("alone");
    let alone = cards.is_some();
    let counts = Cards::read(cards.unwrap_or(&word)).filter(|counts| counts.iter().any(|&count| count > 0));
    let counts = counts.ok_or_else(|| Sentence::new("doudizhu.not_a_move").with("text", excerpt(text)))?;
    let cards = Cards::within(rules.deck(), &counts)?;
    let readings = rules.readings(cards);
    let mut fitting = readings.iter().filter(|play| !alone || play.attached().is_empty());
    let first = fitting.next().ok_or_else(|| not_a_combination(cards))?;
    if fitting.next().is_none() {
        return Ok(first);
    }
    if let [main, attached] = tokens(text).collect::<Vec<_>>()[..] {
        let parts = [main, attached].map(Cards::read);
        let has = |play: &Play| {
            parts == [play.main(), play.attached()].map(|part| Some(part.counts().map(u32::from)))
        };
        if let Some(play) = readings.iter().find(has) {
            return Ok(play);
        }
    }
    Err(ambiguous(rules, cards))
}

impl Rules {
    /// Returns the only combination that some cards of the deck can form.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if there is none, or more than one.
    pub fn classify(&self, cards: Cards) -> Result<Play, Error> {
        let readings = self.readings(cards);
        if readings.is_empty() {
            return Err(Error::InvalidMove(not_a_combination(cards)));
        }
        readings.only().ok_or_else(|| Error::InvalidMove(ambiguous(self, cards)))
    }

    /// Parses a combination.
    ///
    /// # Errors
    /// Returns [`Error::InvalidMove`] if the text is not a combination.
    pub fn combination(&self, text: &str) -> Result<Play, Error> {
        play(self, checked_length(text)?).map_err(Error::InvalidMove)
    }
}

fn not_a_combination(cards: impl fmt::Display) -> Sentence {
    Sentence::new("doudizhu.not_a_combination").with("cards", cards)
}

fn ambiguous(rules: &Rules, cards: Cards) -> Sentence {
    let readings = rules.readings(cards);
    let texts = readings.iter().map(|play| format!("\"{}\"", rules.to_play_move(play)));
    let texts: Vec<String> = texts.collect();
    let (last, others) = texts.split_last().map_or(("", &[][..]), |(last, others)| (last.as_str(), others));
    let sentence = Sentence::new("doudizhu.ambiguous").with("cards", cards);
    sentence.with("others", others.join(", ")).with("last", last)
}
