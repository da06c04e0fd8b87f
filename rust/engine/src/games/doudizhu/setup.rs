//! The parts of a position set up by hand, and the checks that turn them into a position.

use super::cards::{Cards, RANKS, Rank, too_many};
use super::play::Play;
use super::position::{Bids, FaceUp, Position, SEATS};
use super::rules::{AllPass, Auction, Options, Rules};
use crate::error::Error;

/// The number of cards of each rank, not yet checked.
pub(super) type Counts = [u32; RANKS];

/// The play to beat.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    /// The combination.
    pub play: Play,
    /// The seat that played it.
    pub seat: u8,
    /// The number of passes since.
    pub passes: u8,
}

/// What the landlord has said about showing the hand (DD-38).
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    /// It is not shown.
    No,
    /// It is shown; these cards are left.
    Hand(Counts),
}

impl Shown {
    const fn hand(self) -> Option<Counts> {
        match self {
            Self::No => None,
            Self::Hand(hand) => Some(hand),
        }
    }
}

/// The parts of a position, before they are checked.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The rules.
    pub(super) rules: Rules,
    /// The seat of a view, or `None` for a complete position.
    pub(super) seat: Option<u8>,
    /// The dealer.
    pub(super) dealer: Option<u8>,
    /// The number of redeals.
    pub(super) redeals: Option<u32>,
    /// Who bids first.
    pub(super) first: Option<u8>,
    /// The face-up card and the seat that drew it.
    pub(super) face_up: Option<FaceUp>,
    /// The hand of each seat, in a complete position.
    pub(super) hands: Option<Vec<Counts>>,
    /// The hand of the view's seat.
    pub(super) hand: Option<Counts>,
    /// The kitty.
    pub(super) kitty: Option<Counts>,
    /// The auction so far, 0 for a pass.
    pub(super) bids: Option<Vec<u8>>,
    /// What each seat from the landlord on has said about doubling.
    pub(super) doubling: Option<Vec<bool>>,
    /// Whether the landlord shows the hand, once that is decided.
    pub(super) shown: Option<Shown>,
    /// The cards each seat has played.
    pub(super) played: Option<Vec<Counts>>,
    /// The number of combinations each seat has played.
    pub(super) plays: Option<Vec<u8>>,
    /// The number of times the payment has been doubled.
    pub(super) doubled: Option<u8>,
    /// The leading seat, if there is no play to beat.
    pub(super) lead: Option<u8>,
    /// The play to beat, if nobody is leading.
    pub(super) beat: Option<Beat>,
}

impl Setup {
    /// No parts except the rules.
    pub(super) const fn new(rules: Rules) -> Self {
        Self {
            rules,
            seat: None,
            dealer: None,
            redeals: None,
            first: None,
            face_up: None,
            hands: None,
            hand: None,
            kitty: None,
            bids: None,
            doubling: None,
            shown: None,
            played: None,
            plays: None,
            doubled: None,
            lead: None,
            beat: None,
        }
    }

    pub(super) fn players(&self) -> u8 {
        self.rules.options().players
    }

    /// Checks the parts of a complete position.
    pub(super) fn check(self) -> Result<Position, Error> {
        self.checked(false).map_err(Error::invalid_state)
    }

    /// Checks the parts of a view.
    pub(super) fn check_view(self) -> Result<Position, Error> {
        self.checked(true).map_err(Error::invalid_state)
    }

