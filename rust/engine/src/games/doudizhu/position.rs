//! A round at one moment: legal actions, play, refusals and payoffs.

use std::hash::{Hash, Hasher};
use std::iter;
use std::ops::RangeInclusive;

use super::cards::{Cards, Rank, letter};
use super::choices::Choices;
use super::knowledge::Knowledge;
use super::moves::Move;
use super::play::Play;
use super::rules::{AllPass, Auction, Options, Rules};
use super::tricks::Tricks;
use crate::error::Refusal;
use crate::game::Rules as _;
use crate::ids::rule;
use crate::ids::{Action, RuleId, Seat};
use crate::random::Chance;

/// The most players.
pub(super) const SEATS: usize = 4;

/// The most cards in a deck.
const DECK: usize = 108;

/// A seat number that means nobody.
const NOBODY: u8 = u8::MAX;

/// A part of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The landlord is being determined.
    Auction,
    /// Cards are played.
    Play,
    /// The round is over.
    Over,
    /// Each player says whether they double (DD-37).
    Doubling,
    /// The landlord says whether they show the hand (DD-38).
    Showing,
}

impl Phase {
    /// Returns the name used in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auction => "auction",
            Self::Play => "play",
            Self::Over => "over",
            Self::Doubling => "doubling",
            Self::Showing => "showing",
        }
    }
}

/// The card shown before the deal (DD-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceUp {
    /// Its rank.
    pub rank: Rank,
    /// The seat that drew it, or `None` if it is in the kitty.
    pub seat: Option<u8>,
}

/// The answers in the auction so far: 0 for a pass, otherwise a bid of 1 to 3, or 1 for a call and 2
/// for a rob.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bids {
    /// Two bits per answer, the first one lowest.
    packed: u32,
    count: u8,
    /// The highest answer, or 0.
    highest: u8,
    /// The number of passes since the highest bid.
    passes: u8,
}

impl Bids {
    /// With four players: three passes, a bid, two passes, a higher bid, two passes, then 3 or
    /// three passes.
    const MAX_BIDS: u8 = 10;

    /// Returns the number of answers.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.count
    }

    /// Returns whether nobody has answered yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the answers in order, 0 for a pass.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator + use<> {
        let packed = self.packed;
        (0..self.count).map(move |index| (packed >> (2 * index) & 3) as u8)
    }

    pub(super) fn push(&mut self, bid: u8) {
        debug_assert!(self.count < Self::MAX_BIDS);
        self.packed |= u32::from(bid) << (2 * self.count);
        self.count += 1;
        self.passes = if bid == 0 { self.passes + 1 } else { 0 };
        self.highest = self.highest.max(bid);
    }

    /// The highest bid, or 0. In an auction of calls, 1 after a call and 2 after a rob.
    pub(super) const fn highest(self) -> u8 {
        self.highest
    }

    /// How often somebody robbed, in an auction of calls.
    const fn robs(self) -> u32 {
        (self.packed & 0xAAAA_AAAA).count_ones()
    }

    /// The number of the first answer that is not a pass, if there is one.
    const fn first_bid(self) -> u8 {
        (self.packed.trailing_zeros() / 2) as u8
    }

    /// The number of the last answer that is not a pass, if there is one.
    const fn last_bid(self) -> u8 {
        (self.packed.ilog2() / 2) as u8
    }

    /// The seat of an answer that has been or will be given. The caller answers twice if anybody robs
    /// (DD-36).
    pub(super) const fn seat(self, index: u8, rules: &Rules, first: u8) -> u8 {
        let players = rules.options().players;
        let is_last = matches!(rules.options().auction, Auction::Call) && index == players;
        (first + if is_last { self.first_bid() } else { index }) % players
    }

    /// The seat that made the highest bid, or was the last to call or rob; if there is one.
    pub(super) const fn bidder(self, rules: &Rules, first: u8) -> u8 {
        self.seat(self.last_bid(), rules, first)
    }

    /// The seat that called, if there is one.
    pub(super) const fn caller(self, rules: &Rules, first: u8) -> u8 {
        self.seat(self.first_bid(), rules, first)
    }

    /// Whether the auction is over, with or without a landlord (DD-08, DD-09, DD-36).
    pub(super) const fn is_over(self, rules: &Rules) -> bool {
        let players = rules.options().players;
        if matches!(rules.options().auction, Auction::Call) {
            return self.count >= players + (self.highest == 2) as u8;
        }
        let silent = players - (self.highest > 0) as u8;
        self.highest == 3 || self.passes >= silent
    }

    /// The answers that are possible besides a pass (DD-07, DD-36).
    pub(super) const fn open(self, rules: &Rules) -> RangeInclusive<u8> {
        match rules.options().auction {
            Auction::Call if self.highest == 0 => 1..=1,
            Auction::Call => 2..=2,
            _ => self.highest + 1..=3,
        }
    }
}

