//! The search in all games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use oxideal_bots::{Limit, Search, SearchModel, Thinking, search};
use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::{Chance, Game, Position, Recent, Rules, Seed, SplitMix64, State, View};

fn iterations(iterations: u64) -> Limit {
    Limit { iterations: Some(iterations), ..Limit::default() }
}

fn search_view<G: SearchModel>(view: &View<G>, limit: Limit, seed: u64, threads: usize) -> Thinking {
    let settings = Search { limit, seed: Seed::from(seed), threads, networks: None };
    let found = search::<G>(view, &Recent::default().into(), &settings, || true)
        .expect("it is the turn of this seat");
    Thinking { elapsed: Duration::ZERO, ..found }
}

/// Views of seats with a choice, from random games.
fn views<G: Game>(count: usize, seed: u64) -> Vec<View<G>> {
    let mut views = Vec::new();
    let mut chance = SplitMix64::new(seed);
    for stream in 0.. {
        let mut state = State::<G>::deal(G::Rules::default(), Seed::from(seed), stream);
        while let Some(seat) = state.position().current_player() {
            if state.position().count_legal(state.rules()) > 1 && chance.below(10) == 0 {
                views.push(state.view(seat).expect("the seat is there"));
                if views.len() == count {
                    return views;
                }
            }
            let legal = state.legal();
            state.push(legal[chance.below(legal.len() as u32) as usize]).expect("it is legal");
        }
    }
    views
}

/// The tests of every game.
mod all_games {
    macro_rules! tests {
        ($(($module:ident, $game:ident))*) => {$(
            mod $module {
                use oxideal_engine::$module::$game as G;

                #[test]
                fn equal_views_and_seeds_give_equal_results() {
                    crate::check_equal::<G>();
                }

                #[test]
                fn results_are_legal_and_counted() {
                    crate::check_counts::<G>();
                }

                #[test]
                fn stopped_search_returns_partial_result() {
                    crate::check_stopped::<G>();
                }

                #[test]
                fn node_limit_ends_the_search() {
                    crate::check_nodes::<G>();
                }

                #[test]
                fn search_out_of_turn_is_refused() {
                    crate::check_turn::<G>();
                }
            }
        )*};
    }

    oxideal_engine::for_each_game!(tests);
}

fn check_equal<G: SearchModel>() {
    let mut different = 0;
    for view in views::<G>(10, 1) {
        for threads in [1, 3] {
            let found = search_view::<G>(&view, iterations(200), 7, threads);
            assert_eq!(found, search_view::<G>(&view, iterations(200), 7, threads), "{}", view.to_text());
            different += usize::from(found != search_view::<G>(&view, iterations(200), 8, threads));
        }
    }
    assert!(different > 0, "the seed changes nothing");
}

fn check_counts<G: SearchModel>() {
    for view in views::<G>(20, 2) {
        let legal = view.legal();
        for threads in [1, 2] {
            let found = search_view::<G>(&view, iterations(150), 7, threads);
            let mut actions: Vec<_> = found.choices.iter().map(|choice| choice.action).collect();
            assert!(actions.iter().all(|action| legal.contains(action)), "{}", view.to_text());
            actions.sort_unstable();
            actions.dedup();
            assert_eq!(actions.len(), found.choices.len(), "each once: {}", view.to_text());
            assert_eq!(found.line[0], found.choices[0].action);
            let visits: u64 = found.choices.iter().map(|choice| choice.visits).sum();
            // Playouts of a deal that the limit cut short count as iterations but not as visits.
            assert!(visits <= found.iterations && found.iterations <= 150, "{found:?}");
            assert!(found.nodes >= found.iterations);
        }
    }
}

