//! The longest and the heaviest train of a hand.
//!
//! Take numbers as the vertices of a graph and tiles as its edges: a train is then a trail that
//! starts at the end it is attached to. By Euler's theorem, a set of tiles forms one train exactly
//! if it is connected with that end, and every number except one, the *last*, has an even degree;
//! the end itself counts as one more. The train ends with the last number. Doubles are not edges:
//! each is inserted where its number is passed.
//!
//! The search looks for the lightest set of tiles to leave out. It decides tile by tile, grouped by
//! number, numbers with few tiles first; the last tile of a number follows from the others. Every
//! number of odd degree, except one, must still lose a tile, which gives a lower bound on the
//! weight left out. *Bridges*, tiles that connect two otherwise separate parts, are decided first:
//! a train that crosses one cannot come back.
//!
//! For t tiles without doubles and n numbers, there are at most n · 2^(t − n + 1) sets to leave
//! out: two million for 25 tiles. The bound prunes nearly all of them.

use super::numbers::NUMBERS;
use super::tile::Tile;

/// The maximum number of tiles in a hand.
pub const MAX_TILES: usize = 25;

/// With at most this many tiles left to decide, searching on is faster than testing connectivity.
const FEW_STEPS: usize = 16;

/// How a train may end with a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubles {
    /// A double may be anywhere, like any other tile.
    Tile,
    /// A train must not end with a double unless it uses up the hand (MT-17).
    Close,
}

/// The best trains of a hand. Each tile is written in the direction of the train.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestTrain {
    /// A train with the most tiles, and among those, the most pips.
    pub longest: Vec<(u8, u8)>,
    /// A train with the most pips (the double blank counts 50), and among those, the most tiles.
    pub heaviest: Vec<(u8, u8)>,
}

/// Returns the longest and the heaviest train that can be attached to an open end (MT-29). `tiles`
/// must have at most 25 tiles, each once, with numbers from 0 to 18.
#[must_use]
pub fn longest_train(tiles: &[(u8, u8)], end: u8, doubles: Doubles) -> LongestTrain {
    debug_assert!(tiles.len() <= MAX_TILES, "{} tiles", tiles.len());
    let hand = Hand::new(tiles, end, doubles);
    // With fewer than 1024 pips and 32 tiles, one number compares both.
    let longest = hand.best(|pips| (1 << 10) + pips, 0);
    let heaviest = hand.best(|pips| (pips << 5) + 1, longest);
    let train = hand.lay(longest);
    let heaviest = if heaviest == longest { train.clone() } else { hand.lay(heaviest) };
    LongestTrain { longest: train, heaviest }
}

/// A set of numbers, or of indices of tiles: one bit each.
type Set = u32;

fn members(mut set: Set) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

fn at_most_one(set: Set) -> bool {
    set & set.wrapping_sub(1) == 0
}

/// The two numbers of a tile that is not a double.
fn pair(numbers: Set) -> [usize; 2] {
    [numbers.trailing_zeros() as usize, numbers.ilog2() as usize]
}

/// A tile to decide about.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    index: u8,
    numbers: Set,
    /// Those of its numbers that no later step has.
    done: Set,
    /// For a bridge, the numbers behind it.
    beyond: Set,
}

/// The part of a hand that can be reached from the end.
struct Hand<'a> {
    tiles: &'a [(u8, u8)],
    end: u8,
    /// Whether a train must not end with a double.
    close: bool,
    /// The numbers whose double is in the hand, and the double's index.
    doubles: Set,
    double: [u8; NUMBERS],
    /// For each number, the numbers it shares a tile with.
    next: [Set; NUMBERS],
    /// All other tiles, in search order.
    steps: [Step; MAX_TILES],
    len: usize,
    /// The numbers of odd degree if all tiles are kept.
    odd: Set,
}

impl<'a> Hand<'a> {
    fn new(tiles: &'a [(u8, u8)], end: u8, doubles: Doubles) -> Self {
        let mut hand = Self {
            tiles,
            end,
            close: false,
            doubles: 0,
            double: [0; NUMBERS],
            next: [0; NUMBERS],
            steps: [Step::default(); MAX_TILES],
            len: 0,
            odd: 1 << end,
        };
        // The tiles of each number that have no step yet.
        let mut left: [Set; NUMBERS] = [0; NUMBERS];
        for (index, &(a, b)) in tiles.iter().enumerate() {
            let (from, to) = (usize::from(a), usize::from(b));
            if a == b {
                hand.doubles |= 1 << a;
                hand.double[from] = index as u8;
            } else {
                for (number, other) in [(from, to), (to, from)] {
                    left[number] |= 1 << index;
                    hand.next[number] |= 1 << other;
                }
            }
        }
        let (reached, _) = hand.add_bridges(end.into(), &mut left, &mut 0);
        hand.doubles &= reached;
        // Bridges are found from the far end, but the nearest must be decided first.
        hand.steps[..hand.len].reverse();
        hand.add_others(reached, left);
        let mut later = 0;
        for step in hand.steps[..hand.len].iter_mut().rev() {
            step.done = step.numbers & !later;
            later |= step.numbers;
            hand.odd ^= step.numbers;
        }
        let all_reached = hand.len + hand.doubles.count_ones() as usize == tiles.len();
        let uses_up = all_reached && at_most_one(hand.odd);
        hand.close = doubles == Doubles::Close && !uses_up;
        hand
    }

