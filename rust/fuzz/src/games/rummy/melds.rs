//! Rummy's melds, lay-offs and best partition of a small hand, against all ways to lay it down
//! (RM-08 to RM-10, RM-18).

use std::collections::{BTreeSet, HashMap};

use oxideal_engine::Chance as _;
use oxideal_engine::rummy::{
    Ace, Card, Cards, Meld, Place, Table, best_partition, count_melds, lay_offs, least_left, melds,
    read_cards,
};

use crate::choices::Choices;

/// With more cards there are too many ways.
const MAX_CARDS: u32 = 10;

/// A meld on the table: the suits of a group, or the first and last places of a run, where 13 is a
/// high ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Laid {
    Group { rank: u8, suits: u8 },
    Run { suit: u8, first: u8, last: u8 },
}

fn card(rank: u8, suit: u8) -> Cards {
    Cards::of_bits(1 << (4 * (rank % 13) + suit)).expect("there is such a card")
}

fn of_group(rank: u8, suits: u8) -> Cards {
    (0..4)
        .filter(|suit| suits >> suit & 1 == 1)
        .fold(Cards::NONE, |cards, suit| cards.union(card(rank, suit)))
}

impl Laid {
    fn cards(self) -> Cards {
        match self {
            Self::Group { rank, suits } => of_group(rank, suits),
            Self::Run { suit, first, last } => {
                (first..=last).fold(Cards::NONE, |cards, place| cards.union(card(place, suit)))
            }
        }
    }

    /// All melds.
    fn all(ace: Ace) -> Vec<Self> {
        let suits = [0b0111, 0b1011, 0b1101, 0b1110, 0b1111];
        let mut all: Vec<Self> =
            (0..13).flat_map(|rank| suits.map(|suits| Self::Group { rank, suits })).collect();
        let places = if ace == Ace::Both { 14 } else { 13 };
        for (suit, first) in (0..4).flat_map(|suit| (0..places).map(move |first| (suit, first))) {
            let lasts = first + 2..places.min(first + 13);
            all.extend(lasts.map(|last| Self::Run { suit, first, last }));
        }
        all
    }

