//! The game's part of JSON.

use super::hand::Hand;
use super::knowledge::Knowledge;
use super::moves::Move;
use super::notation;
use super::notation::Event;
use super::numbers::Number;
use super::position::TrainId;
use super::rules::Rules;
use super::tile::{Pair, Tile};
use super::{MexicanTrain, View};
use crate::error::Error;
use crate::json::{JsonWriter, List, Shown, ToJson, field};
use crate::round::{JsonFields, RoundApi, State, moved};

impl ToJson for Tile {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        let (low, high) = self.ends();
        Pair(low, high).write(json);
    }
}

impl ToJson for &Hand {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        List(self.tiles()).write(json);
    }
}

/// The tiles of an event, which must be in the set, different and in order.
fn tiles(rules: Rules, pairs: &[(Number, Number)]) -> Result<List<Vec<Tile>>, Error> {
    let tiles: Vec<Tile> = pairs
        .iter()
        .filter_map(|&pair| notation::tile_of(pair, rules.set()).ok().filter(|tile| tile.ends() == pair))
        .collect();
    let right = tiles.len() == pairs.len() && tiles.is_sorted_by(|low, high| low < high);
    if right { Ok(List(tiles)) } else { Err(Error::invalid_state("tiles in order")) }
}

impl JsonFields for MexicanTrain {
    fn move_fields(chosen: Move, json: &mut JsonWriter) {
        let play = if let Move::Play { tile, column } = chosen { Some((tile, column)) } else { None };
        field!(json, "kind", chosen.kind());
        field!(json, "tile", play.map(|(tile, _)| tile));
        field!(json, "train", play.map(|(_, column)| Shown(column)));
    }

    fn event_kind(event: &Event) -> &'static str {
        match event {
            Event::Start(_) => "start",
            Event::Hand(_) => "hand",
            Event::Drawn(..) => "draw",
            Event::Move(_, told) if told.is(Move::Draw) => "draw",
            Event::Move(..) => "move",
            Event::OneLeft(_) => "one_tile_left",
            Event::Shown(..) => "holds",
        }
    }

    fn event_fields(rules: &Rules, event: &Event, json: &mut JsonWriter) -> Result<(), Error> {
        match event {
            Event::Start(seat) | Event::OneLeft(seat) => field!(json, "seat", *seat),
            Event::Hand(tiles) => field!(json, "tiles", self::tiles(*rules, tiles)?),
            Event::Drawn(seat, tile) => {
                let List(drawn) = tiles(*rules, &[*tile])?;
                field!(json, "seat", *seat);
                field!(json, "move", moved::<Self>(rules, Move::Draw));
                field!(json, "tile", drawn.first().copied());
            }
            Event::Move(seat, told) => {
                let chosen = told.read_exact(rules)?;
                field!(json, "seat", *seat);
                field!(json, "move", moved::<Self>(rules, chosen));
                if chosen == Move::Draw {
                    field!(json, "tile", None::<Tile>);
                }
            }
            Event::Shown(seat, tiles) => {
                field!(json, "seat", *seat);
                field!(json, "tiles", self::tiles(*rules, tiles)?);
            }
        }
        Ok(())
    }

    fn round_fields(round: &impl RoundApi<Game = Self>, knowledge: &Knowledge, json: &mut JsonWriter) {
        let (rules, position) = (*round.rules(), round.position());
        let seats = || 0..rules.seats();
        let train = |train| List(position.train(rules, train).map(|(from, to)| Pair(from, to)));
        field!(json, "turn", position.turn());
        field!(json, "trains", List(seats().map(|seat| train(TrainId::of(seat)))));
        field!(json, "mexican", train(TrainId::MEXICAN));
        field!(json, "ends", List(seats().map(|seat| position.end(TrainId::of(seat)))));
        field!(json, "mexican_end", position.end(TrainId::MEXICAN));
        field!(json, "marked", List(seats().map(|seat| position.is_marked(seat))));
        field!(json, "open_doubles", List(position.open_doubles()));
        field!(json, "dead_doubles", List(position.dead_doubles(rules)));
        field!(json, "doubled", position.doubled());
        field!(json, "drew", position.drew());
        field!(json, "hand_sizes", List(position.sizes(rules).iter().copied()));
        field!(json, "boneyard_size", position.boneyard_size());
        field!(json, "idle_passes", position.idle());
        field!(json, "went_out", position.went_out());
        field!(json, "lacks", List(seats().map(|seat| List(knowledge.lacks(seat)))));
        let seen = |seat: u8| {
            round.observer().is_none_or(|observer| observer == seat.into()) || round.position().is_over()
        };
        field!(json, "hands", List(seats().map(|seat| seen(seat).then(|| position.hand(seat)))));
    }

    fn view_fields(view: &View, json: &mut JsonWriter) {
        field!(json, "hand", view.hand());
        field!(json, "unseen", &view.unseen());
    }

    fn state_fields(state: &State<Self>, json: &mut JsonWriter) {
        field!(json, "boneyard", List(state.position().boneyard()));
    }
}
