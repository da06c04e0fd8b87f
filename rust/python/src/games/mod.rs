//! What each game adds: methods of its classes, arguments, functions.

pub(crate) mod doudizhu;
pub(crate) mod foursquare;
pub(crate) mod mexican_train;
pub(crate) mod rummy;