    fn checked(self, of_view: bool) -> Result<Position, String> {
        self.check_shape()?;
        self.check_fields(of_view)?;
        let missing = |name: &str| format!("missing field \"{name}\"");
        let dealer = self.dealer.ok_or_else(|| missing("dealer"))?;
        let first = self.first.ok_or_else(|| missing("first"))?;
        if of_view {
            self.seat.ok_or_else(|| missing("seat"))?;
            self.hand.ok_or_else(|| missing("hand"))?;
        } else if self.hands.is_none() {
            return Err(missing("hands"));
        }
        if self.rules.has_auction() && self.bids.is_none() {
            return Err(missing("bids"));
        }
        let mut position = Position::empty(dealer, first);
        position.face_up = self.face_up;
        position.redeals = self.check_redeals()?;
        position.bids = self.check_bids(&position)?;
        let landlord = self.landlord(position.bids, first);
        self.check_phase(landlord, of_view)?;

        let parts = SetupCards::new(&self, landlord);
        self.check_shown(landlord, of_view)?;
        parts.check_counts()?;
        let cards = |counts: &Counts| Cards::from_counts(&counts.map(|count| count as u8));
        for (seat, hand) in parts.hands.iter().enumerate() {
            position.hands[seat] = hand.as_ref().map_or(Cards::NONE, cards);
            position.played[seat] = cards(&parts.played[seat]);
        }
        parts.check_sizes()?;
        position.kitty = self.kitty.as_ref().map_or(Cards::NONE, cards);
        if let Some(landlord) = landlord {
            position.set_landlord(&self.rules, landlord);
            let doubling = self.doubling.as_deref().unwrap_or_default();
            position.set_answers(&self.rules, doubling, self.shown.map(|shown| shown.hand().is_some()));
            let plays = self.plays.iter().flatten();
            position.plays.iter_mut().zip(plays).for_each(|(place, &plays)| *place = plays);
            position.doublings = self.doubled.unwrap_or(0);
        }
        parts.check_kitty(&position)?;
        parts.check_face_up(&position)?;
        if let Some(landlord) = landlord.filter(|_| position.has_begun()) {
            self.check_play(&mut position, landlord)?;
        } else if landlord.is_none() {
            let over = position.bids.is_over(&self.rules);
            let turn = position.bids.seat(position.bids.len(), &self.rules, first);
            position.set_turn((!over).then_some(turn));
        }
        if let Some(seat) = self.seat.filter(|_| of_view) {
            check_known(&self.rules, &position, seat)?;
        }
        Ok(position)
    }

    /// Checks what only code can get wrong, not text: seats out of range, wrong lengths, impossible
    /// bids or passes.
    fn check_shape(&self) -> Result<(), String> {
        let players = self.players();
        let seats = [self.seat, self.dealer, self.first, self.lead];
        let others = [self.face_up.and_then(|face_up| face_up.seat), self.beat.map(|beat| beat.seat)];
        if let Some(seat) = seats.into_iter().chain(others).flatten().find(|&seat| seat >= players) {
            return Err(Error::no_seat(seat, players.into()).to_string());
        }
        let lengths = [
            self.hands.as_ref().map(Vec::len),
            self.played.as_ref().map(Vec::len),
            self.plays.as_ref().map(Vec::len),
        ];
        if let Some(length) = lengths.into_iter().flatten().find(|&length| length != usize::from(players)) {
            return Err(format!("expected {players} items, one per seat, got {length}"));
        }
        let small =
            self.bids.iter().flatten().all(|&bid| bid <= 3) && self.beat.is_none_or(|beat| beat.passes < 10);
        if !small {
            return Err("a bid or a number of passes is out of range".into());
        }
        Ok(())
    }

    /// Rejects fields that do not belong here.
    fn check_fields(&self, of_view: bool) -> Result<(), String> {
        let unwanted = [
            ("seat", !of_view && self.seat.is_some(), "state"),
            ("hands", of_view && self.hands.is_some(), "view"),
            ("hand", !of_view && self.hand.is_some(), "state"),
        ];
        if let Some((name, _, kind)) = unwanted.iter().find(|&&(_, present, _)| present) {
            return Err(format!("field \"{name}\" is not allowed in a {kind}"));
        }
        let Options { doubling, open_hand, .. } = *self.rules.options();
        let unknown = [
            ("bids", self.bids.is_some() && !self.rules.has_auction(), "auction"),
            ("doubling", self.doubling.is_some() && !doubling, "doubling"),
            ("shown", self.shown.is_some() && !open_hand, "open hand"),
        ];
        let found = unknown.iter().find(|&&(_, present, _)| present);
        found.map_or(Ok(()), |(name, _, option)| {
            Err(format!("field \"{name}\" is not allowed: these rules have no {option}"))
        })
    }

