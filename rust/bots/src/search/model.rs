//! What a search needs from a game beyond its policies.

use oxideal_engine::{Action, Seat, SplitMix64};

use super::belief::NetPlayer;
use crate::net::{Estimate, NetModel};
use crate::solution::Solver;

/// What a search needs from a game beyond its policies. Everything has a default.
///
/// ```
/// use oxideal_bots::SearchModel;
/// use oxideal_engine::foursquare::FourSquare;
/// use oxideal_engine::rummy::Rummy;
///
/// assert!(FourSquare::SOLVER.is_some() && Rummy::SOLVER.is_none());
/// ```
pub trait SearchModel: NetModel {
    /// The number of sampled deals from which a search picks one by
    /// [`likelihood`](Self::likelihood), without networks.
    const SAMPLES_PER_DEAL: u64 = 1;

    /// The deals that a search with networks samples together, and how many of them it picks to play.
    const SAMPLES_PER_BLOCK: u64 = 256;
    /// See [`SAMPLES_PER_BLOCK`](Self::SAMPLES_PER_BLOCK).
    const DEALS_PER_BLOCK: u64 = 32;

    /// How the other seats may play by networks, in a search that has them; each may also play by the
    /// [`simple_policy`](Self::simple_policy). The values fit the moves of a search with networks best,
    /// and those of the rule policy.
    const PLAYERS: [NetPlayer; 2] =
        [NetPlayer { temperature: 0.015, errors: 0.01 }, NetPlayer { temperature: 0.08, errors: 0.08 }];

    /// Whether networks choose in the playouts of a search that has them. Otherwise the playout policy
    /// does, and many more playouts fit into the time.
    const NETWORKS_PLAY: bool = true;

    /// How far the utilities of playouts are apart, roughly. How much estimates are trusted is
    /// measured in this.
    const UTILITY_SPREAD: f64 = 1.0;

    /// Whether the search grows a tree of the moves after a candidate. Otherwise the playout policy
    /// plays on immediately.
    const GROWS_TREE: bool = true;

    /// Finds perfect play with all cards open, if the game has a solver.
    const SOLVER: Option<Solver<Self>> = None;

    /// The policy of seats that play by simple rules, in a search with networks. It may only use what
    /// the seat to move knows.
    fn simple_policy(rules: &Self::Rules, position: &Self::Position, chance: &mut SplitMix64) -> Action {
        Self::playout_policy(rules, position, chance)
    }

    /// Returns the likelihood of the other seats' last actions (oldest first) in this deal. It must
    /// be above 0; only ratios between deals matter.
    fn likelihood(
        _rules: &Self::Rules,
        _deal: &Self::Position,
        _seat: Seat,
        _recent: &[(Seat, Action)],
    ) -> f64 {
        1.0
    }

    /// Returns the utility of payoffs to a seat, in a search that started at `root`. The default is
    /// the difference to the average of all seats, or, with one seat, the payoff.
    fn utility(_rules: &Self::Rules, _root: &Self::Position, payoffs: &[i32], seat: Seat) -> f64 {
        let all: i32 = payoffs.iter().sum();
        match payoffs.len() {
            1 => payoffs[seat].into(),
            players => f64::from(payoffs[seat]) - f64::from(all) / players as f64,
        }
    }

    /// Returns the [`utility`](Self::utility) that networks expect at `root` with this estimate, if it
    /// says more than playouts alone.
    fn expected_utility(_rules: &Self::Rules, _root: &Self::Position, _estimate: Estimate) -> Option<f64> {
        None
    }

    /// Returns the dealer of a round that begins here, if a game has one: other deals are compared with it.
    fn dealer(_rules: &Self::Rules, _start: &Self::Position) -> Option<Seat> {
        None
    }

    /// Returns a number that identifies what the seat to move sees and the actions so far do not
    /// tell, e.g. the card it has drawn.
    fn private_information(_rules: &Self::Rules, _position: &Self::Position) -> u32 {
        0
    }

    /// Writes the payoffs of perfect play with all cards open, if they are quick to find, and
    /// returns whether they are. A playout ends there.
    fn exact_payoffs(_rules: &Self::Rules, _position: &Self::Position, _payoffs: &mut [i32]) -> bool {
        false
    }
}
