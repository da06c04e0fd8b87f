//! Bots choose legal actions in any state and with any limit, and do not look at hidden cards.

use std::collections::BTreeSet;

use oxideal_bots::{Limit, Search, search};
use oxideal_engine::{Action, Chance as _, Position, Rules, SplitMix64, State, Stream, View};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::moment::state;

/// The most actions that a search considers.
const MAX_CANDIDATES: usize = 25;

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
            policies_are_sound(&state, &view, &legal, choices);
        }
    }
}

/// Each policy chooses legal actions, and the same ones whatever cards are hidden.
fn policies_are_sound<G: Fuzzed>(
    state: &State<G>,
    view: &View<G>,
    legal: &[Action],
    choices: &mut Choices<'_>,
) {
    let (rules, seed) = (view.rules(), choices.byte());
    let policies = |view: &View<G>, position: &G::Position| {
        let (mut candidates, mut chance) = (Vec::new(), SplitMix64::new(seed.into()));
        G::candidates(rules, position, &mut candidates);
        let quick = G::playout_policy(rules, position, &mut chance);
        (G::rule_policy(view), quick, chance.output(), candidates)
    };
    let here = policies(view, view.position());
    let (rule, quick, _, candidates) = &here;
    assert!(legal.contains(rule) && legal.contains(quick));
    assert!((1..=MAX_CANDIDATES).contains(&candidates.len()));
    for candidate in candidates {
        assert!(legal.contains(&candidate.action), "{candidate:?}");
        assert!(candidate.weight > 0.0 && candidate.weight.is_finite(), "{candidate:?}");
    }
    let actions: BTreeSet<Action> = candidates.iter().map(|candidate| candidate.action).collect();
    assert_eq!(actions.len(), candidates.len(), "each once");
    let samples = [0, 1].map(|number| view.sample(Stream::new(choices.seed(), number)));
    for other in samples.iter().map(|sample| sample.as_ref().expect("a view can be sampled")).chain([state]) {
        assert_eq!(policies(&other.view(view.seat()).expect("the seat is there"), other.position()), here);
    }
    let mut payoffs = vec![0; rules.players()];
    if G::exact_payoffs(rules, state.position(), &mut payoffs) {
        assert!(G::utility(rules, state.position(), &payoffs, 0).is_finite());
    }
}
