//! A round at one moment: legal actions, play, refusals and payoffs.

use super::actions::{self, Ids, high_place};
use super::cards::{Card, Cards};
use super::knowledge::Knowledge;
use super::meld::{HIGH_ACES, Meld};
use super::melds::{Found, Holding, holds_any, run_cards};
use super::moves::{Move, Place};
use super::piles::Piles;
use super::rules::{Rules, SEATS};
use super::table::Table;
use crate::bits::Counted;
use crate::error::Refusal;
use crate::game::Rules as _;
use crate::ids::rule;
use crate::ids::{Action, RuleId, Seat};
use crate::random::Chance;

/// The stage of a turn, or how the round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// The player must draw (RM-03).
    Draw,
    /// The player may meld and lay off, and must discard (RM-04, RM-05).
    Play,
    /// A seat has no cards left (RM-11).
    Out,
    /// The turn limit was reached (RM-17).
    Void,
}

/// At least the number of seats, and a power of two, so that a masked index is always in range.
const PLACES: usize = 8;

/// A round at one moment.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
/// assert_eq!((state.position().hand(0).len(), state.position().stock_size()), (10, 31));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// In a view, hidden hands are empty.
    hands: [u64; PLACES],
    /// The number of cards in each hand, without the card the player has drawn this turn.
    sizes: [u8; PLACES],
    table: Table,
    piles: Piles,
    turn: u8,
    pub(super) phase: Phase,
    /// Whether the player has played cards this turn.
    laid: bool,
    /// The seats that have played cards before this turn, one bit each.
    opened: u8,
    /// The card the player took from the discard pile this turn, while it is in the hand.
    took: u64,
    /// The number of turns that have ended.
    turns: u16,
}

/// The parts of a checked position.
#[derive(Clone, Debug)]
pub(super) struct PositionParts {
    pub(super) hands: [Cards; SEATS],
    pub(super) sizes: [u8; SEATS],
    pub(super) table: Table,
    pub(super) piles: Piles,
    pub(super) turn: u8,
    pub(super) phase: Phase,
    pub(super) laid: bool,
    pub(super) opened: u8,
    pub(super) took: Option<Card>,
    pub(super) turns: u16,
}

impl Position {
    pub(super) fn new(parts: &PositionParts) -> Self {
        let &PositionParts { hands: seen, sizes: all, table, piles, turn, phase, laid, opened, took, turns } =
            parts;
        let (mut hands, mut sizes) = ([0; PLACES], [0; PLACES]);
        hands.iter_mut().zip(seen).for_each(|(hand, cards)| *hand = cards.bits());
        sizes[..SEATS].copy_from_slice(&all);
        sizes[usize::from(turn)] -= u8::from(phase == Phase::Play);
        let took = took.map_or(0, |card| card.alone().bits());
        Self { hands, sizes, table, piles, turn, phase, laid, opened, took, turns }
    }

    /// Returns the seat to move; after the end, the seat that moved last.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Returns the seat that dealt: the one before the seat that had the first turn (RM-02).
    #[must_use]
    pub fn dealer(&self, rules: Rules) -> u8 {
        let seats = rules.players() as u16;
        let passed = self.turns + u16::from(!self.is_over());
        ((u16::from(self.turn) + seats - passed % seats) % seats) as u8
    }

    /// Returns whether the player has drawn a card.
    #[must_use]
    pub const fn drew(&self) -> bool {
        matches!(self.phase, Phase::Play)
    }

    /// Returns the card the player took from the discard pile this turn, if it is still in the
    /// hand.
    #[must_use]
    pub const fn took(&self) -> Option<Card> {
        Cards::from_bits(self.took).first()
    }

    /// Returns whether the player has played cards this turn.
    #[must_use]
    pub const fn laid(&self) -> bool {
        self.laid
    }

    /// Returns the number of turns that have ended.
    #[must_use]
    pub const fn turns(&self) -> u16 {
        self.turns
    }

