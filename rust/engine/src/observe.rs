//! What a seat knows as a vector of numbers; the layouts stand in `docs/observations.md`.

use std::fmt::Debug;

use crate::recent::KEPT;
use crate::{Action, Game, Position, Recent, Seat, View};

/// One part of an observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// One length for each dimension.
    pub shape: Vec<usize>,
    /// The largest value that it can have.
    pub high: u8,
}

impl Field {
    /// A part of this shape.
    pub fn new(name: &'static str, shape: impl Into<Vec<usize>>, high: impl TryInto<u8>) -> Self {
        Self { name, shape: shape.into(), high: high.try_into().unwrap_or(u8::MAX) }
    }

    /// How many entries it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// A position that can be observed.
pub trait Observe: Position {
    /// Raised whenever the layout changes its meaning.
    const OBSERVATION_VERSION: u32;

    /// The last actions in the form in which they are written down.
    type Trail: Trail<Self::Rules>;

    /// The parts, in their order.
    fn fields(rules: &Self::Rules) -> Vec<Field>;

    /// Adds an action that has just led to this position, like [`Trail::add`]; a game whose positions show what was played need
    /// not look it up.
    #[inline]
    fn leave(&self, trail: &mut Self::Trail, rules: &Self::Rules, seat: Seat, action: Action) {
        trail.add(rules, seat, action);
    }

    /// Writes down what a seat knows: nothing else may be looked at. A [`Pen`] writes part by part.
    fn observe(
        &self,
        rules: &Self::Rules,
        memory: &Self::Memory,
        trail: &Self::Trail,
        seat: Seat,
        row: &mut [u8],
    );
}

/// The last actions in the form in which a game's observations write them down. The default is none.
pub trait Trail<R>: Clone + Debug + Default + Send + Sync + 'static {
    /// Adds one, and forgets the oldest where there are enough.
    fn add(&mut self, rules: &R, seat: Seat, action: Action);
}

/// Where they do not matter.
impl<R> Trail<R> for () {
    fn add(&mut self, _: &R, _: Seat, _: Action) {}
}

/// How many entries an observation has.
pub fn observation_size<G: Game>(rules: &G::Rules) -> usize {
    G::Position::fields(rules).iter().map(Field::size).sum()
}

/// What the seat of a view knows.
pub fn observation<G: Game>(view: &G::View, recent: &Recent) -> Vec<u8> {
    let rules = view.rules();
    let mut trail = <G::Position as Observe>::Trail::default();
    recent.iter().for_each(|(seat, action)| trail.add(rules, seat, action));
    let mut row = vec![0; observation_size::<G>(rules)];
    view.position().observe(rules, view.memory(), &trail, view.seat(), &mut row);
    row
}

/// Writes an observation from its beginning to its end.
#[derive(Debug)]
pub struct Pen<'a>(&'a mut [u8]);

impl<'a> Pen<'a> {
    /// At the beginning of a row.
    pub fn new(row: &'a mut [u8]) -> Self {
        Self(row)
    }

    /// All must be written.
    pub fn lay_down(self) {
        debug_assert!(self.0.is_empty(), "{} entries have not been written", self.0.len());
    }

    /// Goes on behind the next `size` places.
    #[inline]
    fn skip(&mut self, size: usize) {
        self.0 = &mut std::mem::take(&mut self.0)[size..];
    }

    /// One number.
    #[inline]
    pub fn number(&mut self, number: impl Into<u8>) {
        self.0[0] = number.into();
        self.skip(1);
    }

    /// The first `size` of some numbers. All of them are written, as that many at once are quicker than a few one by one: what
    /// comes next is written over the rest.
    #[inline]
    pub fn first<const N: usize>(&mut self, numbers: &[u8; N], size: usize) {
        match self.0.first_chunk_mut() {
            Some(places) => *places = *numbers,
            None => self.few(&numbers[..size]),
        }
        self.skip(size);
    }

    /// The same at the end of the row. Apart, or the compiler makes one copy of both kinds, of a length that it does not know.
    #[cold]
    #[inline(never)]
    fn few(&mut self, numbers: &[u8]) {
        self.0[..numbers.len()].copy_from_slice(numbers);
    }

    /// So many places, at most 16, all 0 but one, or none.
    #[inline]
    pub fn one_hot(&mut self, place: Option<usize>, places: usize) {
        self.first(&ONE_HOT[place.unwrap_or(NOWHERE)], places);
    }

