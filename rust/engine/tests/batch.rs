//! A batch gives the same results as its games played one by one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod duel;

use duel::Duel;
use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::foursquare::{self, FourSquare};
use oxideal_engine::mexican_train::{self, MexicanTrain};
use oxideal_engine::rummy::{self, Rummy};
use oxideal_engine::{
    Action, BatchChunk, Chance, Error, Game, Position, Rows, Rules, Seed, SplitMix64, State, observation_size,
};

const SEED: u64 = 7;

/// The arrays of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arrays {
    observations: Vec<u8>,
    current_player: Vec<i8>,
    rewards: Vec<i32>,
    terminated: Vec<bool>,
    episode: Vec<i64>,
}

impl Arrays {
    /// Filled with values that no step leaves there.
    fn new<G: Game>(rules: &G::Rules, n: usize) -> Self {
        Self {
            observations: vec![0xAA; n * observation_size::<G>(rules)],
            current_player: vec![-1; n],
            rewards: vec![77; n * rules.players()],
            terminated: vec![true; n],
            episode: vec![-1; n],
        }
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            observations: &mut self.observations,
            current_player: &mut self.current_player,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            episode: &mut self.episode,
        }
    }
}

/// A batch in chunks of these sizes.
struct Batch<G: Game> {
    pieces: Vec<BatchChunk<G>>,
    arrays: Arrays,
}

impl<G: Game> Batch<G> {
    fn new(rules: &G::Rules, sizes: &[usize]) -> Self {
        let n: usize = sizes.iter().sum();
        let mut first = 0;
        let pieces = sizes.iter().map(|&size| {
            let piece = BatchChunk::new(rules, Seed::from(SEED), first, size, n as u64).unwrap();
            first += size as u64;
            piece
        });
        let mut batch = Self { pieces: pieces.collect(), arrays: Arrays::new::<G>(rules, n) };
        let mut rows = batch.arrays.rows();
        for piece in &mut batch.pieces {
            piece.reset(&mut rows.split_off(piece.count())).unwrap();
        }
        batch
    }

    fn step(&mut self, actions: &[i64]) {
        let (mut rows, mut actions) = (self.arrays.rows(), actions);
        for piece in &mut self.pieces {
            let own = actions.split_off(..piece.count()).unwrap();
            piece.check(own).unwrap();
            piece.step(own, &mut rows.split_off(piece.count())).unwrap();
        }
    }

    fn sample(&self, step: u64) -> Vec<i64> {
        let mut actions = Vec::new();
        for piece in &self.pieces {
            let mut sampled = vec![0; piece.count()];
            piece.sample(SplitMix64::for_games(&Seed::from(step)), &mut sampled);
            actions.extend(sampled.into_iter().map(i64::from));
        }
        actions
    }

    fn legal(&self) -> Vec<Vec<Action>> {
        let mut legal = Vec::new();
        for piece in &self.pieces {
            let mut start = 0;
            for &end in piece.ends() {
                legal.push(piece.legal()[start..end].to_vec());
                start = end;
            }
        }
        legal
    }
}

fn assert_matches_single_games<G: Game>(rules: &G::Rules, steps: u64) {
    const N: usize = 5;
    let mut batch = Batch::<G>::new(rules, &[N]);
    let mut cut = Batch::<G>::new(rules, &[1, 3, 1]);
    let deal = |game: usize, episode: u64| {
        State::<G>::deal(rules.clone(), Seed::from(SEED), game as u128 + u128::from(episode) * N as u128)
    };
    let mut alone: Vec<(State<G>, u64)> = (0..N).map(|game| (deal(game, 0), 0)).collect();
    let mut expected = Arrays::new::<G>(rules, N);
    let mut ended = 0;
    for step in 0..=steps {
        expected.rewards.fill(0);
        expected.terminated.fill(false);
        if step > 0 {
            let actions = batch.sample(step);
            assert_eq!(actions, cut.sample(step));
            batch.step(&actions);
            cut.step(&actions);
            for (game, (state, episode)) in alone.iter_mut().enumerate() {
                state.push(actions[game] as Action).unwrap();
                if state.position().current_player().is_none() {
                    let players = rules.players();
                    state.position().payoffs(rules, &mut expected.rewards[game * players..][..players]);
                    expected.terminated[game] = true;
                    *episode += 1;
                    ended += 1;
                    *state = deal(game, *episode);
                }
            }
        }
        let size = observation_size::<G>(rules);
        let legal: Vec<Vec<Action>> = alone.iter().map(|(state, _)| state.legal()).collect();
        for (game, (state, episode)) in alone.iter().enumerate() {
            let seat = state.position().current_player().unwrap();
            expected.current_player[game] = seat as i8;
            expected.episode[game] = *episode as i64;
            let observed = state.view(seat).unwrap().observation(&state.recent());
            expected.observations[game * size..][..size].copy_from_slice(&observed);
            let kept = batch.pieces[0].state(game);
            assert_eq!((&kept, kept.recent()), (state, state.recent()));
            assert_eq!(kept.chance(), state.chance());
        }
        assert_eq!(batch.arrays, expected, "{} after {step} steps", G::NAME);
        assert_eq!(batch.legal(), legal);
        assert_eq!((cut.arrays.clone(), cut.legal()), (expected.clone(), legal));
    }
    assert!(ended >= N, "{} rounds of {} have ended", ended, G::NAME);
}

