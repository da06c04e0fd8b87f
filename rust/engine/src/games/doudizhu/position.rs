//! A round at one moment: legal actions, play, refusals and payoffs.

use super::cards::{Cards, Rank, letter};
use super::choices::Choices;
use super::knowledge::Knowledge;
use super::moves::Move;
use super::play::Play;
use super::rules::{AllPass, Options, Rules};
use super::tricks::Tricks;
use crate::error::Refusal;
use crate::ids::rule;
use crate::ids::{Action, Seat};
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
}

impl Phase {
    /// Returns the name used in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auction => "auction",
            Self::Play => "play",
            Self::Over => "over",
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

/// The bids so far, starting with the first bidder: 0 for a pass, otherwise 1 to 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bids {
    /// Two bits per bid, the first one lowest.
    packed: u32,
    count: u8,
    /// The highest bid, or 0.
    highest: u8,
    /// The number of passes since the highest bid.
    passes: u8,
}

impl Bids {
    /// With four players: three passes, a bid, two passes, a higher bid, two passes, then 3 or
    /// three passes.
    const MAX_BIDS: u8 = 10;

    /// Returns the number of bids and passes.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.count
    }

    /// Returns whether nobody has bid or passed yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the bids in order, 0 for a pass.
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

    /// The highest bid, or 0.
    pub(super) const fn highest(self) -> u8 {
        self.highest
    }

    /// The seat that made the highest bid, if there is one.
    pub(super) const fn bidder(self, first: u8, players: u8) -> u8 {
        (first + self.count - 1 - self.passes) % players
    }

    /// Whether the auction is over, with or without a landlord (DD-08, DD-09).
    pub(super) const fn is_over(self, players: u8) -> bool {
        let silent = players - (self.highest > 0) as u8;
        self.highest == 3 || self.passes >= silent
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) hands: [Cards; SEATS],
    pub(super) played: [Cards; SEATS],
    pub(super) kitty: Cards,
    /// The play to beat; after the end, the last play.
    pub(super) to_beat: Option<Play>,
    /// The seat to move; nobody after the end.
    turn: u8,
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

