//! Runs our synchronisation code, as shipped, in many thread interleavings: shuttle chooses the
//! next thread at every step.
//!
//! The files under test are included unchanged. They import from `std` and `pyo3`; both names refer
//! to this crate, which has shuttle's versions at the same paths.

extern crate self as pyo3;
extern crate self as std;
extern crate std as real;

use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, Runner};

mod step_lock_orders;
mod team_orders;

#[path = "../../../rust/bots/src/search/team.rs"]
mod team;

/// A macro cannot be replaced by a module, so this one is replaced by name.
macro_rules! thread_local {
    ($($variables:tt)*) => {
        shuttle::thread_local! { $($variables)* }
    };
}

#[path = "../../../rust/python/src/runtime/step_lock.rs"]
mod step_lock;

pub(crate) mod cell {
    pub(crate) use ::core::cell::Cell;
}

pub(crate) mod errors {
    pub(crate) type Result<T> = ::core::result::Result<T, PythonError>;

    #[derive(Debug, PartialEq)]
    pub(crate) struct PythonError(oxideal_engine::Error);

    impl From<oxideal_engine::Error> for PythonError {
        fn from(error: oxideal_engine::Error) -> Self {
            Self(error)
        }
    }
}

pub(crate) mod hint {
    pub(crate) use shuttle::hint::spin_loop;
}

pub(crate) mod marker {
    pub(crate) use ::core::marker::PhantomData;
}

pub(crate) mod prelude {
    #[derive(Clone, Copy)]
    pub(crate) struct Python<'py>(pub(crate) ::core::marker::PhantomData<&'py ()>);
}

pub(crate) mod sync;

pub(crate) mod thread;

pub(crate) mod time {
    pub(crate) use crate::real::time::Duration;
}

pub(crate) mod clock {
    pub(crate) use crate::real::time::Instant;
}

fn main() {
    let orders = crate::real::env::args().nth(1).map_or(Ok(2_000), |orders| orders.parse());
    let orders = orders.expect("the number of orders to try of each kind");
    team_orders::all(orders);
    step_lock_orders::all(orders);
}

/// Runs a model in this many random interleavings, and in as many in which threads are suspended
/// for long.
fn in_many_orders(orders: usize, what: &str, run: impl Fn() + Copy + Send + Sync + 'static) {
    println!("{:>9} orders: {what}", 2 * orders);
    under(RandomScheduler::new_from_seed(1, orders), run);
    under(PctScheduler::new_from_seed(1, 4, orders), run);
}

fn under(scheduler: impl Scheduler + 'static, run: impl Fn() + Send + Sync + 'static) {
    Runner::new(scheduler, Config::default()).run(run);
}
