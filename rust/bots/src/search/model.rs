//! What a search must know of a game beyond its policies.

use oxideal_engine::{Action, Seat};

use crate::policies::Policies;
use crate::solution::Solver;

/// What a search must know of a game beyond its policies. All of it has defaults.
///
/// ```
/// use oxideal_bots::SearchModel;
/// use oxideal_engine::foursquare::FourSquare;
/// use oxideal_engine::rummy::Rummy;
///
/// assert!(FourSquare::SOLVER.is_some() && Rummy::SOLVER.is_none());
/// ```
pub trait SearchModel: Policies {
    /// The number of deals from which a search picks one by [`likelihood`](Self::likelihood).
    const SAMPLES_PER_DEAL: u64 = 1;

    /// Whether the search grows a tree of the moves after a candidate. Else it plays on by the
    /// playout policy at once.
    const GROWS_TREE: bool = true;

    /// Perfect play with all cards open, where a game has it.
    const SOLVER: Option<Solver<Self>> = None;

    /// How likely the last actions (the oldest first) of the other seats are in this deal: a number
    /// above 0, of which only the ratios between deals matter.
    fn likelihood(
        _rules: &Self::Rules,
        _deal: &Self::Position,
        _seat: Seat,
        _recent: &[(Seat, Action)],
    ) -> f64 {
        1.0
    }

    /// The utility of payoffs to a seat, for a search that began at `root`. By default what the
    /// seat gets beyond the average of all seats; where it plays alone, its payoff.
    fn utility(_rules: &Self::Rules, _root: &Self::Position, payoffs: &[i32], seat: Seat) -> f64 {
        let all: i32 = payoffs.iter().sum();
        match payoffs.len() {
            1 => payoffs[seat].into(),
            players => f64::from(payoffs[seat]) - f64::from(all) / players as f64,
        }
    }

    /// A number that tells apart what the seat to choose sees and the actions so far do not say,
    /// such as the card it has drawn.
    fn private_information(_rules: &Self::Rules, _position: &Self::Position) -> u32 {
        0
    }

    /// Writes the payoffs of perfect play with all cards open, and returns whether they could be
    /// found quickly: a playout ends there.
    fn exact_payoffs(_rules: &Self::Rules, _position: &Self::Position, _payoffs: &mut [i32]) -> bool {
        false
    }
}
