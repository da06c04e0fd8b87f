//! A batch cut into chunks that several threads can step. Results do not depend on which thread steps a chunk.

use std::sync::{Mutex, PoisonError};

use oxideal_engine::{Action, BatchChunk, Error, Game, Rows, Seed, SplitMix64, State, memory};

use super::threads::Threads;

/// The number of games that a thread takes at a time.
const CHUNK_LEN: usize = 64;

/// With fewer games, threads cost more than they save.
const MIN_GAMES_TO_SHARE: usize = 256;

/// The same in chunks, for work that takes only a few nanoseconds per game.
const MIN_CHUNKS_TO_SHARE_QUICK_WORK: usize = 2_048 / CHUNK_LEN;

/// The games of a batch and the threads that step them.
pub(crate) struct Chunks<G: Game> {
    all: Vec<BatchChunk<G>>,
    threads: Threads,
    /// Whether games have moved and their legal ids have not been written, for lack of memory.
    unwritten: bool,
}

impl<G: Game> Chunks<G> {
    pub(crate) fn new(rules: &G::Rules, seed: Seed, n: usize, threads: usize) -> Result<Self, Error> {
        let chunk =
            |first: usize| BatchChunk::new(rules, seed, first as u64, CHUNK_LEN.min(n - first), n as u64);
        let chunks = memory::try_collect((0..n).step_by(CHUNK_LEN).map(chunk))?;
        let threads = if n < MIN_GAMES_TO_SHARE { 1 } else { threads.min(chunks.len()) };
        Ok(Self { all: chunks, threads: Threads::new(threads), unwritten: false })
    }

    /// Calls `act` with each chunk and its part, on all threads.
    fn each<T>(
        &mut self,
        parts: impl Iterator<Item = T> + Send,
        act: impl Fn(&mut BatchChunk<G>, T) + Send + Sync,
    ) {
        let Self { all: chunks, threads, .. } = self;
        threads.for_each(chunks.iter_mut().zip(parts), |(chunk, part)| act(chunk, part));
    }

    /// The same for quick work.
    fn each_quickly<T>(
        &mut self,
        parts: impl Iterator<Item = T> + Send,
        act: impl Fn(&mut BatchChunk<G>, T) + Send + Sync,
    ) {
        if self.all.len() < MIN_CHUNKS_TO_SHARE_QUICK_WORK {
            return self.all.iter_mut().zip(parts).for_each(|(chunk, part)| act(chunk, part));
        }
        self.each(parts, act);
    }

    /// Fails if the legal ids are unknown, because the last step had too little memory for them.
    pub(crate) fn check_written(&self) -> Result<(), Error> {
        if self.unwritten {
            let text = "the last step ran out of memory for the legal ids: reset the batch";
            return Err(Error::InvalidState(text.into()));
        }
        Ok(())
    }

    /// Fails with the number of the first game whose action is refused, and the reason.
    pub(crate) fn check(&mut self, actions: &[i64]) -> Result<(), (u64, Error)> {
        let first: Mutex<Option<(u64, Error)>> = Mutex::new(None);
        self.each_quickly(actions.chunks(CHUNK_LEN), |chunk, actions| {
            if let Err((game, error)) = chunk.check(actions) {
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                if first.as_ref().is_none_or(|&(earlier, _)| game < earlier) {
                    *first = Some((game, error));
                }
            }
        });
        first.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    pub(crate) fn reset(&mut self, rows: Rows<'_>) -> Result<(), Error> {
        self.advance(split(rows), |chunk, mut rows| chunk.reset(&mut rows))
    }

    pub(crate) fn step(&mut self, actions: &[i64], rows: Rows<'_>) -> Result<(), Error> {
        let parts = actions.chunks(CHUNK_LEN).zip(split(rows));
        self.advance(parts, |chunk, (actions, mut rows)| chunk.step(actions, &mut rows))
    }

    /// Moves all games. Fails if the memory does not suffice for the legal ids of some.
    fn advance<T>(
        &mut self,
        parts: impl Iterator<Item = T> + Send,
        act: impl Fn(&mut BatchChunk<G>, T) -> Result<(), Error> + Send + Sync,
    ) -> Result<(), Error> {
        self.unwritten = true;
        let failed = Mutex::new(Ok(()));
        self.each(parts, |chunk, part| {
            if let Err(error) = act(chunk, part) {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
            }
        });
        failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of legal ids in all games.
    pub(crate) fn count_legal(&self) -> usize {
        self.all.iter().map(|chunk| chunk.legal().len()).sum()
    }

    /// Writes the legal ids of all games in CSR form.
    pub(crate) fn write_legal(&mut self, mut ids: &mut [i32], offsets: &mut [i64]) {
        let Some((begin, mut offsets)) = offsets.split_first_mut() else { return };
        *begin = 0;
        let Self { all: chunks, threads, unwritten } = self;
        let mut before = 0;
        let parts = chunks.iter().map_while(|chunk| {
            let start = before;
            before += chunk.legal().len() as i64;
            let ids = ids.split_off_mut(..chunk.legal().len())?;
            Some((chunk, start, ids, offsets.split_off_mut(..chunk.count())?))
        });
        let write = |(chunk, start, ids, offsets): (&BatchChunk<G>, i64, &mut [i32], &mut [i64])| {
            ids.iter_mut().zip(chunk.legal()).for_each(|(id, &action)| *id = action as i32);
            offsets.iter_mut().zip(chunk.ends()).for_each(|(offset, &end)| *offset = start + end as i64);
        };
        if chunks.len() < MIN_CHUNKS_TO_SHARE_QUICK_WORK {
            parts.for_each(write);
        } else {
            threads.for_each(parts, write);
        }
        *unwritten = false;
    }

    /// Sets the legal ids, one row per game, in a mask of `false`.
    pub(crate) fn mark_legal(&mut self, mask: &mut [bool], num_actions: Action) {
        let row = num_actions as usize;
        self.each(mask.chunks_mut(CHUNK_LEN * row), |chunk, mask| {
            let mut start = 0;
            for (marks, &end) in mask.chunks_exact_mut(row).zip(chunk.ends()) {
                chunk.legal()[start..end].iter().for_each(|&action| marks[action as usize] = true);
                start = end;
            }
        });
    }

    /// Writes the features of all legal actions, `size` for each.
    pub(crate) fn describe_legal(&mut self, mut rows: &mut [u8], size: usize) {
        let Self { all: chunks, threads, .. } = self;
        let parts =
            chunks.iter().map_while(|chunk| Some((chunk, rows.split_off_mut(..size * chunk.legal().len())?)));
        threads.for_each(parts, |(chunk, rows)| chunk.describe_legal(rows));
    }

    /// Writes a legal action for each game, chosen by the generator with the game's number.
    pub(crate) fn sample(
        &mut self,
        generator: impl Fn(u64) -> SplitMix64 + Send + Sync,
        actions: &mut [i32],
    ) {
        self.each_quickly(actions.chunks_mut(CHUNK_LEN), |chunk, actions| chunk.sample(&generator, actions));
    }

    pub(crate) fn state(&self, game: usize) -> State<G> {
        self.all[game / CHUNK_LEN].state(game % CHUNK_LEN)
    }
}

/// Splits the rows by chunk.
fn split(mut rows: Rows<'_>) -> impl Iterator<Item = Rows<'_>> {
    std::iter::from_fn(move || {
        let left = rows.terminated.len();
        (left > 0).then(|| rows.split_off(CHUNK_LEN.min(left)))
    })
}
