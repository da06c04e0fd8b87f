//! Models of threads that share a `StepLock`.

use ::core::marker::PhantomData;

use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use crate::in_many_orders;
use crate::prelude::Python;
use crate::step_lock::StepLock;

const PY: Python<'static> = Python(PhantomData);

/// Adds one in two steps, so that a thread let in too early is noticed, then tries to enter again.
fn add_one(lock: &StepLock<AtomicUsize>) {
    let added = lock.with(PY, |number| {
        let before = number.load(SeqCst);
        assert!(lock.with(PY, |_| Ok(())).is_err(), "the thread that holds it is refused");
        number.store(before + 1, SeqCst);
        Ok(())
    });
    assert!(added.is_ok(), "a thread that does not hold it is let in");
}

pub(crate) fn all(orders: usize) {
    in_many_orders(orders, "one thread at a time holds the lock, and only that thread is refused", || {
        let lock = Arc::new(StepLock::new(AtomicUsize::new(0)));
        let another = || {
            let lock = Arc::clone(&lock);
            shuttle::thread::spawn(move || add_one(&lock))
        };
        let (first, second) = (another(), another());
        add_one(&lock);
        first.join().expect("nothing goes wrong");
        // A new thread takes the place of a finished one.
        let third = another();
        add_one(&lock);
        second.join().expect("nothing goes wrong");
        third.join().expect("nothing goes wrong");
        let number = lock.with(PY, |number| Ok(number.load(SeqCst)));
        assert_eq!(number, Ok(5));
    });
}
