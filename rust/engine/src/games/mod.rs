//! The games, one folder each. A new game is added at the end of both lists below.

pub mod doudizhu;
pub mod foursquare;
pub mod mexican_train;
pub mod rummy;

/// Calls a macro with the module and type of every game.
///
/// ```
/// use oxideal_engine::Game;
///
/// macro_rules! names {
///     ($(($module:ident, $Game:ident))*) => {
///         [$(oxideal_engine::$module::$Game::NAME),*]
///     };
/// }
///
/// let names = oxideal_engine::for_each_game!(names);
/// assert!(names.contains(&"foursquare"));
/// ```
#[macro_export]
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
