//! Does each of some works once, in a function of its name, so that callgrind counts the
//! instructions of each. `benches/counts.py` runs it and compares the counts.

mod timing;

use std::hint::black_box;
use std::sync::Arc;

use oxideal_bots::net::{Decision, Networks, Scratch};
use oxideal_bots::{Policy, SearchModel, policy_playouts};
use oxideal_engine::doudizhu::{Cards, DouDizhu, Options, min_plays};
use oxideal_engine::mexican_train::{Doubles, longest_train};
use oxideal_engine::rummy::{Ace, Table, best_partition, melds};
use oxideal_engine::{
    Action, BatchChunk, Chance, Error, Game, JsonFields, Position, Recent, Rows, Rules, Seed, SplitMix64,
    Start, State, Stream, View, observation_size, playouts,
};
use timing::{positions, views, weights};

fn main() -> Result<(), Error> {
    macro_rules! count_all {
        ($(($module:ident, $game:ident))*) => {
            $($module::all(&mut Works::new(Default::default())?)?;)*
        };
    }
    oxideal_engine::for_each_game!(count_all);
    let four = Options { players: 4, ..Options::default() };
    doudizhu_4::all(&mut Works::new(oxideal_engine::doudizhu::Rules::new(four)?)?)?;
    solvers::all(&mut Solvers::new())
}

/// Makes a function for each work. They must not be inlined, and not be merged because they do the
/// same in two modules.
macro_rules! functions {
    ($module:ident, $Works:ty, $($work:ident)*) => {
        mod $module {
            use super::*;

            $(
                #[inline(never)]
                fn $work(works: &mut $Works) -> Result<(), Error> {
                    let done = works.$work();
                    black_box(concat!(stringify!($module), stringify!($work)));
                    done
                }
            )*

            pub(super) fn all(works: &mut $Works) -> Result<(), Error> {
                $($work(works)?;)*
                Ok(())
            }
        }
    };
}

macro_rules! functions_of_games {
    ($(($module:ident, $game:ident))*) => {
        $(functions!(
            $module,
            Works<oxideal_engine::$module::$game>,
            playouts batch deal legal push pop sample observation rule_policy playout_policy describe net
            net_playouts view_json read_json events_json
        );)*
    };
}

oxideal_engine::for_each_game!(functions_of_games);
functions!(
    doudizhu_4,
    Works<DouDizhu>,
    playouts batch legal rule_policy playout_policy describe net net_playouts
);
functions!(solvers, Solvers, min_plays longest_train best_partition melds);

const ROUNDS: usize = 100;
const ROUNDS_OF_RULE_POLICY: u128 = 10;
const ROUNDS_OF_NETWORKS: usize = 10;
const POSITIONS: usize = 1_000;
const VIEWS: usize = 100;
const BATCH: usize = 64;
const STEPS: u64 = 50;

/// What every game can do.
struct Works<G: Game> {
    rules: G::Rules,
    positions: Vec<G::Position>,
    views: Vec<View<G>>,
    networks: Arc<Networks>,
    /// The views as networks see them.
    decisions: Vec<Decision>,
    /// Rounds without their first actions, and these actions.
    rounds: Vec<(State<G>, Vec<Action>)>,
    /// The views as JSON.
    written: Vec<Vec<u8>>,
}

#[expect(clippy::unnecessary_wraps, reason = "all works return the same")]
impl<G: SearchModel + JsonFields> Works<G> {
    fn new(rules: G::Rules) -> Result<Self, Error> {
        let mut chance = SplitMix64::new(1);
        let positions = positions(&rules, POSITIONS, &mut chance);
        let views = views(&rules, VIEWS, &mut chance);
        let rounds = (0..10).map(|stream| {
            let state = State::<G>::deal(rules.clone(), Seed::from(2), stream);
            let mut played: State<G> = state.clone();
            while let Some(action) = played.position().pick_legal(&rules, &mut chance) {
                if played.push(action).is_err() {
                    break;
                }
            }
            (state, played.history().collect())
        });
        let rounds = rounds.collect();
        let networks = Arc::new(Networks::from_safetensors::<G>(&rules, weights(G::weights_name(&rules)))?);
        let decisions = views.iter().map(|view| Decision::of(view, &Recent::default()));
        let decisions = decisions.collect::<Result<_, _>>()?;
        Ok(Self { rules, positions, views, networks, decisions, rounds, written: Vec::new() })
    }

