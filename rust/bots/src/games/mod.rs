//! What the players of each game know beyond its rules.

mod doudizhu;
mod foursquare;
mod mexican_train;
mod rummy;