    fn check_redeals(&self) -> Result<u8, String> {
        let &Options { all_pass, max_redeals, .. } = self.rules.options();
        let most = max_redeals.filter(|_| self.rules.has_auction() && all_pass == AllPass::Redeal);
        match (self.redeals, most) {
            (None, _) => Ok(0),
            (Some(_), None) => {
                Err("field \"redeals\" is not allowed: these rules do not count redeals".into())
            }
            (Some(redeals), Some(most)) => {
                let small = u8::try_from(redeals).ok().filter(|&redeals| redeals <= most);
                small.ok_or_else(|| format!("redeals must be 0 to {most}, got {redeals} [DD-09]"))
            }
        }
    }

    fn check_bids(&self, position: &Position) -> Result<Bids, String> {
        let mut bids = Bids::default();
        for (place, &bid) in self.bids.iter().flatten().enumerate() {
            if bids.is_over(&self.rules) || bid > 0 && !bids.open(&self.rules).contains(&bid) {
                let calls = self.rules.options().auction == Auction::Call;
                let rule = if calls { "DD-36" } else { "DD-07, DD-08" };
                return Err(format!("bid {place} of the auction is not possible [{rule}]"));
            }
            bids.push(bid);
        }
        if bids.is_over(&self.rules) && bids.highest() == 0 && position.may_redeal(&self.rules) {
            return Err("these bids lead to a redeal [DD-09]".into());
        }
        Ok(bids)
    }

    fn landlord(&self, bids: Bids, first: u8) -> Option<u8> {
        if !self.rules.has_auction() {
            return Some(first);
        }
        if !bids.is_over(&self.rules) {
            return None;
        }
        match bids.highest() {
            0 => (self.rules.options().all_pass == AllPass::First).then_some(first),
            _ => Some(bids.bidder(&self.rules, first)),
        }
    }

    /// Checks which fields are present: some belong only before there is a landlord, some only
    /// after.
    fn check_phase(&self, landlord: Option<u8>, of_view: bool) -> Result<(), String> {
        let fields = [
            ("kitty", self.kitty.is_some()),
            ("doubling", self.doubling.is_some()),
            ("shown", self.shown.is_some()),
            ("played", self.played.is_some()),
            ("plays", self.plays.is_some()),
            ("doubled", self.doubled.is_some()),
            ("lead", self.lead.is_some()),
            ("beat", self.beat.is_some()),
        ];
        let too_early = |from: usize, when: &str| {
            let early = fields[from..].iter().find(|&&(_, present)| present);
            early.map_or(Ok(()), |(name, _)| Err(format!("field \"{name}\" is not allowed before {when}")))
        };
        let missing = |name: &str| Err(format!("missing field \"{name}\""));
        if landlord.is_none() {
            too_early(usize::from(!of_view), "there is a landlord")?;
            return if of_view || self.kitty.is_some() { Ok(()) } else { missing("kitty") };
        }
        if self.kitty.is_none() {
            return missing("kitty");
        }
        if self.rules.options().doubling {
            let Some(answers) = self.doubling.as_ref().map(Vec::len) else { return missing("doubling") };
            let players = usize::from(self.players());
            if answers > players {
                return Err(format!(
                    "doubling has {answers} answers, but there are {players} players [DD-37]"
                ));
            }
            if answers < players {
                return too_early(2, "all players have said whether they double [DD-37]");
            }
        }
        if self.rules.options().open_hand && self.shown.is_none() {
            return too_early(3, "the landlord has said whether to show [DD-38]");
        }
        if let Some((name, _)) = fields[3..6].iter().find(|&&(_, present)| !present) {
            return missing(name);
        }
        match (self.lead, &self.beat) {
            (Some(_), Some(_)) => Err("\"lead\" and \"beat\" are mutually exclusive".into()),
            (None, None) => Err("missing field \"lead\" or \"beat\"".into()),
            _ => Ok(()),
        }
    }

