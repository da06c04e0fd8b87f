//! The end of the interpreter, while daemon threads are still at work here.
//!
//! Before Python 3.14, a thread that takes the GIL of an interpreter that is finalizing is ended by unwinding its stack
//! from within C, and Rust aborts the process at that. PyO3 parks threads that attach; the same is done here for
//! threads that call Python code, which may release the GIL and take it again at any time.

use std::hint::black_box;
use std::{mem, thread};

/// Calls Python code, and parks the thread if it is ended in there. The call must only borrow Python objects.
pub(crate) fn park_if_unwound<R>(call: impl FnOnce() -> R) -> R {
    let (mut call, mut result) = (Some(call), None);
    guarded(&mut || result = call.take().map(|call| call()));
    result.expect("the call has returned")
}

/// The call is opaque to the compiler, which otherwise takes it that C does not unwind, and drops nothing if it does.
#[inline(never)]
fn guarded(call: &mut dyn FnMut()) {
    let parked = ParkedIfUnwound;
    black_box(call)();
    mem::forget(parked);
}

struct ParkedIfUnwound;

impl Drop for ParkedIfUnwound {
    fn drop(&mut self) {
        while !thread::panicking() {
            thread::park();
        }
    }
}
