//! The policies, search models and solvers of each game.

mod doudizhu;
mod foursquare;
mod mexican_train;
mod rummy;