/// A round at one moment.
///
/// A view contains a position too; other seats' hands are empty there, and so is the kitty until it
/// is shown.
///
/// ```
/// use oxideal_engine::doudizhu::{DouDizhu, Phase, Rules};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<DouDizhu>::deal(Rules::default(), Seed::from(7), 0);
/// assert_eq!(state.position().phase(), Phase::Auction);
/// assert_eq!(state.position().kitty().total(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) hands: [Cards; SEATS],
    pub(super) played: [Cards; SEATS],
    pub(super) kitty: Cards,
    /// The play to beat; after the end, the last play.
    pub(super) to_beat: Option<Play>,
    /// The seat to move; nobody after the end.
    turn: u8,
    /// The phase; after the end, the last one.
    stage: Phase,
    /// Who has doubled (DD-37): a bit for each seat.
    pub(super) doubled: u8,
    /// Whether the landlord has shown the hand (DD-38).
    pub(super) shown: bool,
    /// The seat that made the play to beat.
    pub(super) to_beat_seat: u8,
    /// The number of passes since the play to beat.
    pub(super) passes: u8,
    /// Nobody until there is one.
    pub(super) landlord: u8,
    pub(super) dealer: u8,
    pub(super) first: u8,
    pub(super) doublings: u8,
    /// The number of redeals, if the rules limit it.
    pub(super) redeals: u8,
    /// The number of combinations each seat has played.
    pub(super) plays: [u8; SEATS],
    pub(super) bids: Bids,
    pub(super) face_up: Option<FaceUp>,
}

/// A search's deals depend on this hash, so options that are not used must not change it.
impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { hands, played, kitty, to_beat, turn, stage, doubled, shown, to_beat_seat, passes, .. } =
            *self;
        let Self { landlord, dealer, first, doublings, redeals, plays, bids, face_up, .. } = *self;
        (hands, played, kitty, to_beat, turn, to_beat_seat, passes, landlord).hash(hasher);
        (dealer, first, doublings, redeals, plays, bids, face_up).hash(hasher);
        if doubled > 0 || shown || !matches!(stage, Phase::Auction | Phase::Play) {
            (stage, doubled, shown).hash(hasher);
        }
    }
}

impl Position {
    /// The start of an auction, before any cards are dealt.
    pub(super) fn empty(dealer: u8, first: u8) -> Self {
        Self {
            hands: [Cards::NONE; SEATS],
            played: [Cards::NONE; SEATS],
            kitty: Cards::NONE,
            to_beat: None,
            turn: first,
            stage: Phase::Auction,
            doubled: 0,
            shown: false,
            to_beat_seat: NOBODY,
            passes: 0,
            landlord: NOBODY,
            dealer,
            first,
            doublings: 0,
            redeals: 0,
            plays: [0; SEATS],
            bids: Bids::default(),
            face_up: None,
        }
    }

    /// DD-05, DD-06, except for the choice of the first dealer.
    fn dealt(rules: &Rules, dealer: u8, chance: &mut impl Chance) -> Self {
        let mut position = match rules.options().players {
            3 => Self::dealt_from::<3, { DECK / 2 }>(SORTED_DECK, rules, dealer, chance),
            _ => Self::dealt_from::<4, DECK>(SORTED_DECKS, rules, dealer, chance),
        };
        if !rules.has_auction() {
            position.become_landlord(rules, position.first);
        }
        position
    }

