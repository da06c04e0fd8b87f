//! The playout policy: takes what fits, melds and lays off at once, and discards what fits least.

use oxideal_engine::rummy::{Position, Rules};
use oxideal_engine::{Action, Chance, Position as _};

use super::outlook::Outlook;
use super::{discarding, drawing, melding};

pub(super) fn choose(rules: Rules, position: &Position, chance: &mut impl Chance) -> Action {
    let outlook = Outlook::of(rules, position);
    let chosen = if position.drew() {
        melding::choose(rules, position, &outlook).or_else(|| {
            let gain = outlook.gains(position.hand(position.turn()));
            discarding::choose(rules, position, |card| gain(card) + f32::from(chance.below(64) as u8) / 128.0)
        })
    } else {
        drawing::choose(rules, position, &outlook)
    };
    // RM-06: only the card taken from the discard pile is left, and it must be laid off.
    chosen.or_else(|| position.pick_legal(&rules, chance)).unwrap_or_default()
}
