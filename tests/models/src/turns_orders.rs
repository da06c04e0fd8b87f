//! Models of threads that take turns.

use ::core::marker::PhantomData;

use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use crate::in_many_orders;
use crate::prelude::Python;
use crate::turns::Turns;

const PY: Python<'static> = Python(PhantomData);

/// Adds one in two steps, so that a thread let in too early is noticed, then tries to enter again.
fn add_one(turns: &Turns<AtomicUsize>) {
    let added = turns.take(PY, |number| {
        let before = number.load(SeqCst);
        assert!(turns.take(PY, |_| Ok(())).is_err(), "the thread that holds it is refused");
        number.store(before + 1, SeqCst);
        Ok(())
    });
    assert!(added.is_ok(), "a thread that does not hold it is let in");
}

pub(crate) fn all(orders: usize) {
    in_many_orders(orders, "threads enter one at a time, and only the one that is inside is refused", || {
        let turns = Arc::new(Turns::new(AtomicUsize::new(0)));
        let another = || {
            let turns = Arc::clone(&turns);
            shuttle::thread::spawn(move || add_one(&turns))
        };
        let (first, second) = (another(), another());
        add_one(&turns);
        first.join().expect("nothing goes wrong");
        // A new thread takes the place of a finished one.
        let third = another();
        add_one(&turns);
        second.join().expect("nothing goes wrong");
        third.join().expect("nothing goes wrong");
        let number = turns.take(PY, |number| Ok(number.load(SeqCst)));
        assert_eq!(number, Ok(5));
    });
}