    /// Returns whether a seat has played cards before this turn, or before the turn in which a seat
    /// went out.
    #[must_use]
    pub const fn has_opened(&self, seat: u8) -> bool {
        self.opened >> seat & 1 == 1
    }

    /// Returns the seat that has no cards left (RM-11).
    #[must_use]
    pub const fn went_out(&self) -> Option<u8> {
        if matches!(self.phase, Phase::Out) { Some(self.turn) } else { None }
    }

    /// Returns whether the seat that went out played its whole hand in one turn (RM-14).
    #[must_use]
    pub const fn went_rummy(&self) -> bool {
        self.went_out().is_some() && !self.has_opened(self.turn)
    }

    /// Whether the round is over.
    pub(super) const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Out | Phase::Void)
    }

    /// Returns a seat's cards; none if the hand is hidden in a view.
    #[must_use]
    pub const fn hand(&self, seat: u8) -> Cards {
        Cards::from_bits(self.hands[seat as usize])
    }

    /// Returns the number of cards in a hand.
    #[must_use]
    pub const fn size(&self, seat: u8) -> u8 {
        self.sizes[seat as usize] + (seat == self.turn && self.drew()) as u8
    }

    /// The number of cards in each hand, for all possible seats.
    #[inline]
    pub(super) const fn all_sizes(&self) -> [u8; PLACES] {
        let mut sizes = self.sizes;
        sizes[self.place()] += self.drew() as u8;
        sizes
    }

    /// The seats that have played cards before this turn, one bit each.
    pub(super) const fn opened(&self) -> u8 {
        self.opened
    }

    /// Returns the number of cards in each hand.
    pub fn sizes(&self, rules: Rules) -> impl Iterator<Item = u8> {
        (0..rules.seats()).map(|seat| self.size(seat))
    }

    /// Returns the melds on the table.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the discard pile, top card last.
    #[must_use]
    pub fn discards(&self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        self.piles.discards()
    }

    /// Returns the stock, next card first; unknown in a view.
    #[must_use]
    pub fn stock(&self) -> impl ExactSizeIterator<Item = Card> {
        self.piles.stock()
    }

    /// Returns the number of cards in the stock.
    #[must_use]
    pub const fn stock_size(&self) -> u8 {
        self.piles.stock_size()
    }

    /// Returns the cards that everybody sees: those on the table and in the discard pile.
    #[must_use]
    pub fn open_cards(&self) -> Cards {
        self.table.cards().union(self.piles.discarded())
    }

    /// Whether a card can be drawn from the stock (RM-07).
    #[inline]
    pub(super) const fn can_draw(&self) -> bool {
        self.piles.stock_size() > 0 || self.piles.discard_count() >= 2
    }

    /// The index of the player's hand.
    #[inline]
    const fn place(&self) -> usize {
        self.turn as usize & (PLACES - 1)
    }

    fn holding(&self, rules: Rules) -> Holding {
        Holding::new(self.hands[self.place()], &self.table, rules.ace())
    }

    /// Whether the player may play these cards and can still finish the turn: the last card must
    /// not be one that can be neither discarded (RM-06) nor laid off. `after` returns the table
    /// after the play.
    fn can_finish_after(&self, rules: Rules, cards: Cards, after: impl FnOnce() -> Table) -> bool {
        let left = self.size(self.turn).saturating_sub(cards.len());
        let took = self.took().filter(|&card| !cards.has(card));
        match (left, took) {
            (0, _) => !rules.must_discard_out(), // RM-12
            (1, Some(card)) => !rules.must_discard_out() && fits_somewhere(rules, after(), card), // RM-06
            _ => true,
        }
    }

    fn after(&self, rules: Rules, chosen: Move) -> Table {
        let mut table = self.table;
        match chosen {
            Move::Meld(meld) => table.meld(meld),
            Move::LayOff { card, place } => table.lay_off(place_of(rules, card, place), place),
            Move::Draw | Move::Take | Move::Discard(_) => {}
        }
        table
    }

    pub(super) fn may_play(&self, rules: Rules, chosen: Move) -> bool {
        self.can_finish_after(rules, chosen.cards(), || self.after(rules, chosen))
    }

    /// Calls `see` with each legal action, ascending.
    fn each_legal(&self, rules: Rules, mut see: impl FnMut(Action)) {
        if self.is_over() {
            return;
        }
        if !self.drew() {
            if self.can_draw() {
                see(actions::DRAW);
            }
            see(actions::TAKE);
            return;
        }
        self.holding(rules).each(|action, chosen| {
            if self.may_play(rules, chosen) {
                see(action);
            }
        });
        let ids = Ids::of(rules.ace());
        let hand = Cards::from_bits(self.hands[self.place()] & !self.took); // RM-06
        hand.into_iter().for_each(|card| see(ids.discard(card.number())));
    }
}

