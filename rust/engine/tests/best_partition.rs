//! The best partition of a hand (RM-18), against all ways to split it. The property
//! `melds` of `rust/fuzz` tries all ways to play small hands.

#[path = "../../bots/tests/effort/mod.rs"]
mod effort;

use std::collections::HashMap;

use effort::times;
use oxideal_engine::rummy::{Ace, Card, Cards, Meld, Place, Table, best_partition, least_left};
use oxideal_engine::{Chance, SplitMix64};

/// Points left, then cards left.
type Left = (u32, u32);

/// The places of a meld in runs: 4 · rank + suit; a high ace is at 52 + suit.
type Laid = Vec<u8>;

const PACK: u64 = (1 << 52) - 1;

fn members(set: u64) -> Vec<u8> {
    (0..56).filter(|place| set >> place & 1 == 1).collect()
}

fn set(cards: &[u8]) -> u64 {
    cards.iter().map(|&place| if place < 52 { 1 << place } else { 1 << (place - 52) }).sum()
}

fn left(rest: u64, aces_high: bool) -> Left {
    let ace = if aces_high { 15 } else { 1 };
    let points = |place: &u8| if *place < 4 { ace } else { u32::from(place / 4 + 1).min(10) };
    (members(rest).iter().map(points).sum(), rest.count_ones())
}

/// All melds of the pack (RM-08, RM-09, RM-15).
fn all_melds(aces_high: bool) -> Vec<Laid> {
    let mut melds = Vec::new();
    for rank in 0..13 {
        let four: Laid = (4 * rank..4 * rank + 4).collect();
        melds.extend((0..4).map(|gone| four.iter().copied().filter(|&card| card != four[gone]).collect()));
        melds.push(four);
    }
    let ranks = if aces_high { 14 } else { 13 };
    for suit in 0..4 {
        for first in 0..ranks {
            for last in first + 2..ranks.min(first + 13) {
                melds.push((first..=last).map(|rank| 4 * rank + suit).collect());
            }
        }
    }
    melds
}

fn is_group(meld: &[u8]) -> bool {
    meld[0] / 4 == meld[1] / 4
}

/// Where a card can be laid off: the meld, the end, and the place that the card then takes.
fn fits(table: &[Laid], card: u8, aces_high: bool) -> Vec<(usize, Place, u8)> {
    let mut fits = Vec::new();
    for (number, meld) in table.iter().enumerate() {
        if is_group(meld) {
            if meld.len() == 3 && meld[0] / 4 == card / 4 {
                fits.push((number, Place::Group, card));
            }
        } else {
            if card + 4 == meld[0] {
                fits.push((number, Place::Low, card));
            }
            let highest = meld[meld.len() - 1];
            let high = if aces_high && card < 4 { card + 52 } else { card };
            if highest + 4 == high && high < if aces_high { 56 } else { 52 } {
                fits.push((number, Place::High, high));
            }
        }
    }
    fits
}

/// The table after a lay-off.
fn lay_off(table: &[Laid], (number, place, lies): (usize, Place, u8)) -> Vec<Laid> {
    let mut table = table.to_vec();
    let at = if place == Place::High { table[number].len() } else { 0 };
    table[number].insert(at, lies);
    table
}

fn engine_cards(set: u64) -> Cards {
    Cards::of_bits(set).unwrap_or_else(|| panic!("{set} has other bits"))
}

fn engine_table(table: &[Laid], ace: Ace) -> Table {
    let meld = |meld: &Laid| {
        let cards: Vec<Card> = meld.iter().filter_map(|&place| engine_cards(set(&[place])).first()).collect();
        Meld::of(&cards, ace).unwrap_or_else(|| panic!("{meld:?} is not a meld"))
    };
    table.iter().map(meld).collect()
}

