//! The longest train of a hand, against a table of all sets of tiles. The property `trains`
//! of `rust/fuzz` tries all trains of small hands.

#[path = "../../bots/tests/effort/mod.rs"]
mod effort;

use std::ops::Range;

use effort::times;
use oxideal_engine::mexican_train::{Doubles, LongestTrain, longest_train};
use oxideal_engine::{Chance, SplitMix64};

type Tile = (u8, u8);

/// Tiles and pips of a train.
type Worth = (u32, u32);

const BOTH: [Doubles; 2] = [Doubles::Tile, Doubles::Close];

fn worth(tiles: &[Tile]) -> Worth {
    let pips = tiles.iter().map(|&(a, b)| if (a, b) == (0, 0) { 50 } else { u32::from(a) + u32::from(b) });
    (tiles.len() as u32, pips.sum())
}

/// The value of the longest train and of the heaviest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Best {
    longest: Worth,
    heaviest: Worth,
}

impl Best {
    fn add(&mut self, (tiles, pips): Worth) {
        self.longest = self.longest.max((tiles, pips));
        if (pips, tiles) > (self.heaviest.1, self.heaviest.0) {
            self.heaviest = (tiles, pips);
        }
    }
}

/// The value of the trains found, after checking that they are trains of the hand.
fn checked(hand: &[Tile], end: u8, doubles: Doubles) -> Best {
    let LongestTrain { longest, heaviest } = longest_train(hand, end, doubles);
    for train in [&longest, &heaviest] {
        let text = format!("{train:?} from {end} of {hand:?}, {doubles:?}");
        let mut left = hand.to_vec();
        let mut open = end;
        for &(from, to) in train {
            assert_eq!(from, open, "{text}");
            let place = left.iter().position(|&tile| tile == (from, to) || tile == (to, from));
            left.swap_remove(place.unwrap_or_else(|| panic!("{text}: {from}-{to} is not left")));
            open = to;
        }
        let ends_with_double = train.last().is_some_and(|(from, to)| from == to);
        assert!(doubles == Doubles::Tile || !ends_with_double || left.is_empty(), "{text}");
    }
    Best { longest: worth(&longest), heaviest: worth(&heaviest) }
}

/// The best trains under both rules, from a table of all sets of tiles: for each set, the numbers
/// with which a train of exactly these tiles can end, and the same for trains whose last tile is
/// not a double.
fn by_sets(hand: &[Tile], end: u8) -> [Best; 2] {
    let mut ends = vec![(0_u32, 0_u32); 1 << hand.len()];
    ends[0] = (1 << end, 1 << end);
    let mut best = [Best::default(); 2];
    let mut train = Vec::new();
    for set in 0..ends.len() {
        let (all, no_double) = ends[set];
        if all == 0 {
            continue;
        }
        for (place, &(a, b)) in hand.iter().enumerate() {
            if set >> place & 1 == 0 {
                let to = (all >> a & 1) << b | (all >> b & 1) << a;
                let after = &mut ends[set | 1 << place];
                after.0 |= to;
                after.1 |= if a == b { 0 } else { to };
            }
        }
        train.clear();
        train.extend((0..hand.len()).filter(|place| set >> place & 1 == 1).map(|place| hand[place]));
        best[0].add(worth(&train));
        if no_double != 0 || train.len() == hand.len() {
            best[1].add(worth(&train));
        }
    }
    best
}

/// Random tiles with numbers up to `highest`, in random orientation.
fn draw(highest: u8, tiles: usize, chance: &mut SplitMix64) -> Vec<Tile> {
    let mut set: Vec<Tile> = (0..=highest).flat_map(|b| (0..=b).map(move |a| (a, b))).collect();
    chance.shuffle(&mut set);
    set.truncate(tiles);
    set.into_iter().map(|(a, b)| if chance.below(2) == 0 { (a, b) } else { (b, a) }).collect()
}

#[test]
fn mt_29_matches_the_table_of_all_sets() {
    let mut chance = SplitMix64::new(2);
    for number in 0..times(400) {
        let tiles = if number % 40 == 0 { 18 } else { 10 + number % 5 };
        let highest = 4 + chance.below(12) as u8;
        let hand = draw(highest, tiles, &mut chance);
        let end = chance.below(u32::from(highest) + 1) as u8;
        let best = by_sets(&hand, end);
        assert_eq!(BOTH.map(|doubles| checked(&hand, end, doubles)), best, "from {end} of {hand:?}");
    }
}

