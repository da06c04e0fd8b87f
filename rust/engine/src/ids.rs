//! Ids of seats, actions and rules.

use std::fmt;

/// The id of an action in the table of its rules.
pub type Action = u32;

/// A seat: 0 is the first, and play goes round by ascending numbers.
pub type Seat = usize;

/// The id of a rule, two letters for the game and two digits. The pages of the rules have the same ids.
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
    /// The rule with this id. In a constant, a wrong form is an error of the compiler.
    ///
    /// # Panics
    /// Panics if the id is not two capital letters, a hyphen and two digits.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        let form = matches!(id.as_bytes(), [b'A'..=b'Z', b'A'..=b'Z', b'-', b'0'..=b'9', b'0'..=b'9']);
        assert!(form, "a rule id looks like DD-11");
        Self(id)
    }

    /// The id as a text.
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

/// A [`RuleId`], checked by the compiler.
macro_rules! rule {
    ($id:literal) => {
        const { $crate::ids::RuleId::new($id) }
    };
}
pub(crate) use rule;
