//! Long-running work: without the GIL, on several threads, interruptible by Ctrl-C.

pub(crate) mod batch;
mod chunks;
pub(crate) mod interrupts;
pub(crate) mod playouts;
pub(crate) mod shutdown;
mod step_lock;
mod threads;

pub(crate) use interrupts::Interrupts;

/// The most threads that a caller may ask for.
pub(crate) const MAX_THREADS: u64 = 256;
