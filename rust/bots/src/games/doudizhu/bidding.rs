//! Decisions before the first lead, by the strength of a hand.

use oxideal_engine::doudizhu::{Auction, BLACK, Cards, Move, Phase, Position, RED, Rank, Rules, ranks};
use oxideal_engine::{Action, Position as _, Rules as _};

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

/// The minimum strength to call and to rob (DD-36).
const MIN_STRENGTH_TO_CALL: i32 = MIN_STRENGTHS[0];
const MIN_STRENGTH_TO_ROB: i32 = 150;

/// The minimum strength of a landlord's hand, kitty included, to double (DD-37), and to show it (DD-38).
const MIN_STRENGTH_TO_DOUBLE: i32 = 1000;
const MIN_STRENGTH_TO_SHOW: i32 = 3000;

/// The minimum strength of a peasant's hand to double.
const MIN_STRENGTH_OF_PEASANT: i32 = 500;

/// Returns the action before the first lead, 0 for a pass.
pub(super) fn choose(rules: &Rules, position: &Position) -> Action {
    let Some(seat) = position.current_player() else { return 0 };
    let strength = strength(rules, position.hands(rules)[seat]);
    let is_landlord = position.landlord() == Some(seat as u8);
    let (chosen, least) = match (position.phase(), rules.options().auction) {
        (Phase::Doubling, _) if is_landlord => (Move::Double, MIN_STRENGTH_TO_DOUBLE),
        (Phase::Doubling, _) => (Move::Double, MIN_STRENGTH_OF_PEASANT),
        (Phase::Showing, _) => (Move::Show, MIN_STRENGTH_TO_SHOW),
        (_, Auction::Call) if position.bid(rules).is_none() => (Move::Call, MIN_STRENGTH_TO_CALL),
        (_, Auction::Call) => (Move::Rob, MIN_STRENGTH_TO_ROB),
        _ => return bid(rules, position, strength),
    };
    rules.action(chosen).filter(|_| strength >= least).unwrap_or(0)
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
