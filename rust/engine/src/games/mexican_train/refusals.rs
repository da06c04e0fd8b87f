//! Why moves are refused.

use super::moves::{Column, Move};
use super::position::Position;
use super::rules::Rules;
use super::tile::Tile;
use crate::error::Refusal;
use crate::ids::{RuleId, rule};

impl Position {
    /// Why no action is legal any more.
    pub(super) fn refused_end(&self) -> Option<Refusal> {
        match self.went_out() {
            Some(seat) => Some(
                Refusal::new(rule!("MT-26"), "mexican_train.round_over_seat_went_out").with("seat", seat),
            ),
            None => {
                self.over.then(|| Refusal::new(rule!("MT-26"), "mexican_train.round_over_nobody_can_play"))
            }
        }
    }

    /// Why the player may not draw, with any hand.
    pub(super) fn refused_draw(&self) -> Option<Refusal> {
        if self.drew {
            return Some(Refusal::new(self.draw_rule(), "mexican_train.tile_already_drawn"));
        }
        (self.boneyard == 0).then(|| Refusal::new(rule!("MT-13"), "mexican_train.boneyard_empty"))
    }

    /// Why the player may not pass, with any hand.
    pub(super) fn refused_pass(&self) -> Option<Refusal> {
        (!self.drew && self.boneyard > 0)
            .then(|| Refusal::new(self.draw_rule(), "mexican_train.must_draw_tile_first"))
    }

    fn draw_rule(&self) -> RuleId {
        if self.doubled { rule!("MT-20") } else { rule!("MT-12") }
    }

    /// Why the tile may not be played there, with any hand.
    pub(super) fn refused_train(&self, rules: Rules, tile: Tile, column: Column) -> Option<Refusal> {
        let seat = self.turn;
        if column == Column::Seat(seat) {
            return Some(
                Refusal::new(rule!("MT-09"), "mexican_train.own_train_is_me")
                    .with("seat", seat)
                    .with("move", Move::Play { tile, column: Column::Me }),
            );
        }
        let train = self.train_in(column);
        let must_close = self.must_close(rules);
        if let Some(target) = must_close
            && target != train
        {
            let (double, rule) =
                (self.end(target), if self.open_count > 1 { rule!("MT-23") } else { rule!("MT-22") });
            return Some(
                Refusal::new(rule, "mexican_train.open_double_first")
                    .with("double", Tile::new(double, double)),
            );
        }
        if must_close.is_none() && !self.is_available(train, seat) {
            return Some(Refusal::new(rule!("MT-09"), "mexican_train.train_not_marked").with("seat", column));
        }
        if let Some(target) = self.must_follow(rules)
            && target != train
            && !tile.is_double()
        {
            let (double, rule) =
                (self.end(target), if self.open_count > 1 { rule!("MT-19") } else { rule!("MT-18") });
            return Some(
                Refusal::new(rule, "mexican_train.only_open_double_follows")
                    .with("double", Tile::new(double, double)),
            );
        }
        let end = self.end(train);
        let fits = tile.beyond(end).is_some();
        (!fits).then(|| {
            Refusal::new(rule!("MT-07"), "mexican_train.does_not_match_open_end")
                .with("tile", tile)
                .with("end", end)
        })
    }
}
