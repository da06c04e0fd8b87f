//! One decision of a round, valued step by step.

use oxideal_engine::{Action, Error, Seat, State};

use super::{CHUNK, Cost, Decision, Effort, OpenCost, Settings, decision_of, outcomes, payment_of, win_of};
use crate::budget::Budget;
use crate::limit::Limit;
use crate::net::{Networks, Scratch};
use crate::search::statistics::Statistics;
use crate::search::{Outcomes, SearchModel, play_deals};

/// How many moves of the networks' ranking are compared with the one that was played.
const CANDIDATES: usize = 6;

/// A move must look better than the one played by this many standard errors to be compared with it in fresh deals.
const SUSPECT_ERRORS: f64 = 0.75;

/// Playouts with all cards open, for choosing a move and again for valuing it.
const OPEN_DEALS: u64 = 6;

/// The effort of a solver for one position: tens of milliseconds.
const SOLVER_NODES: u64 = 20_000;

/// A decision under review: what was played, and what else could have been.
#[derive(Debug)]
pub(super) struct Reviewed<G: SearchModel> {
    number: usize,
    state: State<G>,
    seat: Seat,
    played: Action,
    outcomes: Outcomes<G>,
    /// The number of deals that quick rules have played.
    sifted: u64,
    /// The number of the next deal for networks.
    next: u64,
    /// The payment and wins after the move that was played.
    expected: [Statistics; 2],
    /// The networks' choice.
    first: Action,
    /// By how much each move leads, when quick rules play on and when networks do.
    quick: Vec<(Action, Statistics)>,
    leads: Vec<(Action, Statistics)>,
    better: Option<Action>,
    cost: [Statistics; 2],
    open: Option<OpenCost>,
}

/// The weight of a deal, and the seat's payment and win after each action.
type Played = (f64, Vec<[f64; 2]>);

impl<G: SearchModel> Reviewed<G> {
    pub(super) fn new(
        number: usize,
        state: State<G>,
        seat: Seat,
        played: Action,
        settings: &Settings,
    ) -> Result<Self, Error> {
        let outcomes = outcomes(&state, seat, settings)?;
        Ok(Self {
            number,
            state,
            seat,
            played,
            outcomes,
            sifted: 0,
            next: 0,
            expected: Default::default(),
            first: played,
            quick: Vec::new(),
            leads: Vec::new(),
            better: None,
            cost: Default::default(),
            open: None,
        })
    }

    // The first pass: which moves may be better?

    /// Lists the moves to try: the first ones of the networks' ranking, and the rule policy's.
    pub(super) fn rank(&mut self, networks: &Networks) -> Result<(), Error> {
        let ranking = networks.ranking(&decision_of(&self.state, self.seat)?, &mut Scratch::default());
        self.first = ranking[0].0;
        let by_rule = G::rule_policy(&self.state.view(self.seat)?);
        let listed = ranking.iter().map(|&(action, _)| action).take(CANDIDATES).chain([by_rule]);
        self.quick = others(listed, self.played);
        Ok(())
    }

    /// Lets quick rules play out all of them in more deals.
    pub(super) fn sift(&mut self, threads: usize, keep_going: &mut dyn FnMut() -> bool) -> Result<(), Error> {
        if self.quick.is_empty() {
            return Ok(());
        }
        let actions = self.played_and(&self.quick);
        let (played, _) = self.play(&actions, self.sifted, true, threads, keep_going)?;
        self.sifted += CHUNK;
        add_leads(&mut self.quick, &played);
        Ok(())
    }

    /// Chooses the moves that may be better: the networks' choice, and that of the quick rules.
    pub(super) fn choose(&mut self) {
        let quick = best(&self.quick).filter(|(_, lead)| lead.mean() > 0.0);
        let chosen = [self.first].into_iter().chain(quick.map(|(action, _)| action));
        self.leads = others(chosen, self.played);
    }

    /// Whether some move may be better.
    pub(super) const fn is_disputed(&self) -> bool {
        !self.leads.is_empty()
    }

    /// Plays the move and those that may be better in more deals, by the networks.
    pub(super) fn explore(
        &mut self,
        threads: usize,
        effort: &mut Effort,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), Error> {
        let actions = self.played_and(&self.leads);
        let played = self.play_next(&actions, threads, effort, keep_going)?;
        for (weight, results) in &played {
            for (sum, result) in self.expected.iter_mut().zip(results[0]) {
                sum.push(result, *weight);
            }
        }
        add_leads(&mut self.leads, &played);
        Ok(())
    }

