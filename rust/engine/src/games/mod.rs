//! The games, each in a folder of its own.

pub mod doudizhu;
pub mod foursquare;
pub mod mexican_train;
pub mod rummy;