#[test]
fn batch_matches_its_games_played_singly() {
    assert_matches_single_games::<Duel>(&duel::Rules { cards: 5, throws: 3 }, 300);
    assert_matches_single_games::<FourSquare>(&foursquare::Rules { diagonal: true }, 200);
    let options = |players| doudizhu::Options { players, ..doudizhu::Options::default() };
    assert_matches_single_games::<DouDizhu>(&doudizhu::Rules::new(options(3)).unwrap(), 700);
    assert_matches_single_games::<DouDizhu>(&doudizhu::Rules::new(options(4)).unwrap(), 1000);
    assert_matches_single_games::<DouDizhu>(&doudizhu::Rules::preset("huanle").unwrap(), 700);
    for (players, set) in [(2, 9), (4, 12), (12, 18)] {
        let options = mexican_train::Options { players, set, ..mexican_train::Options::default() };
        assert_matches_single_games::<MexicanTrain>(&mexican_train::Rules::new(options).unwrap(), 1500);
    }
    for (players, ace) in [(2, rummy::Ace::Low), (3, rummy::Ace::Both), (6, rummy::Ace::Both)] {
        let options = rummy::Options { players, ace, turn_limit: 200, ..rummy::Options::default() };
        assert_matches_single_games::<Rummy>(&rummy::Rules::new(options).unwrap(), 1500);
    }
}

#[test]
fn error_names_the_first_wrong_game() {
    let rules = foursquare::Rules::default();
    let mut batch = BatchChunk::<FourSquare>::new(&rules, Seed::from(SEED), 100, 3, 200).unwrap();
    batch.reset(&mut Arrays::new::<FourSquare>(&rules, 3).rows()).unwrap();
    assert_eq!(batch.check(&[24, 24, 24]), Ok(()));
    let wrong = |actions: &[i64]| batch.check(actions).map_err(|(game, error)| (game, error.to_string()));
    for (given, shown) in [(49, "49"), (-1, "-1"), (i64::MAX, "9223372036854775807"), (1 << 32, "4294967296")]
    {
        let text = format!("action {shown} out of range: these rules have actions 0 to 48");
        assert_eq!(wrong(&[24, given, 0]), Err((101, text)));
    }
    assert!(
        matches!(batch.check(&[24, 24, 0]), Err((102, Error::IllegalMove(refusal))) if refusal.rule == "FS-04")
    );
}

#[test]
fn sampling_is_uniform() {
    let rules = foursquare::Rules::default();
    let n = 40_000;
    let mut batch = Batch::<FourSquare>::new(&rules, &[n]);
    batch.step(&vec![24; n]);
    let mut counts = [0_i64; 49];
    batch.sample(3).into_iter().for_each(|action| counts[action as usize] += 1);
    let legal = [17, 23, 24, 25, 31];
    assert_eq!(legal.iter().map(|&cell| counts[cell]).sum::<i64>(), n as i64);
    // Five standard deviations.
    assert!(legal.iter().all(|&cell| (counts[cell] - n as i64 / 5).abs() < 400), "{counts:?}");
}

/// Sampling draws below the number of legal actions from each game's own generator.
#[test]
fn sampling_uses_the_generator_of_each_game() {
    let rules = foursquare::Rules::default();
    let batch = Batch::<FourSquare>::new(&rules, &[2, 2]);
    let generator = SplitMix64::for_games(&Seed::from(9));
    let expected: Vec<i64> = (0..4)
        .map(|game| {
            let state = batch.pieces[game / 2].state(game % 2);
            let legal = state.legal();
            assert_eq!(legal.len(), state.position().count_legal(&rules));
            legal[generator(game as u64).below(legal.len() as u32) as usize].into()
        })
        .collect();
    assert_eq!(batch.sample(9), expected);
}
