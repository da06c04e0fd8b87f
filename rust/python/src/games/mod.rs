//! What is a game's own: its classes' further methods, the arguments it reads, its functions.

pub(crate) mod doudizhu;
pub(crate) mod foursquare;
pub(crate) mod mexican_train;
pub(crate) mod rummy;
