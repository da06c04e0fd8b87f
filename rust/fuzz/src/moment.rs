//! States in the middle of rounds.

use oxideal_engine::{Chance as _, Position, Rules, SplitMix64, State};

use crate::choices::Choices;
use crate::games::Fuzzed;

/// A state in the middle of a round: dealt, played at random for a while, perhaps set up again from
/// its text, then played by choices.
pub(crate) fn state<G: Fuzzed>(choices: &mut Choices<'_>) -> State<G> {
    let rules = G::rules(choices);
    let how = choices.byte();
    let seed = choices.seed();
    let mut state: State<G> = if how & 1 == 1 {
        let dealer = choices.below(rules.players() as u32) as usize;
        State::deal_by(rules, dealer, seed, u128::from(how)).expect("the dealer is one of the seats")
    } else {
        State::deal(rules, seed, u128::from(how))
    };
    let mut chance = SplitMix64::new(u64::from(choices.byte()));
    let plies = usize::from(choices.byte()) << (how >> 6 & 1);
    for _ in 0..plies {
        let Some(action) = state.position().pick_legal(state.rules(), &mut chance) else { break };
        state.push(action).expect("a legal action is played");
    }
    if how & 2 == 2 {
        state = State::from_text(&state.to_text(), state.chance().clone()).expect("a state's text is read");
    }
    if how & 4 == 4 {
        let last = choices.byte() % 8;
        for _ in 0..last {
            let Some(action) = state.position().pick_legal(state.rules(), choices) else { break };
            state.push(action).expect("a legal action is played");
        }
    }
    state
}
