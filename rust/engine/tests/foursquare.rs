//! `FourSquare` against cases worked out by hand. The second engine, in Python, plays random games beside it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use oxideal_engine::foursquare::{Card, Cell, FourSquare, Outcome, Position, Rules, View};
use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::{Action, Error, ErrorKind, Seed, Start, State, Stream, ViewBuilder, playouts};

fn rule_of(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Playing => None,
        Outcome::TooManyDown => Some("FS-08"),
        Outcome::Won => Some("FS-09"),
        Outcome::StockEmpty => Some("FS-10"),
    }
}

/// The payoff and the score.
fn ending(state: &State<FourSquare>) -> (i32, i32) {
    let (mut payoffs, mut scores) = ([77], [77]);
    state.position().payoffs(state.rules(), &mut payoffs);
    state.position().scores(state.rules(), &mut scores);
    (payoffs[0], scores[0])
}

/// FS-01: the deck for seed 7 and stream 0, shuffled by another implementation of `ChaCha20`.
const DECK_OF_SEED_7: &str = "4S 7S 9D 6S 2C 5C 3C 8S AH 3D 8C 4H 5D 9C 6H 7H 6C 6D AS TC \
                              5S 5H 9H TH 7C 9S TD 7D 4C AC TS 4D 2D 8H 2H 3S AD 2S 3H 8D";

#[test]
fn fs_01_deck_has_forty_shuffled_cards() {
    let (first, stock) = DECK_OF_SEED_7.split_once(' ').unwrap();
    let dealt = State::<FourSquare>::deal(Rules::default(), Seed::from(7), 0);
    assert_eq!(dealt.to_text(), format!("foursquare; card {first}; stock {stock}"));
    let deck: Vec<Card> = DECK_OF_SEED_7.split(' ').map(|card| Card::parse(card).unwrap()).collect();
    assert_eq!(Position::from_deck(&deck).as_ref(), Ok(dealt.position()));
    let mut sorted = deck;
    sorted.sort();
    assert_eq!(sorted, Card::ALL);
    assert_eq!(Card::ALL.map(Card::rank)[..8], [1, 1, 1, 1, 2, 2, 2, 2], "the ace is low");
}

/// The value of a field in a row of a data file that has one row per line.
fn field<'a>(row: &'a str, name: &str) -> &'a str {
    let (_, value) = row.split_once(&format!("\"{name}\": ")).unwrap();
    match value.chars().next() {
        Some('"') => value[1..].split('"').next().unwrap(),
        Some('[') => value[1..].split(']').next().unwrap(),
        _ => value.split([',', '}']).next().unwrap(),
    }
}

fn rows(file: &str) -> impl Iterator<Item = &str> {
    file.lines().filter(|line| line.trim_start().starts_with('{'))
}

/// FS-02 to FS-11, one placement per row.
#[test]
fn placements_of_the_data_file() {
    let file = include_str!("../../../tests/data/foursquare/placements.json");
    let mut rules = BTreeSet::new();
    for row in rows(file) {
        let (rule, after) = (field(row, "rule"), field(row, "after"));
        rules.insert(rule);
        let mut state = State::<FourSquare>::from_text(field(row, "before"), Stream::without_seed()).unwrap();
        let cell = state.rules().parse(field(row, "place")).unwrap();
        state.push(cell.id().into()).unwrap();
        assert_eq!(state.to_text(), after, "{rule}");
        match field(row, "over") {
            "null" => assert_eq!(state.position().outcome(), Outcome::Playing, "{after}"),
            over => {
                assert_eq!(rule_of(state.position().outcome()), Some(over), "{after}");
                let (payoff, score) = ending(&state);
                assert_eq!(field(row, "payoff"), payoff.to_string(), "{after}");
                assert_eq!(field(row, "score"), score.to_string(), "{after}");
            }
        }
    }
    for rule in ["FS-02", "FS-03", "FS-04", "FS-05", "FS-06", "FS-07", "FS-08", "FS-09", "FS-10", "FS-11"] {
        assert!(rules.contains(rule), "a row for {rule}");
    }
}

