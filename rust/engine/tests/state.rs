//! The code that all games share, on a game with what `FourSquare` lacks: a second seat,
//! information hidden from one player only, and chance during the round. The properties in `rust/fuzz` hold
//! for every state of the four games: undo, bytes, texts, events and views.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod duel;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use duel::{Duel, Move, Rules};
use oxideal_engine::doudizhu::DouDizhu;
use oxideal_engine::foursquare::FourSquare;
use oxideal_engine::rummy::{self, Rummy};
use oxideal_engine::{
    Action, Chance, CodecError, Error, ErrorKind, Game, Knowledge, Notation as _, Origin, Position as _,
    Reason, Recent, Rules as _, Seed, SplitMix64, Start, State, Stream, View, ViewBuilder, playouts,
};

const KEEP: Action = Move::Keep as Action;
const RAISE: Action = Move::Raise as Action;
const THROW: Action = Move::Throw as Action;

const RULES: Rules = Rules { cards: 5, throws: 3 };

fn deal(seed: u64) -> State<Duel> {
    State::deal(RULES, Seed::from(seed), 1)
}

/// A random round from start to end: one state for each ply.
fn moments(mut state: State<Duel>, generator: &mut SplitMix64) -> Vec<State<Duel>> {
    let mut moments = vec![state.clone()];
    while let Some(action) = state.position().pick_legal(state.rules(), generator) {
        state.push(action).unwrap();
        moments.push(state.clone());
    }
    moments
}

/// Random rounds, dealt and set up by hand.
fn rounds() -> impl Iterator<Item = Vec<State<Duel>>> {
    let mut generator = SplitMix64::new(1);
    (0..100).map(move |seed| {
        let dealt = deal(seed);
        let start = if seed % 2 == 0 {
            dealt
        } else {
            State::from_text(&dealt.to_text(), Stream::without_seed()).unwrap()
        };
        moments(start, &mut generator)
    })
}

fn hash(state: &State<Duel>) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(state)
}

fn history(state: &State<Duel>) -> Vec<Action> {
    state.history().collect()
}

/// Checks that everything observable is equal, beyond `==`.
fn same(one: &State<Duel>, other: &State<Duel>) {
    assert_eq!(one, other);
    assert_eq!(hash(one), hash(other));
    assert_eq!(one.chance(), other.chance());
    assert_eq!(one.origin(), other.origin());
    assert_eq!(history(one), history(other));
}

#[test]
fn chance_position_survives_many_draws() {
    let rules = Rules { cards: 9, throws: 200 };
    let mut state = State::<Duel>::deal(rules, Seed::from(3), 4);
    let mut before = Vec::new();
    for _ in 0..200 {
        before.push(state.clone());
        state.push(THROW).unwrap();
    }
    assert!(state.chance().position() >= 201 * 9, "a deal takes nine words at least");
    same(&State::from_bytes(&state.to_bytes()).unwrap(), &state);
    for earlier in before.iter().rev() {
        assert_eq!(state.pop(), Ok(Some(THROW)));
        same(&state, earlier);
    }
}

#[test]
fn refused_action_changes_nothing() {
    let text = "duel 5 3; 1 1 0 0 0 2 4";
    let mut state = State::<Duel>::from_text(text, Stream::without_seed()).unwrap();
    let refused = [(RAISE, "the stake may not exceed 1 [DU-01]"), (THROW, "often enough [DU-02]")];
    for (action, reason) in refused {
        let error = state.push(action).unwrap_err();
        assert!(matches!(error, Error::IllegalMove(_)) && error.to_string().ends_with(reason), "{error}");
    }
    let unknown = state.push(3).unwrap_err();
    assert_eq!(unknown, Error::no_action(3, 3));
    assert_eq!(unknown.to_string(), "action 3 out of range: these rules have actions 0 to 2");
    same(&state, &State::from_text(text, Stream::without_seed()).unwrap());
    state.push(KEEP).unwrap();
    state.push(KEEP).unwrap();
    for action in [KEEP, RAISE, THROW] {
        assert!(matches!(state.push(action), Err(Error::IllegalMove(refusal)) if refusal.rule == "DU-03"));
    }
    assert_eq!(history(&state), [KEEP, KEEP]);
}