    /// The variance of the payment; `None` without deals.
    pub(super) fn variance(&self) -> Option<f64> {
        let [payment, _] = self.expected;
        let deals = deals(payment);
        (deals > 1).then(|| payment.variance() * deals as f64 / (deals - 1) as f64)
    }

    /// Whether another move is to be compared with the one played.
    pub(super) const fn is_suspect(&self) -> bool {
        self.better.is_some()
    }

    /// Chooses the move to compare with the one played in fresh deals, if one looks better.
    pub(super) fn suspect(&mut self) {
        let found = best(&self.leads).filter(|&(_, lead)| lead.mean() > SUSPECT_ERRORS * error(lead));
        if let Some((action, _)) = found {
            self.better = Some(action);
            // Deals of one block are picked together, so fresh ones come from the next.
            self.next = self.next.next_multiple_of(self.outcomes.block_size() as u64);
        }
    }

    // The second pass: how much better is it?

    /// Plays the better move and the one played in fresh deals: the choice has seen none of them.
    pub(super) fn compare(
        &mut self,
        threads: usize,
        effort: &mut Effort,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), Error> {
        let Some(better) = self.better else { return Ok(()) };
        for (weight, results) in self.play_next(&[self.played, better], threads, effort, keep_going)? {
            for (kind, sum) in self.cost.iter_mut().enumerate() {
                sum.push(results[1][kind] - results[0][kind], weight);
            }
        }
        Ok(())
    }