    fn playouts(&mut self) -> Result<(), Error> {
        let mut payoffs = vec![0; ROUNDS * self.rules.players()];
        let start = Start::<G>::Deal(self.rules.clone());
        playouts(&start, &Seed::from(1), 0, &mut payoffs, &mut [0; ROUNDS])
    }

    fn batch(&mut self) -> Result<(), Error> {
        let mut observations = vec![0; BATCH * observation_size::<G>(&self.rules)];
        let mut rewards = vec![0; BATCH * self.rules.players()];
        let mut rows = Rows {
            observations: &mut observations,
            current_player: &mut [0; BATCH],
            rewards: &mut rewards,
            terminated: &mut [false; BATCH],
            episode: &mut [0; BATCH],
        };
        let mut games = BatchChunk::<G>::new(&self.rules, Seed::from(1), 0, BATCH, BATCH as u64)?;
        games.reset(&mut rows)?;
        let mut sampled = [0; BATCH];
        for step in 0..STEPS {
            games.sample(SplitMix64::for_games(&Seed::from(step)), &mut sampled);
            let actions = sampled.map(i64::from);
            games.check(&actions).map_err(|(_, error)| error)?;
            games.step(&actions, &mut rows)?;
        }
        Ok(())
    }

    fn deal(&mut self) -> Result<(), Error> {
        for start in 0..ROUNDS as u64 {
            black_box(G::Position::deal(&self.rules, None, &mut SplitMix64::new(start)));
        }
        Ok(())
    }

    fn legal(&mut self) -> Result<(), Error> {
        let mut actions = Vec::new();
        for position in &self.positions {
            actions.clear();
            position.legal(&self.rules, &mut actions);
            black_box(&actions);
        }
        Ok(())
    }

    fn push(&mut self) -> Result<(), Error> {
        self.rounds
            .iter_mut()
            .try_for_each(|(state, actions)| actions.iter().try_for_each(|&action| state.push(action)))
    }

    /// Undoes what `push` has played.
    fn pop(&mut self) -> Result<(), Error> {
        self.rounds
            .iter_mut()
            .try_for_each(|(state, actions)| actions.iter().try_for_each(|_| state.pop().map(drop)))
    }

    fn sample(&mut self) -> Result<(), Error> {
        (0..).zip(&self.views).try_for_each(|(stream, view)| {
            view.sample(Stream::new(Seed::from(1), stream)).map(|state| drop(black_box(state)))
        })
    }

    fn observation(&mut self) -> Result<(), Error> {
        for view in &self.views {
            black_box(view.observation(&Recent::default()));
        }
        Ok(())
    }

    fn rule_policy(&mut self) -> Result<(), Error> {
        for stream in 0..ROUNDS_OF_RULE_POLICY {
            let mut state = State::<G>::deal(self.rules.clone(), Seed::from(1), stream);
            while let Some(seat) = state.current_player() {
                state.push(G::rule_policy(&state.view(seat)?))?;
            }
        }
        Ok(())
    }

    /// What a network is told of each position.
    fn describe(&mut self) -> Result<(), Error> {
        let mut decision = Decision::default();
        for view in &self.views {
            G::describe(&self.rules, view.position(), &Recent::default(), &mut decision);
            black_box(&decision);
        }
        Ok(())
    }

    /// What networks choose, once positions are described.
    fn net(&mut self) -> Result<(), Error> {
        let mut scratch = Scratch::default();
        for decision in &self.decisions {
            black_box(self.networks.choose(decision, &mut scratch));
        }
        Ok(())
    }