/// The place where a card is laid off; only at a high end may it differ from the card's number.
#[inline]
pub(super) const fn place_of(rules: Rules, card: Card, place: Place) -> u8 {
    match place {
        Place::High => high_place(card, rules.ace()),
        Place::Group | Place::Low => card.number(),
    }
}

/// Whether a card can be laid off anywhere.
pub(super) fn fits_somewhere(rules: Rules, table: Table, card: Card) -> bool {
    [Place::Group, Place::Low, Place::High]
        .into_iter()
        .any(|place| table.takes(card, high_place(card, rules.ace()), place))
}

/// A play after the draw, in a form that needs no action id.
#[derive(Clone, Copy)]
enum Pick {
    Play(Found),
    Discard(u8),
}

impl Pick {
    #[inline]
    fn of(rules: Rules, chosen: Move) -> Option<Self> {
        Some(Self::Play(match chosen {
            Move::Meld(Meld::Group(cards)) => Found::Group(cards.bits()),
            Move::Meld(Meld::Run(run)) => Found::Run { first: run.first(), length: run.length() },
            Move::LayOff { card, place } => Found::LayOff { at: place_of(rules, card, place), place },
            Move::Discard(card) => return Some(Self::Discard(card.number())),
            Move::Draw | Move::Take => return None,
        }))
    }

    fn action(self, rules: Rules) -> Action {
        let ids = Ids::of(rules.ace());
        match self {
            Self::Play(Found::Group(cards)) => {
                let rank = cards.trailing_zeros() / 4;
                let grouping =
                    actions::GROUPINGS.iter().position(|&grouping| grouping == cards >> (4 * rank));
                Ids::group(rank, grouping.unwrap_or_default())
            }
            Self::Play(Found::Run { first, length }) => ids.run(first, length),
            Self::Play(Found::LayOff { at, place }) => ids.lay_off(at, place),
            Self::Discard(card) => ids.discard(card),
        }
    }
}

// Play

impl Position {
    /// Draws a card (RM-03); the pile must not be empty.
    #[inline]
    const fn draw_card(&mut self, take: bool) {
        let card = self.piles.draw(take);
        self.drawn(Cards::from_bits(1 << card), take);
    }

    /// The same, but the stock may be empty (RM-07).
    #[inline]
    fn draw_or_reshuffle(&mut self, take: bool, chance: &mut impl Chance) {
        if !take && self.piles.stock_size() == 0 {
            self.piles.reshuffle(chance);
        }
        self.draw_card(take);
    }

    #[inline]
    const fn drawn(&mut self, card: Cards, take: bool) {
        self.hands[self.place()] |= card.bits();
        self.took = card.bits() & 0u64.wrapping_sub(take as u64);
        self.phase = Phase::Play;
    }