    /// Checks that a shown hand is the landlord's, where that is known.
    fn check_shown(&self, landlord: Option<u8>, of_view: bool) -> Result<(), String> {
        let (Some(landlord), Some(Shown::Hand(shown))) = (landlord, self.shown) else { return Ok(()) };
        let hand = match &self.hands {
            Some(hands) => Some(hands[usize::from(landlord)]),
            None => self.hand.filter(|_| of_view && self.seat == Some(landlord)),
        };
        if hand.is_none_or(|hand| hand == shown) { Ok(()) } else { Err(other_shown_hand(landlord)) }
    }

    /// Checks the played cards and whose turn it is.
    fn check_play(&self, position: &mut Position, landlord: u8) -> Result<(), String> {
        let rules = &self.rules;
        let seats = 0..self.players();
        for seat in seats.clone() {
            let (cards, plays) = (position.played[seat as usize].total(), position.plays[seat as usize]);
            if u32::from(plays) > cards || (plays == 0) != (cards == 0) {
                return Err(format!("seat {seat} cannot have played {cards} cards in {plays} combinations"));
            }
        }
        let nothing_played = position.plays == [0; SEATS];
        let leads_first =
            if nothing_played { self.lead == Some(landlord) } else { position.plays[landlord as usize] > 0 };
        if !leads_first {
            return Err("the landlord must lead the first trick [DD-10]".into());
        }
        let most = most_doublings(rules, position);
        if position.doublings > most {
            return Err(format!(
                "at most {most} bombs and rockets can have been played, got {}",
                position.doublings
            ));
        }
        if let Some(lead) = self.lead {
            if !nothing_played && position.plays[lead as usize] == 0 {
                return Err(format!("seat {lead} leads, but has not played yet"));
            }
            position.set_turn(Some(lead));
        }
        if let Some(Beat { play, seat, passes }) = self.beat {
            if !position.played[seat as usize].contains(play.cards) {
                let play = rules.to_play_move(play);
                return Err(format!("{play} is not among the cards played by seat {seat}"));
            }
            if passes + 1 >= self.players() {
                return Err(format!("the trick is over after {passes} passes [DD-12]"));
            }
            position.to_beat = Some(play);
            position.to_beat_seat = seat;
            position.passes = passes;
            position.set_turn(Some((seat + 1 + passes) % self.players()));
        }
        let mut done = seats.filter(|&seat| position.left(rules, seat) == 0);
        if let Some(one) = done.next() {
            if let Some(other) = done.next() {
                return Err(format!("seats {one} and {other} have no cards left [DD-13]"));
            }
            if !self.beat.is_some_and(|beat| beat.seat == one && beat.passes == 0) {
                return Err(format!(
                    "seat {one} has no cards left: the round ended with its last play, before any pass [DD-13]"
                ));
            }
            position.set_turn(None);
        }
        Ok(())
    }
}

/// An upper bound on the bombs and rockets among the played cards that double the payment.
fn most_doublings(rules: &Rules, position: &Position) -> u8 {
    let of_seat = |cards: &Cards| {
        let bombs = cards.counts().iter().filter(|&&count| count >= rules.doubling_bomb()).count();
        bombs as u8 + u8::from(cards.contains(rules.jokers()))
    };
    position.played(rules).iter().map(of_seat).sum()
}