    /// A number of each seat, counted from the observer.
    #[inline]
    pub fn seats(&mut self, numbers: Seats, observer: Seat, players: usize) {
        self.first(&numbers.counted_from(observer, players), players);
    }

    /// A set of numbers below `size`, which is at most `N`: a place each, 1 for those that are in it.
    #[inline]
    pub fn set<const N: usize>(&mut self, set: u64, size: usize) {
        self.first(&places::<N>(set), size);
    }
}

/// A place for each number below `N`, a multiple of 8: 1 for those that are in a set.
#[inline]
pub(crate) fn places<const N: usize>(set: u64) -> [u8; N] {
    let mut places = [0; N];
    let (chunks, _) = places.as_chunks_mut::<8>();
    let mut left = set;
    for chunk in chunks {
        *chunk = spread(left as u8);
        left >>= 8;
    }
    places
}

/// A number of each seat, of at most 15. What stands in the places of others does not matter.
#[derive(Clone, Copy, Debug)]
pub struct Seats(u128);

impl Seats {
    /// From an array with room for all seats.
    #[inline]
    pub(crate) fn new<const N: usize>(numbers: &[u8; N]) -> Self {
        let mut all = [0; 16];
        all[..N].copy_from_slice(numbers);
        Self(u128::from_le_bytes(all))
    }

    /// 1 for the seats that are in a set.
    #[inline]
    pub(crate) fn of_set(set: u16) -> Self {
        let (low, high) = (spread(set as u8), spread((set >> 8) as u8));
        Self(u64::from_le_bytes(low) as u128 | (u64::from_le_bytes(high) as u128) << 64)
    }

    #[inline]
    const fn counted_from(self, observer: Seat, players: usize) -> [u8; 16] {
        if players < 8 {
            // Half as wide, and several times as quick.
            let all = self.0 as u64 & ((1 << (8 * players)) - 1);
            return ((all >> (8 * observer) | all << (8 * (players - observer))) as u128).to_le_bytes();
        }
        let all = self.0 & ((1 << (8 * players)) - 1);
        (all >> (8 * observer) | all << (8 * (players - observer))).to_le_bytes()
    }
}

/// A row for each place with a 1 there, and one without any.
static ONE_HOT: [[u8; 16]; NOWHERE + 1] = {
    let mut rows = [[0; 16]; NOWHERE + 1];
    let mut place = 0;
    while place < NOWHERE {
        rows[place][place] = 1;
        place += 1;
    }
    rows
};

/// The row without any.
const NOWHERE: usize = 16;

/// A byte for each bit of a byte.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A byte for each bit.
#[inline]
fn spread(byte: u8) -> [u8; 8] {
    SPREAD[usize::from(byte)]
}

/// A seat counted from the one that observes.
#[inline]
pub(crate) const fn from_seat(observer: Seat, seat: Seat, players: usize) -> usize {
    if seat >= observer { seat - observer } else { seat + players - observer }
}

/// All seats in the order in which the observer counts them.
#[inline]
pub(crate) fn seats_from(observer: Seat, players: usize) -> impl Iterator<Item = Seat> {
    (observer..observer + players).map(move |seat| if seat < players { seat } else { seat - players })
}

/// A number of each of the last actions, the latest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lately(u128);

impl Lately {
    const ONES: u64 = 0x0101_0101_0101_0101;

    /// Adds one.
    #[inline]
    pub(crate) const fn push(&mut self, number: u8) {
        self.0 = self.0 << 8 | number as u128;
    }

    /// All, with 0 where there are none.
    #[inline]
    pub(crate) const fn numbers(self) -> [u8; KEPT] {
        self.0.to_le_bytes()
    }

    /// The first `count` of them as seats, or as numbers below `places`, counted from an observer.
    #[inline]
    pub(crate) const fn counted_from(self, observer: Seat, places: usize, count: u8) -> Self {
        let used = if count as usize >= KEPT { u128::MAX } else { (1 << (8 * count)) - 1 };
        let (places, observer) = (places as u64, observer as u64);
        let (shift, reach) = (Self::ONES * (places - observer), Self::ONES * (128 - places));
        let (low, high) = (self.0 as u64 + shift, (self.0 >> 64) as u64 + shift);
        let (low_over, high_over) = ((low + reach) >> 7 & Self::ONES, (high + reach) >> 7 & Self::ONES);
        let (low, high) = (low - low_over * places, high - high_over * places);
        Self((low as u128 | (high as u128) << 64) & used)
    }

