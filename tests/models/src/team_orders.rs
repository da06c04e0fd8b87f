//! Threads that work, and one that asks.

use oxideal_engine::Error;
use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use crate::in_many_orders;
use crate::real::panic::{catch_unwind, set_hook, take_hook};
use crate::team::{Desk, work};
use crate::thread::{PANICKING, RESTLESS, TO_BE_HAD};

/// What a thread lays down: both halves are the same, unless it is read while it is written.
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

fn lay_all(desk: &Desk<Found>, most: usize) {
    (1..=most).for_each(|number| desk.lay(&Found::new(number)));
}

pub(crate) fn all(orders: usize) {
    in_many_orders(orders, "whoever asks is woken when all is done, and has all of it", || {
        let found = work(
            3,
            &Found::new(0),
            None,
            || true,
            |thread, desk| {
                lay_all(desk, thread + 1);
                Ok(())
            },
        );
        assert_eq!(numbers(found), Ok(vec![1, 2, 3]));
    });
    in_many_orders(orders, "where a thread cannot be had, the others are waited for", || {
        TO_BE_HAD.with(|own| own.set(2));
        let found = work(
            3,
            &Found::new(0),
            None,
            || true,
            |_, desk| {
                lay_all(desk, 1);
                Ok(())
            },
        );
        assert_eq!(numbers(found), Ok(vec![1, 1, 0]));
    });
    in_many_orders(orders, "an error comes through", || {
        let no = || Error::InvalidArgument("no".into());
        let found = work(
            3,
            &Found::new(0),
            None,
            || true,
            move |thread, _| {
                if thread == 1 { Err(no()) } else { Ok(()) }
            },
        );
        assert_eq!(numbers(found), Err(no()));
    });
    let hook = take_hook();
    set_hook(Box::new(|_| ()));
    in_many_orders(orders, "a panic comes through", || {
        let found = || {
            work(
                3,
                &Found::new(0),
                None,
                || true,
                |thread, _| {
                    PANICKING.with(|own| own.set(thread == 1));
                    Ok(())
                },
            )
        };
        assert!(catch_unwind(found).is_err());
    });
    set_hook(hook);
    in_many_orders(orders, "whoever no longer waits has what was complete by then, whole", || {
        RESTLESS.with(|own| own.set(true));
        let laid = Arc::new(AtomicUsize::new(0));
        let (seen, mut looks, mut complete) = (Arc::clone(&laid), 0, 0);
        let go_on = || {
            complete = seen.load(SeqCst);
            looks += 1;
            looks < 4
        };
        let found = work(1, &Found::new(0), None, go_on, move |_, desk| {
            for number in 1..=4 {
                desk.lay(&Found::new(number));
                laid.store(number, SeqCst);
            }
            Ok(())
        });
        let found = numbers(found).expect("nothing goes wrong")[0];
        assert!(found >= complete, "{complete} was complete, and {found} is what came");
    });
    in_many_orders(orders, "the others are told that nobody waits", || {
        RESTLESS.with(|own| own.set(true));
        let mut looks = 0;
        let go_on = || {
            looks += 1;
            looks < 3
        };
        let found = work(2, &Found::new(0), None, go_on, |_, desk| {
            while desk.is_open() {
                shuttle::hint::spin_loop();
            }
            Ok(())
        });
        assert_eq!(numbers(found), Ok(vec![0, 0]));
    });
}
