//! A round at one moment: legal actions, play, refusals and payoffs.

use std::fmt;

use super::actions;
use super::hand::Hand;
use super::knowledge::Knowledge;
use super::moves::{Column, Move};
use super::numbers::{NUMBERS, Number, Numbers};
use super::playable::Play;
use super::playout::Playout;
use super::plays::Plays;
use super::rules::{Rules, SEATS};
use super::tile::{Pair, TILE_WORDS, TILES, Tile};
use crate::error::Refusal;
use crate::game::Rules as _;
use crate::ids::rule;
use crate::ids::{Action, RuleId, Seat};
use crate::random::Chance;
use crate::text::listed;

/// A train: a seat's, or [`MEXICAN`](Self::MEXICAN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrainId(pub(super) u8);

impl TrainId {
    /// The Mexican train.
    pub const MEXICAN: Self = Self(SEATS as u8);

    /// Returns the train of a seat.
    #[must_use]
    pub const fn of(seat: u8) -> Self {
        Self(seat)
    }

    /// Returns the seat that owns the train; `None` for the Mexican train.
    #[must_use]
    pub const fn seat(self) -> Option<u8> {
        if self.0 == Self::MEXICAN.0 { None } else { Some(self.0) }
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for TrainId {
    /// The number of the seat; the Mexican train has none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::MEXICAN { f.write_str("mexican") } else { self.0.fmt(f) }
    }
}

/// The maximum number of trains.
pub(super) const TRAINS: usize = SEATS + 1;

/// Marks the absence of a tile.
pub(super) const NONE: u8 = u8::MAX;

/// In `Position::next`, the place of the tile after the hub on the first train.
const HUB: usize = TILES;

/// A round at one moment.
///
/// ```
/// use oxideal_engine::mexican_train::{MexicanTrain, Rules, TrainId};
/// use oxideal_engine::{Seed, State};
///
/// let state = State::<MexicanTrain>::deal(Rules::default(), Seed::from(7), 0);
/// assert_eq!(state.position().end(TrainId::MEXICAN), 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// In a view, only the seat's own hand.
    pub(super) hands: [Hand; SEATS],
    pub(super) sizes: [u8; SEATS],
    /// The last tile on each train; a place from [`HUB`] on if there is none.
    pub(super) last: [u8; TRAINS],
    /// The number at the open end of each train.
    pub(super) ends: [Number; TRAINS],
    /// The next tile of the boneyard; none in a view.
    pub(super) top: u8,
    pub(super) boneyard: u8,
    /// The tiles on trains, one bit each.
    pub(super) laid: [u64; TILE_WORDS],
    /// For each number, how many tiles with it are not on the table, its double aside: at 0, the
    /// double is dead (MT-24).
    pub(super) left: [u8; NUMBERS],
    /// The trains that end with a live open double, in the order in which those were played.
    pub(super) open: [TrainId; TRAINS],
    pub(super) open_count: u8,
    /// The seats whose trains carry a marker, one bit each. Compilers read 32 bits where they need
    /// 16, which is slow soon after 16 were written.
    pub(super) marked: u32,
    pub(super) turn: u8,
    /// Whether a double was played this turn. If so, all open doubles are from this turn: while an
    /// older one is open, no double can be played (MT-22).
    pub(super) doubled: bool,
    /// Whether a tile was drawn since the turn, or its last double, began.
    pub(super) drew: bool,
    /// The number of consecutive passes (MT-26).
    pub(super) idle: u8,
    pub(super) over: bool,
    /// For each tile, the one that follows in its train or in the boneyard; then the first tile of
    /// each train.
    pub(super) next: [u8; HUB + TRAINS],
}

