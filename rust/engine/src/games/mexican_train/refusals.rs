//! Why moves are refused.

use super::moves::Column;
use super::position::Position;
use super::rules::Rules;
use super::tile::Tile;
use crate::error::Refusal;
use crate::ids::{RuleId, rule};

impl Position {
    /// Why no action is legal any more.
    pub(super) fn refused_end(&self) -> Option<Refusal> {
        let why = match self.went_out() {
            Some(seat) => format!("seat {seat} went out"),
            None if self.over => "nobody can play".into(),
            None => return None,
        };
        Some(refusal(rule!("MT-26"), format!("the round is over: {why}")))
    }

    /// Why the player may not draw, with any hand.
    pub(super) fn refused_draw(&self) -> Option<Refusal> {
        if self.drew {
            return Some(refusal(self.draw_rule(), "a tile has already been drawn: pass"));
        }
        (self.boneyard == 0).then(|| refusal(rule!("MT-13"), "the boneyard is empty: pass"))
    }

    /// Why the player may not pass, with any hand.
    pub(super) fn refused_pass(&self) -> Option<Refusal> {
        (!self.drew && self.boneyard > 0).then(|| refusal(self.draw_rule(), "draw a tile first"))
    }

    fn draw_rule(&self) -> RuleId {
        if self.doubled { rule!("MT-20") } else { rule!("MT-12") }
    }

    /// Why the tile may not be played there, with any hand.
    pub(super) fn refused_train(&self, rules: Rules, tile: Tile, column: Column) -> Option<Refusal> {
        let seat = self.turn;
        if column == Column::Seat(seat) {
            return Some(refusal(
                rule!("MT-09"),
                format!("train {seat} is the player's own: write {tile}@me"),
            ));
        }
        let train = self.train_in(column);
        let must_close = self.must_close(rules);
        if let Some(target) = must_close
            && target != train
        {
            let (double, rule) =
                (self.end(target), if self.open_count > 1 { rule!("MT-23") } else { rule!("MT-22") });
            return Some(refusal(rule, format!("the open double {double}-{double} must be closed first")));
        }
        if must_close.is_none() && !self.is_available(train, seat) {
            return Some(refusal(rule!("MT-09"), format!("the train of seat {column} is not marked")));
        }
        if let Some(target) = self.must_follow(rules)
            && target != train
            && !tile.is_double()
        {
            let (double, rule) =
                (self.end(target), if self.open_count > 1 { rule!("MT-19") } else { rule!("MT-18") });
            let reason = format!("a tile that is not a double must be played on {double}-{double}");
            return Some(refusal(rule, reason));
        }
        let end = self.end(train);
        let fits = tile.beyond(end).is_some();
        (!fits).then(|| refusal(rule!("MT-07"), format!("{tile} does not match the open end {end}")))
    }
}

pub(super) fn refusal(rule: RuleId, reason: impl Into<String>) -> Refusal {
    Refusal { rule, reason: reason.into() }
}
