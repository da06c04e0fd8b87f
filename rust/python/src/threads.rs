//! The threads of a batch: made when they are first needed, and again in a child process, which has none of them.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// So many threads, once they are needed.
pub(crate) struct Threads {
    wanted: usize,
    made: Option<Made>,
}

struct Made {
    pool: ThreadPool,
    /// The process in which its threads run.
    process: u32,
}

impl Threads {
    pub(crate) const fn new(wanted: usize) -> Self {
        Self { wanted, made: None }
    }

    /// The threads; none where one is enough, or where no more can be had: then the caller does all the work.
    pub(crate) fn pool(&mut self) -> Option<&ThreadPool> {
        if self.wanted == 1 {
            return None;
        }
        self.forget_those_of_another_process();
        if self.made.is_none() {
            match ThreadPoolBuilder::new().num_threads(self.wanted).build() {
                Ok(pool) => self.made = Some(Made { pool, process: std::process::id() }),
                // Nor will they be had at the next step.
                Err(_) => self.wanted = 1,
            }
        }
        self.made.as_ref().map(|made| &made.pool)
    }

    /// After a fork the threads are gone, and whoever waited for them would wait for ever.
    fn forget_those_of_another_process(&mut self) {
        if let Some(made) = self.made.take_if(|made| made.process != std::process::id()) {
            std::mem::forget(made);
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.forget_those_of_another_process();
    }
}
