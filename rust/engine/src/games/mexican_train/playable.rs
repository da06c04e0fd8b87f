//! Where tiles may be played.

use std::hint::select_unpredictable;

use super::actions;
use super::moves::Column;
use super::numbers::{Number, Numbers};
use super::plays::Plays;
use super::position::{Position, TrainId, train_ids};
use super::rules::{CloseOrder, FollowUp, Rules};
use super::tile::Tile;
use crate::ids::Action;

/// A tile that the player may play: the train, the number at its end, and the number that becomes
/// the new end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play {
    pub(super) train: TrainId,
    pub(super) end: Number,
    pub(super) beyond: Number,
}

impl Position {
    /// The train in a column of the player.
    #[inline]
    pub(super) fn train_in(&self, column: Column) -> TrainId {
        // Which train it is cannot be predicted.
        let other = if let Column::Seat(seat) = column { seat } else { TrainId::MEXICAN.0 };
        TrainId(select_unpredictable(column == Column::Me, self.turn, other))
    }

    /// The train with the double that must be closed first (MT-23).
    #[inline]
    pub(super) fn target(&self, rules: Rules) -> Option<TrainId> {
        let count = usize::from(self.open_count);
        let last = count.checked_sub(1)?;
        Some(self.open[if rules.close_order() == CloseOrder::Laid { 0 } else { last }])
    }

    /// The only train that may be played on, because its double was played in an earlier turn
    /// (MT-22).
    #[inline]
    pub(super) fn must_close(&self, rules: Rules) -> Option<TrainId> {
        if self.doubled { None } else { self.target(rules) }
    }

    /// The train that all tiles except doubles must be played on, if doubles of this turn restrict
    /// them.
    #[inline]
    pub(super) fn must_follow(&self, rules: Rules) -> Option<TrainId> {
        let restricts = self.open_count >= 2 // MT-19
            || (self.open_count == 1 && rules.follow_up() == FollowUp::Double); // MT-18
        if self.doubled && restricts { self.target(rules) } else { None }
    }

    /// Whether a seat may play on a train (MT-08, MT-09).
    #[inline]
    pub(super) fn is_available(&self, train: TrainId, seat: u8) -> bool {
        train == TrainId::MEXICAN || train == TrainId(seat) || self.is_marked(train.0)
    }

    /// The trains a seat may play on without open doubles: its own, the Mexican train, and marked
    /// ones.
    pub(super) fn available(&self, rules: Rules, seat: u8) -> impl Iterator<Item = TrainId> {
        train_ids(rules).filter(move |&train| self.is_available(train, seat))
    }

    /// The numbers at the ends of these trains.
    #[inline]
    pub(super) fn ends_available(&self, rules: Rules, seat: u8) -> Numbers {
        // Without a branch: no processor can predict which trains are marked.
        let trains = self.marked | 1 << seat;
        let seats = (0..rules.seats()).map(|seat| (trains >> seat & 1) << self.end(TrainId(seat)));
        Numbers::from_bits(seats.fold(1 << self.end(TrainId::MEXICAN), |ends, end| ends | end))
    }

    /// What the player could play with any hand: tiles with a number of the first set, doubles with
    /// one of the second.
    pub(super) fn open_to_player(&self, rules: Rules) -> (Numbers, Numbers) {
        if !self.doubled {
            return self.open_to(rules, self.turn);
        }
        let ends = self.ends_available(rules, self.turn);
        (self.must_follow(rules).map_or(ends, |train| Numbers::only(self.end(train))), ends)
    }

    /// The same for a seat whose turn would begin now.
    pub(super) fn open_to(&self, rules: Rules, seat: u8) -> (Numbers, Numbers) {
        let ends = self
            .target(rules)
            .map_or_else(|| self.ends_available(rules, seat), |train| Numbers::only(self.end(train)));
        (ends, ends)
    }

    /// The trains that the player may play on, one bit each, and the only one of them for all tiles
    /// but doubles, if they are restricted.
    #[inline]
    pub(super) fn playable(&self, rules: Rules) -> (u32, Option<TrainId>) {
        if let Some(train) = self.must_close(rules) {
            return (1 << train.0, None);
        }
        (self.marked | 1 << self.turn | 1 << TrainId::MEXICAN.0, self.must_follow(rules))
    }

    /// The partners of a train's end in the player's hand, without those that `follow` excludes.
    #[inline]
    pub(super) fn partners(&self, train: TrainId, follow: Option<TrainId>) -> Numbers {
        let end = self.end(train);
        let partners = self.hand(self.turn).fitting(end);
        if follow.is_some_and(|follow| follow != train) { partners.only_with(end) } else { partners }
    }

    /// Calls `visit` with each train that the player may play on, in table order, and the partners
    /// of its end in the hand.
    #[inline]
    pub(super) fn visit_trains(&self, rules: Rules, mut visit: impl FnMut(TrainId, Numbers)) {
        let (trains, follow) = self.playable(rules);
        for train in [TrainId(self.turn), TrainId::MEXICAN] {
            if trains >> train.0 & 1 == 1 {
                visit(train, self.partners(train, follow));
            }
        }
        let mut others = trains & !(1 << self.turn | 1 << TrainId::MEXICAN.0);
        while others != 0 {
            let train = TrainId(others.trailing_zeros() as u8);
            visit(train, self.partners(train, follow));
            others &= others - 1;
        }
    }

