//! What is said about a round.

use super::position::Outcome;
use super::{Cell, Event, FourSquare, Rules, View};
use crate::error::Error;
use crate::ids::Seat;
use crate::narration::{EventValues, Narrated, Narrator};
use crate::text::cards::with_symbol;
use crate::words::Values;

type Words = Narrator<FourSquare>;

fn values(words: &Words, view: &View, cell: Cell) -> Values {
    FourSquare::move_values(cell)
        .maybe("card", view.position().card().map(|card| words.card(card)))
        .maybe("top", top(words, view, cell))
}

fn top(words: &Words, view: &View, cell: Cell) -> Option<String> {
    view.position().pile(cell).next_back().map(|card| words.card(card))
}

/// The top card of a pile, in brackets if it is face down, and the number of cards.
fn pile(words: &Words, view: &View, cell: Cell) -> String {
    let (card, size) = (top(words, view, cell).unwrap_or_default(), view.position().pile(cell).count());
    let card = if view.position().is_down(cell) { format!("({card})") } else { card };
    if size > 1 { format!("{card}x{size}") } else { card }
}

impl Narrated for FourSquare {
    fn kind(_: Cell) -> &'static str {
        "place"
    }

    fn move_values(cell: Cell) -> Values {
        Values::default().with("cell", cell).none("card").none("top")
    }

    fn event_values(_: &Rules, event: &Event) -> Result<EventValues<Self>, Error> {
        Ok(match event {
            Event::Card(card) => (None, Values::default().with("card", with_symbol(card)), None),
            Event::Place(cell) => (None, Values::default(), Some(*cell)),
        })
    }

    fn tell(words: &Words, before: &View, cell: Cell, after: &View, seat: Seat) -> Vec<String> {
        let mut said = vec![words.say_of("events.place", seat, values(words, before, cell))];
        let turns = |other: &Cell| before.position().is_down(*other) != after.position().is_down(*other);
        let others = before.position().piles().filter(|&other| other != cell).filter(turns);
        let turned: Vec<String> = others.filter_map(|other| top(words, before, other)).collect();
        if !turned.is_empty() {
            let comma = words.say("lists.comma", &Values::default());
            let values = Values::default().with("cards", turned.join(&comma)).with("n", turned.len());
            said.push(words.say("events.turned", &values));
        }
        said
    }

    fn spoken(words: &Words, view: &View, cell: Cell) -> String {
        words.say("moves.place", &values(words, view, cell))
    }

    fn table(words: &Words, view: &View) -> Vec<String> {
        let line = |cell| {
            let values = Values::default().with("cell", cell).with("card", pile(words, view, cell));
            words.say("table.pile", &values)
        };
        view.position().piles().map(line).collect()
    }

    fn middle(words: &Words, view: &View) -> Vec<String> {
        let line = |card| words.say("table.card", &Values::default().with("card", words.card(card)));
        view.position().card().map(line).into_iter().collect()
    }

    fn task(words: &Words, view: &View) -> String {
        let card = view.position().card().map(|card| words.card(card));
        words.say("tasks.place", &Values::default().maybe("card", card))
    }

    fn ending(words: &Words, view: &View) -> Vec<String> {
        let key = match view.position().outcome() {
            Outcome::Won => "results.because_won",
            Outcome::TooManyDown => "results.because_down",
            Outcome::StockEmpty | Outcome::Playing => "results.because_stock",
        };
        vec![words.say(key, &Values::default().with("n", view.position().count_down()))]
    }

    fn readable(words: &Words, word: &str) -> Option<String> {
        words.readable_card(word)
    }
}