    /// Draws a card in a view; `None` if another seat draws a hidden card.
    pub(super) fn draw_unseen(&mut self, card: Option<Card>) {
        if self.piles.stock_size() == 0 {
            // RM-07. The order does not matter, because nobody sees it.
            self.piles.reshuffle(&mut crate::random::SplitMix64::new(0));
            self.piles.hide_stock();
        }
        self.piles.draw(false);
        self.drawn(card.map_or(Cards::NONE, Card::alone), false);
    }

    #[inline]
    fn play_pick(&mut self, rules: Rules, pick: Pick) {
        match pick {
            Pick::Discard(card) => self.discard(rules, card),
            Pick::Play(Found::Group(cards)) => {
                self.table.group(cards);
                self.played(cards);
            }
            Pick::Play(Found::Run { first, length }) => {
                self.table.run(first, first + 4 * (length - 1));
                self.played(run_cards(first, length));
            }
            Pick::Play(Found::LayOff { at, place }) => {
                self.table.lay_off(at, place);
                self.played(1 << if at < HIGH_ACES { at } else { at - HIGH_ACES });
            }
        }
    }

    /// Discards a card (RM-05).
    #[inline]
    fn discard(&mut self, rules: Rules, card: u8) {
        let place = self.place();
        self.hands[place] &= !(1 << card);
        self.piles.discard(card);
        self.turns += 1;
        if self.sizes[place] == 0 {
            return self.finish(Phase::Out); // RM-11
        }
        if self.laid {
            self.opened |= 1 << place;
            self.laid = false;
        }
        if self.turns >= rules.turn_limit() {
            return self.finish(Phase::Void); // RM-17
        }
        (self.turn, self.phase, self.took) = (rules.next(self.turn), Phase::Draw, 0);
    }

    /// Updates the hand after cards were melded or laid off.
    #[inline]
    fn played(&mut self, cards: u64) {
        let place = self.place();
        self.hands[place] &= !cards;
        self.took &= !cards;
        self.laid = true;
        let left = self.size(self.turn) - cards.count_ones() as u8;
        self.sizes[place] = left.saturating_sub(1);
        if left == 0 {
            self.turns += 1;
            self.finish(Phase::Out); // RM-11
        }
    }

    fn finish(&mut self, end: Phase) {
        (self.phase, self.laid, self.took) = (end, false, 0);
    }

    /// Plays random turns of a draw and a discard. Stops after a draw that leaves a choice of melds or
    /// lay-offs, before the stock is empty, and at the end of the round. Returns the number of
    /// actions.
    fn play_short_turns(&mut self, rules: Rules, chance: &mut impl Chance) -> u32 {
        let first = self.turns;
        while self.piles.stock_size() > 0 {
            let place = self.place();
            let take = chance.below(2) == 1;
            let card = 1 << self.piles.draw(take);
            let before = self.hands[place];
            let hand = before | card;
            if holds_any(hand, self.table.fits(), rules.ace()) {
                self.hands[place] = hand;
                self.took = if take { card } else { 0 };
                self.phase = Phase::Play;
                return 2 * u32::from(self.turns - first) + 1;
            }
            let free = if take { before } else { hand }; // RM-06
            let count = u32::from(self.sizes[place] + u8::from(!take));
            let discard = Counted::new(free).nth(chance.below(count));
            self.hands[place] = hand & !(1 << discard);
            self.piles.discard(discard as u8);
            self.turns += 1;
            if self.turns >= rules.turn_limit() {
                self.phase = Phase::Void; // RM-17
                break;
            }
            self.turn = rules.next(self.turn);
        }
        2 * u32::from(self.turns - first)
    }

    /// Picks a random pile: whether to take the top discard.
    #[inline]
    fn pick_pile(&self, chance: &mut impl Chance) -> bool {
        // If there is one choice, a number is drawn as usual.
        if self.can_draw() { chance.below(2) == 1 } else { chance.below(1) == 0 }
    }

    /// The number of cards that may be discarded (RM-06).
    #[inline]
    fn discard_count(&self) -> u32 {
        (self.sizes[self.place()] + u8::from(self.took == 0)).into()
    }