#[test]
fn mt_29_large_hands_do_not_depend_on_order_or_numbering() {
    let mut chance = SplitMix64::new(3);
    for number in 0..times(3000) {
        let highest = 6 + (number % 13) as u8;
        let mut hand = draw(highest, 15 + chance.below(11) as usize, &mut chance);
        let end = chance.below(u32::from(highest) + 1) as u8;
        let [tile, close] = BOTH.map(|doubles| checked(&hand, end, doubles));
        for best in [tile, close] {
            assert!(best.longest >= best.heaviest && best.longest.1 <= best.heaviest.1, "{hand:?}: {best:?}");
        }
        assert!(close.longest <= tile.longest && close.heaviest.1 <= tile.heaviest.1, "{hand:?}");
        chance.shuffle(&mut hand);
        assert_eq!(BOTH.map(|doubles| checked(&hand, end, doubles)), [tile, close], "{hand:?}");
        let mut names: Vec<u8> = (0..19).collect();
        chance.shuffle(&mut names);
        let name = |number: u8| names[usize::from(number)];
        let hand: Vec<Tile> = hand.iter().map(|&(a, b)| (name(a), name(b))).collect();
        let renamed = BOTH.map(|doubles| checked(&hand, name(end), doubles).longest.0);
        assert_eq!(renamed, [tile.longest.0, close.longest.0], "{hand:?}");
    }
}

fn tiles(text: &str) -> Vec<Tile> {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{text} is not a number"));
    let tile = |text: &str| text.split_once('-').map(|(a, b)| (number(a), number(b)));
    text.split_whitespace().filter_map(tile).collect()
}

/// Hands with a known result.
#[test]
fn mt_29_known_hands() {
    for (hand, end, doubles, longest, heaviest) in [
        ("", 0, Doubles::Tile, "", ""),
        ("1-2 3-4", 0, Doubles::Tile, "", ""),
        ("9-9", 9, Doubles::Tile, "9-9", "9-9"),
        ("9-9", 8, Doubles::Tile, "", ""),
        ("9-12 4-9 4-4", 12, Doubles::Tile, "12-9 9-4 4-4", "12-9 9-4 4-4"),
        ("0-5 0-0 1-5 1-2 2-3", 5, Doubles::Tile, "5-1 1-2 2-3", "5-0 0-0"),
        ("0-5 0-0 0-1 1-18", 5, Doubles::Tile, "5-0 0-0 0-1 1-18", "5-0 0-0 0-1 1-18"),
        ("5-9 5-8 8-9 5-1 1-2", 5, Doubles::Tile, "5-9 9-8 8-5 5-1 1-2", "5-9 9-8 8-5 5-1 1-2"),
        ("5-18 5-1 1-2", 5, Doubles::Tile, "5-1 1-2", "5-18"),
        // A train must not end with a double unless it uses up the hand (MT-17).
        ("9-9", 9, Doubles::Close, "9-9", "9-9"),
        ("9-9 1-2", 9, Doubles::Close, "", ""),
        ("9-9 9-2", 9, Doubles::Close, "9-9 9-2", "9-9 9-2"),
        ("9-9 9-2", 2, Doubles::Close, "2-9 9-9", "2-9 9-9"),
        ("9-9 9-2 1-1", 2, Doubles::Close, "2-9", "2-9"),
        ("0-5 0-0 1-5 1-2", 5, Doubles::Close, "5-1 1-2", "5-1 1-2"),
        ("0-5 0-0 0-1 5-18", 5, Doubles::Close, "5-0 0-0 0-1", "5-0 0-0 0-1"),
        ("9-9 9-2 2-3 3-9 1-1", 9, Doubles::Close, "9-9 9-2 2-3 3-9", "9-9 9-2 2-3 3-9"),
        ("9-9 9-2 2-3 3-9 1-1", 2, Doubles::Close, "2-9 9-9 9-3 3-2", "2-9 9-9 9-3 3-2"),
    ] {
        let best = Best { longest: worth(&tiles(longest)), heaviest: worth(&tiles(heaviest)) };
        assert_eq!(checked(&tiles(hand), end, doubles), best, "{hand} from {end}, {doubles:?}");
    }
}

/// All tiles that join a number of one group with one of the other.
fn between(some: Range<u8>, others: Range<u8>) -> Vec<Tile> {
    some.flat_map(|a| others.clone().map(move |b| (a, b))).collect()
}

/// All tiles with these numbers, without doubles.
fn all_of(numbers: Range<u8>) -> Vec<Tile> {
    let lowest = numbers.start;
    numbers.flat_map(|b| (lowest..b).map(move |a| (a, b))).collect()
}

