//! Work that takes its time: with Python free to do other things, on several threads, until Ctrl-C.

pub(crate) mod batch;
mod chunks;
pub(crate) mod interrupts;
pub(crate) mod playouts;
pub(crate) mod shutdown;
mod threads;
mod turns;

pub(crate) use interrupts::Interrupts;

/// The most threads that a caller may ask for.
pub(crate) const MAX_THREADS: u64 = 256;
