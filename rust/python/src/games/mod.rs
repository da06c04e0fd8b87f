//! What is a game's own: its classes' further methods, the arguments it reads, its functions.

pub(crate) mod doudizhu;
pub(crate) mod foursquare;
pub(crate) mod mexican_train;
pub(crate) mod rummy;

/// The games, for `callback! { (module, Type) ... }`.
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            (foursquare, FourSquare)
            (doudizhu, DouDizhu)
            (mexican_train, MexicanTrain)
            (rummy, Rummy)
        }
    };
}

pub(crate) use for_each_game;