    /// Visits everything unreached from `number`, adding bridges. Returns the visited numbers and
    /// their neighbours: if exactly one tile leads from `number` to a part, and none leads from
    /// there further back, that tile is a bridge.
    fn add_bridges(&mut self, number: usize, left: &mut [Set; NUMBERS], reached: &mut Set) -> (Set, Set) {
        *reached |= 1 << number;
        let (mut here, mut next) = (1 << number, self.next[number]);
        while self.next[number] & !*reached != 0 {
            let other = (self.next[number] & !*reached).trailing_zeros() as usize;
            let (beyond, back) = self.add_bridges(other, left, reached);
            here |= beyond;
            next |= back;
            if back & !beyond == 1 << number && at_most_one(beyond & self.next[number]) {
                let index = (left[number] & left[other]).trailing_zeros() as usize;
                self.add(index, left, beyond);
            }
        }
        (here, next)
    }

    /// Adds the tiles that are not bridges, numbers with the fewest tiles first.
    fn add_others(&mut self, mut numbers: Set, mut left: [Set; NUMBERS]) {
        while let Some(number) = members(numbers).min_by_key(|&number| left[number].count_ones()) {
            numbers &= !(1 << number);
            for index in members(left[number]) {
                self.add(index, &mut left, 0);
            }
        }
    }

    fn add(&mut self, index: usize, left: &mut [Set; NUMBERS], beyond: Set) {
        let (a, b) = self.tiles[index];
        left[usize::from(a)] &= !(1 << index);
        left[usize::from(b)] &= !(1 << index);
        self.steps[self.len] = Step { index: index as u8, numbers: 1 << a | 1 << b, done: 0, beyond };
        self.len += 1;
    }

    fn steps(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    /// The tiles of the heaviest train, given the weight of a tile by its pips, or `known` if none
    /// is heavier.
    fn best(&self, weight: impl Fn(u32) -> u32, known: Set) -> Set {
        let mut weights = [0; MAX_TILES];
        for (weighs, &(a, b)) in weights.iter_mut().zip(self.tiles) {
            *weighs = weight(Tile::new(a, b).pips() as u32); // MT-27
        }
        let mut lightest = [u32::MAX; NUMBERS];
        for step in self.steps() {
            for number in pair(step.numbers) {
                lightest[number] = lightest[number].min(weights[usize::from(step.index)]);
            }
        }
        let doubles = members(self.doubles).map(|number| self.double[number]);
        let all = self.steps().iter().map(|step| step.index).chain(doubles);
        let all = all.map(|index| weights[usize::from(index)]).sum();
        let mut search =
            Search { hand: self, weights, lightest, next: self.next, all, least: u32::MAX, best: 0 };
        search.try_tiles(known);
        search.decide(
            0,
            Decisions {
                kept: 0,
                odd: self.odd,
                last: 0,
                may_be_last: Set::MAX,
                passed: 0,
                twice: 0,
                reached: Set::MAX,
                left_out: 0,
            },
        );
        search.best
    }

    /// Arranges exactly these tiles as a train.
    fn lay(&self, set: Set) -> Vec<(u8, u8)> {
        let mut left = set;
        let mut train = Vec::with_capacity(set.count_ones() as usize + 1);
        // Hierholzer's algorithm: extend the path while there are tiles; when stuck, its last tile is
        // final. A double goes first, so that no train ends with one unnecessarily.
        let mut path = [(self.end, self.end); MAX_TILES + 1];
        let mut len = 1;
        while len > 0 {
            let (_, at) = path[len - 1];
            let fitting =
                members(left).filter(|&index| self.tiles[index].0 == at || self.tiles[index].1 == at);
            let double = fitting.clone().find(|&index| self.tiles[index] == (at, at));
            if let Some(index) = double.or_else(|| fitting.clone().next()) {
                let (a, b) = self.tiles[index];
                left &= !(1 << index);
                path[len] = (at, a ^ b ^ at);
                len += 1;
            } else {
                len -= 1;
                train.push(path[len]);
            }
        }
        // The start of the path is not a tile.
        train.pop();
        train.reverse();
        train
    }
}

/// The decisions so far.
#[derive(Clone, Copy, Debug)]
struct Decisions {
    /// The tiles kept.
    kept: Set,
    /// The numbers of odd degree without the tiles left out.
    odd: Set,
    /// The number that the train ends with, once known; before that, the candidates are in
    /// `may_be_last`.
    last: Set,
    may_be_last: Set,
    /// The numbers of the tiles kept, and the numbers that at least two of them have.
    passed: Set,
    twice: Set,
    /// The numbers still connected with the end; tiles with any other number are left out.
    reached: Set,
    /// The weight of the tiles left out.
    left_out: u32,
}

/// The search for the lightest set of tiles to leave out.
struct Search<'a> {
    hand: &'a Hand<'a>,
    weights: [u32; MAX_TILES],
    /// The weight of each number's lightest tile.
    lightest: [u32; NUMBERS],
    /// For each number, the numbers it shares a tile with that is not left out.
    next: [Set; NUMBERS],
    /// The weight of all tiles.
    all: u32,
    /// The lowest weight left out so far, and the tiles kept then.
    least: u32,
    best: Set,
}

