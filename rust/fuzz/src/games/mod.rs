//! The parts of the properties that differ between games.

mod doudizhu;
mod foursquare;
mod mexican_train;
mod rummy;

use std::ops::Range;

use oxideal_bots::SearchModel;
use oxideal_engine::Game;

use crate::Property;
use crate::choices::Choices;

/// A game under test.
pub(crate) trait Fuzzed: SearchModel {
    /// The properties of this game only, by name.
    const PROPERTIES: &'static [(&'static str, Property)] = &[];

    /// Chooses any rules of the game.
    fn rules(choices: &mut Choices<'_>) -> Self::Rules;

    /// The ranges of the hidden cards or tiles in a field of a state's text, for a seat that cannot
    /// see this field.
    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>>;

    /// Checks the parsers of the game's own notation (cards, for example) on any text.
    fn check_words(_choices: &mut Choices<'_>) {}
}

/// A game in the tests with mutated bytes, texts and events.
pub trait MutationTarget: Game {
    /// The number of mutated inputs of each kind in the full tier.
    const TRIES: Tries = Tries { bytes: 4000, texts: 4000, events: 2000 };

    /// The rules to play by.
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

/// The number of games that the first byte of an input can select.
const MAX_GAMES: u8 = 16;

/// Checks a property for the game that the next byte selects. Numbers without a game check nothing,
/// and a game keeps its number, so a new game does not change the meaning of the stored inputs.
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

/// The ranges of the words in a pile's field or in another seat's hand.
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
