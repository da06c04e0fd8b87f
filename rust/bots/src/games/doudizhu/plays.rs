//! The combinations that a bot considers: out of hundreds that differ only in their kickers, the
//! sensible one.

use oxideal_engine::Position as _;
use oxideal_engine::doudizhu::{BLACK, Cards, Kind, Play, Position, RED, Rules, ranks};

use super::facts::Facts;
use super::split::{Split, cards_per_rank, lowest};

/// Visits the combinations to lead with. `broad` includes those that break up others.
#[inline]
pub(super) fn leads(facts: &Facts, split: &Split, broad: bool, visit: &mut impl FnMut(Play)) {
    let loose = [split.singles, split.pairs, split.triplets];
    for (kind, each, set) in
        [(Kind::Single, 1, loose[0]), (Kind::Pair, 2, loose[1]), (Kind::Triplet, 3, loose[2])]
    {
        let set = if broad { facts.hand.at_least(each) } else { set };
        for rank in ranks::each(set) {
            let play = Play::new(kind, 1, rank, Cards::NONE);
            if each == 3 {
                with_kickers(facts, split, play, visit);
            } else {
                visit(play);
            }
        }
    }
    if broad {
        let most = facts.rules.options().sequence_max;
        for (kind, each, fewest, most) in [
            (Kind::Sequence, 1, 5, most),
            (Kind::SequenceOfPairs, 2, 3, 12),
            (Kind::SequenceOfTriplets, 3, 2, 12),
        ] {
            let there = facts.hand.at_least(each);
            for size in fewest..=most {
                let starts = ranks::chains(there, size);
                if starts == 0 {
                    break;
                }
                for start in ranks::each(starts) {
                    with_kickers(facts, split, Play::new(kind, size, start, Cards::NONE), visit);
                }
            }
        }
    } else {
        for chain in split.chains() {
            with_kickers(facts, split, Play::new(chain.kind(), chain.size, chain.start, Cards::NONE), visit);
        }
    }
    bombs(facts, split, visit);
    for rank in ranks::each(split.bombs) {
        quadplexes(facts, split, rank, visit);
    }
}

/// Whether the seat to move certainly cannot beat the last play. This finds most passes before
/// anything else is known.
#[inline]
pub(super) fn must_pass(rules: &Rules, position: &Position) -> bool {
    let (Some((to_beat, _)), Some(seat)) = (position.to_beat(), position.current_player()) else {
        return false;
    };
    let hand = position.hands(rules)[seat];
    hand.at_least(4) == 0 && !hand.contains(rules.jokers()) && higher_starts(hand, &to_beat) == 0
}

/// The ranks where the main parts start that are like that of a play, but higher.
#[inline]
fn higher_starts(hand: Cards, to_beat: &Play) -> u64 {
    let (start, size) = (to_beat.rank() + 1 - to_beat.length(), to_beat.length());
    let there = hand.at_least(cards_per_rank(to_beat.kind()));
    ranks::above(start) & if size == 1 { there } else { ranks::chains(there, size) }
}

/// Visits the combinations that beat the last play.
#[inline]
pub(super) fn answers(
    facts: &Facts,
    split: &Split,
    to_beat: &Play,
    broad: bool,
    visit: &mut impl FnMut(Play),
) {
    let (kind, size) = (to_beat.kind(), to_beat.length());
    let kicker_size = match kind {
        Kind::TripletWithCard | Kind::SequenceOfTripletsWithCards | Kind::QuadplexWithCards => 1,
        Kind::TripletWithPair | Kind::SequenceOfTripletsWithPairs | Kind::QuadplexWithPairs => 2,
        _ => 0,
    };
    let starts = higher_starts(facts.hand, to_beat);
    match kind {
        Kind::Rocket => return,
        Kind::Bomb => {}
        Kind::QuadplexWithCards | Kind::QuadplexWithPairs => {
            for rank in ranks::each(starts) {
                let main = Play::new(kind, 1, rank, Cards::NONE);
                if let Some(rest) = Rest::after(facts, split, main, 2) {
                    rest.attach(kicker_size, kind, visit);
                }
            }
        }
        _ => {
            let loose = starts & split.loose(cards_per_rank(kind));
            let starts = if !broad && size == 1 && loose != 0 { loose } else { starts };
            for start in ranks::each(starts) {
                let main = Play::new(main_kind(kind), size, start, Cards::NONE);
                if kicker_size == 0 {
                    visit(main);
                } else if let Some(rest) = Rest::after(facts, split, main, size) {
                    rest.attach(kicker_size, kind, visit);
                }
            }
        }
    }
    let mut beats = |play: Play| {
        if play.beats(to_beat) {
            visit(play);
        }
    };
    bombs(facts, split, &mut beats);
}

