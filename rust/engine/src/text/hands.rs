//! Checks which fields a position's text has, in games with hands of tiles or cards. A complete
//! position has all hands and the pile to draw from; a view has its seat, the sizes of all hands,
//! and the visible hands.

/// The fields that were given.
pub(crate) struct HandFields<'a, T> {
    pub(crate) seat: Option<u8>,
    pub(crate) sizes: Option<&'a [u32]>,
    pub(crate) hands: &'a [Option<Vec<T>>],
    /// The name of the draw pile, and whether it was given.
    pub(crate) pile: (&'static str, bool),
}

impl<T> HandFields<'_, T> {
    /// Returns the sizes of the hands of a complete position.
    pub(crate) fn check_state(&self) -> Result<Vec<u32>, String> {
        for (name, given) in [("seat", self.seat.is_some()), ("sizes", self.sizes.is_some())] {
            if given {
                return Err(format!("field \"{name}\" is not allowed in a state"));
            }
        }
        if let Some(seat) = self.hands.iter().position(Option::is_none) {
            return Err(missing(&format!("hand {seat}")));
        }
        let (pile, given) = self.pile;
        if !given {
            return Err(missing(pile));
        }
        Ok(self.hands.iter().flatten().map(|hand| hand.len() as u32).collect())
    }

    /// Returns the seat of a view and the sizes of the hands. The seat sees its own hand or, after
    /// the end, all.
    pub(crate) fn check_view(&self, all_seen: bool) -> Result<(u8, Vec<u32>), String> {
        let seat = self.seat.ok_or_else(|| missing("seat"))?;
        let is_seen = |holder: usize| all_seen || holder == usize::from(seat);
        let first_wrong_holder = |seen: bool| {
            let mut hands = self.hands.iter().enumerate();
            hands.position(|(holder, hand)| is_seen(holder) == seen && hand.is_some() != seen)
        };
        if let Some(holder) = first_wrong_holder(false) {
            return Err(format!("field \"hand {holder}\" is not allowed in a view"));
        }
        let (pile, given) = self.pile;
        if given {
            return Err(format!("field \"{pile}\" is not allowed in a view"));
        }
        if let Some(holder) = first_wrong_holder(true) {
            return Err(missing(&format!("hand {holder}")));
        }
        let sizes = self.sizes.ok_or_else(|| missing("sizes"))?;
        Ok((seat, sizes.to_vec()))
    }
}

/// Checks that the given hands have the given sizes.
pub(crate) fn check_sizes<T>(hands: &[Option<Vec<T>>], sizes: &[u32], noun: &str) -> Result<(), String> {
    for (seat, (hand, &size)) in hands.iter().zip(sizes).enumerate() {
        if let Some(hand) = hand
            && hand.len() as u32 != size
        {
            return Err(format!("seat {seat} has {} {noun}, expected {size}", hand.len()));
        }
    }
    Ok(())
}

/// The message for a missing field.
pub(crate) fn missing(name: &str) -> String {
    format!("missing field \"{name}\"")
}