    /// Each card of the deck is a number, so that hands are sums.
    #[inline]
    fn dealt_from<const PLAYERS: usize, const SIZE: usize>(
        mut deck: [Cards; SIZE],
        rules: &Rules,
        dealer: u8,
        chance: &mut impl Chance,
    ) -> Self {
        chance.shuffle(&mut deck);
        let index = chance.below(SIZE as u32) as usize;
        let card = deck[0];
        deck.copy_within(1..=index, 0);
        deck[index] = card;
        let (drawn, kitty) = deck.split_at(SIZE - rules.kitty_size() as usize);
        let mut in_turn = [Cards::NONE; PLAYERS];
        for each in drawn.chunks_exact(PLAYERS) {
            for (hand, &card) in in_turn.iter_mut().zip(each) {
                *hand = *hand + card;
            }
        }
        let drawer = |index: usize| (usize::from(dealer) + index) % PLAYERS;
        let mut hands = [Cards::NONE; SEATS];
        for (index, hand) in in_turn.into_iter().enumerate() {
            hands[drawer(index)] = hand;
        }
        let kitty = kitty.iter().fold(Cards::NONE, |sum, &card| sum + card);
        let seat = (index < drawn.len()).then(|| drawer(index) as u8);
        let rank = (card.0.trailing_zeros() / 4) as Rank;
        Self {
            hands,
            kitty,
            face_up: Some(FaceUp { rank, seat }),
            ..Self::empty(dealer, seat.unwrap_or(dealer))
        }
    }

    /// Makes a seat the landlord and gives it the kitty (DD-10).
    pub(super) fn become_landlord(&mut self, rules: &Rules, seat: u8) {
        self.set_landlord(rules, seat);
        let hand = &mut self.hands[seat as usize];
        *hand = *hand + self.kitty;
    }

    /// Makes a seat the landlord whose hand has the kitty already, or is hidden.
    pub(super) fn set_landlord(&mut self, rules: &Rules, seat: u8) {
        self.landlord = seat;
        self.turn = seat;
        self.stage = if rules.options().doubling { Phase::Doubling } else { after_doubling(rules) };
    }

    /// Sets what was answered before the lead in a position set up by hand: how many seats have said
    /// whether they double, and whether the landlord shows the hand.
    pub(super) fn set_answers(&mut self, rules: &Rules, doubling: &[bool], shown: Option<bool>) {
        let answers = doubling.iter().copied().chain(shown);
        answers.for_each(|answer| self.record_answer(rules, answer));
    }

    /// Doubles or shows the hand, or does not (DD-37, DD-38).
    pub(super) fn record_answer(&mut self, rules: &Rules, answer: bool) {
        if self.stage == Phase::Showing {
            self.shown = answer;
            self.stage = Phase::Play;
            return;
        }
        self.doubled |= u8::from(answer) << self.turn;
        self.turn = rules.next(self.turn);
        if self.turn == self.landlord {
            self.stage = after_doubling(rules);
        }
    }

    /// Returns the current phase.
    #[inline]
    #[must_use]
    pub const fn phase(&self) -> Phase {
        if self.turn == NOBODY { Phase::Over } else { self.stage }
    }

    /// Whether there is a landlord and the first trick has begun, also after the end.
    pub(super) const fn has_begun(&self) -> bool {
        matches!(self.stage, Phase::Play)
    }

    /// Returns the landlord's seat, once there is one.
    #[must_use]
    pub fn landlord(&self) -> Option<u8> {
        (self.landlord != NOBODY).then_some(self.landlord)
    }

    /// Returns the highest bid so far; 1 if there is no auction, or an auction of calls.
    #[must_use]
    pub fn bid(&self, rules: &Rules) -> Option<u8> {
        let highest = self.bids.highest();
        let bid = if rules.options().auction == Auction::Call { highest.min(1) } else { highest };
        // Without a bid, the first bidder may be the landlord (DD-06, DD-09).
        if bid > 0 { Some(bid) } else { self.landlord().map(|_| 1) }
    }

    /// Returns whether each seat has doubled (DD-37).
    pub fn doubled(&self, rules: &Rules) -> impl Iterator<Item = bool> + use<> {
        let doubled = self.doubled;
        (0..rules.options().players).map(move |seat| doubled >> seat & 1 == 1)
    }

    /// Returns whether the landlord has shown the hand (DD-38).
    #[must_use]
    pub const fn shown(&self) -> bool {
        self.shown
    }

    /// Returns what each seat has said about doubling, from the landlord on (DD-37).
    pub(super) fn doubling_answers(&self, rules: &Rules) -> impl Iterator<Item = bool> + use<> {
        let Self { stage, turn, landlord, doubled, .. } = *self;
        let players = rules.options().players;
        let count = match stage {
            Phase::Doubling => (turn + players - landlord) % players,
            _ if rules.options().doubling && landlord != NOBODY => players,
            _ => 0,
        };
        (0..count).map(move |place| doubled >> ((landlord + place) % players) & 1 == 1)
    }

    /// Returns what the landlord has said about showing the hand (DD-38).
    pub(super) fn show_answer(&self, rules: &Rules) -> Option<bool> {
        (rules.options().open_hand && self.stage == Phase::Play).then_some(self.shown)
    }

