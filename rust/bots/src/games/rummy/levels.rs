//! The levels: beginners overlook lay-offs, forget the discard pile, and discard without looking.

use std::cmp::Reverse;

use oxideal_engine::Action;
use oxideal_engine::rummy::{Card, Move, Rummy, View};

use crate::levels::Chooser::{self, Beginner, Rule, Search};
use crate::levels::{Ladder, Level, legal_moves};

const MELDS: Chooser<Rummy> = Beginner(|view, _| choose(view, Skill::Melds));
const LAYS_OFF: Chooser<Rummy> = Beginner(|view, _| choose(view, Skill::LaysOff));
const TAKES: Chooser<Rummy> = Beginner(|view, _| choose(view, Skill::Takes));
const KEEPS_PAIRS: Chooser<Rummy> = Beginner(|view, _| choose(view, Skill::KeepsPairs));

impl Ladder for Rummy {
    #[rustfmt::skip] // a table
    const LEVELS: &'static [Level<Self>] = &[
        Level::new(0, LAYS_OFF, "sees 1% of its lay-offs at once; takes no discards; discards its highest card").mistaken(99, MELDS),
        Level::new(77, LAYS_OFF, "as level 1, but sees 2% of its lay-offs at once").mistaken(98, MELDS),
        Level::new(147, LAYS_OFF, "as level 1, but sees 4% of its lay-offs at once").mistaken(96, MELDS),
        Level::new(239, LAYS_OFF, "as level 1, but sees 12% of its lay-offs at once").mistaken(88, MELDS),
        Level::new(328, LAYS_OFF, "as level 1, but sees 40% of its lay-offs at once").mistaken(60, MELDS),
        Level::new(406, LAYS_OFF, "sees all lay-offs; takes no discards; discards its highest card"),
        Level::new(468, TAKES, "takes a discard that makes a group; discards its highest card"),
        Level::new(550, KEEPS_PAIRS, "takes a discard that makes a group; keeps pairs; plans no runs"),
        Level::new(605, Rule, "plays by `rule`: remembers what was taken, and plans"),
        Level::new(645, Search(5000, false), "searches with 5,000 playouts"),
    ];
}

/// What a beginner does besides laying down melds. Each one also does what those before it do.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Skill {
    Melds,
    /// Sees that a card fits a meld on the table.
    LaysOff,
    /// Looks at the discard pile; others always draw from the stock.
    Takes,
    /// Others discard their highest card, whatever it goes with.
    KeepsPairs,
}

/// Lays down what is seen at once, and does not plan what to collect.
fn choose(view: &View, skill: Skill) -> Action {
    let rank = |card: Card| card.number() / 4;
    let count = |wanted| view.hand().into_iter().filter(|&card| rank(card) == wanted).count();
    let makes_group = || view.position().discards().next_back().is_some_and(|top| count(rank(top)) >= 2);
    let legal = legal_moves(view);
    let at_once = legal.iter().find(|(_, chosen)| match chosen {
        Move::Take => skill >= Skill::Takes && makes_group(),
        Move::Meld(_) => true,
        Move::LayOff { .. } => skill >= Skill::LaysOff,
        Move::Draw | Move::Discard(_) => false,
    });
    // The highest; of equal ranks, the first.
    let discards = legal.iter().filter_map(|each| match each.1 {
        Move::Discard(card) => {
            let alone = skill >= Skill::KeepsPairs && count(rank(card)) == 1;
            Some((Reverse((alone, rank(card))), each))
        }
        _ => None,
    });
    let discard = discards.min_by_key(|&(key, _)| key).map(|(_, each)| each);
    // After taking a card that can only be laid off, there is no discard.
    at_once.or(discard).or(legal.first()).map_or(0, |&(action, _)| action)
}