    /// Plays the next deals, so that no deal is used twice.
    fn play_next(
        &mut self,
        actions: &[Action],
        threads: usize,
        effort: &mut Effort,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Played>, Error> {
        let (played, nodes) = self.play(actions, self.next, false, threads, keep_going)?;
        self.next += CHUNK;
        effort.playouts += actions.len() as u64 * CHUNK;
        effort.nodes += nodes;
        Ok(played)
    }

    /// Plays the actions in the deals from number `first` on: none if `keep_going` returns `false`. Numbers without a deal
    /// are left out. Returns the number of actions played, too.
    fn play(
        &self,
        actions: &[Action],
        first: u64,
        quick: bool,
        threads: usize,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(Vec<Played>, u64), Error> {
        let size = self.outcomes.len(actions);
        let (mut payoffs, mut weights) = (vec![0; size * CHUNK as usize], [0.0; CHUNK as usize]);
        let play = |number, payoffs: &mut [i32]| self.outcomes.play(actions, number, quick, payoffs);
        let rows = payoffs.chunks_mut(size).zip(&mut weights);
        let Some(nodes) = play_deals(play, first, rows, threads, keep_going)? else {
            return Ok((Vec::new(), 0));
        };
        let deals = payoffs.chunks(size).zip(weights).filter(|&(_, weight)| weight > 0.0);
        Ok((deals.map(|(payoffs, weight)| (weight, self.results(payoffs, actions.len()))).collect(), nodes))
    }

    /// The seat's payment and win after each action.
    fn results(&self, payoffs: &[i32], actions: usize) -> Vec<[f64; 2]> {
        let after = payoffs.chunks(payoffs.len() / actions);
        after.map(|payoffs| [payment_of(payoffs, self.seat), win_of(payoffs, self.seat)]).collect()
    }

    fn played_and(&self, others: &[(Action, Statistics)]) -> Vec<Action> {
        [self.played].into_iter().chain(others.iter().map(|&(action, _)| action)).collect()
    }

    // All cards open

    /// Finds out what the move cost with all cards open.
    pub(super) fn look(
        &mut self,
        effort: &mut Effort,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), Error> {
        let solved = self.solved(keep_going)?;
        self.open = Some(solved.unwrap_or_else(|| self.played_open(effort)));
        Ok(())
    }

    /// What perfect play by all seats loses by the move, if a solver is quick enough.
    fn solved(&self, keep_going: &mut dyn FnMut() -> bool) -> Result<Option<OpenCost>, Error> {
        let Some(solver) = G::SOLVER else { return Ok(None) };
        let limit = Limit { nodes: Some(SOLVER_NODES), ..Limit::default() };
        let mut solve = |state: &State<G>| {
            let found = solver(state.rules(), state.position(), &mut Budget::new(limit, keep_going));
            found.filter(|found| found.exact)
        };
        let Some(before) = solve(&self.state) else { return Ok(None) };
        let mut after = self.state.clone();
        after.push(self.played)?;
        let Some(payoffs) = after.payoffs().or_else(|| Some(solve(&after)?.payoffs)) else { return Ok(None) };
        let lost = payment_of(&before.payoffs, self.seat) - payment_of(&payoffs, self.seat);
        let better = before.line.first().copied().filter(|_| lost > 0.0);
        Ok(Some(OpenCost { better, payment: lost.max(0.0), payment_error: 0.0, exact: true }))
    }

    /// What a few playouts of the real deal lose by the move.
    fn played_open(&self, effort: &mut Effort) -> OpenCost {
        let others = if self.is_disputed() { &self.leads } else { &self.quick[..self.quick.len().min(1)] };
        let actions = self.played_and(others);
        let mut payoffs = vec![0; self.outcomes.len(&actions)];
        let mut leads = [(); 2].map(|()| vec![Statistics::default(); actions.len()]);
        for number in 0..2 * OPEN_DEALS {
            let nodes = self.outcomes.play_open(&actions, self.state.position(), number, false, &mut payoffs);
            effort.playouts += actions.len() as u64;
            effort.nodes += nodes;
            let results = self.results(&payoffs, actions.len());
            for (lead, [payment, _]) in leads[usize::from(number >= OPEN_DEALS)].iter_mut().zip(&results) {
                lead.push(payment - results[0][0], 1.0);
            }
        }
        let [choose, value] = leads;
        let numbered: Vec<_> = (0..).zip(choose).collect();
        let found = best(&numbered).map_or(0, |(place, _)| place as usize);
        let lead = value[found];
        if found == 0 || lead.mean() <= 0.0 {
            return OpenCost { better: None, payment: 0.0, payment_error: 0.0, exact: false };
        }
        OpenCost {
            better: Some(actions[found]),
            payment: lead.mean(),
            payment_error: error(lead),
            exact: false,
        }
    }

    /// The number of deals that networks have played, and how many are picked together.
    #[cfg(test)]
    pub(super) fn deals_so_far(&self) -> (u64, u64) {
        (self.next, self.outcomes.block_size() as u64)
    }

    // The result

    /// What was found. Which decisions are mistakes depends on all of them.
    pub(super) fn result(&self) -> Decision {
        let &Self { number, seat, played, open, expected: [payment, wins], .. } = self;
        let [paid, won] = self.cost;
        let cost = Cost {
            payment: paid.mean(),
            payment_error: error(paid),
            wins: won.mean(),
            wins_error: error(won),
            deals: deals(paid),
        };
        let cost = self.better.filter(|_| cost.deals > 1).map(|better| (better, cost));
        let expected = (payment.count > 0).then(|| (payment.mean(), wins.mean()));
        Decision { number, seat, played, cost, mistake: false, open, expected, deals: deals(payment) }
    }
}

/// The different actions but one, each without results.
fn others(actions: impl Iterator<Item = Action>, but: Action) -> Vec<(Action, Statistics)> {
    let mut found: Vec<(Action, Statistics)> = Vec::new();
    for action in actions {
        if action != but && found.iter().all(|&(other, _)| other != action) {
            found.push((action, Statistics::default()));
        }
    }
    found
}

/// Adds by how much each move leads in some deals.
fn add_leads(leads: &mut [(Action, Statistics)], played: &[Played]) {
    for (weight, results) in played {
        for ((_, lead), [payment, _]) in leads.iter_mut().zip(&results[1..]) {
            lead.push(payment - results[0][0], *weight);
        }
    }
}

/// The first of those that lead most.
fn best(leads: &[(Action, Statistics)]) -> Option<(Action, Statistics)> {
    leads.iter().copied().reduce(|best, other| if other.1.mean() > best.1.mean() { other } else { best })
}

/// The number of deals that would tell as much if all counted equally: a little more, as equal weights do not add up
/// exactly.
fn deals(results: Statistics) -> u64 {
    (results.effective_count() + 1e-6) as u64
}

/// The standard error of the mean; 0 with fewer than two deals.
fn error(results: Statistics) -> f64 {
    match deals(results) {
        0 | 1 => 0.0,
        deals => (results.variance() / (deals - 1) as f64).sqrt(),
    }
}