/// Large hands: parity decides how many tiles must be left out.
#[test]
fn mt_29_large_hands_decided_by_parity() {
    let doubles = |numbers: Range<u8>| numbers.map(|number| (number, number));
    let without = |tiles: Vec<Tile>, gone: &[Tile]| -> Vec<Tile> {
        tiles.into_iter().filter(|tile| !gone.contains(tile)).collect()
    };
    let seven: Vec<Tile> = all_of(0..7).into_iter().chain(doubles(0..4)).collect();
    let eight = without(all_of(0..8), &[(0, 1), (2, 3), (4, 5)]);
    let across = |number: u8| (number % 4 < 3).then_some((number, number + 1));
    let down = |number: u8| (number < 12).then_some((number, number + 4));
    let grid: Vec<Tile> = (0..16).flat_map(|number| [across(number), down(number)]).flatten().collect();
    let triangles: Vec<Tile> =
        (0..8).map(|k| 2 * k + 1).flat_map(|a| [(0, a), (a, a + 1), (a + 1, 0)]).collect();
    let chain: Vec<Tile> = (0..18).map(|a| (a, a + 1)).chain(doubles(12..19)).collect();
    let star: Vec<Tile> = (1..19).map(|a| (0, a)).chain(doubles(0..7)).collect();
    let two_of_five: Vec<Tile> =
        [(0, 1), (0, 6)].into_iter().chain(all_of(1..6)).chain(all_of(6..11)).collect();
    for (hand, end, longest) in [
        // All numbers have even degree.
        (seven.clone(), 0, 25),
        (seven, 6, 25),
        (between(0..4, 4..10), 0, 24),
        (triangles.clone(), 0, 24),
        (triangles, 5, 24),
        // Two numbers have odd degree.
        (eight.clone(), 7, 25),
        (eight, 0, 24),
        (chain.clone(), 0, 25),
        (chain, 9, 9 + 7),
        // Eight or ten have odd degree.
        (between(0..5, 5..10), 0, 21),
        (grid.clone(), 1, 21),
        (grid, 0, 20),
        // No way back.
        (star.clone(), 0, 3),
        (star.clone(), 18, 4),
        (star, 1, 5),
        (two_of_five, 0, 11),
    ] {
        assert!(hand.len() <= 25);
        assert_eq!(checked(&hand, end, Doubles::Tile).longest.0, longest, "from {end} of {hand:?}");
    }
}

/// The hardest known hands, and hands that fall apart in many ways. The expected values come from
/// the table of all sets.
#[test]
fn mt_29_hardest_known_hands() {
    for (hand, end, [longest, heaviest], [close_longest, close_heaviest]) in [
        (
            "0-3 0-4 0-5 0-6 0-8 0-9 0-14 1-3 1-4 1-5 1-6 1-7 1-8 1-9 1-10 2-3 2-4 2-5 2-6 2-7 2-8 2-9 2-10 7-14 10-14",
            2,
            [(18, 164), (17, 166)],
            [(18, 164), (17, 166)],
        ),
        (
            "0-3 0-4 0-5 0-6 0-7 0-8 0-9 0-10 0-11 1-3 1-4 1-5 1-6 1-7 1-9 1-10 2-3 2-4 2-5 2-6 2-8 2-9 2-10 7-11 8-11",
            0,
            [(18, 154), (17, 155)],
            [(18, 154), (17, 155)],
        ),
        (
            "0-3 0-9 0-18 1-3 1-18 2-7 2-14 3-4 3-9 4-5 4-11 5-6 5-13 5-16 6-10 6-16 7-12 7-17 9-18 10-13 10-14 11-12 11-17 12-17 13-16",
            14,
            [(14, 218), (13, 244)],
            [(14, 218), (13, 244)],
        ),
        (
            "0-5 0-9 3-6 3-9 3-18 4-5 4-9 4-11 5-8 6-8 6-11 6-13 7-14 7-15 8-13 9-13 10-13 10-15 10-17 11-13 12-16 12-17 14-15 14-16 17-17",
            16,
            [(17, 315), (17, 315)],
            [(17, 315), (17, 315)],
        ),
        (
            "0-2 0-5 0-12 1-4 1-10 1-17 2-3 2-7 3-9 4-17 5-7 5-9 6-7 6-9 6-12 8-11 8-15 9-12 9-14 10-14 10-17 11-14 11-15 11-16 16-17",
            16,
            [(16, 260), (16, 260)],
            [(16, 260), (16, 260)],
        ),
        (
            "2-10 2-14 2-16 4-5 4-6 4-9 5-9 5-12 5-13 6-9 6-13 7-8 7-10 7-15 8-10 8-16 9-12 9-13 10-15 10-16 12-13 13-17 14-16 14-17 15-16",
            17,
            [(10, 229), (10, 229)],
            [(10, 229), (10, 229)],
        ),
        (
            "0-6 0-7 0-11 0-14 0-0 1-3 1-8 1-9 1-15 2-2 2-10 2-17 2-18 3-3 3-7 4-6 4-9 4-13 5-17 5-5 6-12 7-13 9-17 10-11 12-18",
            0,
            [(18, 301), (18, 301)],
            [(17, 291), (17, 291)],
        ),
    ] {
        let hand = tiles(hand);
        let close = Best { longest: close_longest, heaviest: close_heaviest };
        let best = [Best { longest, heaviest }, close];
        assert_eq!(BOTH.map(|doubles| checked(&hand, end, doubles)), best, "from {end} of {hand:?}");
    }
}