fn check_stopped<G: SearchModel>() {
    for view in views::<G>(5, 3) {
        let settings = Search { limit: Limit::default(), seed: Seed::from(1), threads: 2, networks: None };
        let found = search::<G>(&view, &Recent::default().into(), &settings, || false)
            .expect("it is the turn of this seat");
        assert_eq!(found.line, [G::rule_policy(&view)], "without playouts the rule policy decides");
        let mut calls = 0;
        let keep_going = || {
            calls += 1;
            calls < 3
        };
        search::<G>(&view, &Recent::default().into(), &settings, keep_going)
            .expect("it is the turn of this seat");
        assert!(calls <= 3, "called once more after it returned false");
    }
}

fn check_nodes<G: SearchModel>() {
    for view in views::<G>(5, 4) {
        let few = search_view::<G>(&view, Limit { nodes: Some(2_000), ..Limit::default() }, 1, 1);
        let longest = 3_000;
        assert!(few.nodes < 2_000 + longest, "{} nodes", few.nodes);
        assert!(few.choices.len() == 1 || few.nodes >= 1_000 || few.choices[1].visits > 0, "{few:?}");
    }
}

fn check_turn<G: SearchModel>() {
    let view = &views::<G>(1, 5)[0];
    let mut state = view.sample(oxideal_engine::Stream::new(Seed::from(1), 0)).expect("it can be sampled");
    while state.position().current_player().is_some() {
        state.push(state.legal()[0]).expect("it is legal");
    }
    let settings = Search { limit: iterations(1), seed: Seed::from(1), threads: 1, networks: None };
    let over = state.view(0).expect("the seat is there");
    assert!(search::<G>(&over, &Recent::default().into(), &settings, || true).is_err(), "the round is over");
}

/// The joker first wins, since nothing beats it; the 3 first loses.
#[test]
fn unbeatable_card_is_played_first() {
    let text = "doudizhu; dealer 0; first 0; seat 0; hand 3R; kitty 333; bids 1 pass pass; \
                played 333444555666677778 8889999TTTTJJJJQ QQQKKKKAAAA2222B; plays 18 16 16; doubled 0; lead 0";
    let view = View::<DouDizhu>::from_text(text).unwrap();
    for seed in 0..10 {
        let found = search_view::<DouDizhu>(&view, iterations(100), seed, 1);
        assert_eq!(view.rules().to_move(found.line[0]).unwrap().to_string(), "R", "{found:?}");
    }
}

/// The joker, then 8899TT, wins unless somebody plays a bomb. Later the landlord may not regain the
/// lead.
#[test]
fn win_is_not_delayed() {
    let text = "doudizhu players=4; dealer 0; first 0; face-up J by 0; seat 3; hand 8899TTR; kitty 34689TK2; \
                bids pass pass pass 3; played 3589TJJJQKAB TJQQ2 499TJAAB 333444555677789TJQQKKAA22R; \
                plays 5 4 6 5; doubled 0; beat 2 by 1 passes 1";
    let view = View::<DouDizhu>::from_text(text).unwrap();
    for seed in 0..5 {
        let found = search_view::<DouDizhu>(&view, iterations(600), seed, 1);
        let line: Vec<_> =
            found.line.iter().map(|&action| view.rules().to_move(action).unwrap().to_string()).collect();
        assert_eq!(line, ["R", "pass", "pass", "pass", "8899TT"], "{found:?}");
    }
}

/// Bytes from outside can claim any recent actions.
#[test]
fn impossible_recent_actions_are_ignored() {
    let state = State::<DouDizhu>::deal(doudizhu::Rules::preset("douzero").unwrap(), Seed::from(1), 0);
    let seat = state.position().current_player().unwrap();
    let bomb = state.rules().action(state.rules().parse("4444").unwrap()).unwrap();
    let mut claimed = Recent::default();
    (0..16).for_each(|place| claimed.push((seat + place) % 3, bomb));
    let settings = Search { limit: iterations(100), seed: Seed::from(1), threads: 1, networks: None };
    let found = search::<DouDizhu>(&state.view(seat).unwrap(), &claimed.into(), &settings, || true).unwrap();
    assert!(state.legal().contains(&found.line[0]));
}
