//! Finds the mistakes of a round: what each decision cost, and which move was better. `docs/review.md` describes it.
//!
//! ```
//! use std::sync::Arc;
//!
//! use oxideal_bots::net::{NetModel as _, Training};
//! use oxideal_bots::review::{AnyReview as _, Review, Settings};
//! use oxideal_bots::{Limit, Policies as _};
//! use oxideal_engine::foursquare::{FourSquare, Rules};
//! use oxideal_engine::{Seed, State};
//!
//! let rules = Rules::default();
//! let mut state = State::<FourSquare>::deal(rules, Seed::from(7), 0);
//! while let Some(seat) = state.current_player() {
//!     state.push(FourSquare::rule_policy(&state.view(seat)?))?;
//! }
//! // Networks that have not learned anything.
//! let networks = Training::<FourSquare>::new(vec![rules], FourSquare::SETTINGS, Seed::from(1))?;
//! let networks = Arc::new(networks.networks().clone());
//! let limit = Limit { iterations: Some(100), ..Limit::default() };
//! let settings = Settings { limit, seed: Seed::from(1), threads: 1, networks };
//! let mut review = Review::new(&state, &[0], settings)?;
//! while review.step(&mut || true)? {}
//! let found = review.findings();
//! assert_eq!(found.decisions.len(), 21);
//! # Ok::<(), oxideal_engine::Error>(())
//! ```

mod decision;
mod mistakes;

use std::sync::Arc;
use std::time::Duration;

use oxideal_engine::{Action, Error, Origin, Rules as _, Seat, Seed, State};

use crate::clock::Instant;
use crate::limit::Limit;
use crate::net::{Networks, Scratch};
use crate::search::statistics::Statistics;
use crate::search::{Outcomes, SearchModel};
use decision::Reviewed;

/// A mistake costs at least this share of the spread of payments.
const THRESHOLD: f64 = 0.1;

/// Deals that a decision is given at a time.
const CHUNK: u64 = 4;

/// The settings of a [`Review`].
///
/// See the example of [this module](self).
#[derive(Clone, Debug)]
pub struct Settings {
    /// When the review ends. The parts of its work end at fixed shares of it, so that long rounds leave some for each.
    pub limit: Limit,
    /// The seed of the sampled deals. With iterations or nodes, the result depends only on this, the round, the seats,
    /// the limit and the networks.
    pub seed: Seed,
    /// The number of threads.
    pub threads: usize,
    /// The networks that play on after each move. They must be for the rules.
    pub networks: Arc<Networks>,
}

/// What a move cost against a better one, in deals that were not used to choose the better one.
///
/// See the example of [this module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The loss in payment: the payoff minus the average of all seats, or, with one seat, the payoff.
    pub payment: f64,
    /// Its standard error.
    pub payment_error: f64,
    /// The loss in the share of rounds won.
    pub wins: f64,
    /// Its standard error.
    pub wins_error: f64,
    /// The number of deals; those of little weight count less.
    pub deals: u64,
}

/// What a move cost in the real deal, with all cards open, which the seat could not know.
///
/// See the example of [this module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenCost {
    /// The move that is better with all cards open.
    pub better: Option<Action>,
    /// The loss in payment.
    pub payment: f64,
    /// Its standard error.
    pub payment_error: f64,
    /// Whether a solver has proved it, for perfect play by all seats. Otherwise it is a mean of playouts.
    pub exact: bool,
}

/// What good play by all seats makes of the deal, for one seat, compared with random deals.
///
/// See the example of [this module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// The difference in payment.
    pub payment: f64,
    /// Its standard error.
    pub error: f64,
    /// The difference in the share of rounds won.
    pub wins: f64,
}

/// A decision: what was played, and what it cost.
///
/// See the example of [this module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The number of actions before it.
    pub number: usize,
    /// The seat.
    pub seat: Seat,
    /// What it played.
    pub played: Action,
    /// The move that it was compared with in fresh deals, and what it cost against that one; `None` if no other move
    /// looked better.
    pub cost: Option<(Action, Cost)>,
    /// Whether the cost is beyond doubt and at least the threshold.
    pub mistake: bool,
    /// The cost with all cards open; `None` if the review ended before.
    pub open: Option<OpenCost>,
    /// The payment and the share of wins that were to be expected after the move, from what the seat knew; `None` if the
    /// review ended before.
    pub expected: Option<(f64, f64)>,
    /// The number of deals behind them; those of little weight count less.
    pub deals: u64,
}