/// What the best partition leaves, after checking that it can be played.
fn checked(hand: u64, table: &[Laid], aces_high: bool) -> Left {
    let ace = if aces_high { Ace::Both } else { Ace::Low };
    let engine_table = engine_table(table, ace);
    let partition = best_partition(engine_cards(hand), &engine_table, ace);
    let text = format!("{:?} on {table:?}, {aces_high}: {partition:?}", members(hand));
    let melds = all_melds(aces_high);
    let mut unplayed = hand;
    let mut play = |cards: u64| {
        assert_eq!(unplayed & cards, cards, "{text}");
        unplayed &= !cards;
    };
    for meld in partition.melds() {
        let meld = match meld {
            Meld::Group(cards) => members(cards.bits()),
            Meld::Run(run) => (0..run.length()).map(|more| run.first() + 4 * more).collect(),
        };
        assert!(melds.contains(&meld), "{text}");
        play(set(&meld));
    }
    let mut table = table.to_vec();
    for (card, place) in partition.lay_offs() {
        let fits = fits(&table, card.number(), aces_high);
        let fit = fits.iter().find(|fit| fit.1 == place);
        table = lay_off(&table, *fit.unwrap_or_else(|| panic!("{text}")));
        play(1 << card.number());
    }
    let (points, rest) = (partition.points(), partition.rest());
    assert_eq!(unplayed, rest.bits(), "{text}");
    assert_eq!(least_left(engine_cards(hand), &engine_table, ace), (points, rest), "{text}");
    let left = left(rest.bits(), aces_high);
    assert_eq!(left.0, points, "{text}");
    left
}

/// Splits the hand into pieces: melds, single cards laid off on groups, and rows of cards laid off
/// on runs. Memoizes the best result for each remaining hand.
struct Pieces {
    /// The pieces whose lowest card is this one.
    beginning: [Vec<u64>; 52],
    aces_high: bool,
    known: HashMap<u64, Left>,
}

impl Pieces {
    fn new(hand: u64, table: &[Laid], aces_high: bool) -> Self {
        let mut pieces: Vec<u64> = all_melds(aces_high).iter().map(|meld| set(meld)).collect();
        for meld in table {
            if is_group(meld) {
                pieces.push((0xF << (meld[0] / 4 * 4)) & !set(meld));
                continue;
            }
            let mut row = 0;
            for place in (meld[0] % 4..meld[0]).step_by(4).rev() {
                row |= 1 << place;
                pieces.push(row);
            }
            let mut row = 0;
            for place in (meld[meld.len() - 1]..if aces_high { 56 } else { 52 }).step_by(4).skip(1) {
                row |= set(&[place]);
                pieces.push(row);
            }
        }
        pieces.retain(|&piece| piece != 0 && hand & piece == piece);
        let of = |card| {
            let pieces = pieces.iter().copied();
            pieces.filter(|piece| piece.trailing_zeros() == card).collect()
        };
        Self { beginning: std::array::from_fn(|card| of(card as u32)), aces_high, known: HashMap::new() }
    }

    fn best(&mut self, hand: u64) -> Left {
        if hand == 0 {
            return (0, 0);
        }
        if let Some(&best) = self.known.get(&hand) {
            return best;
        }
        let lowest = hand & hand.wrapping_neg();
        let (points, count) = self.best(hand & !lowest);
        let of_lowest = left(lowest, self.aces_high);
        let mut best = (points + of_lowest.0, count + of_lowest.1);
        for piece in self.beginning[lowest.trailing_zeros() as usize].clone() {
            if hand & piece == piece {
                best = best.min(self.best(hand & !piece));
            }
        }
        self.known.insert(hand, best);
        best
    }
}

fn by_splitting(hand: u64, table: &[Laid], aces_high: bool) -> Left {
    Pieces::new(hand, table, aces_high).best(hand)
}

/// Draws `count` of these cards, or all of them if there are fewer.
fn draw(mut from: u64, count: u32, chance: &mut SplitMix64) -> u64 {
    let mut drawn = 0;
    for _ in 0..count.min(from.count_ones()) {
        let cards = members(from);
        let card = 1 << cards[chance.below(cards.len() as u32) as usize];
        drawn |= card;
        from &= !card;
    }
    drawn
}

