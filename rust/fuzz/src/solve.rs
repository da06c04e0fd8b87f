//! The solvers within little time: the line can be played, and an exact one leads where it says.

use oxideal_bots::{Limit, Solvable, Watch};
use oxideal_engine::doudizhu::DouDizhu;
use oxideal_engine::foursquare::FourSquare;
use oxideal_engine::{Chance as _, Position, Rules};

use super::choices::Choices;
use super::games::{Fuzzed, state};

/// The game, a state, the limit.
pub fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    if choices.flag() { leads::<DouDizhu>(&mut choices) } else { leads::<FourSquare>(&mut choices) }
}

fn leads<G: Fuzzed + Solvable>(choices: &mut Choices<'_>) {
    let mut state = state::<G>(choices);
    let limit = Limit { nodes: Some(choices.below(4096).into()), ..Limit::default() };
    let mut watch = Watch::new(limit, || true);
    let Some(solution) = G::solve(state.rules(), state.position(), &mut watch) else { return };
    for &action in &solution.line {
        state.push(action).expect("the line is legal");
    }
    let mut payoffs = vec![0; state.rules().players()];
    if state.position().current_player().is_none() {
        state.position().payoffs(state.rules(), &mut payoffs);
        assert_eq!(payoffs, solution.payoffs);
    } else {
        assert!(!solution.exact, "an exact line goes to the end");
    }
}
