//! Bots of FourSquare: their choices are legal, do not depend on hidden cards, and are right where
//! the best play is obvious.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_bots::{Budget, Candidate, Limit, Policies, SearchModel, Solution};
use oxideal_engine::foursquare::{FourSquare, Outcome, Position, Rules, View};
use oxideal_engine::{Action, Chance, Position as _, Seed, SplitMix64, State, Stream};

const RULES: [Rules; 2] = [Rules { diagonal: false }, Rules { diagonal: true }];

fn candidates(rules: Rules, position: &Position) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    FourSquare::candidates(&rules, position, &mut candidates);
    candidates
}

fn playout_action(rules: Rules, position: &Position) -> Action {
    FourSquare::playout_policy(&rules, position, &mut SplitMix64::new(5))
}

fn after(rules: Rules, position: &Position, action: Action) -> Position {
    assert!(position.is_legal(&rules, action));
    let mut after = *position;
    after.play(&rules, action, &mut Stream::without_seed());
    after
}

fn payoff(rules: Rules, position: &Position) -> i32 {
    let mut payoff = [0];
    position.payoffs(&rules, &mut payoff);
    payoff[0]
}

fn solve(rules: Rules, position: &Position, limit: Limit) -> Option<Solution> {
    FourSquare::SOLVER.unwrap()(&rules, position, &mut Budget::new(limit, &mut || true))
}

/// Visits all states of some games, played at random except that placements that lose at once are
/// avoided.
fn states(rules: Rules, games: u64, mut visit: impl FnMut(&State<FourSquare>)) {
    let mut generator = SplitMix64::new(games);
    for game in 0..games {
        let mut state = State::<FourSquare>::deal(rules, Seed::from(1), game.into());
        while state.position().current_player().is_some() {
            visit(&state);
            let mut actions = state.legal();
            generator.shuffle(&mut actions);
            let down =
                |action: Action| after(rules, state.position(), action).outcome() == Outcome::TooManyDown;
            let action = actions.iter().copied().find(|&action| !down(action)).unwrap_or(actions[0]);
            state.push(action).unwrap();
        }
    }
}

#[test]
fn symmetric_placements_are_one_candidate() {
    let text = "foursquare; 0,0: 5S; card 5C; stock AC 2C 3C 4C AS 2S 3S 4S AH 2H 3H 4H 5H AD 2D 3D 4D 5D";
    let rest = "6C 7C 8C 9C TC 6D 7D 8D 9D TD 6H 7H 8H 9H TH 6S 7S 8S 9S TS";
    let state = State::<FourSquare>::from_text(&format!("{text} {rest}"), Stream::without_seed()).unwrap();
    let cells: Vec<Action> =
        candidates(*state.rules(), state.position()).iter().map(|candidate| candidate.action).collect();
    let beside = cells.iter().filter(|&&cell| cell != 24).count();
    assert_eq!(beside, 1, "{cells:?}");
}

/// Fifteen piles. A six turns nothing in the row or column of the last cell; an ace does.
const LAST_CELL: &str = "foursquare; 0,0: AC; 0,1: TC; 0,2: 2C; 0,3: 3C; 1,0: TD; 1,1: AD; 1,2: 3D; 1,3: AH; \
    2,0: 4D; 2,1: 5D; 2,2: 6D; 2,3: TH; 3,0: 2H; 3,1: 9H; 3,2: 8H";

#[test]
fn winning_placement_is_chosen() {
    let state = State::<FourSquare>::from_text(
        &format!(
            "{LAST_CELL}; card 6S; stock {}",
            "7S 2D 3H AS 2S 3S 4S 5S 8S 9S TS 4C 5C 6C 7C 8C 9C 7D 8D 9D 4H 5H 6H 7H"
        ),
        Stream::without_seed(),
    )
    .unwrap();
    let cell = 48;
    let (rules, position, view) = (*state.rules(), *state.position(), state.view(0).unwrap());
    assert_eq!(after(rules, &position, cell).outcome(), Outcome::Won);
    assert_eq!(FourSquare::rule_policy(&view), cell);
    assert_eq!(playout_action(rules, &position), cell);
    assert_eq!(candidates(rules, &position)[0].action, cell);
    let Solution { payoffs, line, exact } = solve(rules, &position, Limit::default()).unwrap();
    assert_eq!((payoffs, line, exact), (vec![25], vec![cell], true));
}

/// The required shares of wins are far below those measured.
#[test]
fn enough_games_are_won() {
    let rules = RULES[0];
    let play = |game: u64, choose: &dyn Fn(&View) -> Action| {
        let mut state = State::<FourSquare>::deal(rules, Seed::from(2), game.into());
        while state.position().current_player().is_some() {
            state.push(choose(&state.view(0).unwrap())).unwrap();
        }
        u32::from(state.position().outcome() == Outcome::Won)
    };
    let won_by_rule: u32 = (0..40).map(|game| play(game, &FourSquare::rule_policy)).sum();
    let won_quickly: u32 =
        (0..40).map(|game| play(game, &|view| playout_action(rules, view.position()))).sum();
    assert!(won_by_rule >= 34, "{won_by_rule}");
    assert!(won_quickly >= 26, "{won_quickly}");
}

/// The best payoff, by exhaustive search.
fn best_payoff(rules: Rules, position: &Position) -> i32 {
    let mut actions = Vec::new();
    position.legal(&rules, &mut actions);
    let best = actions.into_iter().map(|action| best_payoff(rules, &after(rules, position, action))).max();
    best.unwrap_or_else(|| payoff(rules, position))
}

#[test]
fn solver_matches_exhaustive_search_with_few_cards() {
    let mut seen = [0; 6];
    for rules in RULES {
        states(rules, 1500, |state| {
            let position = state.position();
            if position.stock().len() > 3 {
                return;
            }
            let expected = best_payoff(rules, position);
            let Solution { payoffs, line, exact } = solve(rules, position, Limit::default()).unwrap();
            assert_eq!((payoffs[0], exact), (expected, true), "{}", state.to_text());
            let end = line.iter().fold(*position, |position, &action| after(rules, &position, action));
            assert_eq!((end.current_player(), payoff(rules, &end)), (None, expected));
            let mut quick = [7];
            if FourSquare::exact_payoffs(&rules, position, &mut quick) {
                assert_eq!(quick[0], expected);
            }
            seen[expected as usize] += 1;
        });
    }
    assert!(seen[0] > 100 && seen[1..4].iter().all(|&times| times > 3), "{seen:?}");
}

#[test]
fn solver_finds_wins_in_most_deals() {
    let rules = RULES[0];
    for deal in 0..3 {
        let state = State::<FourSquare>::deal(rules, Seed::from(3), deal);
        let limit = Limit { nodes: Some(60_000), ..Limit::default() };
        let Solution { payoffs, line, .. } = solve(rules, state.position(), limit).unwrap();
        let end = line.iter().fold(*state.position(), |position, &action| after(rules, &position, action));
        assert_eq!(payoff(rules, &end), payoffs[0]);
        assert!(payoffs[0] >= 15, "{payoffs:?}");
        // With too small a limit there is no solution.
        let limit = Limit { nodes: Some(1), ..Limit::default() };
        assert_eq!(solve(rules, state.position(), limit), None);
    }
}
