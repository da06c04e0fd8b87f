//! Training: rounds against oneself and learning from them, in turn.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use oxideal_engine::{Chance, Error, Position as _, Recent, Seed, SplitMix64};

use super::decision::Decision;
use super::learner::{Learner, Samples};
use super::model::NetModel;
use super::network::{Networks, Sizes};
use super::self_play::{Exploration, SelfPlay};
use super::tensors::Reader;

/// The number of rounds in which a decision of each network is looked for.
const MAX_ROUNDS: u64 = 16;

/// In the first turns, many seats follow the playout policy: networks that know nothing play rounds
/// from which nothing is learned.
const GUIDED_TURNS: u64 = 50;

/// Networks that know the game already learn at this share of the learning rate.
const RATE_OF_KNOWING: f32 = 0.6;

/// The settings of a training. See the example of [`Training`].
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The width of the first layer.
    pub first: usize,
    /// The width of the second layer.
    pub second: usize,
    /// The number of samples per step of learning.
    pub batch: usize,
    /// The number of rounds in each of a turn's chunks.
    pub rounds: usize,
    /// The number of chunks in a turn.
    pub chunks: usize,
    /// The learning rate.
    pub rate: f32,
    /// The share of random choices, in thousandths.
    pub exploration: u32,
    /// How much of a target is what came later.
    pub lambda: f32,
    /// The share of seats that follow the playout policy, in thousandths. In the first turns it is
    /// higher.
    pub guided: u32,
    /// The role of the only network that learns, if not all do: see [`Settings::of_one`].
    pub only: Option<usize>,
}

impl Settings {
    /// Settings that suit most games.
    pub const USUAL: Self = Self {
        first: 128,
        second: 64,
        batch: 256,
        rounds: 64,
        chunks: 32,
        rate: 1e-3,
        exploration: 20,
        lambda: 0.8,
        guided: 50,
        only: None,
    };

    /// Settings for one network, when the others know the game already and stay as they are. It learns from
    /// results alone, as they expect the payments of other rules.
    #[must_use]
    pub const fn of_one(self, role: usize) -> Self {
        Self { exploration: 100, lambda: 1.0, guided: 0, only: Some(role), ..self }
    }

    /// Returns whether a training can have these settings.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if one is out of range.
    pub fn check(&self) -> Result<(), Error> {
        Sizes { inputs: 1, first: self.first, second: self.second }
            .check()
            .map_err(Error::InvalidArgument)?;
        let within = |name: &str, value: usize, most: usize| {
            let text = format!("{name} must be 1 to {most}, got {value}");
            if (1..=most).contains(&value) { Ok(()) } else { Err(Error::InvalidArgument(text)) }
        };
        within("batch", self.batch, 1 << 20)?;
        within("rounds", self.rounds, 1 << 12)?;
        within("chunks", self.chunks, 1 << 10)?;
        let share = |name: &str, value: f32| {
            let text = format!("{name} must be 0 to 1, got {value}");
            if (0.0..=1.0).contains(&value) { Ok(()) } else { Err(Error::InvalidArgument(text)) }
        };
        share("rate", self.rate)?;
        share("lambda", self.lambda)?;
        share("exploration", self.exploration as f32 / 1000.0)?;
        share("guided", self.guided as f32 / 1000.0)
    }

    /// The settings in the notes of a checkpoint.
    pub(super) fn of(file: &Reader<'_>) -> Result<Self, Error> {
        let settings = Self {
            first: file.noted_number("first")?,
            second: file.noted_number("second")?,
            batch: file.noted_number("batch")?,
            rounds: file.noted_number("rounds")?,
            chunks: file.noted_number("chunks")?,
            rate: file.noted_number("rate")?,
            exploration: file.noted_number("exploration")?,
            lambda: file.noted_number("lambda")?,
            guided: file.noted_number("guided")?,
            only: match file.noted("only")? {
                "none" => None,
                _ => Some(file.noted_number("only")?),
            },
        };
        settings.check()?;
        Ok(settings)
    }

