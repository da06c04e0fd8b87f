//! Which fields a position's text has, in games whose seats hold tiles or cards: of a whole position all hands and the
//! pile to draw from, of a view the seat, the sizes of the hands, and the hands that the seat sees.

/// The fields as they were given.
pub(crate) struct HandFields<'a, T> {
    pub(crate) seat: Option<u8>,
    pub(crate) sizes: Option<&'a [u32]>,
    pub(crate) hands: &'a [Option<Vec<T>>],
    /// The name of the pile to draw from, and whether it was given.
    pub(crate) pile: (&'static str, bool),
}

impl<T> HandFields<'_, T> {
    /// The sizes of the hands of a whole position.
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

    /// The seat of a view and the sizes of the hands, of which the seat sees its own or, at the end of a round, all.
    pub(crate) fn check_view(&self, all_seen: bool) -> Result<(u8, Vec<u32>), String> {
        let seat = self.seat.ok_or_else(|| missing("seat"))?;
        let is_seen = |holder: usize| all_seen || holder == usize::from(seat);
        let wrong = |seen: bool| {
            let mut hands = self.hands.iter().enumerate();
            hands.position(|(holder, hand)| is_seen(holder) == seen && hand.is_some() != seen)
        };
        if let Some(holder) = wrong(false) {
            return Err(format!("field \"hand {holder}\" is not allowed in a view"));
        }
        let (pile, given) = self.pile;
        if given {
            return Err(format!("field \"{pile}\" is not allowed in a view"));
        }
        if let Some(holder) = wrong(true) {
            return Err(missing(&format!("hand {holder}")));
        }
        let sizes = self.sizes.ok_or_else(|| missing("sizes"))?;
        Ok((seat, sizes.to_vec()))
    }
}

/// Whether the hands that were given are as large as the sizes say.
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

/// The message about a field that is not there.
pub(crate) fn missing(name: &str) -> String {
    format!("missing field \"{name}\"")
}