impl Search<'_> {
    /// Tries all decisions about the tiles from a step on.
    fn decide(&mut self, at: usize, so_far: Decisions) {
        let Some(&Step { index, numbers, beyond, .. }) = self.hand.steps().get(at) else {
            return self.finish(so_far);
        };
        if numbers & !so_far.reached != 0 {
            return self.decide(at + 1, so_far);
        }
        let may_be_last = if beyond == 0 { so_far.may_be_last } else { so_far.may_be_last & beyond };
        if may_be_last != 0 {
            let kept = Decisions {
                kept: so_far.kept | 1 << index,
                may_be_last,
                passed: so_far.passed | numbers,
                twice: so_far.twice | so_far.passed & numbers,
                ..so_far
            };
            self.advance(at, kept);
        }
        let left_out = so_far.left_out + self.weights[usize::from(index)];
        let mut without = Decisions { odd: so_far.odd ^ numbers, left_out, ..so_far };
        self.toggle_tile(numbers);
        let look = beyond != 0 || self.hand.len - at > FEW_STEPS;
        if !look || self.leave_out_unreachable(at + 1, &mut without) {
            self.advance(at, without);
        }
        self.toggle_tile(numbers);
    }

    /// Removes the tile with these numbers from `next`, or puts it back.
    fn toggle_tile(&mut self, numbers: Set) {
        for number in pair(numbers) {
            self.next[number] ^= numbers & !(1 << number);
        }
    }

    /// Continues with the next step unless the bound rules out an improvement.
    fn advance(&mut self, at: usize, mut so_far: Decisions) {
        let done = self.hand.steps[at].done & so_far.reached;
        let last = so_far.odd & done;
        if last != 0 {
            if so_far.last != 0 || !at_most_one(last) || last & so_far.may_be_last == 0 {
                return;
            }
            so_far.last = last;
            if self.hand.close {
                so_far.left_out += self.doubles(last & !so_far.twice);
            }
        }
        // A tile fixes at most two odd numbers, so each number accounts for half of its lightest
        // tile.
        let (mut halves, mut spared) = (0, 0);
        for number in members(so_far.odd & !so_far.last) {
            halves += self.lightest[number];
            if so_far.last == 0 && so_far.may_be_last >> number & 1 == 1 {
                spared = spared.max(self.lightest[number]);
            }
        }
        if 2 * so_far.left_out + halves - spared < 2 * self.least {
            self.decide(at + 1, so_far);
        }
    }

    /// Leaves out all tiles from a step on that are no longer connected with the end. Returns
    /// `false` if one of the kept tiles would be lost.
    fn leave_out_unreachable(&self, from: usize, so_far: &mut Decisions) -> bool {
        let reached = self.reached();
        let lost = so_far.reached & !reached;
        for step in &self.hand.steps()[from..] {
            if step.numbers & lost != 0 {
                so_far.left_out += self.weights[usize::from(step.index)];
            }
        }
        so_far.left_out += self.doubles(lost);
        so_far.odd &= reached;
        so_far.reached &= reached;
        so_far.passed & !reached == 0
    }

    /// The numbers connected with the end by tiles that are not left out.
    fn reached(&self) -> Set {
        let mut reached = 1 << self.hand.end;
        let mut new = reached;
        while new != 0 {
            let next = members(new).fold(0, |next, number| next | self.next[number]);
            new = next & !reached;
            reached |= new;
        }
        reached
    }

    /// The weight of the doubles with these numbers.
    fn doubles(&self, numbers: Set) -> u32 {
        let indices = members(numbers & self.hand.doubles).map(|number| self.hand.double[number]);
        indices.map(|index| self.weights[usize::from(index)]).sum()
    }

    /// Evaluates the train made of the kept tiles.
    fn finish(&mut self, so_far: Decisions) {
        let hand = self.hand;
        let reached = self.reached();
        let together = hand.steps().iter().filter(|step| step.numbers & reached != 0);
        let tiles = so_far.kept & together.fold(0, |tiles, step| tiles | 1 << step.index);
        let barred = if hand.close { so_far.odd & !so_far.twice } else { 0 };
        let doubles = members(hand.doubles & reached & !barred);
        self.try_tiles(doubles.fold(tiles, |tiles, number| tiles | 1 << hand.double[number]));
    }

    fn try_tiles(&mut self, tiles: Set) {
        let left_out = self.all - members(tiles).map(|index| self.weights[index]).sum::<u32>();
        if left_out < self.least {
            self.least = left_out;
            self.best = tiles;
        }
    }
}