    /// The actions since the deal that came before the first lead.
    pub(super) fn early_actions(&self, rules: &Rules) -> Vec<Action> {
        let answer = |chosen, answer| if answer { rules.action(chosen).unwrap_or(0) } else { 0 };
        let bids = self.bids.iter().map(Action::from);
        let doubling = self.doubling_answers(rules).map(|doubles| answer(Move::Double, doubles));
        let show = self.show_answer(rules).map(|shows| answer(Move::Show, shows));
        bids.chain(doubling).chain(show).collect()
    }

    /// Returns the dealer's seat.
    #[must_use]
    pub const fn dealer(&self) -> u8 {
        self.dealer
    }

    /// Returns the seat that bid or passed first.
    #[must_use]
    pub const fn first_bidder(&self) -> u8 {
        self.first
    }

    /// Returns the face-up card, if there was one and it is known.
    #[must_use]
    pub const fn face_up(&self) -> Option<FaceUp> {
        self.face_up
    }

    /// Returns the number of redeals so far, if the rules limit it; otherwise 0 (DD-09).
    #[must_use]
    pub const fn redeals(&self) -> u8 {
        self.redeals
    }

    /// Whether the cards are dealt again when everybody passes (DD-09).
    pub(super) fn may_redeal(&self, rules: &Rules) -> bool {
        let &Options { all_pass, max_redeals, .. } = rules.options();
        all_pass == AllPass::Redeal && max_redeals.is_none_or(|most| self.redeals < most)
    }

    /// The number of redeals after one more.
    pub(super) fn redeals_after(&self, rules: &Rules) -> u8 {
        self.redeals + u8::from(rules.options().max_redeals.is_some())
    }

    /// Returns the auction so far.
    #[must_use]
    pub const fn bids(&self) -> Bids {
        self.bids
    }

    /// Returns the kitty; empty in a view until it is shown.
    #[must_use]
    pub const fn kitty(&self) -> Cards {
        self.kitty
    }

    /// Returns each seat's hand. In a view, only the seat's own hand has cards.
    #[must_use]
    pub fn hands(&self, rules: &Rules) -> &[Cards] {
        &self.hands[..rules.options().players.into()]
    }

    /// Returns the cards each seat has played.
    #[must_use]
    pub fn played(&self, rules: &Rules) -> &[Cards] {
        &self.played[..rules.options().players.into()]
    }

    /// Returns the number of combinations each seat has played.
    #[must_use]
    pub fn plays(&self, rules: &Rules) -> &[u8] {
        &self.plays[..rules.options().players.into()]
    }

    /// Returns the number of times the payment has been doubled (DD-31).
    #[must_use]
    pub const fn doublings(&self) -> u8 {
        self.doublings
    }

    /// Returns the play to beat and the seat that made it; after the end, the last play.
    #[must_use]
    pub fn to_beat(&self) -> Option<(Play, u8)> {
        self.to_beat.map(|play| (play, self.to_beat_seat))
    }

    /// Returns the number of passes since the play to beat.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The number of cards a seat has received in total.
    pub(super) fn given(&self, rules: &Rules, seat: u8) -> u32 {
        if seat == self.landlord { rules.max_hand_size() } else { rules.hand_size() }
    }

    /// Returns the number of cards a seat has left, hidden ones included.
    #[must_use]
    pub fn left(&self, rules: &Rules, seat: u8) -> u32 {
        self.given(rules, seat) - self.played[seat as usize].total()
    }

    /// Returns the cards that everybody knows a seat to hold: a shown hand, or what follows from the kitty
    /// and the face-up card (DD-35, DD-40).
    #[inline]
    #[must_use]
    pub fn known(&self, seat: u8) -> Cards {
        if self.shown && seat == self.landlord {
            return self.hands[seat as usize];
        }
        self.known_from_deal(seat)
    }

    /// Returns the cards that everybody knows a seat to hold from the kitty and the face-up card.
    #[inline]
    #[must_use]
    pub fn known_from_deal(&self, seat: u8) -> Cards {
        let mut shown = Cards::NONE;
        if seat == self.landlord {
            shown = self.kitty;
        }
        if let Some(FaceUp { rank, seat: Some(holder) }) = self.face_up
            && holder == seat
        {
            shown = shown + Cards::of(rank, 1);
        }
        shown.without(self.played[seat as usize])
    }

    pub(super) const fn turn(&self) -> u8 {
        self.turn
    }