impl Position {
    /// A table with only the engine on it, and hands and a boneyard of these sizes. Their tiles are
    /// unknown.
    pub(super) fn empty(rules: Rules, sizes: [u8; SEATS], boneyard: u8) -> Self {
        let mut left = [0; NUMBERS];
        left[..=usize::from(rules.set())].fill(rules.set());
        Self {
            hands: [Hand::default(); SEATS],
            sizes,
            last: std::array::from_fn(|train| (HUB + train) as u8),
            ends: [rules.engine(); TRAINS], // MT-07
            next: [NONE; HUB + TRAINS],
            top: NONE,
            boneyard,
            laid: [0; TILE_WORDS],
            left,
            open: [TrainId::MEXICAN; TRAINS],
            open_count: 0,
            marked: 0,
            turn: 0,
            doubled: false,
            drew: false,
            idle: 0,
            over: false,
        }
    }

    // Accessors

    /// Returns the seat to move; after the end, the seat that moved last.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Returns the tiles in a hand. In a view, other seats' hands are empty.
    #[must_use]
    pub const fn hand(&self, seat: u8) -> &Hand {
        &self.hands[seat as usize]
    }

    /// Returns the number of tiles in each hand.
    #[must_use]
    pub fn sizes(&self, rules: Rules) -> &[u8] {
        &self.sizes[..rules.players()]
    }

    pub(super) const fn all_sizes(&self) -> &[u8; SEATS] {
        &self.sizes
    }

    /// The number at the end of each seat's train.
    #[inline]
    pub(super) fn ends_of_seats(&self) -> [Number; SEATS] {
        std::array::from_fn(|seat| self.ends[seat])
    }

    /// The seats whose trains carry a marker, one bit each.
    pub(super) const fn marked(&self) -> u16 {
        self.marked as u16
    }

    /// Returns the number of tiles in a hand.
    #[must_use]
    pub const fn size(&self, seat: u8) -> u8 {
        self.sizes[seat as usize]
    }

    /// Returns the tiles of the boneyard, next one first; none in a view.
    pub fn boneyard(&self) -> impl Iterator<Item = Tile> {
        self.chain(self.top)
    }

    /// Returns the number of tiles in the boneyard.
    #[must_use]
    pub const fn boneyard_size(&self) -> u8 {
        self.boneyard
    }

    fn chain(&self, first: u8) -> impl Iterator<Item = Tile> {
        let known = |tile: u8| (tile != NONE).then_some(tile);
        std::iter::successors(known(first), move |&tile| known(self.next[usize::from(tile)]))
            .map(Tile::numbered)
    }

    /// Returns the tiles of a train, starting at the hub. Each is a pair: the number it is attached
    /// by, and the other.
    pub fn train(&self, rules: Rules, train: TrainId) -> impl Iterator<Item = (Number, Number)> {
        self.chain(self.next[HUB + train.index()]).scan(rules.engine(), |end, tile| {
            let from = *end;
            *end = tile.beyond(from)?;
            Some((from, *end))
        })
    }

    /// Returns the tiles of a train as text.
    #[must_use]
    pub fn train_text(&self, rules: Rules, train: TrainId) -> String {
        listed(self.train(rules, train).map(|(from, to)| Pair(from, to)))
    }

    /// Returns the boneyard as text.
    #[must_use]
    pub fn boneyard_text(&self) -> String {
        listed(self.boneyard())
    }

    /// Returns the number at the open end of a train.
    #[must_use]
    pub const fn end(&self, train: TrainId) -> Number {
        self.ends[train.index()]
    }

    /// Whether a train ends with a double.
    pub(super) fn ends_with_double(&self, train: TrainId) -> bool {
        let last = self.last[train.index()];
        usize::from(last) < HUB && Tile::numbered(last).is_double()
    }

    /// Whether a double at the end of a train is dead (MT-24).
    pub(super) fn is_dead(&self, double: Number) -> bool {
        self.left[usize::from(double)] == 0
    }

    /// Returns how many tiles with a number are not on the table, its double aside.
    #[inline]
    #[must_use]
    pub const fn left(&self, number: Number) -> u8 {
        self.left[number as usize]
    }