/// What a review has found.
///
/// See the example of [this module](self).
#[derive(Clone, Debug)]
pub struct Findings {
    /// The decisions with a choice, in order.
    pub decisions: Vec<Decision>,
    /// The luck of the deal of each seat; `None` if it was not measured.
    pub luck: Option<Vec<Luck>>,
    /// The standard deviation of payments between deals that fit what a seat knew (root mean square).
    pub spread: f64,
    /// The payment that a mistake costs at least.
    pub threshold: f64,
    /// The number of playouts by the networks.
    pub playouts: u64,
    /// The time since the start.
    pub elapsed: Duration,
}

/// The parts of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Luck,
    Rank,
    Sift,
    Explore,
    Curve,
    Look,
    Compare,
}

impl Part {
    const ALL: [Self; 7] =
        [Self::Luck, Self::Rank, Self::Sift, Self::Explore, Self::Curve, Self::Look, Self::Compare];

    /// The share of the limit at which it ends, and the most turns of each decision; of the deal, for its luck.
    const fn ends(self) -> (f64, u64) {
        match self {
            Self::Luck => (0.08, 256),
            Self::Rank => (f64::INFINITY, 1),
            Self::Sift => (0.2, 64 / CHUNK),
            Self::Explore => (0.4, u64::MAX),
            Self::Curve => (0.48, 32 / CHUNK),
            Self::Look => (0.58, 1),
            Self::Compare => (1.0, u64::MAX),
        }
    }
}

/// A review of any game.
///
/// See the example of [this module](self).
pub trait AnyReview: Send {
    /// Does the next piece of work. Returns whether there was one. `keep_going` is called now and then; once it returns
    /// `false`, the review has to end: the piece of work is not finished.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if a view of the round allows no deal.
    fn step(&mut self, keep_going: &mut dyn FnMut() -> bool) -> Result<bool, Error>;

    /// Returns the share of the limit that has been used; it can be a little more than 1.
    #[must_use]
    fn progress(&self) -> f64;

    /// Returns what has been found so far.
    #[must_use]
    fn findings(&self) -> Findings;
}

/// A review under way.
///
/// See the example of [this module](self).
#[derive(Debug)]
pub struct Review<G: SearchModel> {
    settings: Settings,
    first: State<G>,
    decisions: Vec<Reviewed<G>>,
    /// What each seat was paid and won in playouts of the deal, and of random deals.
    luck: [Vec<[Statistics; 2]>; 2],
    started: Instant,
    effort: Effort,
    /// The number of the part, and the decisions that have turns in it.
    part: usize,
    order: Vec<usize>,
    at: usize,
    turns: u64,
}

/// The work so far.
#[derive(Debug, Default)]
struct Effort {
    playouts: u64,
    nodes: u64,
}