/// FS-03, FS-04, FS-08, FS-09, FS-10. `tests/data/messages.json` fixes the wording for both
/// engines.
#[test]
fn refusals_of_the_data_file() {
    let file = include_str!("../../../tests/data/foursquare/refused.json");
    for row in rows(file) {
        let text = field(row, "text");
        let mut state = State::<FourSquare>::from_text(text, Stream::without_seed()).unwrap();
        let cell = state.rules().parse(field(row, "move")).unwrap();
        let error = state.push(cell.id().into()).unwrap_err();
        let rule = format!(" [{}]", field(row, "rule"));
        assert!(error.to_string().ends_with(&rule), "{text}: {error}");
        assert_eq!(state.to_text(), text);
    }
}

/// A full square of fifteen face-up piles; 3,3 is empty. The 5 belongs there; the ten would turn
/// its row.
const ONE_SHORT: &str = "0,0: AC; 0,1: AD; 0,2: AH; 0,3: 4D; 1,0: AS; 1,1: 3C; 1,2: 3D; 1,3: 6D; \
                         2,0: 3H; 2,1: 3S; 2,2: 4C; 2,3: TD; 3,0: 2C; 3,1: 8C; 3,2: 5C";

/// FS-09, FS-10, FS-11: the same square with as many of the other cards as fit in its piles.
const ONE_SHORT_AND_HIGH: &str = "0,0: 2D 2H 2S AC; 0,1: 4H 4S 5H AD; 0,2: 5S 6C 6H AH; 0,3: 6S 7C 7D 4D; \
                                  1,0: 7H 7S 8D AS; 1,1: 8H 8S 9C 3C; 1,2: 9D 9H 9S 3D; 1,3: TC TH TS 6D; \
                                  2,0: 3H; 2,1: 3S; 2,2: 4C; 2,3: TD; 3,0: 2C; 3,1: 8C; 3,2: 5C";

#[test]
fn fs_09_to_fs_11_last_card_wins_or_loses_a_full_square() {
    let rest = "2D 2H 2S 4H 4S 5H 5S 6C 6H 6S 7C 7D 7H 7S 8D 8H 8S 9C 9D 9H 9S TH TS";
    let high_and_down = ONE_SHORT_AND_HIGH.replace("2S AC", "2S (AC)");
    let cases = [
        // FS-09: won, and the score is what is left in the stock. FS-11: the payoff is one more.
        (format!("{ONE_SHORT}; card 5D; stock TC {rest}"), Outcome::Won, (25, 24)),
        // FS-09: sixteen piles, but the last one turns over its row.
        (format!("{ONE_SHORT}; card TC; stock 5D {rest}"), Outcome::Playing, (0, 0)),
        // FS-09 before FS-10: won with the fortieth card. FS-11: that still beats a loss.
        (format!("{ONE_SHORT_AND_HIGH}; card 5D; stock"), Outcome::Won, (1, 0)),
        // FS-10: the same with a card face down is lost.
        (format!("{high_and_down}; card 5D; stock"), Outcome::StockEmpty, (0, 0)),
    ];
    for (fields, outcome, expected) in cases {
        let mut state =
            State::<FourSquare>::from_text(&format!("foursquare; {fields}"), Stream::without_seed()).unwrap();
        state.push(48).unwrap();
        assert_eq!(state.position().outcome(), outcome, "{fields}");
        assert_eq!(ending(&state), expected, "{fields}");
        let is_over = outcome != Outcome::Playing;
        assert_eq!(state.legal().is_empty(), is_over);
        assert_eq!(state.position().current_player().is_none(), is_over);
        assert_eq!(state.position().card().is_none(), is_over, "no card is drawn any more (FS-02)");
    }
}

// Action sequences

