//! Playouts.

use super::view::KnowledgeOf;
use super::{State, View};
use crate::error::Error;
use crate::game::{Game, Knowledge, Position, Rules};
use crate::random::{Seed, SplitMix64, Stream};

/// The position where [`playouts`] start.
///
/// See the example of [`playouts`].
#[derive(Clone, Debug)]
pub enum Start<G: Game> {
    /// A new deal for each playout.
    Deal(G::Rules),
    /// The position of this state.
    State(Box<State<G>>),
    /// A position sampled from this view for each playout.
    View(Box<View<G>>),
}

impl<G: Game> Start<G> {
    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &G::Rules {
        match self {
            Self::Deal(rules) => rules,
            Self::State(state) => state.rules(),
            Self::View(view) => view.rules(),
        }
    }

    /// The payoffs of a forfeited round, which has no playouts.
    fn settled(&self) -> Option<Vec<i32>> {
        match self {
            Self::Deal(_) => None,
            Self::State(state) => state.forfeited().and_then(|_| state.payoffs()),
            Self::View(view) => view.forfeited().and_then(|_| view.payoffs()),
        }
    }

    /// Returns what everybody knows where the playouts start.
    #[must_use]
    pub fn knowledge(&self) -> KnowledgeOf<G> {
        match self {
            Self::Deal(_) => KnowledgeOf::<G>::default(),
            Self::State(state) => state.knowledge(),
            Self::View(view) => view.knowledge().clone(),
        }
    }

    /// The starting position of the playout with this number.
    fn position(&self, seed: &Seed, number: u64, chance: &mut SplitMix64) -> Result<G::Position, Error> {
        match self {
            Self::Deal(rules) => Ok(G::Position::deal(rules, None, chance)),
            Self::State(state) => Ok(state.position().clone()),
            Self::View(view) => {
                let mut chance = Stream::for_samples(*seed, number.into(), view.seat());
                view.knowledge().sample(view.rules(), view.position(), view.seat(), &mut chance)
            }
        }
    }
}

/// Plays random playouts, one for each element of `lengths`: those of this seed with the numbers
/// from `first` on.
///
/// Writes the number of actions in each playout, and its payoffs, one per seat.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Seed, Start, playouts};
///
/// let start = Start::<Rummy>::Deal(Rules::default());
/// let (mut payoffs, mut lengths) = ([0; 200], [0; 100]);
/// playouts(&start, &Seed::from(1), 0, &mut payoffs, &mut lengths)?;
/// assert!(lengths.iter().all(|&length| length > 0));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
///
/// # Panics
/// Panics if the length of `payoffs` is not that of `lengths` times the number of seats.
///
/// # Errors
/// Returns [`Error::InvalidState`] if a view allows no deal, like [`View::sample`].
pub fn playouts<G: Game>(
    start: &Start<G>,
    seed: &Seed,
    first: u64,
    payoffs: &mut [i32],
    lengths: &mut [i32],
) -> Result<(), Error> {
    let rules = start.rules();
    playouts_by(start, seed, first, payoffs, lengths, |position, chance| position.play_out(rules, chance))
}

/// Plays the same playouts with other moves: `play_out` plays a position to its end and returns the
/// number of actions.
///
/// ```
/// use oxideal_engine::rummy::{Rules, Rummy};
/// use oxideal_engine::{Position as _, Seed, Start, playouts_by};
///
/// let (rules, mut lengths) = (Rules::default(), [0; 10]);
/// let start = Start::<Rummy>::Deal(rules);
/// playouts_by(&start, &Seed::from(1), 0, &mut [0; 20], &mut lengths, |position, chance| {
///     position.play_out(&rules, chance)
/// })?;
/// assert!(lengths.iter().all(|&length| length > 0));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
///
/// # Panics
/// Like [`playouts`].
///
/// # Errors
/// Like [`playouts`].
#[inline]
pub fn playouts_by<G: Game>(
    start: &Start<G>,
    seed: &Seed,
    first: u64,
    payoffs: &mut [i32],
    lengths: &mut [i32],
    mut play_out: impl FnMut(&mut G::Position, &mut SplitMix64) -> u32,
) -> Result<(), Error> {
    let rules = start.rules();
    assert_eq!(payoffs.len(), lengths.len() * rules.players(), "one payoff a game and seat");
    if let Some(settled) = start.settled() {
        lengths.fill(0);
        payoffs.chunks_exact_mut(rules.players()).for_each(|payoffs| payoffs.copy_from_slice(&settled));
        return Ok(());
    }
    let generator = SplitMix64::for_games(seed);
    let games = lengths.iter_mut().zip(payoffs.chunks_exact_mut(rules.players()));
    for (index, (length, payoffs)) in games.enumerate() {
        let number = first.wrapping_add(index as u64);
        let mut chance = generator(number);
        let mut position = start.position(seed, number, &mut chance)?;
        *length = play_out(&mut position, &mut chance) as i32;
        position.payoffs(rules, payoffs);
    }
    Ok(())
}
