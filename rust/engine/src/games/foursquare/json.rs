//! The game's part of JSON.

use super::{CELLS, Card, Cell, Event, FourSquare, Knowledge, Outcome, Rules, View};
use crate::error::Error;
use crate::json::{JsonWriter, List, Object, ToJson, field};
use crate::round::{JsonFields, RoundApi, State, moved};
use crate::text::cards as card_text;

/// The number of cells in a row.
const ROW: usize = 7;

impl ToJson for Card {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(card_text::in_quotes(self.index() as u8));
    }
}

impl JsonFields for FourSquare {
    fn move_fields(cell: Cell, json: &mut JsonWriter) {
        field!(json, "kind", "place");
        field!(json, "row", cell.row());
        field!(json, "column", cell.column());
    }

    fn event_kind(event: &Event) -> &'static str {
        match event {
            Event::Card(_) => "card",
            Event::Place(_) => "place",
        }
    }

    fn event_fields(rules: &Rules, event: &Event, json: &mut JsonWriter) -> Result<(), Error> {
        match event {
            Event::Card(card) => field!(json, "card", *card),
            Event::Place(cell) => field!(json, "move", moved::<Self>(rules, *cell)),
        }
        Ok(())
    }

    fn round_fields(round: &impl RoundApi<Game = Self>, _: &Knowledge, json: &mut JsonWriter) {
        let position = round.position();
        field!(json, "card", position.card());
        let piles = position.piles().map(|cell| {
            Object(move |json: &mut JsonWriter| {
                field!(json, "row", cell.row());
                field!(json, "column", cell.column());
                field!(json, "cards", List(position.pile(cell)));
                field!(json, "face_up", !position.is_down(cell));
            })
        });
        field!(json, "piles", List(piles));
        let grid: [i8; CELLS] = position.grid();
        field!(json, "grid", List(grid.chunks(ROW).map(|row| List(row.iter().copied()))));
        field!(json, "stock_size", position.stock().len());
        field!(json, "is_won", position.outcome() == Outcome::Won);
    }

    fn view_fields(view: &View, json: &mut JsonWriter) {
        field!(json, "unseen", List(view.position().stock().iter().copied()));
    }

    fn state_fields(state: &State<Self>, json: &mut JsonWriter) {
        field!(json, "stock", List(state.position().stock().iter().copied()));
    }
}