    /// Returns the live open doubles, in the order in which they were played.
    #[must_use]
    pub fn open_doubles(&self) -> impl ExactSizeIterator<Item = Number> {
        self.open().iter().map(|&train| self.end(train))
    }

    /// Returns whether a train ends with a live open double.
    #[inline]
    #[must_use]
    pub fn is_open(&self, train: TrainId) -> bool {
        self.open().contains(&train)
    }

    /// The trains that end with a live open double.
    pub(super) fn open(&self) -> &[TrainId] {
        &self.open[..usize::from(self.open_count)]
    }

    /// Returns the dead doubles at the ends of trains, ascending.
    #[must_use]
    pub fn dead_doubles(&self, rules: Rules) -> Vec<Number> {
        let dead =
            train_ids(rules).filter(|&train| self.ends_with_double(train) && self.is_dead(self.end(train)));
        let mut dead: Vec<Number> = dead.map(|train| self.end(train)).collect();
        dead.sort_unstable();
        dead
    }

    /// Returns whether a seat's train carries its marker.
    #[must_use]
    pub const fn is_marked(&self, seat: u8) -> bool {
        self.marked >> seat & 1 == 1
    }

    /// Returns whether a double was played this turn.
    #[must_use]
    pub const fn doubled(&self) -> bool {
        self.doubled
    }

    /// Returns whether a tile was drawn since the turn, or its last double, began.
    #[must_use]
    pub const fn drew(&self) -> bool {
        self.drew
    }

    /// Returns the number of consecutive passes (MT-26).
    #[must_use]
    pub const fn idle(&self) -> u8 {
        self.idle
    }

    /// Returns the seat that has no tiles left.
    #[must_use]
    pub fn went_out(&self) -> Option<u8> {
        (self.sizes[usize::from(self.turn)] == 0).then_some(self.turn)
    }

    /// Returns whether the round is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The tiles on the table, except the engine.
    pub(super) fn laid(&self) -> Hand {
        let laid = |&tile: &u8| self.laid[usize::from(tile / 64)] >> (tile % 64) & 1 == 1;
        (0..TILES as u8).filter(laid).map(Tile::numbered).collect()
    }

    /// The tiles on the table, one bit each.
    pub(super) const fn laid_bits(&self) -> [u64; TILE_WORDS] {
        self.laid
    }

    /// The tiles that are neither on the table nor in a known hand.
    pub(super) fn unseen(&self, rules: Rules) -> impl Iterator<Item = Tile> {
        let (laid, hub) = (self.laid(), rules.hub());
        let held = move |tile| (0..rules.seats()).any(|seat| self.hand(seat).has(tile));
        rules.tiles().filter(move |&tile| tile != hub && !laid.has(tile) && !held(tile))
    }

    // Playing

    /// Ends the turn.
    #[inline]
    fn end_turn(&mut self, rules: Rules) {
        self.turn = rules.next(self.turn);
        self.doubled = false;
        self.drew = false;
    }

    /// Plays a tile from the player's hand.
    #[inline]
    fn lay(&mut self, rules: Rules, Play { train, end, beyond }: Play) {
        let seat = usize::from(self.turn);
        self.hands[seat].remove(end, beyond);
        self.sizes[seat] -= 1;
        self.put(train, end, beyond);
        self.marked &= !(1 << train.0 & 1 << seat); // MT-14: if it is the player's own train
        self.idle = 0;
        if end == beyond {
            self.doubled = true; // MT-16
            self.drew = false;
            if self.left[usize::from(end)] > 0 {
                self.push_open(train);
            }
            if self.sizes[seat] == 0 {
                self.end_round(); // MT-17
            }
            return;
        }
        if self.open_count > 0 {
            self.close(train);
        }
        if self.sizes[seat] == 0 {
            self.end_round(); // MT-26
        } else {
            self.end_turn(rules); // MT-11, MT-21
        }
    }