/// The whole pack, or one where cards fit together more often: a few ranks in sequence, a few
/// suits, or both ends of all suits.
fn pack(chance: &mut SplitMix64) -> u64 {
    let ranks = |first: u32, count: u32| ((1 << (4 * count)) - 1) << (4 * first);
    let suits = |suits: u64| (0..13).map(|rank| suits << (4 * rank)).sum::<u64>();
    match chance.below(6) {
        0 => PACK,
        1 => ranks(chance.below(10), 4) & PACK,
        2 => ranks(chance.below(8), 6) & PACK,
        3 => suits(3),
        4 => suits(7) & (ranks(0, 4) | ranks(9, 4)),
        _ => ranks(0, 3) | ranks(10, 3),
    }
}

/// Random melds of these cards.
fn draw_table(mut from: u64, most: u32, aces_high: bool, chance: &mut SplitMix64) -> Vec<Laid> {
    let melds = all_melds(aces_high);
    let mut table = Vec::new();
    for _ in 0..chance.below(most + 1) {
        let possible: Vec<&Laid> = melds.iter().filter(|meld| from & set(meld) == set(meld)).collect();
        if possible.is_empty() {
            break;
        }
        let meld = possible[chance.below(possible.len() as u32) as usize];
        // Long runs use up the cards of all others.
        if meld.len() < 6 || chance.below(4) == 0 {
            from &= !set(meld);
            table.push(meld.clone());
        }
    }
    table
}

/// Cards that are likely to fit a table: the melds' neighbours. Most hands are drawn from them.
fn beside(table: &[Laid], aces_high: bool) -> u64 {
    let laid: u64 = table.iter().map(|meld| set(meld)).sum();
    let near = |card: &u8| !fits(table, *card, aces_high).is_empty();
    let once = set(&members(PACK & !laid).into_iter().filter(near).collect::<Vec<u8>>());
    (once | once << 4 | once >> 4 | once << 8 | once >> 8) & PACK & !laid
}

/// A random hand and table.
fn situation(cards: u32, melds: u32, aces_high: bool, chance: &mut SplitMix64) -> (u64, Vec<Laid>) {
    let pack = pack(chance);
    let table = draw_table(PACK, melds, aces_high, chance);
    let laid: u64 = table.iter().map(|meld| set(meld)).sum();
    let near = beside(&table, aces_high);
    let some = chance.below(cards + 1);
    let hand = draw(near, some, chance);
    (hand | draw(pack & !laid & !hand, cards - some, chance), table)
}

#[test]
fn rm_18_matches_trying_all_partitions() {
    let mut chance = SplitMix64::new(2);
    for number in 0..times(20_000) {
        let aces_high = number % 2 == 0;
        let melds = if number % 3 == 0 { 0 } else { 7 };
        let cards = 8 + chance.below(if number % 10 == 0 { 11 } else { 5 });
        let (hand, table) = situation(cards, melds, aces_high, &mut chance);
        let best = by_splitting(hand, &table, aces_high);
        assert_eq!(checked(hand, &table, aces_high), best, "{:?} on {table:?}, {aces_high}", members(hand));
    }
}

#[test]
fn rm_18_matches_all_partitions_of_large_hands() {
    let mut chance = SplitMix64::new(3);
    for number in 0..times(40) {
        let aces_high = number % 2 == 0;
        let laid = draw_table(PACK, 6, aces_high, &mut chance);
        let hand = PACK & !laid.iter().map(|meld| set(meld)).sum::<u64>();
        let table = if number % 3 == 0 { Vec::new() } else { laid };
        let less = chance.below(25);
        let hand = hand & !draw(hand, less, &mut chance);
        let best = by_splitting(hand, &table, aces_high);
        assert_eq!(checked(hand, &table, aces_high), best, "{:?} on {table:?}, {aces_high}", members(hand));
    }
}

