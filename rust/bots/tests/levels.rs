//! Levels and limits: what is refused, and what their choices depend on.

use oxideal_bots::{Ladder, Level, Limit};
use oxideal_engine::foursquare::FourSquare;
use oxideal_engine::rummy::{Rules, Rummy};
use oxideal_engine::{Error, Game, Seed, State, Stream};

fn why<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.expect_err("it is refused").to_string()
}

fn dealt<G: Game>() -> State<G> {
    State::deal(G::Rules::default(), Seed::from(7), 0)
}

#[test]
fn levels_have_numbers_from_one_on() {
    assert_eq!(why(Level::<Rummy>::numbered(0)), "level must be 1 to 10, got 0");
    assert_eq!(why(Level::<Rummy>::numbered(11)), "level must be 1 to 10, got 11");
    let found = Level::<Rummy>::numbered(10).expect("it is there");
    assert_eq!(found.text, Rummy::LEVELS[9].text);
}

#[test]
fn level_that_plays_by_networks_needs_them() -> Result<(), Error> {
    let state = dealt::<FourSquare>();
    let (view, past) = (state.view(0)?, state.past());
    for level in FourSquare::LEVELS {
        let chosen = level.choose(&view, &past, &mut Stream::without_seed(), None, || true);
        if level.has_networks() {
            assert_eq!(why(chosen), "this level needs networks", "{}", level.text);
        } else {
            assert!(state.is_legal(chosen?), "{}", level.text);
        }
    }
    Ok(())
}

#[test]
fn nobody_chooses_out_of_turn() -> Result<(), Error> {
    let state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 0);
    let turn = state.current_player().expect("the round has just begun");
    let view = state.view(1 - turn)?;
    for level in Rummy::LEVELS {
        let chosen = level.choose(&view, &state.past(), &mut Stream::without_seed(), None, || true);
        let other = 1 - turn;
        let text = format!("it is the turn of seat {turn}, and this is the view of seat {other}");
        assert_eq!(why(chosen), format!("no action to choose in this view: {text}"));
    }
    Ok(())
}

#[test]
fn limits_are_checked() {
    let day = Limit::new(Some(86_400.0), None, None).expect("a day is allowed");
    assert_eq!(day.time.map(|time| time.as_secs()), Some(86_400));
    let wrong = "time must be above 0 and at most 86400 seconds, got ";
    for time in [0.0, -1.0, 86_401.0, f64::INFINITY, f64::NAN] {
        assert_eq!(why(Limit::new(Some(time), Some(1), None)), format!("{wrong}{time}"));
    }
    assert_eq!(why(Limit::new(None, Some(0), Some(1))), "iterations must be at least 1, got 0");
    assert_eq!(why(Limit::new(None, Some(1), Some(0))), "nodes must be at least 1, got 0");
    assert_eq!(why(Limit::new(None, None, None)), "a limit must have a time, iterations or nodes");
}
