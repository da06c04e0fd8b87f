//! The levels: beginners play the first tile that fits, hoard doubles, and plan no train.

use oxideal_engine::Action;
use oxideal_engine::mexican_train::{Column, MexicanTrain, Move, View};

use crate::levels::Chooser::{self, Beginner, Networks, Rule};
use crate::levels::{Ladder, Level, legal_moves};

const LIGHTEST: Chooser<MexicanTrain> = Beginner(|view, _| choose(view));

impl Ladder for MexicanTrain {
    #[rustfmt::skip] // a table
    const LEVELS: &'static [Level<Self>] = &[
        Level::new(0, LIGHTEST, "plays its lightest tile that fits; hoards doubles"),
        Level::new(50, Rule, "plans its train in one decision of eight, otherwise as level 1").mistaken(88, LIGHTEST),
        Level::new(89, Rule, "plans its train in one decision of four, otherwise as level 1").mistaken(75, LIGHTEST),
        Level::new(137, Rule, "plays as level 1 in three decisions of five").mistaken(62, LIGHTEST),
        Level::new(183, Rule, "plays as level 1 in half of its decisions").mistaken(52, LIGHTEST),
        Level::new(235, Rule, "plays as level 1 in two decisions of five").mistaken(38, LIGHTEST),
        Level::new(284, Rule, "plays as level 1 in one decision of four").mistaken(26, LIGHTEST),
        Level::new(321, Rule, "plays as level 1 in one decision of six").mistaken(17, LIGHTEST),
        Level::new(370, Rule, "plays as level 1 in one decision of twelve").mistaken(8, LIGHTEST),
        Level::new(421, Networks, "plays by `net`"),
    ];
}

/// Plays the lightest tile that fits, on the own train if it fits there, so that the heavy ones are left.
///
/// A double is played only if nothing else fits, since it would have to be closed.
fn choose(view: &View) -> Action {
    let plays = legal_moves(view).into_iter().filter_map(|(action, chosen)| match chosen {
        Move::Play { tile, column } => {
            let (low, high) = tile.ends();
            Some(((tile.is_double(), low + high, column != Column::Me), action))
        }
        Move::Draw | Move::Pass => None,
    });
    plays.min_by_key(|&(key, _)| key).map_or_else(|| view.position().forced_action(), |(_, action)| action)
}