    /// The number at the end of the train in each of the first eight columns, in one byte each.
    #[inline]
    pub(super) fn ends_by_column(&self) -> u64 {
        let seats = u64::from_le_bytes(std::array::from_fn(|seat| self.ends[seat]));
        let [own, mexican] = [TrainId(self.turn), TrainId::MEXICAN].map(|train| u64::from(self.end(train)));
        own | mexican << 8 | seats << 16
    }

    /// All plays; the rules must suit [`Plays`].
    #[inline]
    pub(super) fn plays(&self, rules: Rules) -> Plays {
        let (ends, hand) = (self.ends_by_column(), self.hand(self.turn));
        let end = |column: u32| (ends >> (8 * column)) as Number;
        let plays = Plays::new(rules, |column| hand.fitting(end(column)).bits().into());
        if let Some(train) = self.must_close(rules) {
            return plays.on(1 << self.column(train));
        }
        let plays = plays.on((self.marked & !(1 << self.turn)) << 2 | 0b11); // MT-09
        let Some(train) = self.must_follow(rules) else { return plays };
        plays.on(1 << self.column(train)).or(plays.only_doubles(ends))
    }

    /// The number of legal plays, and all of them if they fit [`Plays`].
    #[inline]
    pub(super) fn count_plays(&self, rules: Rules) -> (u32, Option<Plays>) {
        if Plays::suit(rules) {
            let plays = self.plays(rules);
            return (plays.count(), Some(plays));
        }
        let mut count = 0;
        self.visit_trains(rules, |_, partners| count += partners.count());
        (count, None)
    }

    /// Play `n`, ascending by id; `n` must be below their number.
    #[inline]
    pub(super) fn nth_play(&self, rules: Rules, plays: Option<Plays>, n: u32) -> Play {
        let Some(plays) = plays else { return self.find_play(rules, n) };
        let (column, beyond) = plays.nth(n);
        let train = self.train_in(Column::numbered(column as u8));
        Play { train, end: self.end(train), beyond }
    }

    /// The same if they do not fit.
    #[inline(never)]
    pub(super) fn find_play(&self, rules: Rules, mut n: u32) -> Play {
        let mut found = Play { train: TrainId::MEXICAN, end: 0, beyond: 0 };
        self.visit_trains(rules, |train, partners| {
            if n < partners.count() {
                found = Play { train, end: self.end(train), beyond: partners.nth(n) };
                n = u32::MAX; // more than what follows
            }
            n = n.saturating_sub(partners.count());
        });
        found
    }

    /// Appends the ids of these plays, or of the forced action if there are none.
    #[inline]
    pub(super) fn list(&self, rules: Rules, mut plays: Plays, actions: &mut Vec<Action>) {
        const AT_ONCE: usize = 2;
        let ends = self.ends_by_column();
        let mut left = plays.count() as usize;
        let mut next = || {
            let (column, beyond) = plays.take_first();
            let tile = Tile::new((ends >> (8 * column)) as Number, beyond);
            actions::play(rules, tile, column as u8)
        };
        // Two at a time, since nobody can predict how many there are.
        let mut ids = std::array::from_fn::<_, AT_ONCE, _>(|_| next());
        ids[0] = select_unpredictable(left == 0, self.forced_action(), ids[0]);
        left = left.max(1);
        while left > AT_ONCE {
            actions.extend_from_slice(&ids);
            left -= AT_ONCE;
            ids = std::array::from_fn(|_| next());
        }
        let before = actions.len();
        actions.extend_from_slice(&ids);
        actions.truncate(before + left);
    }

    /// Calls `see` with each train that the player may play on, in table order, the number at its
    /// end, and the numbers on the other end of the tiles in the hand that may be played there.
    #[inline]
    pub fn for_each_train(&self, rules: Rules, mut see: impl FnMut(TrainId, Number, Numbers)) {
        self.visit_trains(rules, |train, partners| see(train, self.end(train), partners));
    }

    /// Returns the id of the play that changes the end of a train to `beyond`.
    #[inline]
    #[must_use]
    pub fn play_id(&self, rules: Rules, train: TrainId, beyond: Number) -> Action {
        self.action(rules, Play { train, end: self.end(train), beyond })
    }

    /// The id of a play.
    pub(super) fn action(&self, rules: Rules, Play { train, end, beyond }: Play) -> Action {
        actions::play(rules, Tile::new(end, beyond), self.column(train))
    }

    /// A train's column, from the player's point of view.
    pub(super) const fn column(&self, train: TrainId) -> u8 {
        if train.0 == self.turn {
            0
        } else if train.0 == TrainId::MEXICAN.0 {
            1
        } else {
            train.0 + 2
        }
    }

    /// Returns the only legal action of a player without a playable tile: draw if possible,
    /// otherwise pass.
    #[inline]
    #[must_use]
    pub fn forced_action(&self) -> Action {
        if !self.drew && self.boneyard > 0 { actions::DRAW } else { actions::PASS } // MT-12, MT-13, MT-20
    }
}
