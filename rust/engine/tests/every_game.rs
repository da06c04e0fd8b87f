//! Every game plays random rounds, and everything that reads or writes them works. A new game runs this before the
//! extension module is built, which takes minutes.

use oxideal_engine::{
    Chance as _, Error, JsonFields, Rules as _, Seed, SplitMix64, State, View, ViewBuilder, move_from_json,
    move_to_json, observation_size,
};

const ROUNDS: u128 = 2;

fn check<G: JsonFields>() -> Result<(), Error>
where
    G::Rules: Default,
{
    let rules = G::Rules::default();
    let mut chance = SplitMix64::new(1);
    for round in 0..ROUNDS {
        let mut state = State::<G>::deal(rules.clone(), Seed::from(1), round);
        loop {
            assert_eq!(State::<G>::from_json(&state.to_json()?)?.to_text(), state.to_text());
            assert!(!state.render().is_empty());
            for seat in 0..rules.players() {
                check_seat(&state, seat)?;
            }
            let legal = state.legal();
            if legal.is_empty() {
                break;
            }
            let action = legal[chance.below(legal.len() as u32) as usize];
            assert_eq!(move_from_json::<G>(&rules, &move_to_json::<G>(&rules, action)?)?, action);
            let before = state.to_text();
            state.push(action)?;
            state.pop()?;
            assert_eq!(state.to_text(), before);
            state.push(action)?;
        }
        assert!(state.payoffs().is_some(), "{}", state.to_text());
    }
    Ok(())
}

/// What the seat's events tell is what it sees.
fn check_seat<G: JsonFields>(state: &State<G>, seat: usize) -> Result<(), Error> {
    let mut builder = ViewBuilder::<G>::new(state.rules(), seat)?;
    for event in state.events(seat)? {
        builder.apply(&event)?;
    }
    let (view, recent) = builder.finish()?;
    assert_eq!(view.to_text(), state.view(seat)?.to_text());
    assert_eq!(View::<G>::from_text(&view.to_text())?.to_text(), view.to_text());
    assert_eq!(View::<G>::from_json(&view.to_json(&recent)?)?.0.to_text(), view.to_text());
    assert_eq!(view.observation(&recent).len(), observation_size::<G>(state.rules()));
    let features = view.action_features();
    assert_eq!(features.is_empty(), view.legal().is_empty());
    Ok(())
}

macro_rules! tests {
    ($(($module:ident, $Game:ident))*) => {$(
        #[test]
        fn $module() -> Result<(), Error> {
            check::<oxideal_engine::$module::$Game>()
        }
    )*};
}

oxideal_engine::for_each_game!(tests);
