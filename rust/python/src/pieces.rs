//! A batch cut into pieces, so that several threads can step it. Each piece does the same whoever steps it.

use std::sync::{Mutex, PoisonError};

use oxideal_engine::{Action, BatchChunk, Error, Game, Rows, Seed, SplitMix64, State};

use crate::threads::Threads;

/// How many games a thread takes at a time.
const PIECE: usize = 64;

/// With fewer games than these, threads cost more than they spare.
const FEW: usize = 512;

/// With fewer than these, that is so also of what takes some nanoseconds a game.
const MANY: usize = 2_048;

/// All games of a batch, and the threads that step them.
pub(crate) struct Pieces<G: Game> {
    pieces: Vec<BatchChunk<G>>,
    threads: Threads,
}

impl<G: Game> Pieces<G> {
    pub(crate) fn new(rules: &G::Rules, seed: Seed, n: usize, threads: usize) -> Result<Self, Error> {
        let piece = |first: usize| BatchChunk::new(rules, seed, first as u64, PIECE.min(n - first), n as u64);
        let pieces = (0..n).step_by(PIECE).map(piece).collect::<Result<Vec<_>, _>>()?;
        let threads = if n < FEW { 1 } else { threads.min(pieces.len()) };
        Ok(Self { pieces, threads: Threads::new(threads) })
    }

    /// Does something with each piece and what belongs to it, on all threads.
    fn each<T>(
        &mut self,
        parts: impl Iterator<Item = T> + Send,
        act: impl Fn(&mut BatchChunk<G>, T) + Send + Sync,
    ) {
        let Self { pieces, threads } = self;
        threads.share(pieces.iter_mut().zip(parts), |(piece, part)| act(piece, part));
    }

    /// The same where it is so little that only many games are worth waking others.
    fn each_quickly<T>(
        &mut self,
        parts: impl Iterator<Item = T> + Send,
        act: impl Fn(&mut BatchChunk<G>, T) + Send + Sync,
    ) {
        if self.pieces.len() < MANY / PIECE {
            return self.pieces.iter_mut().zip(parts).for_each(|(piece, part)| act(piece, part));
        }
        self.each(parts, act);
    }

    /// The number of the first game whose action may not be played, and why.
    pub(crate) fn check(&mut self, actions: &[i64]) -> Result<(), (u64, Error)> {
        let wrong: Mutex<Option<(u64, Error)>> = Mutex::new(None);
        self.each_quickly(actions.chunks(PIECE), |piece, actions| {
            if let Err((game, error)) = piece.check(actions) {
                let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                if wrong.as_ref().is_none_or(|&(earlier, _)| game < earlier) {
                    *wrong = Some((game, error));
                }
            }
        });
        wrong.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    pub(crate) fn reset(&mut self, rows: Rows<'_>) {
        self.each(cut(rows), |piece, mut rows| piece.reset(&mut rows));
    }

    pub(crate) fn step(&mut self, actions: &[i64], rows: Rows<'_>) {
        self.each(actions.chunks(PIECE).zip(cut(rows)), |piece, (actions, mut rows)| {
            piece.step(actions, &mut rows);
        });
    }

    /// How many ids are legal in all games together.
    pub(crate) fn count_legal(&self) -> usize {
        self.pieces.iter().map(|piece| piece.legal().len()).sum()
    }

    /// Writes the legal ids of all games, one after the other, and where those of each begin.
    pub(crate) fn write_legal(&mut self, mut ids: &mut [i32], offsets: &mut [i64]) {
        let Some((begin, mut offsets)) = offsets.split_first_mut() else { return };
        *begin = 0;
        let sizes: Vec<_> = self.pieces.iter().map(|piece| (piece.legal().len(), piece.count())).collect();
        let mut before = 0;
        let parts = sizes.into_iter().map_while(|(legal, games)| {
            let start = before;
            before += legal as i64;
            Some((start, ids.split_off_mut(..legal)?, offsets.split_off_mut(..games)?))
        });
        self.each_quickly(parts, |piece, (start, ids, offsets)| {
            ids.iter_mut().zip(piece.legal()).for_each(|(id, &action)| *id = action as i32);
            offsets.iter_mut().zip(piece.ends()).for_each(|(offset, &end)| *offset = start + end as i64);
        });
    }

    /// Marks what is legal, a row of so many marks a game, all false before.
    pub(crate) fn mark_legal(&mut self, marks: &mut [bool], actions: Action) {
        let row = actions as usize;
        self.each(marks.chunks_mut(PIECE * row), |piece, marks| {
            let mut start = 0;
            for (marks, &end) in marks.chunks_exact_mut(row).zip(piece.ends()) {
                piece.legal()[start..end].iter().for_each(|&action| marks[action as usize] = true);
                start = end;
            }
        });
    }

    /// Writes a legal action of each game, chosen by the generator of its number.
    pub(crate) fn sample(
        &mut self,
        generator: impl Fn(u64) -> SplitMix64 + Send + Sync,
        actions: &mut [i32],
    ) {
        self.each_quickly(actions.chunks_mut(PIECE), |piece, actions| piece.sample(&generator, actions));
    }

    pub(crate) fn state(&self, game: usize) -> State<G> {
        self.pieces[game / PIECE].state(game % PIECE)
    }
}

/// The rows of each piece.
fn cut(mut rows: Rows<'_>) -> impl Iterator<Item = Rows<'_>> {
    std::iter::from_fn(move || {
        let left = rows.terminated.len();
        (left > 0).then(|| rows.split_off(PIECE.min(left)))
    })
}
