//! Where a round began.

use crate::ids::Seat;
use crate::random::{Seed, Stream};
use crate::recent::Recent;

/// Where a round began: with the rules all that is needed to begin it again by
/// [`State::from_origin`](super::State::from_origin).
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
    /// Dealt by chance.
    Dealt {
        /// The seed of the deal.
        seed: Seed,
        /// The number of its stream.
        stream: u128,
        /// The dealer (or, where nobody deals, the seat that starts) that was given; `None` where it was drawn.
        dealer: Option<Seat>,
    },
    /// Set up by hand.
    SetUp {
        /// The position as a text.
        text: String,
        /// Where chance may still have a part: the stream at the start.
        chance: Option<Box<Stream>>,
        /// The last actions before the start.
        recent: Recent,
    },
}