    pub(super) fn end_round(&mut self) {
        self.doubled = false;
        self.drew = false;
        self.over = true;
    }

    /// Puts a tile at the end of a train.
    #[inline]
    pub(super) fn put(&mut self, train: TrainId, end: Number, beyond: Number) {
        let tile = Tile::new(end, beyond).number();
        let last = std::mem::replace(&mut self.last[train.index()], tile);
        self.next[usize::from(last)] = tile;
        self.laid[usize::from(tile / 64)] |= 1 << (tile % 64);
        self.ends[train.index()] = beyond;
        let counted = u8::from(end != beyond);
        self.left[usize::from(end)] -= counted;
        self.left[usize::from(beyond)] -= counted;
    }

    pub(super) fn push_open(&mut self, train: TrainId) {
        self.open[usize::from(self.open_count)] = train;
        self.open_count += 1;
    }

    /// Removes the open doubles that this tile has closed (MT-25) or left dead (MT-24).
    fn close(&mut self, closed: TrainId) {
        let mut stay = 0;
        for at in 0..usize::from(self.open_count) {
            let train = self.open[at];
            if train != closed && self.left[usize::from(self.end(train))] > 0 {
                self.open[stay] = train;
                stay += 1;
            }
        }
        // Stale entries would make equal positions unequal.
        self.open[stay..usize::from(self.open_count)].fill(TrainId::MEXICAN);
        self.open_count = stay as u8;
    }

    /// Draws the next tile of the boneyard (MT-12).
    #[inline]
    fn draw_tile(&mut self) {
        let top = self.top;
        self.top = std::mem::replace(&mut self.next[usize::from(top)], NONE);
        self.drawn(Some(Tile::numbered(top)));
    }

    /// Adds a drawn tile to the player's hand; `None` if it is hidden.
    #[inline]
    pub(super) fn drawn(&mut self, tile: Option<Tile>) {
        if let Some(tile) = tile {
            self.hands[usize::from(self.turn)].add(tile);
        }
        self.sizes[usize::from(self.turn)] += 1;
        self.boneyard -= 1;
        self.drew = true;
    }

    /// Adds a tile to a hidden hand, because it is about to be played.
    pub(super) fn show(&mut self, tile: Tile) {
        self.hands[usize::from(self.turn)].add(tile);
    }

    /// Passes, and marks the player's train (MT-13).
    #[inline]
    pub(super) fn pass(&mut self, rules: Rules) {
        let new = !self.is_marked(self.turn);
        self.marked |= 1 << self.turn;
        if self.boneyard == 0 {
            self.idle = if new { 1 } else { self.idle + 1 }; // MT-26
        }
        if self.idle == rules.seats() {
            debug_assert!(self.nobody_can_play(rules), "MT-26");
            self.end_round();
        } else {
            self.end_turn(rules);
        }
    }

    /// Whether no seat could play (MT-26), as far as hands are known.
    fn nobody_can_play(&self, rules: Rules) -> bool {
        let no_tile =
            |seat| train_ids(rules).all(|train| self.hand(seat).fitting(self.end(train)) == Numbers::NONE);
        self.open_count == 0 && (0..rules.seats()).all(no_tile)
    }

    /// Fills a hidden hand.
    pub(super) fn fill_hand(&mut self, seat: u8, tiles: impl IntoIterator<Item = Tile>) {
        self.hands[usize::from(seat)] = tiles.into_iter().collect();
    }

    /// Fills a hidden boneyard.
    pub(super) fn fill_boneyard(&mut self, tiles: &[Tile]) {
        let mut top = NONE;
        for tile in tiles.iter().rev() {
            self.next[usize::from(tile.number())] = top;
            top = tile.number();
        }
        self.top = top;
    }

