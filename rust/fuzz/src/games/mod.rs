//! What the properties must know about each game.

mod doudizhu;
mod foursquare;
mod mexican_train;
mod rummy;

use std::ops::Range;

use oxideal_bots::SearchModel;
use oxideal_engine::Game;

use crate::Property;
use crate::choices::Choices;

/// What the properties must know about a game.
pub(crate) trait Fuzzed: SearchModel {
    /// The properties of this game alone, by name.
    const PROPERTIES: &'static [(&'static str, Property)] = &[];

    /// Any rules of the game.
    fn rules(choices: &mut Choices<'_>) -> Self::Rules;

    /// The ranges of the hidden cards or tiles in a field of a state's text, for a seat that does
    /// not see this field.
    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>>;

    /// Checks the readers of the game's own words, such as cards, on any text.
    fn check_words(_choices: &mut Choices<'_>) {}
}

/// What the tests with mutated bytes, texts and events must know about a game.
pub trait MutationTarget: Game {
    /// How many of each are tried in the full tier of the tests.
    const TRIES: Tries = Tries { bytes: 4000, texts: 4000, events: 2000 };

    /// Rules to play by.
    #[must_use]
    fn rule_sets() -> Vec<Self::Rules>;
}

/// Numbers of mutated inputs.
#[derive(Clone, Copy, Debug)]
pub struct Tries {
    /// Bytes of states and views.
    pub bytes: usize,
    /// Texts of states and views.
    pub texts: usize,
    /// Lists of events.
    pub events: usize,
}

/// A property of every game.
pub(crate) trait GameProperty {
    fn holds<G: Fuzzed>(choices: &mut Choices<'_>);
}

/// How many games the first byte of an input tells apart.
const MAX_GAMES: u8 = 16;

/// Checks a property for the game whose number the next byte gives. Numbers without a game check
/// nothing, and a game keeps its number, so a new game leaves the meaning of the kept inputs as it
/// is.
pub(crate) fn check<P: GameProperty>(choices: &mut Choices<'_>) {
    macro_rules! checks {
        ($(($module:ident, $game:ident))*) => {
            &[$(P::holds::<oxideal_engine::$module::$game>),*]
        };
    }
    let checks: &[fn(&mut Choices<'_>)] = oxideal_engine::for_each_game!(checks);
    let number = choices.byte() % MAX_GAMES;
    if let Some(check) = checks.get(usize::from(number)) {
        check(choices);
    }
}

/// The words of a pile's field, or of another seat's hand, as long as there are any.
fn hidden_words(field: &str, seat: usize, pile: &str) -> Vec<Range<usize>> {
    let skipped = match field {
        _ if field.ends_with(" -") || field.starts_with(&format!("hand {seat} ")) => return Vec::new(),
        _ if field.starts_with("hand ") => 2,
        _ if field.starts_with(pile) => 1,
        _ => return Vec::new(),
    };
    words(field).skip(skipped).collect()
}

/// The ranges of the words in a text with single spaces.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    text.split(' ').map(move |word| {
        let start = next;
        next = start + word.len() + 1;
        start..start + word.len()
    })
}
