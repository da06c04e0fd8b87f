//! How a round started.

use crate::ids::Seat;
use crate::random::{Seed, Stream};
use crate::recent::Recent;

/// How a round started. Together with the rules, it is enough for
/// [`State::from_origin`](super::State::from_origin) to start the same round again.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, State};
///
/// let mut state = State::<Rummy>::deal(Rules::default(), Seed::from(7), 3);
/// let start = state.clone();
/// state.push(state.legal()[0])?;
/// assert_eq!(State::from_origin(Rules::default(), state.origin())?, start);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Dealt at random.
    Dealt {
        /// The seed of the deal.
        seed: Seed,
        /// The stream number of the deal.
        stream: u128,
        /// The dealer that was chosen (or, if nobody deals, the starting seat); `None` if it was
        /// drawn.
        dealer: Option<Seat>,
    },
    /// Set up by hand.
    SetUp {
        /// The position as text.
        text: String,
        /// The stream at the start, if chance can still affect the round.
        chance: Option<Box<Stream>>,
        /// The last actions before the start.
        recent: Recent,
    },
}
