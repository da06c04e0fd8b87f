//! A position in the form that random playouts use, for rounds with at most six players and
//! double-15 tiles.
//!
//! It does what [`Position`] does, action by action and with the same draws of chance. What an
//! action reads is in a few words, so that it waits for little, and which trains are marked and
//! where tiles fit is no branch, since no processor could predict it.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::hand::Hand;
use super::numbers::Number;
use super::plays::{PLAYERS, Plays};
use super::position::{NONE, Position, TRAINS, TrainId};
use super::rules::{CloseOrder, FollowUp, Rules};
use super::tile::{TILE_WORDS, Tile};
use crate::random::Chance;

// Powers of two, so that an index needs a mask, not a branch.
const NUMBERS: usize = 16;
const SEATS: usize = 8;
const PLACES: usize = 256;

/// A train, numbered like the columns of the actions: 1 is the Mexican train, `s + 2` is seat s.
/// Column 0, the player's own train, is not a slot.
type Slot = u32;

const SLOTS: Range<Slot> = 1..8;

#[inline]
const fn slot_of(seat: u32) -> Slot {
    seat + 2
}

const fn slot(train: TrainId) -> Slot {
    match train.seat() {
        None => 1,
        Some(seat) => slot_of(seat as u32),
    }
}

const fn train(slot: Slot) -> TrainId {
    if slot == 1 { TrainId::MEXICAN } else { TrainId(slot as u8 - 2) }
}

/// See [`Position`] for fields without a comment.
pub(super) struct Playout {
    rules: Rules,
    /// For each seat and number, the numbers that share a tile with it in the hand.
    hands: [[u16; NUMBERS]; SEATS],
    sizes: [u8; SEATS],
    left: [u8; NUMBERS],
    /// The number at the end of each slot, in four bits.
    ends: u32,
    /// Indexed by slot, like `open` and the bits of `marked`.
    last: [u8; SEATS],
    next: [u8; PLACES],
    laid: [u64; 4],
    top: u8,
    boneyard: u8,
    marked: u32,
    open: [Slot; SEATS],
    open_count: usize,
    turn: u32,
    doubled: bool,
    drew: bool,
    idle: u8,
}

impl Playout {
    /// The round must not be over.
    pub(super) fn new(position: &Position, rules: Rules) -> Self {
        let mut hands = [[0; NUMBERS]; SEATS];
        hands.iter_mut().zip(&position.hands[..PLAYERS]).for_each(|(rows, hand)| *rows = hand.rows());
        let mut next = [NONE; PLACES];
        next[..position.next.len()].copy_from_slice(&position.next);
        let mut laid = [0; 4];
        laid[..TILE_WORDS].copy_from_slice(&position.laid);
        let mut last = [NONE; SEATS];
        for slot in SLOTS {
            last[slot as usize] = position.last[train(slot).index()];
        }
        let mut open = [0; SEATS];
        open.iter_mut().zip(position.open()).for_each(|(open, &train)| *open = slot(train));
        Self {
            rules,
            hands,
            sizes: std::array::from_fn(|seat| position.sizes[seat]),
            left: std::array::from_fn(|number| position.left[number]),
            ends: SLOTS.fold(0, |ends, slot| ends | u32::from(position.end(train(slot))) << (4 * slot)),
            last,
            next,
            laid,
            top: position.top,
            boneyard: position.boneyard,
            marked: position.marked << 2,
            open,
            open_count: position.open_count.into(),
            turn: position.turn.into(),
            doubled: position.doubled,
            drew: position.drew,
            idle: position.idle,
        }
    }

    /// Writes the end of the round.
    pub(super) fn finish(&self, position: &mut Position) {
        for seat in 0..usize::from(self.rules.seats()) {
            position.hands[seat] = Hand::of_rows(self.hands[seat]);
            position.sizes[seat] = self.sizes[seat];
        }
        position.left[..NUMBERS].copy_from_slice(&self.left);
        for slot in SLOTS {
            position.ends[train(slot).index()] = self.end(slot);
            position.last[train(slot).index()] = self.last[slot as usize];
        }
        let places = position.next.len();
        position.next.copy_from_slice(&self.next[..places]);
        position.laid.copy_from_slice(&self.laid[..TILE_WORDS]);
        position.top = self.top;
        position.boneyard = self.boneyard;
        position.open = [TrainId::MEXICAN; TRAINS];
        for (train_id, &slot) in position.open.iter_mut().zip(&self.open[..self.open_count]) {
            *train_id = train(slot);
        }
        position.open_count = self.open_count as u8;
        position.marked = self.marked >> 2;
        position.turn = self.turn as u8;
        position.idle = self.idle;
        position.end_round();
    }

    #[inline]
    const fn end(&self, slot: Slot) -> Number {
        (self.ends >> (4 * slot) & 15) as Number
    }

    /// The player's partners of the number at the end of a slot.
    #[inline]
    fn partners(&self, slot: Slot) -> u64 {
        self.hands[self.turn as usize % SEATS][self.end(slot) as usize].into()
    }