#[test]
fn chance_counts_for_equality_while_draws_are_ahead() {
    let position = deal(1).position().clone();
    let with = |throws, seed| {
        let position = duel::Position { throws, ..position.clone() };
        State::<Duel>::from_position(RULES, position, Stream::new(Seed::from(seed), 0))
    };
    assert_eq!(with(1, 1), with(1, 1));
    assert_ne!(with(1, 1), with(1, 2), "the next throw differs");
    assert_eq!(with(0, 1), with(0, 2), "nothing is drawn any more");
    assert_eq!(hash(&with(0, 1)), hash(&with(0, 2)));
    // Equal whatever the history: the last throw leaves the streams at different places.
    let mut thrown = with(1, 1);
    thrown.push(THROW).unwrap();
    let by_hand = State::<Duel>::from_text(&thrown.to_text(), Stream::without_seed()).unwrap();
    assert_ne!(thrown.chance(), by_hand.chance());
    assert_eq!(thrown, by_hand);
    assert_eq!(hash(&thrown), hash(&by_hand));
    assert_ne!(
        thrown,
        State::from_text(&thrown.to_text().replacen("duel 5", "duel 6", 1), Stream::without_seed()).unwrap()
    );
}

/// Copies share their common history, but undoing a move in one does not affect the others.
#[test]
fn copies_of_a_long_round_share_its_history() {
    let options = rummy::Options { hand_size: Some(25), turn_limit: 10_000, ..rummy::Options::default() };
    let rules = rummy::Rules::new(options).unwrap();
    // With a stack too small for one call per ply.
    let work = move || {
        let mut state = State::<Rummy>::deal(rules, Seed::from(1), 0);
        while state.history().len() < 18_000 {
            // Two cards are drawn and discarded forever: the last ids are discards.
            let action = *state.legal().last().unwrap();
            state.push(action).unwrap();
        }
        let copies: Vec<State<Rummy>> = (0..3)
            .map(|number| {
                let mut copy = state.clone();
                let taken_back: Vec<Action> =
                    (0..number * 100).map(|_| copy.pop().unwrap().unwrap()).collect();
                let history: Vec<Action> = state.history().collect();
                assert!(history.iter().rev().take(taken_back.len()).eq(&taken_back));
                assert_eq!(copy.history().len(), history.len() - taken_back.len());
                for &action in taken_back.iter().rev() {
                    copy.push(action).unwrap();
                }
                assert_eq!(copy, state);
                copy
            })
            .collect();
        drop(state);
        assert!(
            copies.iter().all(|copy| copy.history().len() == 18_000 && copy.start() == copies[0].start())
        );
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn saved_bytes_belong_to_one_game() {
    let bytes = deal(1).to_bytes();
    assert_eq!(bytes[..6], *b"OXID\x01S");
    let error = State::<FourSquare>::from_bytes(&bytes).unwrap_err();
    let wrong_game = CodecError::WrongGame { found: "\"duel\"".into(), expected: "foursquare" };
    assert_eq!(error, Error::Codec(wrong_game));
    assert_eq!(error.to_string(), "the bytes hold game \"duel\", not foursquare");
    let error = View::<Duel>::from_bytes(&bytes).unwrap_err();
    assert_eq!(error, Error::Codec(CodecError::WrongKind { found: "state", expected: "view" }));
    assert_eq!(error.to_string(), "the bytes hold a state, not a view");
}

#[test]
fn contradictory_bytes_are_refused() {
    let by_hand = State::<Duel>::from_text("duel 5 3; 2 1 3 0 0 2 4", Stream::without_seed()).unwrap();
    // OXID, format, kind, then the name and the rules with their lengths; then a state's origin or
    // a view's seat.
    let (cards, after_rules) = (12, 14);
    let change = |mut bytes: Vec<u8>, at: usize, to| {
        bytes[at] = to;
        bytes
    };
    let view = by_hand.view(0).unwrap().to_bytes(&Recent::default());
    let wrong = |text: &str| Error::InvalidState(text.into());
    let other_rules = wrong("the rules of the position differ from those of the bytes");
    let state = |bytes: &[u8]| State::<Duel>::from_bytes(bytes).unwrap_err();
    assert_eq!(state(&change(by_hand.to_bytes(), cards, 6)), other_rules);
    assert_eq!(View::<Duel>::from_bytes(&change(view.clone(), cards, 6)), Err(other_rules));
    let unknown_rules = Error::Codec(CodecError::UnknownRules);
    assert_eq!(state(&change(by_hand.to_bytes(), cards, 1)), unknown_rules);
    let no_origin = wrong("the kind of origin in the bytes must be 0 to 3");
    assert_eq!(state(&change(by_hand.to_bytes(), after_rules, 4)), no_origin);
    let no_seat = wrong("seat 2 out of range: this game has seats 0 to 1");
    assert_eq!(View::<Duel>::from_bytes(&change(view, after_rules, 2)), Err(no_seat));
    let mut raised = by_hand;
    raised.push(RAISE).unwrap();
    let last = raised.to_bytes().len() - 1;
    let mut twice = change(raised.to_bytes(), last - 1, 2);
    twice.push(RAISE as u8);
    let refused = wrong("action 1 of the history: the stake may not exceed 2 [DU-01]");
    assert_eq!(state(&twice), refused);
}

#[test]
fn positions_are_saved_with_the_chance_ahead() {
    let mut chance = Stream::new(Seed::from(99), 5);
    chance.skip(3);
    let (rules, position, _) = duel::Position::read("duel 5 3; 2 1 3 0 0 2 4").unwrap();
    let mut state = State::<Duel>::from_position(rules, position, chance);
    for action in [THROW, RAISE, THROW] {
        let read = State::<Duel>::from_bytes(&state.to_bytes()).unwrap();
        assert_eq!(read, state);
        assert_eq!((read.origin(), read.chance()), (state.origin(), state.chance()));
        let start = State::<Duel>::from_origin(RULES, state.origin()).unwrap();
        assert_eq!((start.position(), start.chance().position()), (state.start(), 3));
        let legal = if state.legal().contains(&action) { action } else { THROW };
        state.push(legal).unwrap();
    }
    // The state read back draws the same numbers.
    let mut read = State::<Duel>::from_bytes(&state.to_bytes()).unwrap();
    assert_eq!(read, state);
    assert!(history(&read) == history(&state) && read.pop() == state.pop());
    assert_eq!(read, state);
}

#[test]
fn plies_yield_the_positions_before_and_after() {
    for state in rounds().flatten() {
        let mut again = State::<Duel>::from_bytes(&state.to_bytes()).unwrap();
        while again.pop().is_ok() {}
        assert_eq!(again.position(), state.start());
        for (before, action, after) in state.plies().unwrap() {
            assert_eq!(*again.position(), before);
            again.push(action).unwrap();
            assert_eq!(*again.position(), after);
        }
        assert_eq!(again, state);
    }
}

#[test]
fn events_show_only_what_the_seat_can_see() {
    let mut state = State::<Duel>::from_text("duel 5 3; 2 1 3 0 0 2 4", Stream::without_seed()).unwrap();
    state.push(RAISE).unwrap();
    state.push(THROW).unwrap();
    let duel::Position { hands: [first, second], limit, .. } = *state.position();
    for (seat, before, after) in [(0, "2 0", format!("{first} 0")), (1, "0 4", format!("0 {second}"))] {
        let view = |numbers: String| format!("duel 5 3; seat {seat}; {numbers}");
        let expected = [
            format!("position {}", view(format!("2 1 3 0 0 {before}"))),
            "move 0 raise".into(),
            format!("view {}", view(format!("2 2 3 1 0 {before}"))),
            "move 1 throw in".into(),
            format!("view {}", view(format!("{limit} 2 2 0 0 {after}"))),
        ];
        assert_eq!(state.events(seat).unwrap(), expected);
    }
    // States that differ only in what is hidden from seat 0.
    let [one, other] = ["duel 5 3; 2 1 3 0 0 2 4", "duel 5 3; 2 1 3 0 0 2 5"]
        .map(|text| State::<Duel>::from_text(text, Stream::without_seed()).unwrap());
    assert_eq!(one.view(0), other.view(0));
    assert_eq!(one.events(0), other.events(0));
    assert_ne!(one.view(1), other.view(1));
    assert_ne!(one, other);
}

#[test]
fn view_of_another_seat_is_refused() {
    let (mine, theirs) = (deal(1).view(0).unwrap(), deal(1).view(1).unwrap());
    let mut bytes = mine.to_bytes(&Recent::default());
    // Two lengths follow: of the text and of the last actions.
    let seat = bytes.len() - mine.to_text().len() - 3;
    bytes[seat] = 1;
    let message = "the seat of the view differs from that of the bytes";
    assert_eq!(View::<Duel>::from_bytes(&bytes), Err(Error::InvalidState(message.into())));
    let mut told = ViewBuilder::<Duel>::new(&RULES, 0).unwrap();
    let error = told.apply(&format!("position {}", theirs.to_text())).unwrap_err();
    let message = "event 0: the seat of the position differs from the one given";
    assert_eq!(error, Error::InvalidRecord(message.into()));
}

#[test]
fn samples_cover_all_states_that_fit_the_view() {
    for state in rounds().flatten().step_by(10) {
        for seat in 0..2 {
            let view = state.view(seat).unwrap();
            let mut others = BTreeSet::new();
            for stream in 0..100 {
                let sampled = view.sample(Stream::new(Seed::from(2), stream)).unwrap();
                others.insert(sampled.position().hands[1 - seat]);
                assert_eq!(sampled.view(seat).as_ref(), Ok(&view));
                assert!(State::<Duel>::from_text(&sampled.to_text(), Stream::without_seed()).is_ok());
            }
            let [own, other] = [seat, 1 - seat].map(|seat| state.position().hands[seat]);
            let is_shown = state.position().current_player().is_none();
            let possible = |hand: &u8| if is_shown { *hand == other } else { *hand != own };
            assert_eq!(others, (1..=RULES.cards).filter(possible).collect());
        }
    }
}

/// Counts with the public interface only.
fn count_by_hand(state: &mut State<Duel>, length: u8) -> u64 {
    if length == 0 {
        return 1;
    }
    let mut count = 0;
    for action in state.legal() {
        state.push(action).unwrap();
        count += count_by_hand(state, length - 1);
        state.pop().unwrap();
    }
    count
}

#[test]
fn sequence_counts_include_chance() {
    let mut counts = BTreeSet::new();
    for seed in 0..20 {
        let mut state = deal(seed);
        let before = state.clone();
        for depth in 0..7 {
            assert_eq!(state.perft(depth, || true), Some(count_by_hand(&mut state, depth)), "{depth}");
        }
        same(&state, &before);
        counts.insert(state.perft(6, || true));
    }
    assert!(counts.len() > 5, "how high the stake may go is chance, so these differ: {counts:?}");
}

#[test]
fn stopped_count_returns_none() {
    let state = State::<Duel>::deal(Rules { cards: 2, throws: 255 }, Seed::from(1), 0);
    let mut asked = 0;
    assert_eq!(
        state.perft(255, || {
            asked += 1;
            asked < 3
        }),
        None
    );
    assert_eq!(asked, 3);
}

fn play_games(seed: &Seed, first: u64, n: usize) -> (Vec<i32>, Vec<i32>) {
    let (mut payoffs, mut lengths) = (vec![77; 2 * n], vec![77; n]);
    let start = Start::<Duel>::Deal(RULES);
    playouts(&start, seed, first, &mut payoffs, &mut lengths).expect("deals");
    (payoffs, lengths)
}

#[test]
fn playouts_follow_the_definition() {
    let seed = Seed::from([7; 32]);
    // Game numbers wrap around at the end of their range.
    for first in [0, u64::MAX - 20] {
        let (payoffs, lengths) = play_games(&seed, first, 100);
        let generator = SplitMix64::for_games(&seed);
        for game in 0..100 {
            let mut chance = generator(first.wrapping_add(game as u64));
            let mut position = duel::Position::deal(&RULES, None, &mut chance);
            let mut length = 0;
            while position.current_player().is_some() {
                let mut legal = Vec::new();
                position.legal(&RULES, &mut legal);
                let action = legal[chance.below(legal.len() as u32) as usize];
                position.play(&RULES, action, &mut chance);
                length += 1;
            }
            let mut expected = [0; 2];
            position.payoffs(&RULES, &mut expected);
            assert_eq!(payoffs[2 * game..][..2], expected, "game {game}");
            assert_eq!(lengths[game], length, "game {game}");
            assert_eq!(expected[0] + expected[1], 0);
        }
    }
}

#[test]
fn split_playouts_give_the_same_results() {
    let seed = Seed::from(9);
    let (payoffs, lengths) = play_games(&seed, 3, 50);
    for cut in [0, 1, 20, 49, 50] {
        let (mut some_payoffs, mut some_lengths) = play_games(&seed, 3, cut);
        let (more_payoffs, more_lengths) = play_games(&seed, 3 + cut as u64, 50 - cut);
        some_payoffs.extend(more_payoffs);
        some_lengths.extend(more_lengths);
        assert_eq!((&some_payoffs, &some_lengths), (&payoffs, &lengths));
    }
    assert_ne!(play_games(&Seed::from(10), 3, 50).1, lengths);
}

#[test]
fn dealer_is_given_or_drawn() {
    let seed = Seed::from(5);
    for dealer in 0..2 {
        let state = State::<Duel>::deal_by(RULES, dealer, seed, 0).unwrap();
        assert_eq!(state.position().turn as usize, dealer);
        let origin = Origin::Dealt {
            seed: *state.chance().seed(),
            stream: state.chance().stream(),
            dealer: Some(dealer),
        };
        assert_eq!(state.origin(), origin);
        assert_eq!(State::<Duel>::from_origin(RULES, origin).unwrap().start(), state.start());
        same(&State::from_bytes(&state.to_bytes()).unwrap(), &state);
        // A given dealer takes no draw, so both deal the same numbers; a drawn dealer leads to
        // others.
        assert_eq!(
            state.position().hands,
            State::<Duel>::deal_by(RULES, 0, seed, 0).unwrap().position().hands
        );
    }
    let drawn = (0..40).map(|seed| State::<Duel>::deal(RULES, Seed::from(seed), 0).position().turn);
    assert!((8..32).contains(&drawn.filter(|&turn| turn == 0).count()));
    let refused = State::<Duel>::deal_by(RULES, 2, seed, 0);
    assert_eq!(refused.unwrap_err().to_string(), "seat 2 out of range: this game has seats 0 to 1");
    let mut bytes = State::<Duel>::deal(RULES, seed, 0).to_bytes();
    let dealer = bytes.len() - 2;
    bytes[dealer] = 3;
    let refused = State::<Duel>::from_bytes(&bytes);
    assert_eq!(refused.unwrap_err().to_string(), "seat 2 out of range: this game has seats 0 to 1");
}

// The last actions

#[test]
fn last_sixteen_actions_are_kept() {
    let rules = Rules { cards: 5, throws: 40 };
    let mut state = State::<Duel>::deal(rules, Seed::from(5), 0);
    let mut all = Vec::new();
    for _ in 0..40 {
        let seat = state.position().current_player().unwrap();
        state.push(THROW).unwrap();
        all.push((seat, THROW));
        let last = all[all.len().saturating_sub(16)..].to_vec();
        assert_eq!(state.recent().iter().collect::<Vec<_>>(), last);
        assert_eq!(state.recent().len(), last.len());
        // A state continued from a view has them, too.
        let mut sampled = state.view(0).unwrap().sample(Stream::without_seed()).unwrap();
        sampled = State::from_bytes(&sampled.with_recent(state.recent()).to_bytes()).unwrap();
        assert_eq!((sampled.recent(), sampled.history().len()), (state.recent(), 0));
        if sampled.position().throws > 0 {
            sampled.push(THROW).unwrap();
            let seat = state.position().current_player().unwrap();
            let mut last: Vec<_> = state.recent().iter().chain([(seat, THROW)]).collect();
            last.drain(..last.len().saturating_sub(16));
            assert_eq!(sampled.recent().iter().collect::<Vec<_>>(), last);
            sampled.pop().unwrap();
            assert_eq!(sampled.recent(), state.recent());
        }
    }
    assert_eq!(deal(1).recent(), Recent::default());
    assert_ne!(state.recent(), Recent::default());
}

#[test]
fn damaged_last_actions_are_refused() {
    let view = deal(1).view(0).unwrap();
    let bytes = view.to_bytes(&Recent::default());
    let with = |recent: &[u8]| {
        let mut bytes = bytes[..bytes.len() - 1].to_vec();
        bytes.extend(recent);
        View::<Duel>::from_bytes(&bytes)
            .map(|(_, recent)| recent.iter().collect::<Vec<_>>())
            .map_err(|error| error.to_string())
    };
    assert_eq!(with(&[2, 0, 1, 1, 2]), Ok(vec![(0, 1), (1, 2)]));
    assert_eq!(with(&[17]), Err("at most 16 last actions are kept, got 17".into()));
    assert_eq!(with(&[1, 2, 0]), Err("seat 2 out of range: this game has seats 0 to 1".into()));
    assert_eq!(with(&[1, 0, 3]), Err("action 3 out of range: these rules have actions 0 to 2".into()));
    assert_eq!(with(&[2, 0, 1]), Err("truncated bytes".into()));
    assert_eq!(with(&[1, 0, 1, 0]), Err("1 trailing byte".into()));
}

#[test]
fn playouts_start_at_a_state_or_samples_of_a_view() {
    const N: usize = 50;
    let seed = Seed::from(11);
    let run = |start: &Start<Duel>| {
        let (mut payoffs, mut lengths) = (vec![0; 2 * N], vec![0; N]);
        playouts(start, &seed, 30, &mut payoffs, &mut lengths).unwrap();
        (payoffs, lengths)
    };
    let alone = |begin: &dyn Fn(u64) -> duel::Position| {
        let (mut payoffs, mut lengths) = (vec![0; 2 * N], vec![0; N]);
        for (game, payoffs) in payoffs.chunks_exact_mut(2).enumerate() {
            let number = 30 + game as u64;
            let mut chance = SplitMix64::for_games(&seed)(number);
            let mut position = begin(number);
            while let Some(action) = position.pick_legal(&RULES, &mut chance) {
                position.play(&RULES, action, &mut chance);
                lengths[game] += 1;
            }
            position.payoffs(&RULES, payoffs);
        }
        (payoffs, lengths)
    };
    for state in rounds().flatten().step_by(37) {
        assert_eq!(run(&Start::State(Box::new(state.clone()))), alone(&|_| state.position().clone()));
        for seat in 0..2 {
            let view = state.view(seat).unwrap();
            let sampled = |number: u64| {
                view.sample(Stream::for_samples(seed, number.into(), seat)).unwrap().position().clone()
            };
            assert_eq!(run(&Start::View(Box::new(view.clone()))), alone(&sampled));
        }
    }
}

/// Undo of old actions replays them, whichever copies there are.
#[test]
fn every_earlier_state_of_a_long_round_is_restored() {
    let rules = Rules { cards: 9, throws: 200 };
    let mut state = State::<Duel>::deal(rules, Seed::from(3), 4);
    let mut before = Vec::new();
    for _ in 0..200 {
        before.push((state.to_text(), state.recent(), state.chance().clone()));
        state.push(THROW).unwrap();
    }
    let copy = state.clone();
    // Down and up again around every length of the history, so that each segment is taken apart and closed.
    for (length, (text, recent, chance)) in before.iter().enumerate().rev() {
        assert_eq!((state.pop(), state.to_text()), (Ok(Some(THROW)), text.clone()));
        assert_eq!((&state.recent(), state.chance()), (recent, chance));
        for _ in 0..length % 70 {
            let action = state.pop().unwrap();
            assert_eq!(action, Some(THROW));
        }
        for _ in 0..length % 70 {
            state.push(THROW).unwrap();
        }
        assert_eq!((state.to_text(), &state.recent()), (text.clone(), recent));
        assert_eq!(state.history().len(), length);
    }
    same(&copy, &State::from_bytes(&copy.to_bytes()).unwrap());
    assert_eq!(copy.history().len(), 200);
}

#[test]
fn knowledge_late_in_a_round_is_that_of_all_its_actions() {
    let options = rummy::Options { turn_limit: 10_000, ..rummy::Options::default() };
    let mut chance = SplitMix64::new(5);
    let mut state = State::<Rummy>::deal(rummy::Rules::new(options).unwrap(), Seed::from(1), 0);
    let mut known = vec![state.knowledge()];
    // Draw or take, and discard.
    while state.history().len() < 400 {
        let legal = state.legal();
        let from = if legal.len() > 2 { legal.len() - 2 } else { 0 };
        state.push(legal[from + chance.below(2) as usize]).unwrap();
        let mut knowledge = known[known.len() - 1].clone();
        let (before, action, _) = state.plies().unwrap().last().unwrap();
        let chosen = state.rules().to_move(action).unwrap();
        Knowledge::record(&mut knowledge, state.rules(), &before, chosen);
        assert_eq!(state.knowledge(), knowledge);
        known.push(knowledge);
    }
    assert!(known.iter().any(|knowledge| !knowledge.earlier().is_empty()), "the stock was reshuffled");
    while state.pop().is_ok() {
        assert_eq!(state.knowledge(), known[state.history().len()]);
    }
}

/// The work is counted in actions that are recorded.
#[test]
fn few_actions_are_recorded() {
    let work = |act: &dyn Fn()| {
        let before = duel::RECORDED.get();
        act();
        duel::RECORDED.get() - before
    };
    let mut state = State::<Duel>::deal(Rules { cards: 9, throws: 200 }, Seed::from(3), 4);
    for length in 0..200 {
        assert_eq!(work(&|| assert!(state.view(0).is_ok())), 0, "a view after {length} actions");
        let copy = state.clone();
        assert_eq!(work(&|| assert_eq!(state, copy)), 0, "a comparison after {length} actions");
        assert_eq!(work(&|| copy.clone().push(THROW).unwrap()), 1);
        state.push(THROW).unwrap();
        assert!(work(&|| assert!(state.clone().pop().is_ok())) < 12, "undone after {length} actions");
    }
    assert_eq!(state.history().len(), 200);
}

/// A kept action costs far less than a position.
#[test]
fn history_takes_little_memory() {
    fn per_action<G: Game>() -> usize {
        State::<G>::history_size(100_000) / 100_000
    }
    assert!(per_action::<DouDizhu>() <= 24 && per_action::<Rummy>() <= 48);
}

#[test]
fn too_many_saved_actions_are_rejected() {
    let options = oxideal_engine::doudizhu::Options { max_redeals: None, ..Default::default() };
    let rules = oxideal_engine::doudizhu::Rules::new(options).unwrap();
    let state = State::<DouDizhu>::deal(rules, Seed::from(1), 0);
    let pass = *state.legal().first().unwrap();
    let start = state.to_bytes();
    let with = |count: u32, written: u32| {
        let mut bytes = start[..start.len() - 1].to_vec();
        let actions = std::iter::repeat_n(pass, written as usize);
        for mut number in std::iter::once(count).chain(actions) {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
        bytes
    };
    let longest = State::<DouDizhu>::from_bytes(&with(100_000, 100_000)).unwrap();
    assert_eq!(longest.history().len(), 100_000);
    assert_eq!(State::<DouDizhu>::from_bytes(&longest.to_bytes()), Ok(longest));
    let error = State::<DouDizhu>::from_bytes(&with(100_001, 0)).unwrap_err();
    assert_eq!(error.to_string(), "a saved state must have at most 100000 actions, got 100001");
    let mut checks = 0;
    let stopped: Result<_, Error> = State::<DouDizhu>::from_bytes_checked(&with(5_000, 5_000), |left| {
        checks += 1;
        assert_eq!(left, 5_000 - (checks - 1) * 1_024);
        if checks == 3 { Err(Error::invalid_state("stopped")) } else { Ok(()) }
    });
    assert_eq!((stopped, checks), (Err(Error::invalid_state("stopped")), 3));
    let long = vec![b'x'; (1 << 20) + 1];
    let error = State::<DouDizhu>::from_bytes(&long).unwrap_err();
    assert_eq!(error.to_string(), "saved bytes must be at most 1048576, got 1048577");
}

#[test]
fn forfeits_end_a_round_and_are_taken_back() {
    for (seat, moments) in rounds().enumerate() {
        let (seat, why) = (seat % 2, Reason::ALL[seat % 4]);
        for before in moments.iter().filter(|state| !state.is_over()) {
            let mut state = before.clone();
            state.forfeit(seat, why).unwrap();
            let amount = i32::from(before.position().stake);
            let lost = if seat == 0 { vec![-amount, amount] } else { vec![amount, -amount] };
            assert_eq!(
                (state.current_player(), state.legal(), state.payoffs()),
                (None, vec![], Some(lost.clone()))
            );
            assert_eq!(state.perft(2, || true), Some(0));
            assert_eq!(state.forfeit(0, why).unwrap_err().kind(), ErrorKind::InvalidState);
            let Err(Error::IllegalMove(refusal)) = state.push(KEEP) else { panic!("the round is over") };
            assert_eq!(refusal.rule, "DU-04");
            same(&State::from_bytes(&state.to_bytes()).unwrap(), &state);
            assert_ne!(&state, before);
            for observer in 0..2 {
                let view = state.view(observer).unwrap();
                assert_eq!((view.payoffs(), view.forfeited()), (Some(lost.clone()), state.forfeited()));
                let sampled = view.sample(Stream::new(Seed::from(1), 0)).unwrap();
                assert_eq!(sampled.view(observer).unwrap(), view);
                let mut builder = ViewBuilder::<Duel>::new(before.rules(), observer).unwrap();
                for event in state.events(observer).unwrap() {
                    builder.apply(&event).unwrap();
                }
                assert!(builder.apply("forfeit 0 time").is_err(), "the round is over");
                assert_eq!(builder.finish().unwrap().0, view);
            }
            let (mut payoffs, mut lengths) = ([0; 4], [9; 2]);
            let start = Start::State(Box::new(state.clone()));
            playouts(&start, &Seed::from(1), 0, &mut payoffs, &mut lengths).unwrap();
            assert_eq!((&payoffs[2..], lengths), (&*lost, [0; 2]));
            assert_eq!(state.pop(), Ok(None));
            same(&state, before);
        }
    }
}