    /// Sets the turn of a position set up by hand.
    pub(super) fn set_turn(&mut self, seat: Option<u8>) {
        self.turn = seat.unwrap_or(NOBODY);
    }

    /// Returns the position after the first combination among the last actions, and the moves made
    /// since. `actions` starts with the oldest and leads up to this position. Returns `None` if
    /// none of them is a combination, or if they cannot have led here.
    #[must_use]
    pub fn earlier<'a>(
        &self,
        rules: &Rules,
        last: &'a [(Seat, Action)],
    ) -> Option<(Self, &'a [(Seat, Action)])> {
        let combination = |action| rules.numbered(action).filter(|_| action >= rules.first_play());
        let first = last.iter().position(|&(_, action)| combination(action).is_some())?;
        let (&(by, action), since) = last[first..].split_first()?;
        let mut position = *self;
        for &(seat, action) in since {
            if let Some(play) = combination(action) {
                let (hand, played) = (&mut position.hands[seat], &mut position.played[seat]);
                if !played.contains(play.cards) {
                    return None;
                }
                *played = *played - play.cards;
                *hand = *hand + play.cards;
                position.plays[seat] = position.plays[seat].checked_sub(1)?;
                position.doublings = position.doublings.checked_sub(u8::from(rules.doubles(&play)))?;
            }
        }
        position.to_beat = combination(action);
        position.to_beat_seat = by as u8;
        position.passes = 0;
        position.turn = rules.next(by as u8);
        Some((position, since))
    }

    /// Returns the position before the landlord's first lead, of which this one is a later moment with
    /// all hands known.
    pub(super) fn before_opening(&self) -> Self {
        let hands = std::array::from_fn(|seat| self.hands[seat] + self.played[seat]);
        let Self { kitty, dealer, first, landlord, redeals, bids, face_up, stage, doubled, shown, .. } =
            *self;
        let empty = Self { hands, kitty, redeals, bids, face_up, ..Self::empty(dealer, first) };
        Self { landlord, turn: landlord, stage, doubled, shown, ..empty }
    }

    /// Returns the position after the deal, in the same way.
    pub(super) fn after_deal(&self, rules: &Rules) -> Self {
        let mut position = Self { bids: Bids::default(), ..self.before_opening() };
        if let Some(landlord) = self.landlord() {
            let hand = &mut position.hands[usize::from(landlord)];
            *hand = *hand - self.kitty;
        }
        let Self { hands, kitty, redeals, face_up, .. } = position;
        position = Self { hands, kitty, redeals, face_up, ..Self::empty(self.dealer, self.first) };
        if !rules.has_auction() {
            position.become_landlord(rules, self.first);
        }
        position
    }

    /// Adds an answer in the auction, 0 for a pass. The caller handles the end of the auction.
    pub(super) fn record_bid(&mut self, rules: &Rules, bid: u8) -> AfterBid {
        self.bids.push(bid);
        if !self.bids.is_over(rules) {
            self.turn = self.bids.seat(self.bids.len(), rules, self.first);
            return AfterBid::NextBid;
        }
        match self.bids.highest() {
            0 if self.may_redeal(rules) => AfterBid::Redeal,
            0 if rules.options().all_pass == AllPass::First => AfterBid::Landlord(self.first),
            0 => {
                self.turn = NOBODY;
                AfterBid::Void
            }
            _ => AfterBid::Landlord(self.bids.bidder(rules, self.first)),
        }
    }

    /// Passes (DD-12).
    #[inline]
    pub(super) fn pass(&mut self, rules: &Rules) {
        self.passes += 1;
        self.turn = rules.next(self.turn);
        if self.passes == rules.options().players - 1 {
            self.to_beat = None;
            self.to_beat_seat = NOBODY;
            self.passes = 0;
        }
    }

    /// Plays a combination (DD-11, DD-13). If the hand is not hidden, the cards leave it.
    #[inline]
    pub(super) fn record_play(&mut self, rules: &Rules, play: Play, left: u32) {
        let seat = self.turn as usize;
        self.played[seat] = self.played[seat] + play.cards;
        self.plays[seat] += 1;
        self.doublings += u8::from(rules.doubles(&play));
        self.to_beat = Some(play);
        self.to_beat_seat = self.turn;
        self.passes = 0;
        self.turn = if left == 0 { NOBODY } else { rules.next(self.turn) };
    }

    #[inline]
    fn play_from_hand(&mut self, rules: &Rules, play: Play) {
        let hand = &mut self.hands[self.turn as usize];
        *hand = *hand - play.cards;
        let left = u32::from(!hand.is_empty());
        self.record_play(rules, play, left);
    }

    /// Plays a move before the lead: the answer in the auction, or else about doubling or the hand.
    #[cold]
    fn play_early(&mut self, rules: &Rules, answer: u8, chance: &mut impl Chance) {
        if self.stage != Phase::Auction {
            return self.record_answer(rules, answer > 0);
        }
        match self.record_bid(rules, answer) {
            AfterBid::NextBid | AfterBid::Void => {}
            AfterBid::Redeal => {
                let redeals = self.redeals_after(rules);
                *self = Self { redeals, ..Self::dealt(rules, self.dealer, chance) };
            }
            AfterBid::Landlord(seat) => self.become_landlord(rules, seat),
        }
    }

    /// Lists what can be answered before the lead; nothing after the end.
    #[cold]
    fn list_answers(&self, rules: &Rules, actions: &mut Vec<Action>) {
        match self.phase() {
            Phase::Over => {}
            Phase::Auction => actions.extend(iter::once(0).chain(self.bids.open(rules).map(Action::from))),
            _ => actions.extend(iter::once(0).chain(rules.action(self.early_move(rules, 1)))),
        }
    }

    /// Whether a move is possible before the lead, if the round is not over.
    #[cold]
    pub(super) fn allows_answer(&self, rules: &Rules, chosen: Move) -> bool {
        let mut open = self.open_answers(rules);
        chosen == Move::Pass || open.any(|answer| self.early_move(rules, answer) == chosen)
    }

    /// Plays a random answer before the lead. Returns `false` after the end.
    #[cold]
    fn play_random_answer(&mut self, rules: &Rules, chance: &mut impl Chance) -> bool {
        let goes_on = self.phase() != Phase::Over;
        if goes_on {
            let answer = self.pick_answer(rules, chance);
            self.play_early(rules, answer, chance);
        }
        goes_on
    }

    /// The answers that are possible before the lead besides a pass, which is 0.
    pub(super) const fn open_answers(&self, rules: &Rules) -> RangeInclusive<u8> {
        match self.stage {
            Phase::Auction => self.bids.open(rules),
            _ => 1..=1,
        }
    }

    /// The move of an answer before the lead.
    fn early_move(&self, rules: &Rules, answer: u8) -> Move {
        match (self.stage, answer) {
            (_, 0) => Move::Pass,
            (Phase::Doubling, _) => Move::Double,
            (Phase::Showing, _) => Move::Show,
            _ if rules.options().auction == Auction::Bid => Move::Bid(answer),
            (_, 1) => Move::Call,
            _ => Move::Rob,
        }
    }

    /// Picks an answer before the lead, each with the same chance.
    fn pick_answer(&self, rules: &Rules, chance: &mut impl Chance) -> u8 {
        let open = self.open_answers(rules);
        let chosen = chance.below(2 + u32::from(open.end() - open.start())) as u8;
        if chosen == 0 { 0 } else { open.start() + chosen - 1 }
    }

    #[inline]
    fn choices<'a>(&self, rules: &'a Rules) -> Choices<'a> {
        Choices::new(rules, self.hands[self.turn as usize], self.to_beat)
    }

    /// Returns what each peasant would pay the landlord or receive, and the landlord in all, without
    /// spring; `None` before there is a landlord (DD-30, DD-31, DD-36 to DD-39).
    #[must_use]
    pub fn stakes(&self, rules: &Rules) -> Option<[i32; SEATS]> {
        self.landlord()?;
        let mut stakes = [0; SEATS];
        self.payoffs_of(rules, true, 0, &mut stakes[..rules.options().players.into()]);
        Some(stakes.map(i32::abs))
    }

    /// What a round is about that is forfeited in the auction (DD-41).
    fn stake_of_auction(&self, rules: &Rules) -> i32 {
        let most = rules.options().max_doublings.map_or(u32::MAX, u32::from);
        i32::from(self.bid(rules).unwrap_or(1)) << self.robs(rules).min(most)
    }

    /// How often somebody has robbed (DD-36).
    const fn robs(&self, rules: &Rules) -> u32 {
        if matches!(rules.options().auction, Auction::Call) { self.bids.robs() } else { 0 }
    }

    /// Writes each seat's payoff if the landlord or the peasants win with the doublings so far and some
    /// more of all payments.
    ///
    /// # Panics
    /// Panics if there is no landlord.
    pub fn payoffs_of(&self, rules: &Rules, landlord_wins: bool, more: u8, payoffs: &mut [i32]) {
        let landlord = usize::from(self.landlord);
        let bid = i32::from(self.bid(rules).unwrap_or(0));
        let bid = if landlord_wins { bid } else { -bid };
        let of_all = u32::from(self.doublings) + u32::from(more) + self.robs(rules) + u32::from(self.shown);
        let most = rules.options().max_doublings.map_or(u32::MAX, u32::from);
        let paid = |doublings: u32| bid << doublings.min(most);
        let others = payoffs.len() as i32 - 1;
        payoffs.fill(-paid(of_all));
        payoffs[landlord] = paid(of_all) * others;
        if self.doubled != 0 {
            let of_seat = |seat: usize| u32::from(self.doubled >> seat & 1);
            payoffs[landlord] = 0;
            for seat in (0..payoffs.len()).filter(|&seat| seat != landlord) {
                payoffs[seat] = -paid(of_all + of_seat(landlord) + of_seat(seat));
                payoffs[landlord] -= payoffs[seat];
            }
        }
    }

    /// Whether spring or anti-spring doubles the payment (DD-33).
    fn springs(&self, rules: &Rules) -> bool {
        if !rules.options().spring {
            return false;
        }
        let landlord = self.landlord as usize;
        let nobody_else = self.plays.iter().enumerate().all(|(seat, &plays)| seat == landlord || plays == 0);
        if self.landlord_won() { nobody_else } else { self.plays[landlord] == 1 }
    }

    /// Whether the landlord won, after the end: the winner made the last play (DD-02).
    const fn landlord_won(&self) -> bool {
        self.to_beat_seat == self.landlord
    }
}