impl<G: SearchModel> Review<G> {
    /// Begins a review of what these seats have done in a round, which need not be over.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn new(state: &State<G>, seats: &[Seat], settings: Settings) -> Result<Self, Error> {
        let started = Instant::now();
        let first = State::<G>::from_origin(state.rules().clone(), state.origin())?;
        let (mut decisions, mut now): (Vec<Reviewed<G>>, _) = (Vec::new(), first.clone());
        for (number, action) in state.try_history()?.into_iter().enumerate() {
            let seat = now.current_player().filter(|seat| seats.contains(seat));
            if let Some(seat) = seat.filter(|_| now.legal().len() > 1) {
                decisions.push(Reviewed::new(number, now.clone(), seat, action, &settings)?);
            }
            now.push(action)?;
        }
        let players = first.rules().players();
        let luck = [(); 2].map(|()| vec![[Statistics::default(); 2]; players]);
        let order = if decisions.is_empty() { Vec::new() } else { vec![0] };
        let effort = Effort::default();
        Ok(Self { settings, first, decisions, luck, started, effort, part: 0, order, at: 0, turns: 0 })
    }

    /// Begins the part with this number. All its decisions get equally many turns, whatever is found: to stop at a good
    /// moment would bias the costs.
    fn begin(&mut self, number: usize) {
        let part = Part::ALL.get(number);
        match part {
            Some(Part::Explore) => self.decisions.iter_mut().for_each(Reviewed::choose),
            Some(Part::Look) => self.decisions.iter_mut().for_each(Reviewed::suspect),
            _ => {}
        }
        let has_turns = |&place: &usize| match (part, &self.decisions[place]) {
            (Some(Part::Explore), decision) => decision.is_disputed(),
            (Some(Part::Curve), decision) => !decision.is_disputed(),
            (Some(Part::Compare), decision) => decision.is_suspect(),
            _ => true,
        };
        let mut order: Vec<usize> = (0..self.decisions.len()).filter(has_turns).collect();
        if part == Some(&Part::Look) {
            let (suspects, others): (Vec<_>, _) =
                order.into_iter().partition(|&place| self.decisions[place].is_suspect());
            order = [suspects, others].concat();
        }
        (self.part, self.order, self.at, self.turns) = (number, order, 0, 0);
    }

    fn act(&mut self, part: Part, place: usize, keep_going: &mut dyn FnMut() -> bool) -> Result<(), Error> {
        if part == Part::Luck {
            return self.play_the_deal(self.turns);
        }
        let Self { decisions, settings, effort, .. } = self;
        let decision = &mut decisions[place];
        match part {
            Part::Luck => Ok(()),
            Part::Rank => decision.rank(&settings.networks),
            Part::Sift => decision.sift(settings.threads, keep_going),
            Part::Explore | Part::Curve => decision.explore(settings.threads, effort, keep_going),
            Part::Look => decision.look(effort, keep_going),
            Part::Compare => decision.compare(settings.threads, effort, keep_going),
        }
    }

    /// Plays the deal of the round once, and a random deal by the same dealer.
    fn play_the_deal(&mut self, number: u64) -> Result<(), Error> {
        let first = self.first.clone();
        self.play_out(&first, number, 0)?;
        if self.first.is_dealt() {
            let rules = self.first.rules();
            let (seed, dealer) = (self.settings.seed, G::dealer(rules, self.first.position()));
            let dealt = Origin::Dealt { seed, stream: number.into(), dealer };
            let other = State::from_origin(rules.clone(), dealt)?;
            self.play_out(&other, 0, 1)?;
        }
        Ok(())
    }

    /// Plays a deal to its end.
    fn play_out(&mut self, state: &State<G>, number: u64, kind: usize) -> Result<(), Error> {
        let seat = state.current_player().unwrap_or_default();
        let outcomes = outcomes(state, seat, &self.settings)?;
        let networks = &self.settings.networks;
        let best = networks.choose(&decision_of(state, seat)?, &mut Scratch::default());
        let mut payoffs = vec![0; state.rules().players()];
        let nodes = outcomes.play_open(&[best], state.position(), number, false, &mut payoffs);
        self.effort.playouts += 1;
        self.effort.nodes += nodes;
        for (seat, [payment, win]) in self.luck[kind].iter_mut().enumerate() {
            payment.push(payment_of(&payoffs, seat), 1.0);
            win.push(win_of(&payoffs, seat), 1.0);
        }
        Ok(())
    }

    /// The luck of the deal, from two playouts or more. In a round that began in a position set up by hand there is none.
    fn luck(&self) -> Option<Vec<Luck>> {
        let [here, usual] = &self.luck;
        let is_dealt = self.first.is_dealt();
        let usual = if is_dealt { usual } else { here };
        let luck = |([here, wins], [usual, usual_wins]): (&[Statistics; 2], &[Statistics; 2])| Luck {
            payment: here.mean() - usual.mean(),
            error: if is_dealt { libm::hypot(here.error(), usual.error()) } else { 0.0 },
            wins: wins.mean() - usual_wins.mean(),
        };
        let enough = usual.iter().all(|[payment, _]| payment.count > 1);
        enough.then(|| here.iter().zip(usual).map(luck).collect())
    }
}

impl<G: SearchModel> AnyReview for Review<G> {
    fn step(&mut self, keep_going: &mut dyn FnMut() -> bool) -> Result<bool, Error> {
        while let Some(&part) = Part::ALL.get(self.part) {
            let (until, most) = part.ends();
            if self.turns < most && self.progress() < until {
                if let Some(&place) = self.order.get(self.at) {
                    self.act(part, place, keep_going)?;
                    self.at += 1;
                    return Ok(true);
                }
                if !self.order.is_empty() {
                    (self.at, self.turns) = (0, self.turns + 1);
                    continue;
                }
            }
            self.begin(self.part + 1);
        }
        Ok(false)
    }

    fn progress(&self) -> f64 {
        let Limit { time, iterations, nodes } = self.settings.limit;
        let share = |used: u64, most: Option<u64>| most.map_or(0.0, |most| used as f64 / most as f64);
        let time = time.map_or(0.0, |time| self.started.elapsed().div_duration_f64(time));
        time.max(share(self.effort.playouts, iterations)).max(share(self.effort.nodes, nodes))
    }

