//! The numbers by which seats and actions are named.

/// The id of an action in the table of its rules.
pub type Action = u32;

/// A seat, from 0.
pub type Seat = usize;