    /// The settings as texts, for checkpoints.
    pub(super) fn notes(&self) -> [(&'static str, String); 10] {
        [
            ("first", self.first.to_string()),
            ("second", self.second.to_string()),
            ("batch", self.batch.to_string()),
            ("rounds", self.rounds.to_string()),
            ("chunks", self.chunks.to_string()),
            ("rate", self.rate.to_string()),
            ("exploration", self.exploration.to_string()),
            ("lambda", self.lambda.to_string()),
            ("guided", self.guided.to_string()),
            ("only", self.only.map_or("none".into(), |role| role.to_string())),
        ]
    }
}

/// A training under way.
///
/// ```
/// use oxideal_bots::net::{Decision, GameNetworks, NetModel, Scratch, Settings, Training, against_rule};
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Recent, Seed, State};
///
/// let rules = Rules::default();
/// let settings = Settings { first: 32, rounds: 8, chunks: 1, ..FourSquare::SETTINGS };
/// let mut training = Training::<FourSquare>::new(vec![rules], settings, Seed::from(7))?;
/// training.turn(1, 1.0);
/// assert!(training.decisions() > 0);
/// let contest = against_rule::<FourSquare>(&[rules], training.networks(), 2, 1)?;
/// assert!(contest.won < 0.5);
///
/// let weights = training.networks().to_safetensors::<FourSquare>(true)?;
/// let networks = GameNetworks::<FourSquare>::from_safetensors(rules, &weights)?;
/// let state = State::<FourSquare>::deal(rules, Seed::from(7), 0);
/// let (view, recent) = (state.view(0)?, Recent::default());
/// let action = networks.choose(&view, &recent)?;
/// let decision = Decision::of(&view, &recent)?;
/// assert_eq!(networks.networks().choose(&decision, &mut Scratch::default()), action);
/// assert!(state.legal().contains(&action));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Training<G: NetModel> {
    pub(super) rules: Vec<G::Rules>,
    pub(super) settings: Settings,
    pub(super) seed: Seed,
    pub(super) learners: Vec<Learner>,
    pub(super) networks: Networks,
    pub(super) samples: Vec<Samples>,
    pub(super) turns: u64,
    pub(super) decisions: u64,
    losses: Vec<f64>,
}

impl<G: NetModel> Training<G> {
    /// Starts from random networks. The rounds are played by these rules in turn.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if there are no rules, or they need different networks.
    pub fn new(rules: Vec<G::Rules>, settings: Settings, seed: Seed) -> Result<Self, Error> {
        settings.check()?;
        let all: Vec<Vec<Vec<u16>>> = rules.iter().map(spans::<G>).collect();
        // Rules without an auction need no network for it.
        let known =
            |role: usize| all.iter().filter_map(move |each| each.get(role)).find(|spans| !spans.is_empty());
        let spans: Vec<_> = (0..all.first().map_or(0, Vec::len))
            .map(|role| known(role).cloned().unwrap_or_default())
            .collect();
        let fits = |(one, known): (&Vec<u16>, &Vec<u16>)| one == known || one.is_empty();
        if spans.is_empty()
            || all.iter().any(|each| each.len() != spans.len() || !each.iter().zip(&spans).all(fits))
        {
            return Err(Error::InvalidArgument(
                "these rules need different networks: train them apart".into(),
            ));
        }
        if let Some(only) = settings.only.filter(|&only| spans.get(only).is_none_or(Vec::is_empty)) {
            let text = format!("only must be the number of a network that these rules need, got {only}");
            return Err(Error::InvalidArgument(text));
        }
        let generator = SplitMix64::for_games(&seed);
        let learner = |(role, spans): (u64, Vec<u16>)| {
            let sizes = Sizes { inputs: spans.len(), first: settings.first, second: settings.second };
            let mut chance = generator(u64::MAX - role);
            Learner::new(sizes, spans, || (chance.output() >> 40) as f32 / (1 << 24) as f32)
        };
        let count = spans.len();
        let learners: Vec<_> = (0..).zip(spans).map(learner).collect();
        let networks = networks_of(&learners);
        let samples = vec![Samples::default(); count];
        Ok(Self {
            rules,
            settings,
            seed,
            learners,
            networks,
            samples,
            turns: 0,
            decisions: 0,
            losses: vec![0.0; count],
        })
    }

    /// Starts from these networks instead of random ones. Their first layer may be narrower: the
    /// networks play the same at first, and the rest of the layer begins to learn.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if they are wider, or for rules that need other networks.
    pub fn with_networks(mut self, networks: &Networks) -> Result<Self, Error> {
        let only = self.settings.only;
        for (role, learner) in self.learners.iter_mut().enumerate() {
            // Rules without an auction need no network for it.
            let needed = learner.network.sizes.inputs > 0;
            let taken = match networks.all.get(role) {
                Some(network) if only.is_some_and(|only| only != role) => learner.keep(network),
                Some(network) if only.is_none() && needed => learner.network.take_over(network),
                None if needed => Err("for other rules".into()),
                _ => Ok(()),
            };
            taken.map_err(|why| {
                Error::InvalidArgument(format!("cannot start from these networks: they are {why}"))
            })?;
        }
        self.networks = networks_of(&self.learners);
        if self.settings.only.is_none() {
            self.settings.rate *= RATE_OF_KNOWING;
        }
        self.turns = GUIDED_TURNS;
        Ok(self)
    }

