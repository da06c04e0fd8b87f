//! What a seat knows as a row of numbers: its layout, and how it is written.

mod field;
mod recent;
mod row_writer;

pub use field::Field;
pub(crate) use recent::{RecentNumbers, RecentSeats};
pub use row_writer::{RowWriter, Seats};
pub(crate) use row_writer::{from_seat, places, seats_from};
