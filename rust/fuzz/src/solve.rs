//! Solvers with a small limit: the line can be played, and an exact solution reaches the payoffs it
//! claims.

use oxideal_bots::{Budget, Limit};
use oxideal_engine::{Chance as _, Position, Rules};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::moment::state;

/// Input: the game, a state, the limit. Games without a solver check nothing.
pub(crate) fn check(data: &[u8]) {
    games::check::<Solvers>(&mut Choices::new(data));
}

struct Solvers;

impl GameProperty for Solvers {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let Some(solve) = G::SOLVER else { return };
        let mut state = state::<G>(choices);
        let limit = Limit { nodes: Some(choices.below(4096).into()), ..Limit::default() };
        let mut keep_going = || true;
        let mut budget = Budget::new(limit, &mut keep_going);
        let Some(solution) = solve(state.rules(), state.position(), &mut budget) else { return };
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
}