/// Suits can be swapped, and one more card leaves at most its own points more.
#[test]
fn rm_18_large_hands_do_not_depend_on_suits() {
    let mut chance = SplitMix64::new(4);
    for number in 0..times(2000) {
        let aces_high = number % 2 == 0;
        let hand = draw(PACK, 10 + chance.below(43), &mut chance);
        let best = checked(hand, &[], aces_high);
        let mut suits = [0, 1, 2, 3];
        chance.shuffle(&mut suits);
        let swap = |card: u8| card / 4 * 4 + suits[usize::from(card % 4)];
        let swapped: Vec<u8> = members(hand).into_iter().map(swap).collect();
        assert_eq!(checked(set(&swapped), &[], aces_high), best, "{:?}", members(hand));
        let card = draw(hand, 1, &mut chance);
        let less = checked(hand & !card, &[], aces_high);
        let own = left(card, aces_high);
        assert!(best <= (less.0 + own.0, less.1 + own.1), "{:?}", members(hand));
    }
}

fn cards(text: &str) -> Vec<u8> {
    let card = |text: &str| {
        let place =
            |all: &str, at| all.find(&text[at..=at]).unwrap_or_else(|| panic!("{text} is not a card")) as u8;
        4 * place("A23456789TJQK", 0) + place("CDHS", 1)
    };
    text.split_whitespace().map(card).collect()
}

/// Reads melds from a text. An ace at the end of a run is high.
fn table(text: &str) -> Vec<Laid> {
    let meld = |text: &str| {
        let mut meld = cards(text);
        if let Some(last) = meld.last_mut().filter(|last| **last < 4 && text.contains('K')) {
            *last += 52;
        }
        meld
    };
    text.split(',').map(meld).filter(|meld| !meld.is_empty()).collect()
}

/// Hands with a known result, without and with high aces.
#[test]
fn rm_18_known_hands() {
    for (hand, on, low, high) in [
        ("", "", (0, 0), (0, 0)),
        ("7C 7D 7S", "", (0, 0), (0, 0)),
        ("7C 7D", "", (14, 2), (14, 2)),
        ("9H TH JH", "", (0, 0), (0, 0)),
        ("QH KH AH", "", (21, 3), (0, 0)),
        ("KH AH 2H", "", (13, 3), (27, 3)),
        ("AH 2H 3H QH KH", "", (20, 2), (5, 2)),
        ("AH 2H 3H 4H QH KH", "", (20, 2), (0, 0)),
        ("AH 2H 3H JH QH KH", "", (0, 0), (0, 0)),
        ("AC 2C 3C AD AH AS", "", (0, 0), (0, 0)),
        ("AC 2C 3C AD AH", "", (2, 2), (5, 2)),
        // The group or the run: both can use the 5H.
        ("5C 5D 5H 6H 7H", "", (10, 2), (10, 2)),
        ("5C 5D 5H 5S 6H 7H", "", (0, 0), (0, 0)),
        ("5C 5D 5H 4H 6H 7H 8H", "", (4, 1), (4, 1)),
        ("5C 5D 5H 3H 4H 6H 7H", "", (10, 2), (10, 2)),
        // Fewer cards for the same points: other partitions of the first two leave three cards.
        ("3C 3D 3H 3S 4D 4H 4S 5H 5S", "", (10, 2), (10, 2)),
        ("3S 4C 4S 5C 5D 5S 6C 6D 6S", "", (11, 2), (11, 2)),
        ("TC TD TH JH QH", "", (20, 2), (20, 2)),
        ("8C 8D 8H AH 2H 3H 4H 5H 6H 7H", "", (0, 0), (0, 0)),
        ("3C 3D 3H AH 2H 3S", "", (0, 0), (0, 0)),
        ("2C 2D 2H 4C 4D AH 3H 4H 5H", "", (9, 3), (9, 3)),
        // Lay-offs that depend on one another.
        ("7H", "7C 7D 7S", (0, 0), (0, 0)),
        ("7H 8H 9H", "7C 7D 7S", (0, 0), (0, 0)),
        ("QH KH AH", "9H TH JH", (1, 1), (0, 0)),
        ("QH KH AH", "TH JH QD", (21, 3), (0, 0)),
        ("3H 2H AH", "4H 5H 6H", (0, 0), (0, 0)),
        ("8H", "5H 6H 7H, 9H TH JH", (0, 0), (0, 0)),
        ("8H KC", "5H 6H 7H, 9H TH JH", (10, 1), (10, 1)),
        ("AH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", (0, 0), (0, 0)),
        ("JD 2D", "QD KD AD", (12, 2), (2, 1)),
        ("7H 8H 8C 8D", "7C 7D 7S, 4H 5H 6H", (0, 0), (0, 0)),
        ("7H 8C 8D 8H 9H", "7C 7D 7S", (9, 1), (9, 1)),
        ("7H 8C 8D 8H 8S 9H TH", "7C 7D 7S", (0, 0), (0, 0)),
    ] {
        let (hand, on) = (set(&cards(hand)), table(on));
        for (aces_high, best) in [(false, low), (true, high)] {
            if !on.iter().all(|meld| all_melds(aces_high).contains(meld)) {
                continue;
            }
            assert_eq!(
                by_splitting(hand, &on, aces_high),
                best,
                "{:?} on {on:?}, {aces_high}",
                members(hand)
            );
            assert_eq!(checked(hand, &on, aces_high), best, "{:?} on {on:?}, {aces_high}", members(hand));
        }
    }
}