/// The phase after that of doubling.
const fn after_doubling(rules: &Rules) -> Phase {
    if rules.options().open_hand { Phase::Showing } else { Phase::Play }
}

/// What follows a bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterBid {
    /// Another bid.
    NextBid,
    /// A new deal (DD-09).
    Redeal,
    /// The end of the round (DD-09).
    Void,
    /// The play, with this landlord.
    Landlord(u8),
}

/// The cards of one deck, ascending.
static SORTED_DECK: [Cards; DECK / 2] = sorted(1);

/// The cards of two decks, ascending.
static SORTED_DECKS: [Cards; DECK] = sorted(2);

const fn sorted<const SIZE: usize>(decks: u8) -> [Cards; SIZE] {
    let mut cards = [Cards::NONE; SIZE];
    let (mut rank, mut index) = (0, 0);
    while index < SIZE {
        let mut left = Cards::decks(decks).count(rank);
        while left > 0 {
            cards[index] = Cards::of(rank, 1);
            index += 1;
            left -= 1;
        }
        rank += 1;
    }
    cards
}

impl crate::game::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    const FORFEIT_RULE: RuleId = rule!("DD-41");

    fn current_player(&self) -> Option<Seat> {
        (self.turn != NOBODY).then_some(self.turn.into())
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        if self.phase() != Phase::Play {
            return self.list_answers(rules, actions);
        }
        actions.extend(self.to_beat.map(|_| 0)); // DD-12
        self.choices(rules).list(actions);
    }

    #[inline]
    fn allows(&self, rules: &Rules, chosen: Move) -> bool {
        // In this order, whoever plays a legal move need not ask again whether the round is over.
        if self.turn == NOBODY {
            return false;
        }
        if !self.has_begun() {
            return self.allows_answer(rules, chosen);
        }
        match chosen {
            Move::Pass => self.to_beat.is_some(),
            Move::Play { play, .. } => {
                self.hands[self.turn as usize].contains(play.cards)
                    && self.to_beat.is_none_or(|to_beat| play.beats(&to_beat))
            }
            _ => false,
        }
    }

    fn is_void(&self) -> bool {
        self.turn == NOBODY && self.landlord == NOBODY // DD-09
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        if self.is_void() {
            return payoffs.fill(0); // DD-09
        }
        self.payoffs_of(rules, self.landlord_won(), self.springs(rules).into(), payoffs);
    }

    fn scores(&self, rules: &Rules, scores: &mut [i32]) {
        self.payoffs(rules, scores);
    }

    /// DD-41
    fn forfeit_payoffs(&self, rules: &Rules, seat: Seat, payoffs: &mut [i32]) {
        let Some(landlord) = self.landlord() else {
            let stake = self.stake_of_auction(rules);
            payoffs[seat] = -stake * (payoffs.len() as i32 - 1);
            payoffs
                .iter_mut()
                .enumerate()
                .filter(|(other, _)| *other != seat)
                .for_each(|(_, paid)| *paid = stake);
            return;
        };
        let landlord = usize::from(landlord);
        self.payoffs_of(rules, seat != landlord, 0, payoffs);
        if seat != landlord {
            let paid = payoffs[landlord];
            payoffs.fill(0);
            (payoffs[landlord], payoffs[seat]) = (paid, -paid);
        }
    }

    fn deal(rules: &Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self {
        let players = u32::from(rules.options().players);
        let dealer = dealer.map_or_else(|| chance.below(players) as u8, |seat| seat as u8);
        Self::dealt(rules, dealer, chance)
    }

    /// Whether a redeal is still possible (DD-09).
    fn chance_ahead(&self, rules: &Rules) -> bool {
        self.may_redeal(rules) && self.phase() == Phase::Auction && self.bids.highest() == 0
    }

    fn count_legal(&self, rules: &Rules) -> usize {
        match self.phase() {
            Phase::Over => 0,
            Phase::Play => self.choices(rules).count() as usize + usize::from(self.to_beat.is_some()),
            Phase::Auction | Phase::Doubling | Phase::Showing => 1 + self.open_answers(rules).count(),
        }
    }

    fn pick_legal(&self, rules: &Rules, chance: &mut impl Chance) -> Option<Action> {
        match self.phase() {
            Phase::Over => None,
            Phase::Play => {
                let picked = self.choices(rules).pick(|count| chance.below(count));
                picked.map_or(Some(0), |play| rules.play_action(&play))
            }
            Phase::Auction | Phase::Doubling | Phase::Showing => {
                let answer = self.pick_answer(rules, chance);
                rules.action(self.early_move(rules, answer))
            }
        }
    }

    #[inline]
    fn play_random(&mut self, rules: &Rules, chance: &mut impl Chance) -> bool {
        if self.phase() != Phase::Play {
            return self.play_random_answer(rules, chance);
        }
        match self.choices(rules).pick(|count| chance.below(count)) {
            None => self.pass(rules),
            Some(play) => self.play_from_hand(rules, play),
        }
        true
    }

    /// The same as repeated `play_random`, but what follows from the hands is added at the end. As a
    /// function of its own, whoever calls it, it keeps more in registers.
    #[inline(never)]
    fn play_out(&mut self, rules: &Rules, chance: &mut impl Chance) -> u32 {
        let mut actions = 0;
        while self.phase() != Phase::Play {
            if !self.play_random_answer(rules, chance) {
                return actions;
            }
            actions += 1;
        }
        let Self { hands, turn, to_beat, passes, plays, doublings, .. } = *self;
        let mut tricks = Tricks { rules, hands, turn, to_beat, passes, plays, doublings, actions };
        tricks.play_out(chance);
        let Tricks { hands, turn, to_beat, passes, plays, doublings, actions, .. } = tricks;
        for (played, (before, after)) in self.played.iter_mut().zip(self.hands.iter().zip(hands)) {
            *played = *played + (*before - after);
        }
        *self = Self { hands, turn: NOBODY, to_beat, to_beat_seat: turn, passes, plays, doublings, ..*self };
        actions
    }

    #[cold]
    fn refusal(&self, rules: &Rules, chosen: Move) -> Refusal {
        // Only if called for a legal move.
        let fallback = || Refusal::new(rule!("DD-11"), "it may be played");
        if let Some(refusal) = self.refused_phase(rules, chosen) {
            return refusal;
        }
        let Move::Play { play, .. } = chosen else { return fallback() };
        let hand = self.hands[self.turn as usize];
        if let Some(rank) = hand.lacking(play.cards) {
            let (needed, held, rank) = (play.cards.count(rank), hand.count(rank), letter(rank));
            return Refusal::new(rule!("DD-11"), "doudizhu.too_few_of_rank")
                .with("needed", needed)
                .with("rank", rank)
                .with("held", held);
        }
        self.refused_play(&play).unwrap_or_else(fallback)
    }

    #[inline]
    fn play_move(&mut self, rules: &Rules, chosen: Move, chance: &mut impl Chance) {
        debug_assert!(self.allows(rules, chosen), "{chosen} is not legal");
        match chosen {
            Move::Play { play, .. } => self.play_from_hand(rules, play),
            Move::Pass if self.has_begun() => self.pass(rules),
            early => self.play_early(rules, early.answer(), chance),
        }
    }
}
