//! The list of legal actions, `is_legal`, `push` and the view of the seat to move agree on every
//! id, and a refused push changes nothing. Random play chooses from that list.

use oxideal_engine::{Action, Chance as _, Error, ErrorKind, Position, Rules, SplitMix64, State};

use crate::choices::Choices;
use crate::games::{self, Fuzzed, GameProperty};
use crate::moment::state;
use crate::sound::{error_is_presentable, hash};

/// Input: the game, a state, then ids.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    games::check::<Legality>(&mut choices);
}

struct Legality;

impl GameProperty for Legality {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>) {
        let mut state = state::<G>(choices);
        let (position, rules) = (state.position().clone(), state.rules().clone());
        let legal = state.legal();
        assert!(legal.is_sorted_by(|a, b| a < b), "{legal:?}");
        assert_eq!(legal.is_empty(), position.current_player().is_none());
        assert_eq!(position.count_legal(&rules), legal.len());
        let said: Vec<Action> =
            (0..rules.num_actions()).filter(|&action| position.is_legal(&rules, action)).collect();
        assert_eq!(said, legal);
        random_play_is_from_the_list(&rules, &position, &legal, &SplitMix64::new(hash(&state)));
        for seat in 0..rules.players() {
            let view = state.view(seat).expect("the seat is there");
            let expected = if position.current_player() == Some(seat) { &legal[..] } else { &[] };
            assert_eq!(view.legal(), expected);
            let asked = choices.below(rules.num_actions());
            assert_eq!(view.is_legal(asked), expected.contains(&asked));
        }
        let (text, bytes) = (state.to_text(), state.to_bytes());
        for _ in 0..8 {
            let beyond = choices.any(&[0, 1, 1 << 8, 1 << 16, Action::MAX - rules.num_actions()]);
            is_refused(&mut state, rules.num_actions() + beyond);
            let within = choices.below(rules.num_actions());
            if legal.binary_search(&within).is_err() {
                is_refused(&mut state, within);
            }
        }
        assert_eq!((state.to_text(), state.to_bytes()), (text.clone(), bytes.clone()));
        for number in 0..legal.len().min(32) {
            let action = legal[(usize::from(choices.word()) + number) % legal.len()];
            let chosen = rules.to_move(action).expect("a legal id is in the table");
            assert_eq!(rules.action(chosen), Some(action));
            assert_eq!(rules.parse(&chosen.to_string()), Ok(chosen));
            state.push(action).expect("a legal id is played");
            assert_eq!(state.pop(), Ok(Some(action)));
        }
        assert_eq!((state.to_text(), state.to_bytes()), (text, bytes));
    }
}

/// Picking, playing an action and playing to the end, which each have code of their own.
fn random_play_is_from_the_list<P: Position>(
    rules: &P::Rules,
    position: &P,
    legal: &[Action],
    chance: &SplitMix64,
) {
    let number = |chance: &mut SplitMix64| chance.below(legal.len() as u32) as usize;
    let expected = (!legal.is_empty()).then(|| legal[number(&mut chance.clone())]);
    let (mut one_chance, mut other_chance) = (chance.clone(), chance.clone());
    let (mut one, mut other) = (position.clone(), position.clone());
    let picked = other.pick_legal(rules, &mut other_chance);
    assert_eq!(picked, expected);
    if let Some(action) = picked {
        other.play(rules, action, &mut other_chance);
    }
    assert_eq!(one.play_random(rules, &mut one_chance), picked.is_some());
    assert_eq!((&one, one_chance.clone().output()), (&other, other_chance.clone().output()));
    let mut actions = 0;
    while one.play_random(rules, &mut one_chance) {
        actions += 1;
    }
    assert_eq!(other.play_out(rules, &mut other_chance), actions);
    assert_eq!((one, one_chance.output()), (other, other_chance.output()));
}

fn is_refused<G: Fuzzed>(state: &mut State<G>, action: Action) {
    assert!(!state.position().is_legal(state.rules(), action));
    let error = state.push(action).expect_err("what is not legal is refused");
    error_is_presentable(&error);
    if action < state.rules().num_actions() {
        assert!(matches!(error, Error::IllegalMove(_)), "{error:?}");
    } else {
        assert_eq!(error.kind(), ErrorKind::InvalidMove, "{error:?}");
        assert_eq!(state.rules().to_move(action), None);
    }
}
