//! The rules of FourSquare and the action table.

use super::{CELLS, Cell};
use crate::error::Error;
use crate::game::{FieldSource, FieldValue};
use crate::ids::Action;

/// The rules: the plain game, or the variant of FS-03.
///
/// ```
/// use oxideal_engine::foursquare::Rules;
///
/// let rules: Rules = "foursquare diagonal".parse()?;
/// assert!(rules.diagonal);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether cells that share only a corner are adjacent (FS-03).
    pub diagonal: bool,
}

impl crate::game::Rules for Rules {
    type Move = Cell;

    const ACTION_TABLE_VERSION: u32 = 1;

    const FIELDS: &'static [&'static str] = &["diagonal"];

    fn from_fields<S: FieldSource>(source: &mut S) -> Result<Self, S::Error> {
        Ok(Self { diagonal: source.boolean("diagonal")?.boolean("diagonal", false)? })
    }

    fn fields(&self) -> Vec<FieldValue> {
        vec![FieldValue::Boolean(self.diagonal)]
    }

    fn players(&self) -> usize {
        1
    }

    fn num_actions(&self) -> Action {
        CELLS as Action
    }

    #[inline]
    fn to_move(&self, action: Action) -> Option<Cell> {
        Cell::new(action)
    }

    fn action(&self, chosen: Cell) -> Option<Action> {
        Some(chosen.id().into())
    }

    fn parse(&self, text: &str) -> Result<Cell, Error> {
        Cell::parse(text)
    }

    fn to_bytes(&self) -> Vec<u8> {
        vec![u8::from(self.diagonal)]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0] => Some(Self { diagonal: false }),
            [1] => Some(Self { diagonal: true }),
            _ => None,
        }
    }
}