    /// Removes what a seat does not see. At the end it sees all hands.
    pub(super) fn hide_from(&mut self, rules: Rules, seat: u8) {
        for other in (0..rules.seats()).filter(|&other| other != seat && !self.over) {
            self.hands[usize::from(other)] = Hand::default();
        }
        let mut top = std::mem::replace(&mut self.top, NONE);
        while top != NONE {
            top = std::mem::replace(&mut self.next[usize::from(top)], NONE);
        }
    }

    pub(super) const fn set_sizes(&mut self, sizes: [u8; SEATS], boneyard: u8) {
        (self.sizes, self.boneyard) = (sizes, boneyard);
    }

    pub(super) const fn set_marked(&mut self, seat: u8) {
        self.marked |= 1 << seat;
    }

    pub(super) fn set_turn(&mut self, rules: Rules, turn: u8, doubled: bool, drew: bool, idle: u8) {
        (self.turn, self.doubled, self.drew, self.idle) = (turn, doubled, drew, idle);
        self.over = self.sizes[usize::from(turn)] == 0 || idle == rules.seats();
    }
}

/// All trains, the Mexican train last.
pub(super) fn train_ids(rules: Rules) -> impl Iterator<Item = TrainId> + use<> {
    (0..rules.seats()).map(TrainId::of).chain([TrainId::MEXICAN])
}