impl Position {
    /// The start of an auction, before any cards are dealt.
    pub(super) fn empty(dealer: u8, first: u8) -> Self {
        Self {
            hands: [Cards::NONE; SEATS],
            played: [Cards::NONE; SEATS],
            kitty: Cards::NONE,
            to_beat: None,
            turn: first,
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
        if !rules.options().auction {
            position.become_landlord(position.first);
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
    pub(super) fn become_landlord(&mut self, seat: u8) {
        self.set_landlord(seat);
        let hand = &mut self.hands[seat as usize];
        *hand = *hand + self.kitty;
    }

    /// Makes a seat the landlord whose hand has the kitty already, or is hidden.
    pub(super) fn set_landlord(&mut self, seat: u8) {
        self.landlord = seat;
        self.turn = seat;
    }

    /// Returns the current phase.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.turn, self.landlord) {
            (NOBODY, _) => Phase::Over,
            (_, NOBODY) => Phase::Auction,
            _ => Phase::Play,
        }
    }

    /// Returns the landlord's seat, once there is one.
    #[must_use]
    pub fn landlord(&self) -> Option<u8> {
        (self.landlord != NOBODY).then_some(self.landlord)
    }

    /// Returns the highest bid so far.
    #[must_use]
    pub fn bid(&self, rules: &Rules) -> Option<u8> {
        let bid = if rules.options().auction { self.bids.highest() } else { 1 };
        (bid > 0).then_some(bid)
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

    /// Returns the cards that everybody knows a seat to hold, from the kitty and the face-up card (DD-35).
    #[must_use]
    pub fn known(&self, seat: u8) -> Cards {
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
    pub(super) fn before_opening(&self, landlord: u8) -> Self {
        let hands = std::array::from_fn(|seat| self.hands[seat] + self.played[seat]);
        let Self { kitty, dealer, first, redeals, bids, face_up, .. } = *self;
        let empty = Self { hands, kitty, redeals, bids, face_up, ..Self::empty(dealer, first) };
        Self { landlord, turn: landlord, ..empty }
    }

    /// Returns the position before the first bid, in the same way.
    pub(super) fn before_auction(&self) -> Self {
        let mut position = self.before_opening(self.landlord);
        if let Some(landlord) = self.landlord() {
            let hand = &mut position.hands[usize::from(landlord)];
            *hand = *hand - self.kitty;
        }
        Self { landlord: NOBODY, turn: self.first, bids: Bids::default(), ..position }
    }

    /// Adds a bid, 0 for a pass. The caller handles the end of the auction.
    pub(super) fn record_bid(&mut self, rules: &Rules, bid: u8) -> AfterBid {
        let players = rules.options().players;
        self.bids.push(bid);
        self.turn = rules.next(self.turn);
        if !self.bids.is_over(players) {
            return AfterBid::NextBid;
        }
        match self.bids.highest() {
            0 if self.may_redeal(rules) => AfterBid::Redeal,
            0 => {
                self.turn = NOBODY;
                AfterBid::Void
            }
            _ => AfterBid::Landlord(self.bids.bidder(self.first, players)),
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

    #[cold]
    fn pass_or_bid(&mut self, rules: &Rules, bid: u8, chance: &mut impl Chance) {
        match self.record_bid(rules, bid) {
            AfterBid::NextBid | AfterBid::Void => {}
            AfterBid::Redeal => {
                let redeals = self.redeals_after(rules);
                *self = Self { redeals, ..Self::dealt(rules, self.dealer, chance) };
            }
            AfterBid::Landlord(seat) => self.become_landlord(seat),
        }
    }

    #[inline]
    fn choices<'a>(&self, rules: &'a Rules) -> Choices<'a> {
        Choices::new(rules, self.hands[self.turn as usize], self.to_beat)
    }

    /// The bids higher than all so far, during the auction (DD-07).
    pub(super) fn open_bids(&self) -> std::ops::RangeInclusive<u8> {
        self.bids.highest() + 1..=3
    }

    /// The amount that each peasant pays the landlord, or receives (DD-30, DD-31, DD-33).
    fn stake(&self, rules: &Rules) -> i32 {
        let landlord = self.landlord as usize;
        let nobody_else = self.plays.iter().enumerate().all(|(seat, &plays)| seat == landlord || plays == 0);
        let won = self.to_beat_seat == self.landlord; // DD-02: the winner made the last play
        let spring = if won { nobody_else } else { self.plays[landlord] == 1 };
        let doublings = self.doublings + u8::from(rules.options().spring && spring);
        i32::from(self.bid(rules).unwrap_or(0)) << doublings
    }
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

    fn current_player(&self) -> Option<Seat> {
        (self.turn != NOBODY).then_some(self.turn.into())
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        match self.phase() {
            Phase::Over => {}
            Phase::Auction => {
                actions.push(0);
                actions.extend(self.open_bids().map(Action::from));
            }
            Phase::Play => {
                actions.extend(self.to_beat.map(|_| 0)); // DD-12
                self.choices(rules).list(actions);
            }
        }
    }

    fn allows(&self, _: &Rules, chosen: Move) -> bool {
        match (self.phase(), chosen) {
            (Phase::Auction, Move::Pass) => true,
            (Phase::Auction, Move::Bid(bid)) => self.open_bids().contains(&bid),
            (Phase::Play, Move::Pass) => self.to_beat.is_some(),
            (Phase::Play, Move::Play { play, .. }) => {
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
        let others = payoffs.len() as i32 - 1;
        let stake = self.stake(rules);
        let stake = if self.to_beat_seat == self.landlord { stake } else { -stake };
        payoffs.fill(-stake);
        payoffs[self.landlord as usize] = stake * others;
    }

    fn scores(&self, rules: &Rules, scores: &mut [i32]) {
        self.payoffs(rules, scores);
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
            Phase::Auction => 1 + self.open_bids().count(),
            Phase::Play => self.choices(rules).count() as usize + usize::from(self.to_beat.is_some()),
        }
    }

    fn pick_legal(&self, rules: &Rules, chance: &mut impl Chance) -> Option<Action> {
        match self.phase() {
            Phase::Over => None,
            Phase::Auction => {
                let highest = u32::from(self.bids.highest());
                let chosen = chance.below(4 - highest);
                Some(if chosen == 0 { 0 } else { highest + chosen })
            }
            Phase::Play => {
                let picked = self.choices(rules).pick(|count| chance.below(count));
                picked.map_or(Some(0), |play| rules.play_action(&play))
            }
        }
    }

    #[inline]
    fn play_random(&mut self, rules: &Rules, chance: &mut impl Chance) -> bool {
        if self.phase() != Phase::Play {
            let picked = self.pick_legal(rules, chance);
            return picked.map(|action| self.pass_or_bid(rules, action as u8, chance)).is_some();
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
        while self.phase() == Phase::Auction {
            self.play_random(rules, chance);
            actions += 1;
        }
        if self.phase() == Phase::Over {
            return actions;
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
    fn refusal(&self, _: &Rules, chosen: Move) -> Refusal {
        // Only if called for a legal move.
        let fallback = || Refusal::new(rule!("DD-11"), "it may be played");
        if let Some(refusal) = self.refused_phase(chosen) {
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
            Move::Pass if self.phase() == Phase::Play => self.pass(rules),
            Move::Pass => self.pass_or_bid(rules, 0, chance),
            Move::Bid(bid) => self.pass_or_bid(rules, bid, chance),
        }
    }
}
