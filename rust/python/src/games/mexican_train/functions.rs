//! The functions of Mexican Train.

use numpy::{PyArray1, PyArray3, PyReadonlyArray2, PyUntypedArrayMethods};
use oxideal_engine::Error;
use oxideal_engine::mexican_train::{
    Doubles, HIGHEST, Hand, LongestTrain, MAX_TILES, MexicanTrain, Tile, longest_train,
};
use oxideal_engine::text::quoted;
use pyo3::prelude::*;

use super::CardText;
use super::arguments::{number, tiles_of};
use super::classes::Rules;
use crate::arguments;
use crate::classes::RulesArgument;
use crate::errors::Result;
use crate::package::{self, CardSource};

/// More ends than any table has.
const MAX_ENDS: usize = 200;

/// Return these rules, or the default ones.
///
/// mexican_train_rules(rules: Rules | None) -> Rules
#[pyfunction]
pub(super) fn mexican_train_rules(rules: Option<RulesArgument<MexicanTrain>>) -> Rules {
    Rules(RulesArgument::or_default(rules))
}

/// Return the tiles that fit each end.
///
/// mexican_train_matches(hand: TilesLike, ends: Iterable[SupportsIndex]) -> list[list[str]]
#[pyfunction]
pub(super) fn mexican_train_matches(
    hand: &Bound<'_, PyAny>,
    ends: &Bound<'_, PyAny>,
) -> Result<Vec<Vec<String>>> {
    let hand: Hand = tiles_of(hand, None, CardSource::Argument)?.into_iter().collect();
    let fitting = |end: &Bound<'_, PyAny>| {
        let end = number("ends", end, HIGHEST)?;
        Ok(hand.fitting_tiles(end).map(|tile| tile.to_string()).collect())
    };
    arguments::items_up_to("ends", "a list of integers", ends, MAX_ENDS, fitting)
}

/// Return the longest and the heaviest train.
///
/// mexican_train_longest_train(hand: TilesLike, end: SupportsIndex, doubles: str) -> tuple[Tiles,
///     Tiles]
#[pyfunction]
pub(super) fn mexican_train_longest_train(
    py: Python<'_>,
    hand: &Bound<'_, PyAny>,
    end: &Bound<'_, PyAny>,
    doubles: &Bound<'_, PyAny>,
) -> Result<(CardText, CardText)> {
    let hand = tiles_of(hand, None, CardSource::Argument)?;
    let wrong = |text: String| Err(Error::InvalidArgument(text).into());
    if hand.len() > MAX_TILES {
        let tiles = hand.len();
        return wrong(format!("a hand must have at most {MAX_TILES} tiles, got {tiles}"));
    }
    let end = number("end", end, HIGHEST)?;
    let name = arguments::text("doubles", doubles)?;
    let doubles = match &*name {
        "tile" => Doubles::Tile,
        "close" => Doubles::Close,
        _ => return wrong(format!("doubles must be \"tile\" or \"close\", got {}", quoted(&name))),
    };
    let hand: Vec<(u8, u8)> = hand.into_iter().map(Tile::ends).collect();
    let LongestTrain { longest, heaviest } = py.detach(|| longest_train(&hand, end, doubles));
    let text = |train: Vec<(u8, u8)>| {
        let tiles: Vec<String> = train.iter().map(|(from, to)| format!("{from}-{to}")).collect();
        CardText(if tiles.is_empty() { "-".into() } else { tiles.join(" ") })
    };
    Ok((text(longest), text(heaviest)))
}

/// Return the sum of the pips of tiles.
///
/// mexican_train_pips(tiles: TilesLike) -> int
#[pyfunction]
pub(super) fn mexican_train_pips(tiles: &Bound<'_, PyAny>) -> Result<i32> {
    Ok(tiles_of(tiles, None, CardSource::Argument)?.into_iter().map(Tile::pips).sum())
}

/// Return an array with 1 for each tile of a hand and 0 for all others.
///
/// mexican_train_tiles_array(hand: TilesLike, rules: Rules | None) -> npt.NDArray[np.uint8]
#[pyfunction]
pub(super) fn mexican_train_tiles_array<'py>(
    hand: &Bound<'py, PyAny>,
    rules: Option<RulesArgument<MexicanTrain>>,
) -> Result<Bound<'py, PyArray1<u8>>> {
    let rules = RulesArgument::or_default(rules);
    let mut array = vec![0; rules.tile_count().into()];
    for tile in tiles_of(hand, Some(rules.set()), CardSource::Argument)? {
        array[usize::from(tile.number())] = 1;
    }
    Ok(PyArray1::from_vec(hand.py(), array))
}

/// Return which tiles of each hand fit which of its ends.
///
/// mexican_train_matches_many(hands: npt.NDArray[np.uint8], ends: npt.NDArray[np.int8],
///     rules: Rules | None) -> npt.NDArray[np.bool_]
#[pyfunction]
pub(super) fn mexican_train_matches_many<'py>(
    py: Python<'py>,
    hands: PyReadonlyArray2<'py, u8>,
    ends: PyReadonlyArray2<'py, i8>,
    rules: Option<RulesArgument<MexicanTrain>>,
) -> Result<Bound<'py, PyArray3<bool>>> {
    let rules = RulesArgument::or_default(rules);
    let (tiles, ends_each) = (usize::from(rules.tile_count()), ends.shape()[1]);
    if hands.shape()[1] != tiles || hands.shape()[0] != ends.shape()[0] {
        return Err(Error::InvalidArgument("unchecked arrays: their shapes do not fit".into()).into());
    }
    // Copies, so that nothing can change them while other Python threads run.
    let (n, hands, ends) = (hands.shape()[0], package::copied(&hands)?, package::copied(&ends)?);
    package::filled(py, (n, ends_each, tiles), "bool", |places: &mut [bool]| {
        let matching: Vec<Vec<bool>> = (0..=rules.set())
            .map(|end| rules.tiles().map(|tile| <[u8; 2]>::from(tile.ends()).contains(&end)).collect())
            .collect();
        let rows = places.chunks_exact_mut(tiles).zip(&ends).enumerate();
        for (row, (fits, &end)) in rows {
            let Some(matching) = usize::try_from(end).ok().and_then(|end| matching.get(end)) else {
                continue;
            };
            let hand = &hands[row / ends_each * tiles..][..tiles];
            for ((fit, &held), &matches) in fits.iter_mut().zip(hand).zip(matching) {
                *fit = held != 0 && matches;
            }
        }
    })
}