/// Checks that the other seats have room for the cards they are known to hold.
pub(super) fn check_known(rules: &Rules, position: &Position, seat: u8) -> Result<(), String> {
    let others = (0..rules.options().players).filter(|&other| other != seat);
    for other in others {
        if position.known(other).total() > position.left(rules, other) {
            return Err(format!("seat {other} has fewer cards left than it is known to hold"));
        }
    }
    Ok(())
}

/// The cards of a setup, by location.
struct SetupCards<'a> {
    rules: &'a Rules,
    landlord: Option<u8>,
    /// `None` if hidden.
    hands: Vec<Option<Counts>>,
    played: Vec<Counts>,
    kitty: Option<Counts>,
    face_up: Option<FaceUp>,
}

impl<'a> SetupCards<'a> {
    fn new(setup: &'a Setup, landlord: Option<u8>) -> Self {
        let players = usize::from(setup.players());
        let hands = if let Some(hands) = &setup.hands {
            hands.iter().copied().map(Some).collect()
        } else {
            let own = |seat: u8| setup.hand.filter(|_| Some(seat) == setup.seat);
            let shown = |seat: u8| setup.shown.and_then(Shown::hand).filter(|_| Some(seat) == landlord);
            (0..players as u8).map(|seat| own(seat).or_else(|| shown(seat))).collect()
        };
        let played = setup.played.clone().unwrap_or_else(|| vec![[0; RANKS]; players]);
        Self { rules: &setup.rules, landlord, hands, played, kitty: setup.kitty, face_up: setup.face_up }
    }

    /// Checks that the deck has enough cards of each rank.
    fn check_counts(&self) -> Result<(), String> {
        let mut sum = [0; RANKS];
        let mut add = |counts: &Counts| sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        self.hands.iter().flatten().for_each(&mut add);
        self.played.iter().for_each(&mut add);
        let state = self.hands.iter().all(Option::is_some);
        if state {
            self.kitty.iter().filter(|_| self.landlord.is_none()).for_each(&mut add);
        } else {
            for (seat, played) in self.played.iter().enumerate() {
                if self.hands[seat].is_none() {
                    add(&self.known(seat as u8, played));
                }
            }
            if let Some(FaceUp { rank, seat: None }) = self.face_up
                && self.landlord.is_none()
            {
                add(&one_card(rank));
            }
        }
        check_deck(self.rules, &sum)
    }

    /// As [`Position::known`].
    fn known(&self, seat: u8, played: &Counts) -> Counts {
        let mut shown = self.kitty.filter(|_| self.landlord == Some(seat)).unwrap_or([0; RANKS]);
        if let Some(FaceUp { rank, seat: Some(holder) }) = self.face_up
            && holder == seat
        {
            shown[rank as usize] += 1;
        }
        std::array::from_fn(|rank| shown[rank].saturating_sub(played[rank]))
    }

    fn check_sizes(&self) -> Result<(), String> {
        let rules = self.rules;
        let total = |counts: &Counts| counts.iter().sum::<u32>();
        if let Some(kitty) = &self.kitty {
            check_kitty_size(rules, total(kitty))?;
        }
        let Some(landlord) = self.landlord else {
            for (seat, hand) in self.hands.iter().enumerate() {
                if let Some(cards) = hand.as_ref().map(total).filter(|&cards| cards != rules.hand_size()) {
                    return Err(format!(
                        "seat {seat} has {cards} cards, expected {} [DD-05]",
                        rules.hand_size()
                    ));
                }
            }
            return Ok(());
        };
        let had: Vec<(u32, bool)> = self
            .hands
            .iter()
            .zip(&self.played)
            .map(|(hand, played)| (total(played) + hand.as_ref().map_or(0, total), hand.is_some()))
            .collect();
        if had.iter().all(|&(_, seen)| seen) {
            let mut most = (0..had.len()).filter(|&seat| had[seat].0 == rules.max_hand_size());
            if let (Some(one), Some(other)) = (most.next(), most.next()) {
                return Err(format!(
                    "two landlords: seats {one} and {other} both had {} cards [DD-02]",
                    rules.max_hand_size()
                ));
            }
        }
        for (seat, (had, seen)) in had.into_iter().enumerate() {
            let most = if seat == usize::from(landlord) { rules.max_hand_size() } else { rules.hand_size() };
            if had > most || seen && had < most {
                return Err(format!("seat {seat} had {had} cards, expected {most} [DD-10]"));
            }
        }
        Ok(())
    }