#[test]
fn sequence_counts_match_the_published_ones() {
    let file = include_str!("../../../tests/data/foursquare/perft.json");
    let mut compared = 0;
    for row in rows(file) {
        let state = State::<FourSquare>::from_text(field(row, "text"), Stream::without_seed()).unwrap();
        for (depth, count) in field(row, "counts").split(", ").enumerate() {
            assert_eq!(state.perft(depth as u8, || true), count.parse().ok(), "{row}");
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn stopped_count_returns_none() {
    let state = State::<FourSquare>::deal(Rules { diagonal: true }, Seed::from(1), 0);
    let mut asked = 0;
    let stopped = state.perft(40, || {
        asked += 1;
        asked < 3
    });
    assert_eq!((stopped, asked), (None, 3));
}

// Playouts

fn play_games(diagonal: bool, first: u64, n: usize) -> (Vec<i32>, Vec<i32>) {
    let (mut payoffs, mut lengths) = (vec![77; n], vec![77; n]);
    let (rules, seed) = (Rules { diagonal }, Seed::from(7));
    let start = Start::<FourSquare>::Deal(rules);
    playouts(&start, &seed, first, &mut payoffs, &mut lengths).expect("deals");
    (payoffs, lengths)
}

/// The results in `tests/data/foursquare/playouts.json`, shared by both engines: losses, and
/// FS-11's win.
#[test]
fn playouts_match_the_published_results() {
    let lengths = vec![17, 18, 10, 13, 20, 24, 19, 16, 19, 7, 8, 12];
    assert_eq!(play_games(false, 0, 12), (vec![0; 12], lengths));
    assert_eq!(play_games(true, 575_339, 2), (vec![0, 11], vec![18, 30]));
    assert_eq!(play_games(true, 1_028_337, 1), (vec![19], vec![22]));
}

// Errors

#[test]
fn invalid_texts_are_refused() {
    let rest = |present: &str| {
        let missing = Card::ALL.map(|card| card.to_string()).into_iter();
        missing.filter(|card| !present.contains(card.as_str())).collect::<Vec<_>>().join(" ")
    };
    let with_rest = |fields: &str| format!("foursquare; {fields}; stock {}", rest(fields));
    let cases = [
        ("x".repeat(1001), "a position must have at most 1000 characters, got 1001"),
        ("rummy".into(), "a FourSquare position must start with"),
        ("foursquare; hello".into(), "unknown field \"hello\""),
        ("foursquare; card 7S; card 8S".into(), "duplicate field \"card\""),
        ("foursquare; 4,0: 7S".into(), "invalid cell \"4,0\""),
        ("foursquare; 0,0: 7S; +0,-0: 8S".into(), "duplicate pile on 0,0"),
        ("foursquare; 0,0: (7S) 8S".into(), "only the top card of a pile can be face down [FS-07]"),
        ("foursquare; 0,0: 7X".into(), "invalid card \"7X\""),
        ("foursquare; 0,0:".into(), "the pile on 0,0 has no cards"),
        ("foursquare; 0,0: AC 2C 3C 4C 5C".into(), "the pile on 0,0 has 5 cards"),
        ("foursquare; card 7S".into(), "missing field \"stock\""),
        ("foursquare; card 7S; stock 7S".into(), "duplicate card 7S"),
        ("foursquare; card 7S; stock 8S".into(), "the position has 2 of the 40 cards: AC is missing"),
        (with_rest("0,1: 7S; card 8S"), "missing pile on 0,0, the cell of the first card [FS-04]"),
        (
            with_rest("-2,0: 7S; -1,0: 8S; 0,0: 9S; 1,0: TS; 2,0: TD; card AS"),
            "the piles span 5 rows; at most 4 are allowed [FS-04]",
        ),
        (with_rest("0,0: 7S; 1,1: 8S; card 9S"), "the pile on 1,1 is not connected to 0,0 [FS-03]"),
        (with_rest("0,0: 7S"), "there is no card in hand, but the game is not over"),
        (
            with_rest("0,0: (5S); 1,0: (2C); 1,1: (3C); 2,0: (2D); 3,0: (2H); card 9D"),
            "there is a card in hand, but the game is over",
        ),
    ];
    for (text, message) in cases {
        let error = State::<FourSquare>::from_text(&text, Stream::without_seed()).unwrap_err();
        assert!(matches!(&error, Error::InvalidState(told) if told.starts_with(message)), "{text}: {error}");
    }
    let with_stock = View::from_text("foursquare; card 7S; stock");
    assert_eq!(with_stock, Err(Error::InvalidState("field \"stock\" is not allowed in a view".into())));
}

#[test]
fn impossible_events_are_refused() {
    let lost = "position foursquare; 0,0: (5S); 0,1: 9D; 1,0: (2C); 2,-1: (3C); 2,0: (2D); 3,0: (2H)";
    let cases: [(&[&str], &str); 12] = [
        (&["hello"], "event 0: unknown event \"hello\""),
        (
            &["card 7S", "position foursquare; card 7S"],
            "event 1: unknown event \"position foursquare; card 7S\"",
        ),
        (&["position foursquare"], "event 0: there is no card in hand, but the game is not over"),
        (
            &["position foursquare diagonal; card 7S"],
            "event 0: the rules of the position differ from those given",
        ),
        (&[lost, "card 7S"], "event 1: the game is over"),
        (&[lost, "place 0,0"], "event 1: the game is over"),
        (&["card 7S", "card 8S"], "event 1: a card is already in hand"),
        (&["card 7S", "place 0,0", "card 7S"], "event 2: 7S has been seen before"),
        (&["place 0,0"], "event 0: there is no card in hand"),
        (&["card 7S", "place 0,1"], "event 1: the first card must be placed on 0,0, got 0,1"),
        (&["card 7S", "place 0,0"], "the events end early: expected the next card"),
        (&[], "the events end early: expected the next card"),
    ];
    for (events, message) in cases {
        let mut told = ViewBuilder::<FourSquare>::new(&Rules::default(), 0).unwrap();
        let seen = events.iter().try_for_each(|event| told.apply(event));
        let error = seen.and_then(|()| told.finish()).unwrap_err();
        assert!(matches!(&error, Error::InvalidRecord(told) if told.starts_with(message)), "{error}");
    }
}

/// FS-01.
#[test]
fn cards_are_accepted_in_every_form() {
    for (index, card) in Card::ALL.into_iter().enumerate() {
        assert_eq!(card.index(), index);
        let text = card.to_string();
        let (rank, suit) = text.split_at(1);
        let symbol = ["♣", "♦", "♥", "♠"][index % 4];
        let rank = if rank == "T" { "10" } else { rank };
        for form in [text.clone(), text.to_lowercase(), format!("{rank}{suit}"), format!("{rank}{symbol}")] {
            assert_eq!(Card::parse(&form), Some(card), "{form}");
        }
        for form in
            [format!(" {text}"), format!("{text} "), format!("{rank}0{suit}"), suit.into(), rank.into()]
        {
            assert_eq!(Card::parse(&form), None, "{form}");
        }
    }
    for none in ["", "1S", "0S", "JS", "SS", "S7", "7♤", "７S", "100S", "TTS"] {
        assert_eq!(Card::parse(none), None, "{none}");
    }
}

#[test]
fn other_errors_have_the_right_kind() {
    let mut state = State::<FourSquare>::deal(Rules::default(), Seed::from(1), 0);
    assert!(state.push(49).is_err_and(|error| error.kind() == ErrorKind::InvalidMove));
    assert!(state.push(Action::MAX).is_err_and(|error| error.kind() == ErrorKind::InvalidMove));
    assert!(matches!(state.push(23), Err(Error::IllegalMove(refusal)) if refusal.rule == "FS-04"));
    assert!(state.view(1).is_err_and(|error| error.kind() == ErrorKind::InvalidArgument));
    assert!(state.events(1).is_err_and(|error| error.kind() == ErrorKind::InvalidArgument));
    assert!(
        ViewBuilder::<FourSquare>::new(&Rules::default(), 1)
            .is_err_and(|error| error.kind() == ErrorKind::InvalidArgument)
    );
    assert!(state.rules().parse("4,0").is_err_and(|error| error.kind() == ErrorKind::InvalidMove));
    assert!(state.pop().is_err_and(|error| error.kind() == ErrorKind::InvalidState));
    let ten = &Card::ALL[..10];
    let short = Position::from_deck(ten).unwrap_err();
    assert_eq!(short, Error::InvalidState("a deal must have 40 cards, got 10".into()));
    let twice = Position::from_deck(&ten.repeat(4)).unwrap_err();
    assert_eq!(twice, Error::InvalidState("duplicate card AC".into()));
}

#[test]
fn moves_name_their_cells() {
    let rules = Rules::default();
    assert_eq!(rules.num_actions(), 49);
    for id in 0..49 {
        let (row, column) = (id / 7 - 3, id % 7 - 3);
        let cell = Cell::at(row, column).unwrap();
        assert_eq!((cell.row(), cell.column()), (row as i8, column as i8));
        assert_eq!((rules.action(cell), rules.to_move(id as Action)), (Some(id as Action), Some(cell)));
        assert_eq!(cell.to_string(), format!("{row},{column}"));
        assert_eq!(rules.parse(&format!(" {row:+} ,  {column} ")), Ok(cell));
    }
    assert_eq!(rules.to_move(49), None);
}
