//! Bots of Mexican Train.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_bots::{Candidate, Policies};
use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::mexican_train::{CloseOrder, FollowUp, MexicanTrain, Options, Position, Rules, View};
use oxideal_engine::{Action, Chance, Seat, Seed, SplitMix64, State, Stream};

fn rules() -> Vec<Rules> {
    let sizes = [
        (4, 12, None),
        (2, 12, None),
        (3, 9, None),
        (8, 12, None),
        (12, 18, None),
        (2, 18, Some(60)),
        (2, 3, Some(3)),
        (5, 6, Some(4)),
        (12, 5, Some(1)),
        (2, 1, Some(1)),
    ];
    let mut rules = Vec::new();
    for (number, (players, set, hand_size)) in sizes.into_iter().enumerate() {
        for follow_up in [FollowUp::Available, FollowUp::Double] {
            for close_order in [CloseOrder::Laid, CloseOrder::Reverse] {
                let engine = Some((number + rules.len()) as u32 % (set + 1));
                let options = Options { players, set, engine, hand_size, follow_up, close_order };
                rules.push(Rules::new(options).unwrap());
            }
        }
    }
    rules
}

/// The action of the playout policy, and the next output of its generator.
fn playout_action(rules: Rules, position: &Position, chance: &SplitMix64) -> (Action, u64) {
    let mut chance = chance.clone();
    (MexicanTrain::playout_policy(&rules, position, &mut chance), chance.output())
}

fn candidates(rules: Rules, position: &Position) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    MexicanTrain::candidates(&rules, position, &mut candidates);
    candidates
}

/// Whatever has been played so far, and whatever tiles are hidden.
#[test]
fn choices_are_legal_and_do_not_depend_on_hidden_tiles() {
    let (mut looked, mut choices) = (0, 0);
    for (number, rules) in rules().iter().enumerate() {
        for round in 0..6 {
            let seed = Seed::from(1000 * number as u64 + round);
            let mut state = State::<MexicanTrain>::deal(*rules, seed, 0);
            let mut chance = SplitMix64::new(round);
            while let Some(seat) = state.position().current_player() {
                let legal = state.legal();
                let mut actions = Vec::new();
                if looked % 3 == 0 || legal.len() > 1 {
                    let view = state.view(seat).unwrap();
                    actions = all_choices(&view, &legal, &chance);
                    choices += usize::from(legal.len() > 1);
                }
                looked += 1;
                // Some play well and some at random, to reach all kinds of positions.
                actions.extend(&legal[..legal.len().min(3)]);
                let action = if chance.below(3) == 0 {
                    legal[chance.below(legal.len() as u32) as usize]
                } else {
                    actions[chance.below(actions.len() as u32) as usize]
                };
                state.push(action).unwrap();
            }
        }
    }
    assert!(choices > 2_000, "{choices} choices of {looked} actions");
}

/// All choices of the bots, which must not depend on hidden tiles.
fn all_choices(view: &View, legal: &[Action], chance: &SplitMix64) -> Vec<Action> {
    let (rules, position) = (*view.rules(), view.position());
    let (rule_choice, quickly) = (MexicanTrain::rule_policy(view), playout_action(rules, position, chance));
    let found = candidates(rules, position);
    assert!((1..=25).contains(&found.len()));
    assert!(found.iter().all(|candidate| candidate.weight > 0.0 && candidate.weight.is_finite()));
    assert!(found.is_sorted_by(|a, b| a.weight >= b.weight), "the best guess comes first");
    let mut actions: Vec<Action> = found.iter().map(|candidate| candidate.action).collect();
    actions.sort_unstable();
    assert!(actions.windows(2).all(|pair| pair[0] < pair[1]), "each once");
    actions.extend([rule_choice, quickly.0]);
    assert!(actions.iter().all(|action| legal.contains(action)), "{}", view.render());
    for number in 0..2 {
        let sample = view.sample(Stream::new(Seed::from(7), number)).unwrap();
        assert_eq!(playout_action(rules, sample.position(), chance), quickly);
        assert_eq!(candidates(rules, sample.position()), found);
        assert_eq!(MexicanTrain::rule_policy(&sample.view(view.seat()).unwrap()), rule_choice);
    }
    actions
}

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
    let quickly = (0..20).map(|seed| playout_action(rules, view.position(), &SplitMix64::new(seed)).0);
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