    fn check_kitty(&self, position: &Position) -> Result<(), String> {
        let Some(landlord) = self.landlord else { return Ok(()) };
        let seen = self.hands[usize::from(landlord)].is_some();
        if seen { check_kitty_held(ever_held(position, landlord), position.kitty, landlord) } else { Ok(()) }
    }

    fn check_face_up(&self, position: &Position) -> Result<(), String> {
        let Some(FaceUp { rank, seat }) = self.face_up else { return Ok(()) };
        let card = Cards::of(rank, 1);
        match seat {
            Some(seat) if seat != position.first => {
                Err(format!("seat {seat} must bid first: it drew the face-up card [DD-06]"))
            }
            None if position.dealer != position.first => {
                Err("the dealer must bid first: the face-up card is in the kitty [DD-06]".into())
            }
            Some(seat) if self.hands[usize::from(seat)].is_some() => {
                let kitty = if self.landlord == Some(seat) { position.kitty } else { Cards::NONE };
                check_face_up_held(ever_held(position, seat) - kitty, card, seat)
            }
            None if self.kitty.is_some() => check_face_up_in_kitty(position.kitty, card),
            _ => Ok(()),
        }
    }
}

pub(super) fn check_kitty_held(cards: Cards, kitty: Cards, seat: u8) -> Result<(), String> {
    if cards.contains(kitty) {
        return Ok(());
    }
    Err(format!("the kitty is not among the cards of seat {seat} [DD-10]"))
}

/// Checks a shown hand of a seat whose hand is known.
pub(super) fn check_shown(shown: &Counts, hand: Cards, seat: u8) -> Result<(), String> {
    if *shown == hand.counts().map(u32::from) { Ok(()) } else { Err(other_shown_hand(seat)) }
}

fn other_shown_hand(seat: u8) -> String {
    format!("the shown hand is not the hand of seat {seat} [DD-38]")
}

pub(super) fn check_face_up_held(cards: Cards, card: Cards, seat: u8) -> Result<(), String> {
    if cards.contains(card) {
        return Ok(());
    }
    Err(format!("the face-up card is not among the cards of seat {seat}"))
}

pub(super) fn check_face_up_in_kitty(kitty: Cards, card: Cards) -> Result<(), String> {
    if kitty.contains(card) { Ok(()) } else { Err("the face-up card is not in the kitty".into()) }
}

pub(super) fn check_kitty_size(rules: &Rules, cards: u32) -> Result<(), String> {
    let size = rules.kitty_size();
    if cards == size { Ok(()) } else { Err(format!("the kitty has {cards} cards, expected {size} [DD-05]")) }
}

/// Checks counts against the deck; reports the lowest rank with too many cards.
pub(super) fn check_deck(rules: &Rules, counts: &Counts) -> Result<(), String> {
    let deck = rules.deck();
    let excess = (0..RANKS as Rank).find(|&rank| counts[rank as usize] > deck.count(rank).into());
    excess.map_or(Ok(()), |rank| Err(too_many(counts[rank as usize], rank, deck).into()))
}

pub(super) fn one_card(rank: Rank) -> Counts {
    std::array::from_fn(|other| u32::from(other == usize::from(rank)))
}

/// All cards that a seat whose hand is visible has ever held.
fn ever_held(position: &Position, seat: u8) -> Cards {
    position.hands[seat as usize] + position.played[seat as usize]
}
