//! A round drawn for a terminal.

use super::cards::Cards;
use super::knowledge::Knowledge;
use super::position::Position;
use super::rules::{Ace, Rules};
use crate::text::count;

/// Draws the position, in full or as a seat sees it.
pub(super) fn render(rules: Rules, position: &Position, seen_by: Option<(u8, &Knowledge)>) -> String {
    let aces = if rules.ace() == Ace::Both { ", aces high and low" } else { "" };
    let mut lines = vec![format!("Rummy{aces}: {}", headline(rules, position))];
    for seat in 0..rules.seats() {
        let hidden = seen_by.filter(|&(own, _)| own != seat && position.went_out().is_none());
        let hand = match hidden {
            None => position.hand(seat).to_string(),
            Some((_, knowledge)) => unseen(position.size(seat), knowledge.taken(seat)),
        };
        lines.push(format!("seat {seat}: {hand}"));
    }
    let melds: Vec<String> = position.table().melds().map(|meld| meld.to_string()).collect();
    lines.push(format!("table: {}", if melds.is_empty() { "-".into() } else { melds.join(" | ") }));
    let mut discards = position.discards();
    let size = count(discards.len(), "card");
    lines.push(match discards.next_back() {
        Some(top) => format!("discards: {top} on top, {size}"),
        None => "discards: -".into(),
    });
    lines.push(format!("stock: {}", count(position.stock_size().into(), "card")));
    lines.join("\n")
}

fn unseen(size: u8, taken: Cards) -> String {
    let with = if taken.is_empty() { String::new() } else { format!(", with {taken}") };
    format!("{}{with}", count(size.into(), "card"))
}

fn headline(rules: Rules, position: &Position) -> String {
    let seat = position.turn();
    if position.went_rummy() {
        format!("seat {seat} went rummy")
    } else if position.went_out().is_some() {
        format!("seat {seat} went out")
    } else if position.is_over() {
        format!("void after {} turns", rules.turn_limit())
    } else if position.drew() {
        let taken = position.took().map(|card| format!(", {card} taken"));
        format!("seat {seat} to play{}", taken.unwrap_or_default())
    } else {
        format!("seat {seat} to draw")
    }
}
