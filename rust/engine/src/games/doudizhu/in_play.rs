//! A position in the middle of play, built from parts. Most parts are optional.

use std::iter;

use super::cards::Cards;
use super::position::Position;
use super::rules::{Auction, Options, Rules};
use super::setup::{Beat, Setup, Shown};
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
///     robs: 0,
///     doubled: Vec::new(),
///     shown: false,
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
    /// The number of bombs and rockets that have doubled the payment.
    pub doublings: u8,
    /// How often somebody robbed, in an auction of calls (DD-36).
    pub robs: u8,
    /// Whether each seat has doubled (DD-37). Empty if nobody has.
    pub doubled: Vec<bool>,
    /// Whether the landlord has shown the hand (DD-38).
    pub shown: bool,
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
        let players = self.rules.options().players;
        let seats = [Some(self.landlord), self.lead, self.beat.map(|beat| beat.seat)];
        if let Some(seat) = seats.into_iter().flatten().find(|&seat| seat >= players) {
            return Err(Error::no_seat(seat, players.into()));
        }
        let doubled = (!self.doubled.is_empty()).then_some(self.doubled.len());
        let lengths = [Some(self.hands.len()), self.played.as_ref().map(Vec::len), doubled];
        if let Some(length) = lengths.into_iter().flatten().find(|&length| length != usize::from(players)) {
            return Err(Error::invalid_state(format!(
                "expected {players} items, one per seat, got {length}"
            )));
        }
        let (first, bids, doubling) = self.answers().map_err(Error::invalid_state)?;
        let Self { rules, hands, landlord, lead, beat, played, plays, kitty, doublings, shown, .. } = self;
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
        let counts = |cards: &Cards| cards.counts().map(u32::from);
        let show = if shown { Shown::Hand(counts(&hands[usize::from(landlord)])) } else { Shown::No };
        Ok(Setup {
            dealer: Some(first),
            first: Some(first),
            hands: Some(hands.iter().map(counts).collect()),
            kitty: Some(counts(&kitty)),
            bids: rules.has_auction().then_some(bids),
            doubling: rules.options().doubling.then_some(doubling),
            shown: rules.options().open_hand.then_some(show),
            played: Some(played.iter().map(counts).collect()),
            plays: Some(plays),
            doubled: Some(doublings),
            lead: if beat.is_none() { lead.or(Some(landlord)) } else { lead },
            beat,
            ..Setup::new(rules)
        })
    }
}

impl InPlay {
    /// The first bidder, an auction that makes the landlord, and what each seat from the landlord on said
    /// about doubling.
    fn answers(&self) -> Result<(u8, Vec<u8>, Vec<bool>), String> {
        let Self { rules, landlord, bid, robs, ref doubled, shown, .. } = *self;
        let Options { players, auction, doubling, open_hand, .. } = *rules.options();
        let calls = auction == Auction::Call;
        if auction != Auction::Bid && bid != 1 {
            let when = if calls { "with calls" } else { "without an auction" };
            return Err(format!("bid must be 1 {when}, got {bid}"));
        }
        if calls && robs > players {
            return Err(format!("robs must be 0 to {players}, got {robs}"));
        }
        if !calls && robs > 0 {
            return Err(format!("robs must be 0 without calls, got {robs}"));
        }
        if let Some(seat) = doubled.iter().position(|&doubled| doubled && !doubling) {
            return Err(format!("seat {seat} cannot have doubled: these rules have no doubling"));
        }
        if shown && !open_hand {
            return Err("the hand cannot be shown: these rules have no open hand".into());
        }
        let in_turn = (0..players).map(|place| usize::from((landlord + place) % players));
        let doubling = in_turn.map(|seat| doubled.get(seat) == Some(&true)).collect();
        if !calls {
            let passes = if bid == 3 { 0 } else { players - 1 };
            let bids = iter::once(bid).chain(iter::repeat_n(0, passes.into()));
            return Ok((landlord, bids.collect(), doubling));
        }
        // The landlord is the last seat that robs after the caller, or the caller if all others did.
        let caller = (landlord + players - robs % players) % players;
        let others = (1..players).map(|place| if place <= robs { 2 } else { 0 });
        let again = (robs > 0).then_some(if robs == players { 2 } else { 0 });
        Ok((caller, iter::once(1).chain(others).chain(again).collect(), doubling))
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
        if !rules.has_auction() {
            position.become_landlord(&rules, first);
        }
        Ok(position)
    }
}
