//! Models of worker threads and a caller that waits for them.

use oxideal_engine::Error;
use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use crate::in_many_orders;
use crate::real::panic::{catch_unwind, set_hook, take_hook};
use crate::team::{Slot, run};
use crate::thread::{PANICKING, SPAWNS_LEFT, SPURIOUS_WAKEUPS};

/// A published value: both halves are equal unless it is read during a write.
struct Found([AtomicUsize; 2]);

impl Found {
    fn new(number: usize) -> Self {
        Self([AtomicUsize::new(number), AtomicUsize::new(number)])
    }

    fn number(&self) -> usize {
        let [first, second] = self.0.each_ref().map(|half| half.load(SeqCst));
        assert_eq!(first, second, "read while it was written");
        first
    }
}

impl Clone for Found {
    fn clone(&self) -> Self {
        Self::new(self.number())
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.iter().for_each(|half| half.store(other.number(), SeqCst));
    }
}

fn numbers(found: Result<Vec<Found>, Error>) -> Result<Vec<usize>, Error> {
    found.map(|found| found.iter().map(Found::number).collect())
}

fn publish_all(slot: &Slot<Found>, most: usize) {
    (1..=most).for_each(|number| slot.publish(&Found::new(number)));
}

pub(crate) fn all(orders: usize) {
    in_many_orders(orders, "the caller is woken when all workers have ended, and gets all results", || {
        let found = run(
            3,
            &Found::new(0),
            None,
            || true,
            |worker, slot| {
                publish_all(slot, worker + 1);
                Ok(())
            },
        );
        assert_eq!(numbers(found), Ok(vec![1, 2, 3]));
    });
    in_many_orders(orders, "where a thread cannot be had, the caller waits for the others", || {
        SPAWNS_LEFT.with(|own| own.set(2));
        let found = run(
            3,
            &Found::new(0),
            None,
            || true,
            |_, slot| {
                publish_all(slot, 1);
                Ok(())
            },
        );
        assert_eq!(numbers(found), Ok(vec![1, 1, 0]));
    });
    in_many_orders(orders, "an error reaches the caller", || {
        let no = || Error::InvalidArgument("no".into());
        let found = run(
            3,
            &Found::new(0),
            None,
            || true,
            move |worker, _| {
                if worker == 1 { Err(no()) } else { Ok(()) }
            },
        );
        assert_eq!(numbers(found), Err(no()));
    });
    let hook = take_hook();
    set_hook(Box::new(|_| ()));
    in_many_orders(orders, "a panic reaches the caller", || {
        let found = || {
            run(
                3,
                &Found::new(0),
                None,
                || true,
                |worker, _| {
                    PANICKING.with(|own| own.set(worker == 1));
                    Ok(())
                },
            )
        };
        assert!(catch_unwind(found).is_err());
    });
    set_hook(hook);
    in_many_orders(orders, "a caller that stops waiting gets the last complete snapshot", || {
        SPURIOUS_WAKEUPS.with(|own| own.set(true));
        let published = Arc::new(AtomicUsize::new(0));
        let (seen, mut calls, mut complete) = (Arc::clone(&published), 0, 0);
        let keep_going = || {
            complete = seen.load(SeqCst);
            calls += 1;
            calls < 4
        };
        let found = run(1, &Found::new(0), None, keep_going, move |_, slot| {
            for number in 1..=4 {
                slot.publish(&Found::new(number));
                published.store(number, SeqCst);
            }
            Ok(())
        });
        let found = numbers(found).expect("nothing goes wrong")[0];
        assert!(found >= complete, "{complete} was complete, but the result is {found}");
    });
    in_many_orders(orders, "workers see that the caller has stopped waiting", || {
        SPURIOUS_WAKEUPS.with(|own| own.set(true));
        let mut calls = 0;
        let keep_going = || {
            calls += 1;
            calls < 3
        };
        let found = run(2, &Found::new(0), None, keep_going, |_, slot| {
            while slot.is_wanted() {
                shuttle::hint::spin_loop();
            }
            Ok(())
        });
        assert_eq!(numbers(found), Ok(vec![0, 0]));
    });
}
