//! Observations: their layout, and writing them.

mod field;
mod row_writer;
mod trail;

pub use field::Field;
pub use row_writer::{RowWriter, Seats};
pub(crate) use row_writer::{from_seat, places, seat_at, seats_from, spread};
pub(crate) use trail::{RecentNumbers, RecentOwners, RecentSeats};