impl crate::game::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    const FORFEIT_RULE: RuleId = rule!("MT-31");

    fn current_player(&self) -> Option<Seat> {
        (!self.over).then_some(self.turn.into())
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        if self.over {
            return;
        }
        if Plays::suit(*rules) {
            return self.list(*rules, self.plays(*rules), actions);
        }
        let before = actions.len();
        self.visit_trains(*rules, |train, partners| {
            let (end, column) = (self.end(train), self.column(train));
            let tiles = partners.into_iter().map(|beyond| Tile::new(end, beyond));
            actions.extend(tiles.map(|tile| actions::play(*rules, tile, column)));
        });
        if actions.len() == before {
            actions.push(self.forced_action());
        }
    }

    fn allows(&self, rules: &Rules, chosen: Move) -> bool {
        if self.over {
            return false;
        }
        let forced = match chosen {
            Move::Play { tile, column } => {
                return self.hand(self.turn).has(tile) && self.refused_train(*rules, tile, column).is_none();
            }
            Move::Draw => actions::DRAW,
            Move::Pass => actions::PASS,
        };
        self.count_plays(*rules).0 == 0 && self.forced_action() == forced
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        self.scores(rules, payoffs);
        for payoff in payoffs {
            *payoff = -*payoff; // MT-28
        }
    }

    fn scores(&self, rules: &Rules, scores: &mut [i32]) {
        for (seat, score) in (0..rules.seats()).zip(scores) {
            *score = self.hand(seat).pips(); // MT-27
        }
    }

    fn forfeit_payoffs(&self, rules: &Rules, seat: Seat, payoffs: &mut [i32]) {
        self.forfeit_scores(rules, seat, payoffs);
        payoffs[seat] = -payoffs[seat]; // MT-28
    }

    /// MT-31: the hand is not shown, so it counts as much as it could.
    fn forfeit_scores(&self, rules: &Rules, seat: Seat, scores: &mut [i32]) {
        let others = i32::from(self.size(seat as u8)) - 1;
        scores.fill(0);
        scores[seat] = Tile::new(0, 0).pips() + others * 2 * i32::from(rules.set());
    }

    fn deal(rules: &Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self {
        let seats = rules.seats();
        let starter = dealer.map_or_else(|| chance.below(seats.into()) as u8, |seat| seat as u8);
        // MT-03: the engine is in the hub, all other tiles are shuffled.
        let mut deck: [Tile; TILES] = std::array::from_fn(|tile| Tile::numbered(tile as u8));
        let tiles = usize::from(rules.tile_count());
        deck.copy_within(usize::from(rules.hub().number()) + 1..tiles, rules.hub().number().into());
        let deck = &mut deck[..tiles - 1];
        chance.shuffle(deck);
        let mut sizes = [0; SEATS];
        sizes[..rules.players()].fill(rules.hand_size());
        let mut dealt = Self::empty(*rules, sizes, rules.first_boneyard());
        let (hands, boneyard) = deck.split_at(rules.players() * usize::from(rules.hand_size()));
        let mut seat = starter; // MT-04: one tile at a time, the starter first
        for first in 0..rules.players() {
            let tiles = hands[first..].iter().step_by(rules.players());
            tiles.for_each(|&tile| dealt.hands[usize::from(seat)].add(tile));
            seat = rules.next(seat);
        }
        dealt.fill_boneyard(boneyard);
        dealt.turn = starter;
        dealt
    }

    fn count_legal(&self, rules: &Rules) -> usize {
        if self.over { 0 } else { self.count_plays(*rules).0.max(1) as usize }
    }

    fn pick_legal(&self, rules: &Rules, chance: &mut impl Chance) -> Option<Action> {
        if self.over {
            return None;
        }
        let (count, plays) = self.count_plays(*rules);
        let picked = chance.below(count.max(1));
        if count == 0 {
            return Some(self.forced_action()); // MT-10: only if nothing can be played
        }
        Some(self.action(*rules, self.nth_play(*rules, plays, picked)))
    }

    #[inline]
    fn play_random(&mut self, rules: &Rules, chance: &mut impl Chance) -> bool {
        if self.over {
            return false;
        }
        let (count, plays) = self.count_plays(*rules);
        let picked = chance.below(count.max(1));
        if count > 0 {
            self.lay(*rules, self.nth_play(*rules, plays, picked));
        } else if self.forced_action() == actions::DRAW {
            self.draw_tile();
        } else {
            self.pass(*rules);
        }
        true
    }

    fn play_out(&mut self, rules: &Rules, chance: &mut impl Chance) -> u32 {
        let mut actions = 0;
        if self.over || !Plays::suit(*rules) {
            while self.play_random(rules, chance) {
                actions += 1;
            }
            return actions;
        }
        let mut playout = Playout::new(self, *rules);
        actions += 1;
        while playout.play_random(chance) {
            actions += 1;
        }
        playout.finish(self);
        actions
    }

    fn refusal(&self, rules: &Rules, chosen: Move) -> Refusal {
        let fallback = || Refusal::new(rule!("MT-10"), "this can be played"); // only if called for a legal action
        if let Some(refused) = self.refused_end() {
            return refused;
        }
        match chosen {
            Move::Play { tile, column } => {
                if !self.hand(self.turn).has(tile) {
                    return Refusal::new(rule!("MT-10"), "mexican_train.not_in_hand").with("tile", tile);
                }
                self.refused_train(*rules, tile, column).unwrap_or_else(fallback)
            }
            Move::Draw | Move::Pass => {
                if let (1.., plays) = self.count_plays(*rules) {
                    let Play { train, end, beyond } = self.nth_play(*rules, plays, 0);
                    let (tile, column) = (Tile::new(end, beyond), Column::numbered(self.column(train)));
                    return Refusal::new(rule!("MT-10"), "mexican_train.must_play")
                        .with("move", Move::Play { tile, column });
                }
                let refused = if chosen == Move::Draw { self.refused_draw() } else { self.refused_pass() };
                refused.unwrap_or_else(fallback)
            }
        }
    }

    #[inline]
    fn play_move(&mut self, rules: &Rules, chosen: Move, _: &mut impl Chance) {
        match chosen {
            Move::Play { tile, column } => {
                let train = self.train_in(column);
                let end = self.end(train);
                if let Some(beyond) = tile.beyond(end) {
                    self.lay(*rules, Play { train, end, beyond });
                }
            }
            Move::Draw => self.draw_tile(),
            Move::Pass => self.pass(*rules),
        }
    }
}
