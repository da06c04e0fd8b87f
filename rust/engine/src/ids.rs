//! Ids of seats, actions and rules.

use std::fmt;

/// An action's id in the action table.
pub type Action = u32;

/// A seat, from 0. Play passes to the next higher seat.
pub type Seat = usize;

/// The id of a rule: two letters for the game and two digits. The rules pages use the same ids.
///
/// ```
/// use oxideal_engine::RuleId;
///
/// const LEAD: RuleId = RuleId::new("DD-12");
/// assert_eq!(LEAD.to_string(), "DD-12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Creates an id. In a constant, a malformed id is a compile error.
    ///
    /// # Panics
    /// Panics if the id is not two capital letters, a hyphen and two digits.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        let form = matches!(id.as_bytes(), [b'A'..=b'Z', b'A'..=b'Z', b'-', b'0'..=b'9', b'0'..=b'9']);
        assert!(form, "a rule id looks like DD-11");
        Self(id)
    }

    /// Returns the id as text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl PartialEq<&str> for RuleId {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// Makes a [`RuleId`] that is checked at compile time.
macro_rules! rule {
    ($id:literal) => {
        const { $crate::ids::RuleId::new($id) }
    };
}
pub(crate) use rule;