    /// The same with this number wherever the mask has all ones.
    #[inline]
    pub(crate) const fn replaced(self, mask: Self, number: u8) -> Self {
        let numbers = Self::ONES * number as u64;
        Self(self.0 & !mask.0 | (numbers as u128 | (numbers as u128) << 64) & mask.0)
    }
}

/// What the last actions of all games have in common: how many, and whose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Whose {
    count: u8,
    seats: Lately,
}

impl Whose {
    /// The parts of an observation.
    pub(crate) fn fields(players: usize) -> [Field; 2] {
        [Field::new("recent_count", [1], KEPT), Field::new("recent_seat", [KEPT], players - 1)]
    }

    /// Adds one.
    #[inline]
    pub(crate) fn push(&mut self, seat: Seat) {
        self.count = (self.count + 1).min(KEPT as u8);
        self.seats.push(seat as u8);
    }

    /// How many there are.
    #[inline]
    pub(crate) const fn count(self) -> u8 {
        self.count
    }

    /// Writes both.
    #[inline]
    pub(crate) fn write(self, observer: Seat, players: usize, pen: &mut Pen<'_>) {
        pen.number(self.count);
        pen.first(&self.seats.counted_from(observer, players, self.count).numbers(), KEPT);
    }
}

/// Every observation begins with who is to move.
#[inline]
pub(crate) fn write_to_move<P: Position>(position: &P, observer: Seat, players: usize, pen: &mut Pen<'_>) {
    let seat = position.current_player().map(|seat| from_seat(observer, seat, players));
    pen.one_hot(seat, players);
}

#[cfg(test)]
mod tests {
    use super::{Lately, Pen, Seats, seats_from, spread};
    use crate::{Chance, SplitMix64};

    #[test]
    fn a_byte_for_each_bit() {
        for byte in 0..=u8::MAX {
            let bits: [u8; 8] = std::array::from_fn(|bit| byte >> bit & 1);
            assert_eq!(spread(byte), bits, "{byte:#b}");
        }
    }

    #[test]
    fn sets_of_any_size_are_written() {
        let mut generator = SplitMix64::new(3);
        for _ in 0..1000 {
            let set = generator.output();
            let bits: Vec<u8> = (0..64).map(|bit| (set >> bit & 1) as u8).collect();
            let mut row = [9; 64 + 52 + 49 + 13];
            let mut pen = Pen::new(&mut row);
            pen.set::<64>(set, 64);
            pen.set::<56>(set, 52);
            pen.set::<56>(set, 49);
            pen.set::<16>(set, 13);
            pen.lay_down();
            assert_eq!(row.to_vec(), [&bits[..], &bits[..52], &bits[..49], &bits[..13]].concat());
        }
    }

    #[test]
    fn numbers_of_seats_are_turned_to_the_observer() {
        let mut generator = SplitMix64::new(5);
        for _ in 0..1000 {
            let players = 1 + generator.below(12) as usize;
            let observer = generator.below(players as u32) as usize;
            let numbers: [u8; 12] = std::array::from_fn(|_| generator.below(256) as u8);
            let set = generator.below(1 << players) as u16;
            let mut row = [9; 40];
            let mut pen = Pen::new(&mut row);
            pen.seats(Seats::new(&numbers), observer, players);
            pen.seats(Seats::of_set(set), observer, players);
            pen.one_hot(Some(observer), players);
            let turned = |place| (observer + place) % players;
            let expected: Vec<u8> = (0..players)
                .map(|place| numbers[turned(place)])
                .chain((0..players).map(|place| (set >> turned(place) & 1) as u8))
                .chain((0..players).map(|place| u8::from(place == observer)))
                .collect();
            assert_eq!(row[..3 * players], expected);
            assert_eq!(
                seats_from(observer, players).collect::<Vec<_>>(),
                (0..players).map(turned).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn seats_are_counted_from_the_observer() {
        let mut generator = SplitMix64::new(4);
        for _ in 0..1000 {
            let players = 1 + generator.below(12) as usize;
            let observer = generator.below(players as u32) as usize;
            let (mut seats, mut latest) = (Lately::default(), Vec::new());
            let count = generator.below(17) as usize;
            for _ in 0..count {
                let seat = generator.below(players as u32) as u8;
                seats.push(seat);
                latest.insert(0, ((usize::from(seat) + players - observer) % players) as u8);
            }
            latest.resize(16, 0);
            assert_eq!(seats.counted_from(observer, players, count as u8).numbers().to_vec(), latest);
        }
    }
}
