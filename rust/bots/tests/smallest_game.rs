//! A game that defines only a rule policy can be searched.

#[path = "../../engine/tests/duel/mod.rs"]
mod duel;

use duel::Duel;
use oxideal_bots::net::NetModel;
use oxideal_bots::{Limit, Policies, Search, SearchModel, search};
use oxideal_engine::{Action, Recent, Seed, State, View};

impl Policies for Duel {
    fn rule_policy(view: &View<Self>) -> Action {
        view.legal()[0]
    }
}

impl NetModel for Duel {}

impl SearchModel for Duel {}

#[test]
fn rule_policy_is_enough_for_a_search() {
    let limit = Limit { iterations: Some(300), ..Limit::default() };
    let mut state = State::<Duel>::deal(duel::Rules::default(), Seed::from(1), 0);
    let mut searched = 0;
    while let Some(seat) = state.current_player() {
        let view = state.view(seat).expect("the seat is there");
        let settings = Search { limit, seed: Seed::from(1), threads: 2, networks: None };
        let found =
            search::<Duel>(&view, &Recent::default().into(), &settings, || true).expect("it is its turn");
        let mut chosen: Vec<Action> = found.choices.iter().map(|choice| choice.action).collect();
        chosen.sort_unstable();
        assert_eq!(chosen, state.legal(), "by default every legal action is a candidate");
        searched += found.iterations;
        state.push(found.line[0]).expect("it is legal");
    }
    assert!(searched > 0);
}
