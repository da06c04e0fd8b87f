//! A position in the middle of play, built from parts. Most parts are optional.

use super::cards::Cards;
use super::position::Position;
use super::rules::Rules;
use super::setup::{Beat, Setup};
use crate::error::Error;

/// A position in the middle of play, built from parts.
///
/// ```
/// use oxideal_engine::doudizhu::{Cards, InPlay, Rules};
///
/// let rules = Rules::default();
/// let cards = |text| Cards::parse(text, rules.deck());
/// let hands = ["44", "5", "66"].map(cards).into_iter().collect::<Result<_, _>>().unwrap();
/// let in_play = InPlay {
///     rules,
///     hands,
///     landlord: 0,
///     bid: 1,
///     lead: Some(0),
///     beat: None,
///     played: None,
///     plays: None,
///     kitty: None,
///     doublings: 0,
/// };
/// assert_eq!(in_play.check()?.landlord(), Some(0));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InPlay {
    /// The rules.
    pub rules: Rules,
    /// The hand of each seat.
    pub hands: Vec<Cards>,
    /// The landlord's seat. The landlord is also taken as the dealer and first bidder.
    pub landlord: u8,
    /// The landlord's bid.
    pub bid: u8,
    /// The leading seat, if there is no play to beat.
    pub lead: Option<u8>,
    /// The play to beat.
    pub beat: Option<Beat>,
    /// The cards each seat has played. By default, all cards that are in no hand.
    pub played: Option<Vec<Cards>>,
    /// The number of combinations each seat has played. By default, one per card, and one for the
    /// play to beat.
    pub plays: Option<Vec<u8>>,
    /// The kitty. By default, cards that the landlord has played or holds.
    pub kitty: Option<Cards>,
    /// The number of times the payment has been doubled.
    pub doublings: u8,
}

impl InPlay {
    /// Returns the position, with the optional parts filled in.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position, and [`Error::UnknownSeat`] for a seat out of
    /// range.
    pub fn check(self) -> Result<Position, Error> {
        self.set_up()?.check()
    }

    /// Fills in the optional parts.
    fn set_up(self) -> Result<Setup, Error> {
        let Self { rules, hands, landlord, bid, lead, beat, played, plays, kitty, doublings } = self;
        let auction = rules.options().auction;
        let players = rules.options().players;
        let seats = [Some(landlord), lead, beat.map(|beat| beat.seat)];
        if let Some(seat) = seats.into_iter().flatten().find(|&seat| seat >= players) {
            return Err(Error::no_seat(seat, players.into()));
        }
        let lengths = [Some(hands.len()), played.as_ref().map(Vec::len)];
        if let Some(length) = lengths.into_iter().flatten().find(|&length| length != usize::from(players)) {
            return Err(Error::invalid_state(format!(
                "expected {players} items, one per seat, got {length}"
            )));
        }
        if !auction && bid != 1 {
            return Err(Error::invalid_state(format!("bid must be 1 without an auction, got {bid}")));
        }
        let played = played.unwrap_or_else(|| played_by_default(&rules, &hands, landlord, beat));
        let plays = plays.unwrap_or_else(|| {
            let in_one = |seat, cards: &Cards| {
                let beat = beat.filter(|beat| beat.seat == seat && cards.contains(beat.play.cards));
                beat.map_or(0, |beat| beat.play.cards.total() - 1)
            };
            let plays = |(seat, cards): (u8, &Cards)| (cards.total() - in_one(seat, cards)) as u8;
            (0..).zip(&played).map(plays).collect()
        });
        let kitty = kitty.unwrap_or_else(|| {
            let had = played[usize::from(landlord)].ranks().chain(hands[usize::from(landlord)].ranks());
            had.take(rules.kitty_size() as usize).fold(Cards::NONE, |sum, rank| sum + Cards::of(rank, 1))
        });
        let passes = if bid == 3 { 0 } else { players - 1 };
        let bids = std::iter::once(bid).chain(std::iter::repeat_n(0, passes.into()));
        let counts = |cards: &Cards| cards.counts().map(u32::from);
        Ok(Setup {
            dealer: Some(landlord),
            first: Some(landlord),
            hands: Some(hands.iter().map(counts).collect()),
            kitty: Some(counts(&kitty)),
            bids: auction.then(|| bids.collect()),
            played: Some(played.iter().map(counts).collect()),
            plays: Some(plays),
            doubled: Some(doublings),
            lead: if beat.is_none() { lead.or(Some(landlord)) } else { lead },
            beat,
            ..Setup::new(rules)
        })
    }
}

/// The cards that are in no hand, distributed as if the seats had played them.
fn played_by_default(rules: &Rules, hands: &[Cards], landlord: u8, beat: Option<Beat>) -> Vec<Cards> {
    let mut left = hands.iter().fold(rules.deck(), |left, &hand| left.without(hand));
    let mut played = vec![Cards::NONE; hands.len()];
    if let Some(Beat { play, seat, .. }) = beat {
        // Missing cards are reported later.
        let present = play.cards.without(play.cards.without(left));
        played[usize::from(seat)] = present;
        left = left - present;
    }
    let mut left = left.ranks();
    for (seat, (hand, played)) in hands.iter().zip(&mut played).enumerate() {
        let given = if seat == usize::from(landlord) { rules.max_hand_size() } else { rules.hand_size() };
        let more = given.saturating_sub(hand.total() + played.total()) as usize;
        *played = left.by_ref().take(more).fold(*played, |sum, rank| sum + Cards::of(rank, 1));
    }
    played
}

impl Position {
    /// Returns a position with these cards at the start of the auction, or of the play under rules
    /// without one. Without a dealer, the first bidder is taken.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position.
    pub fn from_deal(
        rules: Rules,
        hands: &[Cards],
        kitty: Cards,
        first: u8,
        dealer: Option<u8>,
    ) -> Result<Self, Error> {
        let counts = |cards: &Cards| cards.counts().map(u32::from);
        // Without an auction, this is checked as before the landlord takes the kitty.
        let setup = Setup {
            dealer: dealer.or(Some(first)),
            first: Some(first),
            hands: Some(hands.iter().map(counts).collect()),
            kitty: Some(counts(&kitty)),
            bids: Some(Vec::new()),
            ..Setup::new(rules.with_auction())
        };
        let mut position = setup.check()?;
        if !rules.options().auction {
            position.become_landlord(first);
        }
        Ok(position)
    }
}
