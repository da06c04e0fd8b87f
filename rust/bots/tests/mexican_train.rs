//! Bots of Mexican Train.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_bots::Policies;
use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::mexican_train::{MexicanTrain, Options, Rules, View};
use oxideal_engine::{Action, Seat, Seed, SplitMix64, State};

/// Chooses an action for a seat.
type Player = fn(&State<MexicanTrain>, Seat, &mut SplitMix64) -> Action;

fn random_player(state: &State<MexicanTrain>, _: Seat, chance: &mut SplitMix64) -> Action {
    state.position().pick_legal(state.rules(), chance).unwrap()
}

fn playout_player(state: &State<MexicanTrain>, _: Seat, chance: &mut SplitMix64) -> Action {
    MexicanTrain::playout_policy(state.rules(), state.position(), chance)
}

fn rule_player(state: &State<MexicanTrain>, seat: Seat, _: &mut SplitMix64) -> Action {
    MexicanTrain::rule_policy(&state.view(seat).unwrap())
}

/// One player's mean lead in pips over another, with each deal played from both sides.
fn ahead(rules: Rules, one: Player, other: Player, deals: u64) -> f64 {
    let (mut ahead, players) = (0, rules.players());
    for deal in 0..2 * deals {
        let mut state = State::<MexicanTrain>::deal(rules, Seed::from(1), u128::from(deal / 2));
        let mut chance = SplitMix64::new(deal);
        while let Some(seat) = state.position().current_player() {
            let player = if seat as u64 % 2 == deal % 2 { one } else { other };
            let action = player(&state, seat, &mut chance);
            state.push(action).unwrap();
        }
        let mut payoffs = vec![0; players];
        state.position().payoffs(&rules, &mut payoffs);
        let sides = payoffs.iter().zip(0..);
        ahead +=
            sides.map(|(payoff, seat)| if seat % 2 == deal % 2 { *payoff } else { -payoff }).sum::<i32>();
    }
    f64::from(ahead) / (deals * players as u64) as f64
}

#[test]
fn bots_beat_random_players() {
    for players in [2, 4] {
        let rules = Rules::new(Options { players, ..Options::default() }).unwrap();
        let quick = ahead(rules, playout_player, random_player, 100);
        let rule_choice = ahead(rules, rule_player, random_player, 60);
        assert!(quick > 10.0 && rule_choice > 10.0, "{players} players: {quick} and {rule_choice} pips");
    }
}

/// Checks that both policies choose one of these actions, whatever the chance.
#[track_caller]
fn assert_both(text: &str, expected: &[&str]) {
    let view = View::from_text(text).unwrap();
    let rules = *view.rules();
    let quickly =
        (0..20).map(|seed| MexicanTrain::playout_policy(&rules, view.position(), &mut SplitMix64::new(seed)));
    for action in quickly.chain([MexicanTrain::rule_policy(&view)]) {
        let chosen = rules.to_move(action).unwrap().to_string();
        assert!(expected.contains(&chosen.as_str()), "{chosen} in {text}");
    }
}

/// 12-5 5-3 3-1 is a train for later turns; 12-7 fits nowhere else.
#[test]
fn tile_that_fits_no_train_is_played_first() {
    let view = "mexican_train players=2 hand_size=4; seat 0; hand 0 5-12 3-5 1-3 7-12; sizes 4 4; turn 0";
    assert_both(view, &["7-12@mexican"]);
}

/// 9-9 and 9-6 are laid in one turn (MT-16).
#[test]
fn closable_double_is_played() {
    let view = "mexican_train players=2 hand_size=5; seat 0; hand 0 9-9 6-9 2-6 0-2; sizes 4 4; \
                train 0 12-9; mexican 12-11; turn 0";
    assert_both(view, &["9-9@me"]);
}

/// The other player has one tile left, and the double blank alone counts 50 (MT-27).
#[test]
fn heavy_tile_is_played_in_time() {
    let view = "mexican_train players=2 hand_size=4; seat 0; hand 0 0-0 0-8 8-9 5-9; sizes 4 1; \
                train 0 12-0; mexican 12-8; train 1 12-1; turn 0";
    assert_both(view, &["0-0@me"]);
}

/// MT-14: while a train is marked, others can play on it.
#[test]
fn own_marker_is_removed() {
    let view = "mexican_train players=2 hand_size=5; seat 0; hand 0 11-12 10-11 6-10 3-6 5-12; sizes 5 5; \
                marked 0; turn 0";
    assert_both(view, &["11-12@me"]);
}