    fn net_playouts(&mut self) -> Result<(), Error> {
        let mut payoffs = vec![0; ROUNDS_OF_NETWORKS * self.rules.players()];
        let start = Start::<G>::Deal(self.rules.clone());
        let policy = Policy::Networks(Arc::clone(&self.networks));
        policy_playouts(&start, &[], &policy, &Seed::from(1), 0, &mut payoffs, &mut [0; ROUNDS_OF_NETWORKS])
    }

    fn view_json(&mut self) -> Result<(), Error> {
        let written = self.views.iter().map(|view| view.to_json(&Recent::default()));
        self.written = written.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Reads what `view_json` has written.
    fn read_json(&mut self) -> Result<(), Error> {
        self.written.iter().try_for_each(|json| View::<G>::from_json(json).map(|view| drop(black_box(view))))
    }

    fn events_json(&mut self) -> Result<(), Error> {
        self.rounds.iter_mut().try_for_each(|(state, actions)| {
            actions.iter().try_for_each(|&action| state.push(action))?;
            state.events_to_json(0, 0).map(|json| drop(black_box(json)))
        })
    }

    fn playout_policy(&mut self) -> Result<(), Error> {
        let mut chance = SplitMix64::new(4);
        for _ in 0..ROUNDS {
            let mut position = G::Position::deal(&self.rules, None, &mut chance);
            while position.current_player().is_some() {
                let action = G::playout_policy(&self.rules, &position, &mut chance);
                position.play(&self.rules, action, &mut chance);
            }
        }
        Ok(())
    }
}

/// Random hands, for functions that only one game has.
struct Solvers {
    doudizhu: (oxideal_engine::doudizhu::Rules, Vec<Cards>),
    tiles: Vec<Vec<(u8, u8)>>,
    rummy: Vec<oxideal_engine::rummy::Cards>,
}

#[expect(clippy::unnecessary_wraps, reason = "as above")]
impl Solvers {
    fn new() -> Self {
        const HANDS: usize = 50;
        let mut chance = SplitMix64::new(3);
        let rules = oxideal_engine::doudizhu::Rules::default();
        let mut ranks: Vec<u8> = rules.deck().ranks().collect();
        let mut tiles: Vec<(u8, u8)> =
            (0..=12).flat_map(|high| (0..=high).map(move |low| (low, high))).collect();
        let mut pack: Vec<_> = oxideal_engine::rummy::Cards::ALL.into_iter().collect();
        let mut hands = Self { doudizhu: (rules, Vec::new()), tiles: Vec::new(), rummy: Vec::new() };
        for _ in 0..HANDS {
            chance.shuffle(&mut ranks);
            let hand = ranks[..17].iter().fold(Cards::NONE, |hand, &rank| hand + Cards::of(rank, 1));
            hands.doudizhu.1.push(hand);
            chance.shuffle(&mut tiles);
            hands.tiles.push(tiles[..15].to_vec());
            chance.shuffle(&mut pack);
            hands.rummy.push(pack[..11].iter().copied().collect());
        }
        hands
    }

    fn min_plays(&mut self) -> Result<(), Error> {
        let (rules, hands) = &self.doudizhu;
        for &hand in hands {
            black_box(min_plays(rules, hand, || true).is_ok());
        }
        Ok(())
    }

    fn longest_train(&mut self) -> Result<(), Error> {
        for hand in &self.tiles {
            black_box(longest_train(hand, 12, Doubles::Tile));
        }
        Ok(())
    }

    fn best_partition(&mut self) -> Result<(), Error> {
        for &hand in &self.rummy {
            black_box(best_partition(hand, &Table::default(), Ace::Low));
        }
        Ok(())
    }

    fn melds(&mut self) -> Result<(), Error> {
        for &hand in &self.rummy {
            black_box(melds(hand, Ace::Low));
        }
        Ok(())
    }
}
