//! The search, in all games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::Duration;

use oxideal_bots::{Limit, Playable, Search, Thinking, search};
use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::foursquare::FourSquare;
use oxideal_engine::mexican_train::MexicanTrain;
use oxideal_engine::rummy::Rummy;
use oxideal_engine::{Chance, Game, Position, Recent, Rules, Seed, SplitMix64, State, View};

/// The same for each game.
macro_rules! in_all_games {
    ($check:ident) => {
        $check::<DouDizhu>();
        $check::<MexicanTrain>();
        $check::<Rummy>();
        $check::<FourSquare>();
    };
}

fn iterations(iterations: u64) -> Limit {
    Limit { iterations: Some(iterations), ..Limit::default() }
}

fn think<G: Playable>(view: &View<G>, limit: Limit, seed: u64, threads: usize) -> Thinking {
    let task = Search { limit, seed: Seed::from(seed), threads };
    let found = search::<G>(view, &Recent::default(), &task, || true).expect("somebody is to choose");
    Thinking { elapsed: Duration::ZERO, ..found }
}

/// Views of seats that have a choice, from random games.
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

#[test]
fn equal_views_are_thought_about_alike() {
    in_all_games!(check_alike);
}

fn check_alike<G: Playable>() {
    let mut apart = 0;
    for view in views::<G>(10, 1) {
        for threads in [1, 3] {
            let found = think::<G>(&view, iterations(200), 7, threads);
            assert_eq!(found, think::<G>(&view, iterations(200), 7, threads), "{}", view.to_text());
            apart += usize::from(found != think::<G>(&view, iterations(200), 8, threads));
        }
    }
    assert!(apart > 0, "the seed changes nothing");
}

#[test]
fn what_is_found_is_legal_and_counted() {
    in_all_games!(check_found);
}

fn check_found<G: Playable>() {
    for view in views::<G>(20, 2) {
        let legal = view.legal();
        for threads in [1, 2] {
            let found = think::<G>(&view, iterations(150), 7, threads);
            let mut actions: Vec<_> = found.choices.iter().map(|choice| choice.action).collect();
            assert!(actions.iter().all(|action| legal.contains(action)), "{}", view.to_text());
            actions.sort_unstable();
            actions.dedup();
            assert_eq!(actions.len(), found.choices.len(), "each once: {}", view.to_text());
            assert_eq!(found.line[0], found.choices[0].action);
            let visits: u64 = found.choices.iter().map(|choice| choice.visits).sum();
            // What was begun in one more deal when the limit came is not counted.
            assert!(visits <= found.iterations && found.iterations <= 150, "{found:?}");
            assert!(found.nodes >= found.iterations);
        }
    }
}

#[test]
fn who_is_stopped_still_chooses() {
    in_all_games!(check_stopped);
}

fn check_stopped<G: Playable>() {
    for view in views::<G>(5, 3) {
        let task = Search { limit: Limit::default(), seed: Seed::from(1), threads: 2 };
        let found = search::<G>(&view, &Recent::default(), &task, || false).expect("somebody is to choose");
        assert_eq!(found.line, [G::rule(&view)], "without time, good rules decide");
        let mut looks = 0;
        let go_on = || {
            looks += 1;
            looks < 3
        };
        search::<G>(&view, &Recent::default(), &task, go_on).expect("somebody is to choose");
        assert!(looks <= 3, "asked once more after the end");
    }
}

#[test]
fn nodes_are_a_limit() {
    in_all_games!(check_nodes);
}

fn check_nodes<G: Playable>() {
    for view in views::<G>(5, 4) {
        let few = think::<G>(&view, Limit { nodes: Some(2_000), ..Limit::default() }, 1, 1);
        let longest = 3_000;
        assert!(few.nodes < 2_000 + longest, "{} nodes", few.nodes);
        assert!(few.choices.len() == 1 || few.nodes >= 1_000 || few.choices[1].visits > 0, "{few:?}");
    }
}

#[test]
fn nobody_is_asked_out_of_turn() {
    in_all_games!(check_turn);
}

fn check_turn<G: Playable>() {
    let view = &views::<G>(1, 5)[0];
    let mut state = view.sample(oxideal_engine::Stream::new(Seed::from(1), 0)).expect("it can be sampled");
    while state.position().current_player().is_some() {
        state.push(state.legal()[0]).expect("it is legal");
    }
    let task = Search { limit: iterations(1), seed: Seed::from(1), threads: 1 };
    let over = state.view(0).expect("the seat is there");
    assert!(search::<G>(&over, &Recent::default(), &task, || true).is_err(), "the round is over");
}

/// One who lays the joker first, which nobody beats, has won; one who lays the 3 first has lost.
#[test]
fn a_card_that_nobody_beats_goes_first() {
    let text = "doudizhu; dealer 0; first 0; seat 0; hand 3R; kitty 333; bids 1 pass pass; \
                played 333444555666677778 8889999TTTTJJJJQ QQQKKKKAAAA2222B; plays 18 16 16; doubled 0; lead 0";
    let view = View::<DouDizhu>::from_text(text).unwrap();
    for seed in 0..10 {
        let found = think::<DouDizhu>(&view, iterations(100), seed, 1);
        assert_eq!(view.rules().to_move(found.line[0]).unwrap().to_string(), "R", "{found:?}");
    }
}

/// With the joker, then 8899TT, the landlord has won unless somebody has a bomb and uses it; later he may not come to it any more.
#[test]
fn what_can_be_won_now_is_not_put_off() {
    let text = "doudizhu players=4; dealer 0; first 0; face-up J by 0; seat 3; hand 8899TTR; kitty 34689TK2; \
                bids pass pass pass 3; played 3589TJJJQKAB TJQQ2 499TJAAB 333444555677789TJQQKKAA22R; \
                plays 5 4 6 5; doubled 0; beat 2 by 1 passes 1";
    let view = View::<DouDizhu>::from_text(text).unwrap();
    for seed in 0..5 {
        let found = think::<DouDizhu>(&view, iterations(600), seed, 1);
        let line: Vec<_> =
            found.line.iter().map(|&action| view.rules().to_move(action).unwrap().to_string()).collect();
        assert_eq!(line, ["R", "pass", "pass", "pass", "8899TT"], "{found:?}");
    }
}

/// Bytes from outside may claim anything of the last actions.
#[test]
fn what_cannot_have_been_done_is_not_believed() {
    let state = State::<DouDizhu>::deal(doudizhu::Rules::preset("douzero").unwrap(), Seed::from(1), 0);
    let seat = state.position().current_player().unwrap();
    let bomb = state.rules().action(state.rules().parse("4444").unwrap()).unwrap();
    let mut claimed = Recent::default();
    (0..16).for_each(|place| claimed.push((seat + place) % 3, bomb));
    let task = Search { limit: iterations(100), seed: Seed::from(1), threads: 1 };
    let found = search::<DouDizhu>(&state.view(seat).unwrap(), &claimed, &task, || true).unwrap();
    assert!(state.legal().contains(&found.line[0]));
}