    /// The places where a card can be laid off, with the resulting meld.
    fn with(self, new: Card, ace: Ace) -> Vec<(Place, Self)> {
        let (rank, suit) = (new.number() / 4, new.number() % 4);
        match self {
            Self::Group { rank: of, suits } if of == rank => {
                vec![(Place::Group, Self::Group { rank, suits: suits | 1 << suit })]
            }
            Self::Run { suit: of, first, last } if of == suit => {
                let low = (rank + 1 == first).then_some((Place::Low, Self::Run { suit, first: rank, last }));
                let place = if rank == 0 && ace == Ace::Both { 13 } else { rank };
                let high =
                    (place == last + 1).then_some((Place::High, Self::Run { suit, first, last: place }));
                low.into_iter().chain(high).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// RM-13, RM-15.
fn points(cards: Cards, ace: Ace) -> u32 {
    let of_rank = |rank: u8| match rank {
        0 if ace == Ace::Both => 15,
        _ => u32::from(rank + 1).min(10),
    };
    cards.into_iter().map(|card| of_rank(card.number() / 4)).sum()
}

/// Points and cards left by the best way to lay a hand down.
type Left = (u32, u8);

struct AllWays {
    ace: Ace,
    melds: Vec<Laid>,
    known: HashMap<(Cards, Vec<Laid>), Left>,
}

impl AllWays {
    fn least(&mut self, hand: Cards, table: &[Laid]) -> Left {
        let here = (hand, table.to_vec());
        if let Some(&left) = self.known.get(&here) {
            return left;
        }
        let mut next: Vec<(Cards, Vec<Laid>)> = Vec::new();
        for &meld in self.melds.iter().filter(|meld| hand.has_all(meld.cards())) {
            next.push((hand.without(meld.cards()), [table, &[meld]].concat()));
        }
        for card in hand {
            for (place, laid) in table.iter().enumerate() {
                for (_, longer) in laid.with(card, self.ace) {
                    let mut table = table.to_vec();
                    table[place] = longer;
                    next.push((hand.without(card.alone()), table));
                }
            }
        }
        let mut best = (points(hand, self.ace), hand.len());
        for (hand, mut table) in next {
            table.sort();
            best = best.min(self.least(hand, &table));
        }
        self.known.insert(here, best);
        best
    }
}

/// Input: the ace rule, melds for the table, then cards for the hand.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    let ace = if choices.flag() { Ace::Both } else { Ace::Low };
    let all = Laid::all(ace);
    let (mut laid, mut seen) = (Vec::new(), Cards::NONE);
    for _ in 0..choices.below(4) {
        let meld = choices.any(&all);
        if meld.cards().among(seen).is_empty() {
            laid.push(meld);
            seen = seen.union(meld.cards());
        }
    }
    let mut hand = Cards::NONE;
    // Adjacent cards, so that they form melds.
    let (lowest, ranks, suits) = (choices.below(13) as u8, 1 + choices.below(13), 1 + choices.below(4));
    for _ in 0..choices.below(MAX_CARDS + 1) {
        let one = card(lowest + choices.below(ranks) as u8, choices.below(suits) as u8);
        hand = hand.union(one.without(seen));
    }
    laid.sort();
    let table: Table = laid.iter().filter_map(|meld| of(*meld, ace)).collect();
    assert_eq!(table.cards(), seen);
    let text = format!("{hand} beside {laid:?}, {ace:?}");
    let expected: BTreeSet<String> = all
        .iter()
        .filter(|meld| hand.has_all(meld.cards()))
        .filter_map(|meld| Some(of(*meld, ace)?.to_string()))
        .collect();
    let found = melds(hand, ace);
    assert_eq!((found.len(), count_melds(hand, ace)), (expected.len(), expected.len()), "{text}");
    assert_eq!(found.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), expected, "{text}");
    let expected: BTreeSet<(u8, &str)> = hand
        .into_iter()
        .flat_map(|card| {
            laid.iter()
                .flat_map(move |meld| meld.with(card, ace))
                .map(move |(place, _)| (card.number(), place.name()))
        })
        .collect();
    let found = lay_offs(hand, &table, ace);
    assert_eq!(found.len(), expected.len(), "{text}");
    assert_eq!(
        found.iter().map(|(card, place)| (card.number(), place.name())).collect::<BTreeSet<_>>(),
        expected,
        "{text}"
    );
    parts_best(hand, &laid, &table, ace, &all);
}

/// The cards of a run in order: the last one shows where the ace is.
fn of(meld: Laid, ace: Ace) -> Option<Meld> {
    let cards: Vec<Card> = match meld {
        Laid::Group { .. } => meld.cards().into_iter().collect(),
        Laid::Run { suit, first, last } => (first..=last).flat_map(|place| card(place, suit)).collect(),
    };
    let made = Meld::of(&cards, ace);
    assert!(made.is_some_and(|made| made.cards() == meld.cards()), "{meld:?}");
    made
}

fn parts_best(hand: Cards, laid: &[Laid], table: &Table, ace: Ace, all: &[Laid]) {
    let best = best_partition(hand, table, ace);
    let text = format!("{hand} beside {laid:?}, {ace:?}: {best:?}");
    let melds = all.iter().copied().filter(|meld| hand.has_all(meld.cards())).collect();
    let expected = AllWays { ace, melds, known: HashMap::new() }.least(hand, laid);
    assert_eq!((best.points(), best.rest().len()), expected, "{text}");
    assert_eq!(least_left(hand, table, ace).0, best.points(), "{text}");
    assert_eq!(least_left(hand, table, ace).1.len(), best.rest().len(), "{text}");
    // The partition can be played card by card.
    let (mut left, mut table) = (hand, *table);
    for meld in best.melds() {
        assert!(left.has_all(meld.cards()), "{text}");
        left = left.without(meld.cards());
        table = table.melds().chain([meld]).collect();
    }
    for (card, place) in best.lay_offs() {
        assert!(lay_offs(left, &table, ace).contains(&(card, place)), "{text}");
        left = left.without(card.alone());
        table = laid_off(&table, card, place, ace);
    }
    assert_eq!((left, points(left, ace)), (best.rest(), best.points()), "{text}");
}

/// The table after a lay-off.
fn laid_off(table: &Table, card: Card, place: Place, ace: Ace) -> Table {
    let mut done = false;
    let longer = |meld: Meld| {
        let mut cards = read_cards(&meld.to_string()).expect("a meld is written as its cards");
        cards.insert(if place == Place::High { cards.len() } else { 0 }, card);
        let fits = !done
            && matches!(
                (place, meld),
                (Place::Group, Meld::Group(_)) | (Place::Low | Place::High, Meld::Run(_))
            );
        match Meld::of(&cards, ace).filter(|_| fits) {
            Some(longer) => {
                done = true;
                longer
            }
            None => meld,
        }
    };
    table.melds().map(longer).collect()
}