    /// Discard number `n`.
    #[inline]
    fn nth_discard(&self, n: u32) -> u8 {
        Counted::new(self.hands[self.place()] & !self.took).nth(n) as u8
    }

    /// A random play after the draw; all legal actions are equally likely.
    fn pick(&self, rules: Rules, chance: &mut impl Chance) -> Pick {
        if holds_any(self.hands[self.place()], self.table.fits(), rules.ace()) {
            self.pick_among(rules, chance)
        } else {
            Pick::Discard(self.nth_discard(chance.below(self.discard_count())))
        }
    }

    /// The same when there are melds or lay-offs.
    #[inline(never)]
    fn pick_among(&self, rules: Rules, chance: &mut impl Chance) -> Pick {
        let holding = self.holding(rules);
        // The last card may be one that cannot be discarded.
        let restricted = u32::from(rules.must_discard_out()) | self.took.count_ones();
        // A product, because neither factor can be predicted, but rarely do both matter.
        if u32::from(self.sizes[self.place()]) < restricted * (holding.longest_play() + 1) {
            return self.pick_restricted(rules, chance);
        }
        let melds = holding.count();
        let chosen = chance.below(melds + self.discard_count());
        if chosen >= melds {
            return Pick::Discard(self.nth_discard(chosen - melds));
        }
        Pick::Play(holding.nth(chosen))
    }

    /// The same when RM-06 or RM-12 may forbid a play.
    #[inline(never)]
    fn pick_restricted(&self, rules: Rules, chance: &mut impl Chance) -> Pick {
        let mut count = 0;
        self.each_legal(rules, |_| count += 1);
        let (mut chosen, mut left) = (0, chance.below(count) + 1);
        self.each_legal(rules, |action| {
            left = left.wrapping_sub(1);
            if left == 0 {
                chosen = action;
            }
        });
        // A checked position always has a legal action.
        rules.to_move(chosen).and_then(|chosen| Pick::of(rules, chosen)).unwrap_or(Pick::Discard(0))
    }
}

