//! Decisions before the first lead, by the strength of a hand.

use oxideal_engine::doudizhu::{Auction, BLACK, Cards, Move, Phase, Position, RED, Rank, Rules, ranks};
use oxideal_engine::{Action, Position as _, Rules as _, Seat};

use super::split::Split;

/// The rank of aces, and of 2s.
const ACE: Rank = 11;
const TWO: Rank = 12;

/// The ranks of low cards, 3 to J.
const LOW: u64 = (1 << (4 * 9)) - 1;

/// The minimum strength to bid 1, 2 and 3. At these strengths, a landlord wins about half of the
/// rounds.
const MIN_STRENGTHS: [i32; 3] = [-120, -60, 0];

/// The weights of the terms of a hand's strength.
const WEIGHTS_OF_3_PLAYERS: [i32; 11] = [-735, 1265, 961, 188, 386, 221, 516, -115, 227, -65, -120];
const WEIGHTS_OF_4_PLAYERS: [i32; 11] = [-1136, 605, 329, -435, 236, 205, -118, -78, -43, 67, 59];

/// The least strengths at which an action before the lead gained in simulated rounds between bots.
struct Least {
    /// To call, to rob, and to rob back as the caller (DD-36).
    call: i32,
    rob: i32,
    rob_back: i32,
    /// To double as the landlord, and as a peasant of a landlord who did and who did not (DD-37).
    landlord: i32,
    against_double: i32,
    against_pass: i32,
    /// To show the hand. The bots do not use what they see, so this is higher than it was there (DD-38).
    show: i32,
}

const LEAST_OF_3_PLAYERS: Least = Least {
    call: -450,
    rob: 50,
    rob_back: 500,
    landlord: 150,
    against_double: 600,
    against_pass: -1_250,
    show: 1_000,
};
const LEAST_OF_4_PLAYERS: Least = Least {
    call: -500,
    rob: -100,
    rob_back: -250,
    landlord: -375,
    against_double: 1_000,
    against_pass: -2_000,
    show: 500,
};

/// Returns the action before the first lead, 0 for a pass. Most decisions come later.
#[cold]
pub(super) fn choose(rules: &Rules, position: &Position) -> Action {
    let Some(seat) = position.current_player() else { return 0 };
    let strength = strength(rules, position.hands(rules)[seat]);
    let least = if rules.options().players == 3 { &LEAST_OF_3_PLAYERS } else { &LEAST_OF_4_PLAYERS };
    let landlord = position.landlord().map(Seat::from);
    let chosen = asked(rules, position);
    let least = match chosen {
        Move::Show => least.show,
        Move::Double if landlord == Some(seat) => least.landlord,
        Move::Double => {
            let doubled = position.doubled(rules).nth(landlord.unwrap_or(0)) == Some(true);
            if doubled { least.against_double } else { least.against_pass }
        }
        Move::Call => least.call,
        Move::Rob if position.bids().len() == rules.options().players => least.rob_back,
        Move::Rob => least.rob,
        _ => return bid(rules, position, strength),
    };
    rules.action(chosen).filter(|_| strength >= least).unwrap_or(0)
}

/// What the seat to move is asked before the first lead; a pass stands for a bid.
pub(super) fn asked(rules: &Rules, position: &Position) -> Move {
    match (position.phase(), rules.options().auction) {
        (Phase::Showing, _) => Move::Show,
        (Phase::Doubling, _) => Move::Double,
        (_, Auction::Call) if position.bid(rules).is_none() => Move::Call,
        (_, Auction::Call) => Move::Rob,
        (_, Auction::Bid | Auction::None) => Move::Pass,
    }
}

/// Returns the bid, 0 for a pass (DD-07).
fn bid(rules: &Rules, position: &Position, strength: i32) -> Action {
    let wanted = MIN_STRENGTHS.iter().filter(|&&least| strength >= least).count();
    let highest = position.bid(rules).unwrap_or(0);
    if wanted > highest.into() { wanted as Action } else { 0 }
}

/// A thousand times the log-odds of winning as the landlord, from a regression over rounds between
/// bots.
pub(super) fn strength(rules: &Rules, hand: Cards) -> i32 {
    let split = Split::new(rules, hand);
    let rank = |rank: Rank| i32::from(hand.count(rank));
    let count = |ranks: u64| ranks::count(ranks) as i32;
    let terms = [
        1,
        rank(RED),
        rank(BLACK),
        i32::from(split.rocket),
        rank(TWO),
        rank(ACE),
        count(split.bombs),
        split.parts() as i32,
        split.kicker_slots() as i32,
        count(split.singles & LOW),
        count(split.pairs & LOW),
    ];
    let weights = if rules.options().players == 3 { WEIGHTS_OF_3_PLAYERS } else { WEIGHTS_OF_4_PLAYERS };
    terms.iter().zip(weights).map(|(term, weight)| term * weight).sum()
}
