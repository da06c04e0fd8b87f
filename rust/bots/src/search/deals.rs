//! Plays numbered deals on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use oxideal_engine::{Error, memory};

/// Plays this many deals from number `first` on, each into its payoffs and weight: those that `play` writes and
/// returns, with the number of actions played. Returns the sum of these, or `None` if `keep_going` returned `false`
/// before all were played.
///
/// ```
/// use oxideal_bots::play_deals;
///
/// let (mut payoffs, mut weights) = ([0; 6], [0.0; 3]);
/// let play = |number: u64, payoffs: &mut [i32]| {
///     payoffs.fill(number as i32);
///     Ok((1, 1.0))
/// };
/// let rows = payoffs.chunks_mut(2).zip(&mut weights);
/// assert_eq!(play_deals(play, 7, rows, 2, &mut || true)?, Some(3));
/// assert_eq!(payoffs, [7, 7, 8, 8, 9, 9]);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
///
/// # Errors
/// Those of `play`.
pub fn play_deals<'a>(
    play: impl Fn(u64, &mut [i32]) -> Result<(u64, f64), Error> + Sync,
    first: u64,
    rows: impl ExactSizeIterator<Item = (&'a mut [i32], &'a mut f64)> + Send,
    threads: usize,
    keep_going: &mut dyn FnMut() -> bool,
) -> Result<Option<u64>, Error> {
    let count = rows.len();
    let rows = Mutex::new(rows.zip(first..));
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    // Plays one deal. Returns false if none is left or the run was stopped.
    let play_deal = || {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let row = rows.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(((payoffs, weight), number)) = row else { return false };
        match play(number, payoffs) {
            Ok((played, counts)) => {
                *weight = counts;
                nodes.fetch_add(played, Ordering::Relaxed);
            }
            Err(error) => {
                stop.store(true, Ordering::Relaxed);
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
        true
    };
    let mut stopped = false;
    std::thread::scope(|scope| {
        for _ in 1..count.min(threads) {
            let work = || while play_deal() {};
            // If the system has no threads or memory left, those that run play all the deals.
            if !memory::allows_threads(1) || std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        while play_deal() {
            if !stopped && !keep_going() {
                stopped = true;
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok((!stopped).then(|| nodes.into_inner())),
    }
}