impl crate::game::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    const FORFEIT_RULE: RuleId = rule!("RM-20");

    fn current_player(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn.into())
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        self.each_legal(*rules, |action| actions.push(action));
    }

    fn allows(&self, rules: &Rules, chosen: Move) -> bool {
        if self.phase == Phase::Draw {
            return chosen == Move::Take || chosen == Move::Draw && self.can_draw();
        }
        self.refused(*rules, chosen).is_none()
    }

    fn is_void(&self) -> bool {
        self.phase == Phase::Void // RM-17
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        payoffs.fill(0);
        if let Some(winner) = self.went_out() {
            let left: u32 = (0..rules.seats()).map(|seat| self.hand(seat).points(rules.ace())).sum(); // RM-13
            let times = if self.went_rummy() { 2 } else { 1 }; // RM-14
            payoffs[usize::from(winner)] = left as i32 * times;
        }
    }

    /// RM-20: the hand is not shown, so each card counts as much as a card can.
    fn forfeit_payoffs(&self, _: &Rules, seat: Seat, payoffs: &mut [i32]) {
        payoffs.fill(10 * i32::from(self.size(seat as u8)));
        payoffs[seat] = 0;
    }

    fn deal(rules: &Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self {
        // RM-02: one card at a time, the seat after the dealer first
        let dealer = dealer.map_or_else(|| chance.below(rules.seats().into()) as u8, |seat| seat as u8);
        let mut piles = Piles::pack();
        piles.shuffle(chance);
        let first = rules.next(dealer);
        let (mut hands, mut seat) = ([0; PLACES], first);
        for _ in 0..rules.seats() * rules.hand_size() {
            hands[usize::from(seat)] |= 1 << piles.draw(false);
            seat = rules.next(seat);
        }
        let upcard = piles.draw(false);
        piles.discard(upcard);
        let mut sizes = [0; PLACES];
        sizes[..rules.players()].fill(rules.hand_size());
        Self {
            hands,
            sizes,
            table: Table::default(),
            piles,
            turn: first,
            phase: Phase::Draw,
            laid: false,
            opened: 0,
            took: 0,
            turns: 0,
        }
    }

    fn chance_ahead(&self, _: &Rules) -> bool {
        !self.is_over()
    }

    fn count_legal(&self, rules: &Rules) -> usize {
        let mut count = 0;
        self.each_legal(*rules, |_| count += 1);
        count
    }

    fn pick_legal(&self, rules: &Rules, chance: &mut impl Chance) -> Option<Action> {
        match self.phase {
            Phase::Play => Some(self.pick(*rules, chance).action(*rules)),
            Phase::Draw => Some(if self.pick_pile(chance) { actions::TAKE } else { actions::DRAW }),
            Phase::Out | Phase::Void => None,
        }
    }

    fn play_out(&mut self, rules: &Rules, chance: &mut impl Chance) -> u32 {
        let mut length = 0;
        while !self.is_over() {
            if self.drew() {
                let pick = self.pick(*rules, chance);
                self.play_pick(*rules, pick);
                length += 1;
            } else if self.piles.stock_size() > 0 {
                length += self.play_short_turns(*rules, chance);
                if self.drew() {
                    // There is a meld or a lay-off.
                    let pick = self.pick_among(*rules, chance);
                    self.play_pick(*rules, pick);
                    length += 1;
                }
            } else {
                let take = self.pick_pile(chance);
                self.draw_or_reshuffle(take, chance);
                length += 1;
            }
        }
        length
    }

    fn refusal(&self, rules: &Rules, chosen: Move) -> Refusal {
        // Only if called for a legal move.
        let fallback = || Refusal::new(rule!("RM-04"), "this can be played");
        self.refused(*rules, chosen).unwrap_or_else(fallback)
    }

    #[inline]
    fn play_move(&mut self, rules: &Rules, chosen: Move, chance: &mut impl Chance) {
        match Pick::of(*rules, chosen) {
            Some(pick) => self.play_pick(*rules, pick),
            None if chosen == Move::Take => self.draw_card(true),
            None => self.draw_or_reshuffle(false, chance),
        }
    }
}

// Views

impl Position {
    /// A view before the first card is dealt.
    pub(super) fn empty(rules: Rules) -> Self {
        let mut sizes = [0; SEATS];
        sizes[..rules.players()].fill(rules.hand_size());
        Self::new(&PositionParts {
            hands: [Cards::NONE; SEATS],
            sizes,
            table: Table::default(),
            piles: Piles::seen(&[], 51 - rules.seats() * rules.hand_size()),
            turn: 0,
            phase: Phase::Draw,
            laid: false,
            opened: 0,
            took: None,
            turns: 0,
        })
    }

    pub(super) fn set_dealer(&mut self, rules: Rules, dealer: u8) {
        self.turn = rules.next(dealer);
    }

    pub(super) fn turn_up(&mut self, card: Card) {
        self.piles.discard(card.number());
    }

    /// Removes what a seat does not see.
    pub(super) fn hide_from(&mut self, seat: u8) {
        if self.went_out().is_none() {
            let hidden = (0..PLACES).filter(|&other| other != usize::from(seat));
            hidden.for_each(|other| self.hands[other] = 0);
        }
        self.piles.hide_stock();
    }

    pub(super) fn fill_hand(&mut self, seat: u8, cards: Cards) {
        self.hands[usize::from(seat)] = cards.bits();
    }

    pub(super) fn fill_stock(&mut self, cards: &[Card]) {
        self.piles.fill_stock(cards);
    }

    /// Adds cards to another seat's hidden hand, because it is about to play them.
    pub(super) fn show(&mut self, cards: Cards) {
        self.hands[self.place()] |= cards.bits();
    }
}