    fn findings(&self) -> Findings {
        let spreads: Vec<f64> = self.decisions.iter().filter_map(Reviewed::variance).collect();
        let spread = if spreads.is_empty() {
            0.0
        } else {
            (spreads.iter().sum::<f64>() / spreads.len() as f64).sqrt()
        };
        let threshold = THRESHOLD * spread;
        let mut decisions: Vec<Decision> = self.decisions.iter().map(Reviewed::result).collect();
        mistakes::mark(&mut decisions, threshold);
        let (playouts, elapsed) = (self.effort.playouts, self.started.elapsed());
        Findings { decisions, luck: self.luck(), spread, threshold, playouts, elapsed }
    }
}

/// The deals that fit what a seat knows.
fn outcomes<G: SearchModel>(state: &State<G>, seat: Seat, settings: &Settings) -> Result<Outcomes<G>, Error> {
    let networks = Some(Arc::clone(&settings.networks));
    Ok(Outcomes::of_view(&state.view(seat)?, &state.public_history(seat)?, settings.seed, networks))
}

/// The decision of a seat as networks see it.
fn decision_of<G: SearchModel>(state: &State<G>, seat: Seat) -> Result<crate::net::Decision, Error> {
    crate::net::Decision::of(&state.view(seat)?, &state.recent())
}

/// What a seat gains on the average of all seats, or, with one seat, its payoff.
fn payment_of(payoffs: &[i32], seat: Seat) -> f64 {
    let own = f64::from(payoffs[seat]);
    match payoffs.len() {
        1 => own,
        players => own - payoffs.iter().copied().map(f64::from).sum::<f64>() / players as f64,
    }
}

/// 1 for a seat that wins, as [`winners`](oxideal_engine::RoundApi::winners) has it, and 0 for another.
fn win_of(payoffs: &[i32], seat: Seat) -> f64 {
    let best = payoffs.iter().max() == Some(&payoffs[seat]);
    f64::from(u8::from(best && payoffs.iter().any(|&payoff| payoff != 0)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use oxideal_engine::mexican_train::{MexicanTrain, Rules};
    use oxideal_engine::{Error, Seed, State};

    use super::{AnyReview as _, Part, Review, Settings};
    use crate::limit::Limit;
    use crate::net::{NetModel as _, Training};
    use crate::policies::Policies as _;

    #[test]
    fn costs_come_from_deals_that_the_choice_has_not_seen() -> Result<(), Error> {
        let rules = Rules::default();
        let mut state = State::<MexicanTrain>::deal(rules, Seed::from(1), 0);
        for _ in 0..16 {
            let Some(seat) = state.current_player() else { break };
            state.push(MexicanTrain::rule_policy(&state.view(seat)?))?;
        }
        let training = Training::<MexicanTrain>::new(vec![rules], MexicanTrain::SETTINGS, Seed::from(1))?;
        let networks = Arc::new(training.networks().clone());
        let limit = Limit { iterations: Some(800), ..Limit::default() };
        let settings = Settings { limit, seed: Seed::from(1), threads: 1, networks };
        let mut review = Review::new(&state, &[0], settings)?;
        let mut seen: BTreeMap<(usize, bool), Vec<u64>> = BTreeMap::new();
        let mut blocks = 1;
        while review.step(&mut || true)? {
            let (part, place) = (Part::ALL[review.part], review.order[review.at - 1]);
            if matches!(part, Part::Explore | Part::Curve | Part::Compare) {
                let (next, block) = review.decisions[place].deals_so_far();
                let numbers = seen.entry((place, part == Part::Compare)).or_default();
                numbers.push(next);
                blocks = block;
            }
        }
        let compared: Vec<_> =
            seen.keys().filter(|(_, compared)| *compared).map(|&(place, _)| place).collect();
        assert!(!compared.is_empty());
        for place in compared {
            let (chosen, valued) = (&seen[&(place, false)], &seen[&(place, true)]);
            assert!(
                chosen.is_sorted_by(|one, other| one < other)
                    && valued.is_sorted_by(|one, other| one < other)
            );
            // Each number is that of the first deal that is not used yet.
            let last_block = (chosen[chosen.len() - 1] - 1) / blocks;
            assert!(
                (valued[0] - super::CHUNK) / blocks > last_block,
                "deals of one block are picked together"
            );
        }
        Ok(())
    }
}
