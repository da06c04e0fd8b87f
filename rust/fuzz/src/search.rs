//! Bots choose legal actions in any state and with any limit.

use oxideal_bots::{Limit, Search, search};
use oxideal_engine::{Action, Chance as _, Position, Rules, SplitMix64, State};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::moment::state;

/// Input: the game, a state, the limit.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Searches>(&mut choices);
}

struct Searches;

impl GameProperty for Searches {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let mut state = state::<G>(choices);
        // A few moves of the rule policy, to reach positions that occur between bots.
        for _ in 0..choices.below(8) {
            let Some(seat) = state.position().current_player() else { break };
            state
                .push(G::rule_policy(&state.view(seat).expect("the seat is there")))
                .expect("the rule policy plays legally");
        }
        let threads = 1 + choices.below(2) as usize;
        let limit = Limit {
            iterations: Some(choices.below(64).into()),
            nodes: choices.flag().then(|| choices.word().into()),
            time: None,
        };
        let how = Search { limit, seed: choices.seed(), threads, networks: None };
        for seat in 0..state.rules().players() {
            let view = state.view(seat).expect("the seat is there");
            let found = search::<G>(&view, &state.recent().into(), &how, || true);
            if state.position().current_player() != Some(seat) {
                assert!(found.is_err(), "another seat is to choose");
                continue;
            }
            let found = found.expect("there is something to choose");
            let legal = state.legal();
            let chosen: Vec<Action> = found.choices.iter().map(|choice| choice.action).collect();
            assert!(!chosen.is_empty() && chosen.iter().all(|action| legal.contains(action)), "{chosen:?}");
            assert_eq!(found.line.first(), chosen.first());
            assert!(legal.contains(&G::rule_policy(&view)));
            policies_are_legal(&state, &legal, choices);
        }
    }
}

fn policies_are_legal<G: Fuzzed>(state: &State<G>, legal: &[Action], choices: &mut Choices<'_>) {
    let (rules, position) = (state.rules(), state.position());
    let mut candidates = Vec::new();
    G::candidates(rules, position, &mut candidates);
    assert!(!candidates.is_empty());
    for candidate in &candidates {
        assert!(legal.contains(&candidate.action) && candidate.weight > 0.0, "{candidate:?}");
    }
    assert!(legal.contains(&G::playout_policy(rules, position, &mut SplitMix64::new(choices.byte().into()))));
    let mut payoffs = vec![0; rules.players()];
    if G::exact_payoffs(rules, position, &mut payoffs) {
        assert!(G::utility(rules, position, &payoffs, 0).is_finite());
    }
}