/// The whole hand as one combination, if that is a legal play.
#[inline]
pub(super) fn whole_hand(facts: &Facts, split: &Split) -> Option<Play> {
    let bombs = ranks::count(split.bombs);
    if split.parts() > 1 + (2 * bombs).max(split.kicker_slots()) {
        return None;
    }
    facts
        .rules
        .readings(facts.hand)
        .iter()
        .find(|play| facts.to_beat.is_none_or(|to_beat| play.beats(&to_beat)))
}

/// The kind of a combination without its kickers.
const fn main_kind(kind: Kind) -> Kind {
    match kind {
        Kind::TripletWithCard | Kind::TripletWithPair => Kind::Triplet,
        Kind::SequenceOfTripletsWithCards | Kind::SequenceOfTripletsWithPairs => Kind::SequenceOfTriplets,
        other => other,
    }
}

/// Visits bombs and the rocket (DD-28, DD-29).
fn bombs(facts: &Facts, split: &Split, visit: &mut impl FnMut(Play)) {
    for rank in ranks::each(split.bombs) {
        visit(bomb(rank, facts.hand.count(rank)));
    }
    if split.rocket {
        visit(Play::rocket(facts.rules.jokers()));
    }
}

fn bomb(rank: u8, size: u8) -> Play {
    Play::new(Kind::Bomb, size, rank, Cards::NONE)
}

/// Visits triplets without kickers, with single cards and with pairs (DD-16 to DD-18, DD-21 to
/// DD-23). Other combinations are visited unchanged.
fn with_kickers(facts: &Facts, split: &Split, main: Play, visit: &mut impl FnMut(Play)) {
    visit(main);
    let (cards, pairs) = match main.kind() {
        Kind::Triplet => (Kind::TripletWithCard, Kind::TripletWithPair),
        Kind::SequenceOfTriplets => (Kind::SequenceOfTripletsWithCards, Kind::SequenceOfTripletsWithPairs),
        _ => return,
    };
    let Some(rest) = Rest::after(facts, split, main, main.length()) else { return };
    if facts.rules.options().players == 3 {
        rest.attach(1, cards, visit);
    }
    rest.attach(2, pairs, visit);
}

/// Visits quadplexes with their kickers (DD-24, DD-25).
fn quadplexes(facts: &Facts, split: &Split, rank: u8, visit: &mut impl FnMut(Play)) {
    let options = facts.rules.options();
    if options.players == 3 && options.quadplex {
        let Some(rest) = Rest::after(facts, split, bomb(rank, 4), 2) else { return };
        rest.attach(1, Kind::QuadplexWithCards, visit);
        rest.attach(2, Kind::QuadplexWithPairs, visit);
    }
}

/// What can be attached to the main part of a combination.
struct Rest {
    main: Play,
    /// The number of kickers.
    times: u8,
    others: Cards,
    split: Split,
}

impl Rest {
    /// `None` if too few cards are left for this many kickers.
    #[inline]
    fn after(facts: &Facts, split: &Split, main: Play, times: u8) -> Option<Self> {
        let others = facts.hand - main.cards();
        (others.total() >= times.into()).then(|| {
            let split = split.without(&main).unwrap_or_else(|| Split::new(facts.rules, others));
            Self { main, times, others, split }
        })
    }

    /// Visits the combination with the least useful kickers of one card or of two.
    #[inline]
    fn attach(&self, each: u8, kind: Kind, visit: &mut impl FnMut(Play)) {
        let Self { main, times, others, ref split } = *self;
        let free = !main.cards().at_least(1);
        let there = others.at_least(each) & free;
        let (mut chosen, mut missing) = (0, times);
        if ranks::count(there) < missing.into() {
            return;
        }
        let loose = if each == 1 { [split.singles, split.pairs] } else { [split.pairs, split.triplets] };
        let in_chains = split.chains().iter().fold(0, |sum, chain| sum | chain.cards().at_least(1));
        for set in [loose[0], loose[1], !(in_chains | split.bombs), in_chains, split.bombs] {
            let mut set = set & there & !chosen;
            while missing > 0 && set != 0 {
                let rank = lowest(set);
                // DD-34: most rules forbid attaching both, and it is never wise.
                let other_joker = rank == RED && chosen & ranks::only(BLACK) != 0;
                if !(each == 1 && other_joker) {
                    chosen |= ranks::only(rank);
                    missing -= 1;
                }
                set &= set - 1;
            }
        }
        if missing == 0 {
            let start = main.rank() + 1 - main.length();
            visit(Play::new(kind, main.length(), start, Cards::of_each(chosen, each)));
        }
    }
}