    /// Plays and learns for one turn: learns from the rounds of the last turn, and meanwhile plays
    /// rounds with the networks that played those. The result does not depend on the number of
    /// threads.
    ///
    /// `rate` is the share of the learning rate of the settings.
    pub fn turn(&mut self, threads: usize, rate: f32) {
        let Settings { chunks, rounds, batch, exploration, lambda, guided, only, .. } = self.settings;
        let rate = rate * self.settings.rate;
        let guided = guided.max(1000_u64.saturating_sub(1000 / GUIDED_TURNS * self.turns) as u32);
        let explore = Exploration { thousandths: exploration, lambda, guided, only };
        let count = self.learners.len();
        let played: Vec<Mutex<Vec<Samples>>> = (0..chunks).map(|_| Mutex::default()).collect();
        let learners: Vec<_> = self.learners.iter_mut().zip(&self.samples).map(Mutex::new).collect();
        let losses: Vec<Mutex<f64>> = (0..count).map(|_| Mutex::default()).collect();
        let next = AtomicUsize::new(0);
        let generator = SplitMix64::for_games(&self.seed);
        let first_round = self.turns * (chunks * rounds) as u64;
        let (rules, networks, turns) = (&self.rules, &self.networks, self.turns);
        let work = || {
            let mut play = SelfPlay::default();
            let mut order: Vec<u32> = Vec::new();
            loop {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if let Some(learner) = learners.get(task) {
                    let Ok(mut learner) = learner.lock() else { return };
                    let (learner, samples) = &mut *learner;
                    order.clear();
                    order.extend(0..samples.len() as u32);
                    generator(u64::MAX / 2 - turns * count as u64 - task as u64).shuffle(&mut order);
                    let loss = learner.learn(samples, &order, batch, rate);
                    if let Ok(mut place) = losses[task].lock() {
                        *place = loss / samples.len().max(1) as f64;
                    }
                } else if let Some(place) = played.get(task - learners.len()) {
                    let mut samples = vec![Samples::default(); count];
                    let chunk = task - learners.len();
                    for round in 0..rounds {
                        let number = first_round + (chunk * rounds + round) as u64;
                        let rules = &rules[number as usize % rules.len()];
                        play.play::<G>(rules, networks, explore, &mut generator(number), &mut samples);
                    }
                    if let Ok(mut place) = place.lock() {
                        *place = samples;
                    }
                } else {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            (1..threads).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
        drop(learners);
        self.losses = losses.into_iter().filter_map(|loss| loss.into_inner().ok()).collect();
        self.samples = vec![Samples::default(); count];
        for chunk in played.into_iter().filter_map(|chunk| chunk.into_inner().ok()) {
            for (all, samples) in self.samples.iter_mut().zip(&chunk) {
                all.append(samples);
            }
        }
        self.decisions += self.samples.iter().map(|samples| samples.len() as u64).sum::<u64>();
        self.networks = networks_of(&self.learners);
        self.turns += 1;
    }

    /// Returns the rules that the rounds are played by.
    #[must_use]
    pub fn rules(&self) -> &[G::Rules] {
        &self.rules
    }

    /// Returns the networks as they are now.
    #[must_use]
    pub fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Returns the number of decisions played.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns each network's mean loss in the last turn.
    #[must_use]
    pub fn losses(&self) -> &[f64] {
        &self.losses
    }
}

pub(super) fn networks_of(learners: &[Learner]) -> Networks {
    Networks::new(learners.iter().map(|learner| learner.network.clone()).collect())
}

/// The spans of each network's inputs; empty if the rules do not need it.
pub(super) fn spans<G: NetModel>(rules: &G::Rules) -> Vec<Vec<u16>> {
    let mut found = BTreeMap::new();
    let mut decision = Decision::with_spans();
    let mut number = 0;
    // Whatever is played, a round has a decision of each network soon.
    while found.len() < G::roles(rules) && number < MAX_ROUNDS {
        let mut chance = SplitMix64::new(number);
        let mut position = G::Position::deal(rules, None, &mut chance);
        let mut recent = Recent::default();
        while let Some(seat) = position.current_player() {
            G::describe(rules, &position, &recent, &mut decision);
            let actions = decision.actions();
            if actions.len() > 1 {
                found.insert(decision.role, decision.spans());
            }
            let action = actions[chance.below(actions.len() as u32) as usize];
            recent.push(seat, action);
            position.play(rules, action, &mut chance);
        }
        number += 1;
    }
    (0..G::roles(rules)).map(|role| found.remove(&role).unwrap_or_default()).collect()
}
