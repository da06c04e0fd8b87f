//! Whole games played at full speed.

use crate::{Chance, Game, Position, Round, Rules, Seed, SplitMix64};

/// How the moves of a playout are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each legal action is as likely as the others.
    Random,
}

impl Policy {
    /// The policy of this name.
    pub fn named(name: &str) -> Option<Self> {
        (name == "random").then_some(Self::Random)
    }
}

/// Plays one game for each element of `lengths`: those of this seed that are numbered from `first` on.
///
/// Writes each game's number of actions, and its payoffs, one a seat.
///
/// # Panics
/// When `payoffs` has not `rules.players()` elements for each of `lengths`.
pub fn playouts<G: Game>(
    rules: &G::Rules,
    seed: &Seed,
    first: u64,
    policy: Policy,
    payoffs: &mut [i32],
    lengths: &mut [i32],
) {
    assert_eq!(payoffs.len(), lengths.len() * rules.players(), "one payoff a game and seat");
    let generator = SplitMix64::for_games(seed);
    let games = lengths.iter_mut().zip(payoffs.chunks_exact_mut(rules.players()));
    for (index, (length, payoffs)) in games.enumerate() {
        let mut chance = generator(first.wrapping_add(index as u64));
        let mut position = G::Position::deal(rules, None, &mut chance);
        *length = play_out(rules, &mut position, policy, &mut chance);
        position.payoffs(rules, payoffs);
    }
}

/// Plays a position to its end and returns how many actions that took.
fn play_out<P: Position>(
    rules: &P::Rules,
    position: &mut P,
    policy: Policy,
    chance: &mut impl Chance,
) -> i32 {
    let mut length = 0;
    match policy {
        Policy::Random => {
            while position.play_random(rules, chance) {
                length += 1;
            }
        }
    }
    length
}
