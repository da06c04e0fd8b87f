//! How networks do against the rule policy.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use oxideal_engine::{Error, Recent, Rules as _, Seed, State};

use super::decision::Decision;
use super::model::NetModel;
use super::network::Networks;
use super::quantized::Scratch;

/// The result of networks against the rule policy.
///
/// See the example of [`Training`](super::Training).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contest {
    /// The number of deals, each played twice.
    pub deals: u64,
    /// The share of rounds in which the networks did better.
    pub won: f64,
    /// By how much a networks' seat is paid more than a rule policy's, on average.
    pub gain: f64,
    /// The standard error of the gain.
    pub error: f64,
}

/// Plays deals twice: once with the networks in the first player's seat alone, once in all others.
/// With one seat, the networks and the rule policy play the same deals.
///
/// # Errors
/// Returns an error if there is too little memory.
pub fn against_rule<G: NetModel>(
    rules: &[G::Rules],
    networks: &Networks,
    deals: u64,
    threads: usize,
) -> Result<Contest, Error> {
    let next = AtomicU64::new(0);
    let all = Mutex::new(vec![(0.0, 0.0); deals as usize]);
    let work = || -> Result<(), Error> {
        let mut player = Player { networks, decision: Decision::default(), scratch: Scratch::default() };
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= deals {
                return Ok(());
            }
            let result = player.play_deal::<G>(&rules[deal as usize % rules.len()], deal)?;
            if let Ok(mut all) = all.lock() {
                all[deal as usize] = result;
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mine = work();
        others.into_iter().fold(mine, |done, other| done.and(other.join().unwrap_or(Ok(()))))
    })?;
    let all = all.into_inner().unwrap_or_default();
    let count = deals as f64;
    let gain = all.iter().map(|(gain, _)| gain).sum::<f64>() / count;
    let variance = all.iter().map(|(each, _)| (each - gain).powi(2)).sum::<f64>() / count;
    let won = all.iter().map(|(_, won)| won).sum::<f64>() / count;
    Ok(Contest { deals, won, gain, error: (variance / count).sqrt() })
}

struct Player<'a> {
    networks: &'a Networks,
    decision: Decision,
    scratch: Scratch,
}

impl Player<'_> {
    /// The gain per seat, and the share of wins, in both rounds of a deal.
    fn play_deal<G: NetModel>(&mut self, rules: &G::Rules, deal: u64) -> Result<(f64, f64), Error> {
        let mut sums = (0.0, 0.0);
        let mut alone = [0.0; 2];
        for networks_alone in [true, false] {
            let mut state = State::<G>::deal(rules.clone(), Seed::from(DEALS), deal.into());
            let first = state.current_player().unwrap_or(0);
            let mut recent = Recent::default();
            while let Some(seat) = state.current_player() {
                let view = state.view(seat)?;
                let action = if (seat == first) == networks_alone {
                    G::describe(rules, view.position(), &recent, &mut self.decision);
                    self.networks.choose(&self.decision, &mut self.scratch)
                } else {
                    G::rule_policy(&view)
                };
                recent.push(seat, action);
                state.push(action)?;
            }
            let payoffs = state.payoffs().unwrap_or_default();
            let players = payoffs.len();
            alone[usize::from(networks_alone)] = f64::from(payoffs[first]);
            if players > 1 {
                let others = f64::from(payoffs.iter().sum::<i32>() - payoffs[first]) / (players - 1) as f64;
                let gain = (f64::from(payoffs[first]) - others) * if networks_alone { 1.0 } else { -1.0 };
                sums.0 += gain / 2.0;
                sums.1 += share(gain) / 2.0;
            }
        }
        if rules.players() == 1 {
            sums = (alone[1] - alone[0], share(alone[1] - alone[0]));
        }
        Ok(sums)
    }
}

/// The seed of all deals.
const DEALS: u64 = 99;

/// 1 for a gain, 0 for a loss.
fn share(gain: f64) -> f64 {
    if gain == 0.0 { 0.5 } else { f64::from(u8::from(gain > 0.0)) }
}
