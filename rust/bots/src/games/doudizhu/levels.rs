//! The levels: beginners overlook combinations, fight their partner, and waste or hoard bombs.

use std::cmp::Reverse;

use oxideal_engine::Action;
use oxideal_engine::doudizhu::{BLACK, DouDizhu, Kind, Move, Phase, Play, Rank, View};

use super::evaluation::PASS;
use crate::levels::Chooser::{self, Beginner, Networks, Rule};
use crate::levels::{Ladder, Level, legal_moves};

const SINGLES_ONLY: Chooser<DouDizhu> = Beginner(|view, _| choose(view, Kind::Single, true, true));
const WASTEFUL: Chooser<DouDizhu> = Beginner(|view, _| choose(view, Kind::Pair, true, true));
const THRIFTY: Chooser<DouDizhu> = Beginner(|view, _| choose(view, Kind::Pair, false, true));
const HOARDING: Chooser<DouDizhu> = Beginner(|view, _| choose(view, Kind::TripletWithPair, false, false));

impl Ladder for DouDizhu {
    #[rustfmt::skip] // a table
    const LEVELS: &'static [Level<Self>] = &[
        Level::new(0, SINGLES_ONLY, "bids on twos and jokers; sees single cards only; wastes high cards, bombs"),
        Level::new(75, WASTEFUL, "as level 1, but sees pairs in half of its decisions").mistaken(50, SINGLES_ONLY),
        Level::new(139, WASTEFUL, "sees singles and pairs; beats anybody with its highest cards, bombs"),
        Level::new(228, THRIFTY, "as level 3 in half of its decisions, otherwise as level 5").mistaken(50, WASTEFUL),
        Level::new(325, THRIFTY, "sees singles, pairs; beats anybody with its lowest card; hoards bombs"),
        Level::new(387, Rule, "sees triplets, too, no sequences; spares its partner; hoards bombs").mistaken(90, HOARDING),
        Level::new(452, Rule, "overlooks sequences and bombs in half of its decisions").mistaken(50, HOARDING),
        Level::new(510, Rule, "overlooks sequences and bombs in a fifth of its decisions").mistaken(22, HOARDING),
        Level::new(575, Rule, "plays by `rule`: splits its hand well, and counts cards"),
        Level::new(665, Networks, "plays by `net`"),
    ];
}

/// Plays like somebody who knows the rules, but sees only bombs and the kinds up to `seen`, and counts only high cards.
///
/// The wasteful beat with their highest cards, or a bomb if they do not beat; others with their lowest, and hoard bombs
/// until they have nothing else to lead. Some beat their partner's cards as they do the landlord's.
fn choose(view: &View, seen: Kind, wasteful: bool, fights_partner: bool) -> Action {
    let position = view.position();
    if position.phase() != Phase::Play {
        return say(view);
    }
    let legal = legal_moves(view);
    let plays = || legal.iter().filter_map(|(action, chosen)| Some((*action, chosen.play()?)));
    let moves = || plays().filter(|(_, play)| play.kind() as u8 <= seen as u8);
    let mut bombs = plays().filter(|(_, play)| matches!(play.kind(), Kind::Bomb | Kind::Rocket));
    let (own, landlord) = (Some(view.seat() as u8), position.landlord());
    let best = match position.to_beat() {
        None => {
            // Lowest rank first, and of that rank as many cards as it can.
            let key = |&(_, play): &(Action, &Play)| (play.rank(), Reverse(play.cards().total()));
            moves().min_by_key(key).or_else(|| bombs.min_by_key(key))
        }
        Some((_, by)) if landlord != own && landlord != Some(by) && !fights_partner => None,
        // Of equal ranks, the first.
        Some(_) if wasteful => moves().min_by_key(|(_, play)| Reverse(play.rank())).or_else(|| bombs.next()),
        Some(_) => moves().min_by_key(|(_, play)| play.rank()),
    };
    best.map_or(PASS, |(action, _)| action)
}

/// Bids one for each two high cards, whatever the rest of the hand is; calls, robs and doubles in the same way.
fn say(view: &View) -> Action {
    /// The rank of the twos, which only jokers beat.
    const TWO: Rank = BLACK - 1;
    let found = (view.hand().ranks().filter(|&rank| rank >= TWO).count() / 2) as u8;
    let needed = |&(_, chosen): &(Action, Move)| match chosen {
        Move::Bid(bid) => bid,
        Move::Call => 1,
        Move::Rob => 2,
        Move::Double => 3,
        Move::Show => 4, // with three players no hand has enough
        Move::Pass | Move::Play { .. } => 0,
    };
    let said = legal_moves(view).into_iter().filter(|each| needed(each) <= found).max_by_key(needed);
    said.map_or(PASS, |(action, _)| action)
}