    /// The plays if no double restricts them.
    #[inline]
    fn plays(&self) -> Plays {
        let own = slot_of(self.turn);
        let plays = Plays::new(self.rules, |column| self.partners(if column == 0 { own } else { column }));
        plays.on(self.marked & !(1 << own) | 0b11) // MT-09
    }

    /// The plays if all but doubles must be on the train to close (MT-18, MT-19).
    #[cold]
    fn plays_that_follow(&self) -> Plays {
        let (own, target) = (slot_of(self.turn), self.target());
        let ends =
            (0..8).map(|column| u64::from(self.end(if column == 0 { own } else { column })) << (8 * column));
        let plays = self.plays();
        let column = if target == own { 0 } else { target };
        plays.on(1 << column).or(plays.only_doubles(ends.sum()))
    }

    /// The slot with the double that must be closed first (MT-23).
    #[inline]
    fn target(&self) -> Slot {
        let last = self.open_count.saturating_sub(1);
        self.open[if self.rules.close_order() == CloseOrder::Laid { 0 } else { last } % SEATS]
    }

    /// Plays a random action; returns `false` if it ends the round.
    #[inline]
    pub(super) fn play_random(&mut self, chance: &mut impl Chance) -> bool {
        let own = slot_of(self.turn);
        // The slot of column 0, and the plays.
        let (first, plays) = if self.open_count == 0 {
            (own, self.plays())
        } else if !self.doubled {
            let target = self.target(); // MT-22
            (target, Plays::on_first(self.partners(target)))
        } else if self.open_count >= 2 || self.rules.follow_up() == FollowUp::Double {
            (own, self.plays_that_follow())
        } else {
            (own, self.plays())
        };
        let count = plays.count();
        if count == 0 {
            chance.below(1);
            if !self.drew && self.boneyard > 0 {
                self.draw_tile();
                return true;
            }
            return self.pass();
        }
        let (column, beyond) = plays.nth(chance.below(count));
        let slot = select_unpredictable(column == 0, first, column);
        self.lay(slot, beyond)
    }

    #[inline]
    fn draw_tile(&mut self) {
        let top = self.top;
        self.top = std::mem::replace(&mut self.next[usize::from(top)], NONE);
        let (low, high) = Tile::numbered(top).ends();
        let seat = self.turn as usize % SEATS;
        self.hands[seat][low as usize % NUMBERS] |= 1 << high;
        self.hands[seat][high as usize % NUMBERS] |= 1 << low;
        self.sizes[seat] += 1;
        self.boneyard -= 1;
        self.drew = true;
    }

    #[inline]
    fn pass(&mut self) -> bool {
        let own = 1 << slot_of(self.turn);
        let new = self.marked & own == 0;
        self.marked |= own;
        if self.boneyard == 0 {
            self.idle = if new { 1 } else { self.idle + 1 }; // MT-26
        }
        if self.idle == self.rules.seats() {
            return false;
        }
        self.end_turn();
        true
    }

    #[inline]
    fn end_turn(&mut self) {
        self.turn = if self.turn + 1 == u32::from(self.rules.seats()) { 0 } else { self.turn + 1 };
        self.doubled = false;
        self.drew = false;
    }

    #[inline]
    fn lay(&mut self, slot: Slot, beyond: Number) -> bool {
        let end = self.end(slot);
        // The next action waits for this, so it does not wait for `end`.
        self.ends = self.ends & !(15 << (4 * slot)) | u32::from(beyond) << (4 * slot);
        let seat = self.turn as usize % SEATS;
        self.hands[seat][end as usize % NUMBERS] &= !(1 << beyond);
        self.hands[seat][beyond as usize % NUMBERS] &= !(1 << end);
        self.sizes[seat] -= 1;
        let tile = Tile::new(end, beyond).number();
        let last = std::mem::replace(&mut self.last[slot as usize % SEATS], tile);
        self.next[usize::from(last)] = tile;
        self.laid[usize::from(tile >> 6)] |= 1 << (tile & 63);
        self.marked &= !(1 << slot & 1 << slot_of(self.turn)); // MT-14
        self.idle = 0;
        if end == beyond {
            self.doubled = true; // MT-16
            self.drew = false;
            if self.left[end as usize % NUMBERS] > 0 {
                self.push_open(slot);
            }
            return self.sizes[seat] > 0;
        }
        self.left[end as usize % NUMBERS] -= 1;
        self.left[beyond as usize % NUMBERS] -= 1;
        if self.open_count > 0 {
            self.close(slot);
        }
        if self.sizes[seat] == 0 {
            return false;
        }
        self.end_turn();
        true
    }

    #[inline]
    fn push_open(&mut self, slot: Slot) {
        self.open[self.open_count % SEATS] = slot;
        self.open_count += 1;
    }

    fn close(&mut self, closed: Slot) {
        let before = self.open;
        let count = std::mem::take(&mut self.open_count);
        for &slot in &before[..count] {
            if slot != closed && self.left[self.end(slot) as usize] > 0 {
                self.push_open(slot);
            }
        }
    }
}
