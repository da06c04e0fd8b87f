//! Dou Dizhu's combinations by brute force, written from the rules (DD-14 to DD-34): every way to
//! split a set of cards into a main part and attached cards.

use std::collections::BTreeSet;

use oxideal_engine::doudizhu::{BLACK, Cards, DouDizhu, Kind, Play, RANKS, RED, Rules};
use oxideal_engine::{Chance as _, Error, Rules as _};

use crate::choices::Choices;
use crate::games::Fuzzed as _;

/// The number of cards of each rank.
pub(crate) type Counts = [u8; RANKS];

const ACE: usize = 11;

/// One reading of a set of cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reading {
    kind: Kind,
    main: Counts,
    attached: Counts,
}

impl Reading {
    /// The same for a play of the engine.
    pub(crate) fn of(play: &Play) -> Self {
        Self { kind: play.kind(), main: play.main().counts(), attached: play.attached().counts() }
    }

    fn cards(&self) -> u32 {
        self.main.iter().chain(&self.attached).map(|&count| u32::from(count)).sum()
    }

    fn highest(&self) -> Option<usize> {
        self.main.iter().rposition(|&count| count > 0)
    }

    /// DD-11, DD-26, DD-28, DD-29.
    pub(crate) fn beats(&self, other: &Self) -> bool {
        match (self.kind, other.kind) {
            (_, Kind::Rocket) => false,
            (Kind::Bomb, Kind::Bomb) => (self.cards(), self.highest()) > (other.cards(), other.highest()),
            (Kind::Bomb | Kind::Rocket, _) => true,
            (mine, theirs) => {
                mine == theirs && self.cards() == other.cards() && self.highest() > other.highest()
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kickers {
    None,
    Cards,
    Pairs,
}

/// A kind of combination: cards per rank of the main part, allowed lengths, and kickers.
struct Shape {
    kind: Kind,
    each: u8,
    lengths: std::ops::RangeInclusive<usize>,
    kickers: Kickers,
}

/// All readings of some cards of the deck.
pub(crate) fn readings(rules: &Rules, cards: &Counts) -> BTreeSet<Reading> {
    let options = rules.options();
    let mut found = BTreeSet::new();
    let total: u32 = cards.iter().map(|&count| u32::from(count)).sum();
    if total == 0 || total > if options.players == 3 { 20 } else { 33 } {
        return found;
    }
    let jokers = if options.players == 3 { 1 } else { 2 };
    let mut rocket = [0; RANKS];
    (rocket[BLACK as usize], rocket[RED as usize]) = (jokers, jokers);
    if *cards == rocket {
        found.insert(Reading { kind: Kind::Rocket, main: rocket, attached: [0; RANKS] });
    }
    if cards.iter().any(|&count| count >= 4 && u32::from(count) == total) {
        found.insert(Reading { kind: Kind::Bomb, main: *cards, attached: [0; RANKS] });
    }
    for shape in shapes(rules) {
        for length in shape.lengths.clone() {
            // A chain ends with the ace at most; a single rank can be any.
            let starts = if length == 1 { RANKS } else { (ACE + 2).saturating_sub(length) };
            for start in 0..starts {
                found.extend(split(rules, cards, &shape, start..start + length));
            }
        }
    }
    found
}

fn shapes(rules: &Rules) -> Vec<Shape> {
    let options = rules.options();
    let shape = |kind, each, lengths, kickers| Shape { kind, each, lengths, kickers };
    let longest = usize::from(options.sequence_max);
    let mut shapes = vec![
        shape(Kind::Single, 1, 1..=1, Kickers::None),
        shape(Kind::Pair, 2, 1..=1, Kickers::None),
        shape(Kind::Triplet, 3, 1..=1, Kickers::None),
        shape(Kind::TripletWithPair, 3, 1..=1, Kickers::Pairs),
        shape(Kind::Sequence, 1, 5..=longest, Kickers::None),
        shape(Kind::SequenceOfPairs, 2, 3..=12, Kickers::None),
        shape(Kind::SequenceOfTriplets, 3, 2..=12, Kickers::None),
        shape(Kind::SequenceOfTripletsWithPairs, 3, 2..=12, Kickers::Pairs),
    ];
    if options.players == 3 {
        shapes.push(shape(Kind::TripletWithCard, 3, 1..=1, Kickers::Cards));
        shapes.push(shape(Kind::SequenceOfTripletsWithCards, 3, 2..=12, Kickers::Cards));
        if options.quadplex {
            shapes.push(shape(Kind::QuadplexWithCards, 4, 1..=1, Kickers::Cards));
            shapes.push(shape(Kind::QuadplexWithPairs, 4, 1..=1, Kickers::Pairs));
        }
    }
    shapes
}

/// The cards as this main part and kickers, if the other cards can be kickers.
fn split(rules: &Rules, cards: &Counts, shape: &Shape, ranks: std::ops::Range<usize>) -> Option<Reading> {
    let options = rules.options();
    // Kickers share no rank with the main part, so the main part has all cards of its ranks.
    if cards[ranks.clone()].iter().any(|&count| count != shape.each) {
        return None;
    }
    let (mut main, mut attached) = ([0; RANKS], *cards);
    main[ranks.clone()].fill(shape.each);
    attached[ranks.clone()].fill(0);
    let left = attached.iter().map(|&count| usize::from(count)).sum::<usize>();
    let times = if shape.each == 4 { 2 } else { ranks.len() };
    let fits = match shape.kickers {
        Kickers::None => left == 0,
        Kickers::Pairs => left == 2 * times && attached.iter().all(|&count| count == 0 || count == 2),
        Kickers::Cards => {
            let is_chain = ranks.len() > 1;
            let next_to = |rank| rank <= ACE && (rank + 1 == ranks.start || rank == ranks.end);
            let both_jokers = attached[BLACK as usize] > 0 && attached[RED as usize] > 0;
            let extends = (0..RANKS).any(|rank| is_chain && next_to(rank) && attached[rank] >= 3);
            left == times
                && attached.iter().all(|&count| count <= options.kicker_repeat)
                && (options.kicker_both_jokers || !both_jokers)
                && (options.kicker_extends_chain || !extends)
        }
    };
    fits.then_some(Reading { kind: shape.kind, main, attached })
}

/// Random cards of the deck, or nearly a combination.
pub(crate) fn some_cards(rules: &Rules, choices: &mut Choices<'_>) -> Cards {
    let deck = rules.deck().counts();
    let mut counts = [0; RANKS];
    if choices.flag() {
        let action = choices.below(rules.num_actions());
        if let Some(play) = rules.to_move(action).as_ref().and_then(|chosen| chosen.play()) {
            counts = play.cards().counts();
        }
    }
    for _ in 0..choices.byte() % 8 {
        let rank = choices.below(RANKS as u32) as usize;
        counts[rank] = choices.byte() % (deck[rank] + 1);
    }
    Cards::from_counts(&counts)
}

/// Input: the rules, then two sets of cards.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    let rules = DouDizhu::rules(&mut choices);
    let [mine, theirs] = [(); 2].map(|()| {
        let cards = some_cards(&rules, &mut choices);
        reads_all(&rules, cards)
    });
    for (mine, my_reading) in &mine {
        for (theirs, their_reading) in &theirs {
            assert_eq!(mine.beats(theirs), my_reading.beats(their_reading), "{mine} on {theirs}");
            assert_eq!(mine.why_not(theirs).is_none(), mine.beats(theirs), "{mine} on {theirs}");
        }
    }
}

/// The engine's readings of some cards, after checking them against brute force; each one is an
/// action.
fn reads_all(rules: &Rules, cards: Cards) -> Vec<(Play, Reading)> {
    let found: Vec<(Play, Reading)> =
        rules.readings(cards).iter().map(|play| (play, Reading::of(&play))).collect();
    let expected = readings(rules, &cards.counts());
    assert_eq!(
        found.iter().map(|(_, reading)| reading.clone()).collect::<BTreeSet<_>>(),
        expected,
        "{cards}"
    );
    assert_eq!(found.len(), expected.len(), "{cards}");
    let ids: Vec<_> = found.iter().map(|(play, _)| rules.action(rules.to_play_move(*play))).collect();
    assert!(ids.iter().all(Option::is_some) && ids.is_sorted_by(|a, b| a < b), "{cards}: {ids:?}");
    for (id, (play, _)) in ids.iter().flatten().zip(&found) {
        let chosen = rules.to_move(*id).expect("the id is in the table");
        assert_eq!(chosen.play(), Some(play));
        assert_eq!(rules.parse(&chosen.to_string()), Ok(chosen));
        assert_eq!(Cards::from_counts(&rules.features(*id)), cards);
    }
    match (rules.classify(cards), &found[..]) {
        (Ok(play), [(only, _)]) => assert_eq!(play, *only),
        (Err(Error::InvalidMove(_) | Error::InvalidArgument(_)), [] | [_, _, ..]) => {}
        (classified, _) => panic!("{cards}: {classified:?}, but there are {} readings", found.len()),
    }
    found
}