/// The whole pack without some ranks or suits.
#[test]
fn rm_18_whole_packs() {
    for aces_high in [false, true] {
        assert_eq!(checked(PACK, &[], aces_high), (0, 0));
        for card in 0..52 {
            assert_eq!(checked(PACK & !(1 << card), &[], aces_high), (0, 0), "without {card}");
        }
        for suits in 1..16 {
            let hand = (0..13).map(|rank| suits << (4 * rank)).sum();
            assert_eq!(checked(hand, &[], aces_high), (0, 0), "suits {suits}");
        }
    }
}

/// The hardest known hands: hands of eleven cards, and the pack without some cards.
#[test]
fn rm_18_hardest_known_hands() {
    for (hand, on) in [
        ("AC AD AH AS 2C 2D 2S 3C 3D 3S 4S", ""),
        ("AC AD AH AS 2C 2D 2S 3C 3D 3S 4S", "TC JC QC KC, 9D TD JD QD KD, 8H 9H TH JH QH KH, 7S 8S 9S TS"),
        ("AC AD AH AS 2D 2H 2S 3D 3H 3S 4H", "8D 8H 8S, TC JC QC KC, JD QD KD, 9S TS JS QS KS"),
        ("AC AD AH AS JS QC QD QS KC KD KS", "2D 3D 4D 5D, 2H 3H 4H 5H 6H, 2S 3S 4S 5S 6S, 6C 7C 8C"),
        ("AC AH AS JS QC QD QH QS KC KH KS", "2C 3C 4C 5C, 2H 3H 4H, 2S 3S 4S 5S 6S 7S, 9D 9H 9S"),
    ] {
        let (hand, on) = (set(&cards(hand)), table(on));
        for aces_high in [false, true] {
            let best = by_splitting(hand, &on, aces_high);
            assert_eq!(checked(hand, &on, aces_high), best, "{:?} on {on:?}, {aces_high}", members(hand));
        }
    }
    for gone in [
        "8H 9C TC TH TS JD JH",
        "7D 8C 8S 9H TC TH TS JC JD",
        "8C TC TD JH JS",
        "9D 9H TD QH QS KH",
        "7H 8C 8S 9C 9D 9S TD JC JH JS",
    ] {
        let hand = PACK & !set(&cards(gone));
        for aces_high in [false, true] {
            let best = by_splitting(hand, &[], aces_high);
            assert_eq!(checked(hand, &[], aces_high), best, "without {gone}, {aces_high}");
        }
    }
}
