//! A round drawn for a terminal.

use super::position::{Position, TrainId};
use super::rules::Rules;
use crate::text::count;

/// Draws the position, in full or as a seat sees it.
pub(super) fn render(rules: Rules, position: &Position, seen_by: Option<u8>) -> String {
    let (set, hub) = (rules.set(), rules.hub());
    let headline = headline(rules, position);
    let mut lines = vec![format!("Mexican Train, double-{set}, engine {hub}: {headline}")];
    for seat in 0..rules.seats() {
        let seen = position.is_over() || seen_by.is_none_or(|own| own == seat);
        let hand = if seen && position.size(seat) > 0 {
            position.hand(seat).to_string()
        } else {
            count(position.size(seat).into(), "tile")
        };
        let marked = if position.is_marked(seat) { ", marked" } else { "" };
        let train = position.train_text(rules, TrainId::of(seat));
        let double = double(position, TrainId::of(seat));
        lines.push(format!("seat {seat}: {hand} | train: {train}{marked}{double}"));
    }
    let mexican = position.train_text(rules, TrainId::MEXICAN);
    lines.push(format!("mexican: {mexican}{}", double(position, TrainId::MEXICAN)));
    lines.push(format!("boneyard: {}", count(position.boneyard_size().into(), "tile")));
    lines.join("\n")
}

fn double(position: &Position, train: TrainId) -> &'static str {
    if !position.ends_with_double(train) {
        ""
    } else if position.is_dead(position.end(train)) {
        ", dead"
    } else {
        ", open"
    }
}

fn headline(rules: Rules, position: &Position) -> String {
    let seat = position.turn();
    if position.went_out().is_some() {
        format!("seat {seat} went out")
    } else if position.is_over() {
        "nobody can play".into()
    } else if position.doubled() {
        format!("seat {seat} to play again")
    } else if let Some(train) = position.must_close(rules) {
        let double = position.end(train);
        format!("seat {seat} to close {double}-{double}")
    } else {
        format!("seat {seat} to play")
    }
}
