//! What is said about a round.

use super::moves::{Column, Move};
use super::numbers::Number;
use super::position::TrainId;
use super::tile::Pair;
use super::{Event, MexicanTrain, Rules, View};
use crate::error::Error;
use crate::ids::Seat;
use crate::narration::{EventValues, Narrated, Narrator};
use crate::text::{joined, listed};
use crate::words::Values;

type Words = Narrator<MexicanTrain>;

/// What the sentences about a move of this seat need.
fn values(words: &Words, chosen: Move, seat: Seat) -> Values {
    let Move::Play { tile, column } = chosen else { return Values::default() };
    let owner = match column {
        Column::Me => Some(seat),
        Column::Mexican => None,
        Column::Seat(other) => Some(other.into()),
    };
    let train = match owner {
        None => "mexican",
        Some(owner) if owner == seat => {
            if words.own() == owner.into() {
                "mine"
            } else {
                "theirs"
            }
        }
        Some(owner) => {
            if words.own() == owner.into() {
                "yours"
            } else {
                "other"
            }
        }
    };
    Values::default()
        .with("tile", tile)
        .with("train", train)
        .maybe("owner", owner.map(|owner| words.name(owner)))
        .with("double", tile.is_double())
}

/// Tiles of an event.
fn shown(tiles: &[(Number, Number)]) -> Values {
    Values::default().with("tiles", joined(tiles.iter().map(|&(low, high)| Pair(low, high))))
}

impl Narrated for MexicanTrain {
    fn kind(chosen: Move) -> &'static str {
        chosen.kind()
    }

    fn move_values(chosen: Move) -> Values {
        let Move::Play { tile, column } = chosen else { return Values::default().none("tile") };
        let train = match column {
            Column::Me => "mine",
            Column::Mexican => "mexican",
            Column::Seat(_) => "seat",
        };
        Values::default().with("tile", tile).with("train", train).with("owner", column)
    }

    fn event_values(rules: &Rules, event: &Event) -> Result<EventValues<Self>, Error> {
        Ok(match event {
            Event::Start(seat) | Event::OneLeft(seat) => (Some((*seat).into()), Values::default(), None),
            Event::Hand(tiles) => (None, shown(tiles), None),
            Event::Shown(seat, tiles) => (Some((*seat).into()), shown(tiles), None),
            Event::Drawn(seat, (low, high)) => {
                (Some((*seat).into()), Values::default().with("tile", Pair(*low, *high)), Some(Move::Draw))
            }
            Event::Move(seat, told) => {
                let chosen = told.read(rules)?;
                let values = Values::default().with("marked", false);
                let values = match chosen {
                    Move::Play { tile, column } => {
                        let values = values.with("double", tile.is_double());
                        if column == Column::Me { values.with("train", "theirs") } else { values }
                    }
                    Move::Draw | Move::Pass => values,
                };
                (Some((*seat).into()), values, Some(chosen))
            }
        })
    }

    fn tell(words: &Words, before: &View, chosen: Move, after: &View, seat: Seat) -> Vec<String> {
        let place = seat as u8;
        let values = match chosen {
            Move::Play { .. } => values(words, chosen, seat),
            Move::Draw => {
                let is_new = |tile: &_| !before.hand().has(*tile);
                let drawn = (words.own() == Some(seat)).then(|| joined(after.hand().tiles().filter(is_new)));
                Values::default().maybe("tile", drawn)
            }
            Move::Pass => {
                let marked = after.position().is_marked(place) && !before.position().is_marked(place);
                Values::default().with("marked", marked)
            }
        };
        let mut said = vec![words.say_of(&format!("events.{}", chosen.kind()), seat, values)];
        if matches!(chosen, Move::Play { .. }) && after.position().size(place) == 1 {
            said.push(words.say_of("events.one_tile_left", seat, Values::default())); // MT-15
        }
        said
    }

    fn label(words: &Words, view: &View, chosen: Move) -> String {
        match chosen {
            Move::Play { tile, .. } => tile.to_string(),
            Move::Draw | Move::Pass => Self::spoken(words, view, chosen),
        }
    }

    fn spoken(words: &Words, view: &View, chosen: Move) -> String {
        let seat = words.own().unwrap_or(view.seat());
        words.say(&format!("moves.{}", chosen.kind()), &values(words, chosen, seat))
    }

    fn table(words: &Words, view: &View) -> Vec<String> {
        let position = view.position();
        let train = |seat: Seat| {
            let place = seat as u8;
            let values = Values::default()
                .with("n", position.size(place))
                .with("end", position.end(TrainId::of(place)))
                .with("open", position.is_marked(place));
            words.say_of("table.train", seat, values)
        };
        let mut lines: Vec<String> = words.all_seats().map(train).collect();
        let end = Values::default().with("end", position.end(TrainId::MEXICAN));
        lines.push(words.say("table.mexican", &end));
        lines
    }

    fn middle(words: &Words, view: &View) -> Vec<String> {
        let position = view.position();
        let mut lines = Vec::new();
        let doubles: Vec<String> =
            position.open_doubles().map(|number| format!("{number}-{number}")).collect();
        if !doubles.is_empty() {
            let then = words.say("parts.then", &Values::default());
            let values = Values::default().with("doubles", doubles.join(&then));
            lines.push(words.say("table.doubles", &values.with("first", !position.doubled()))); // MT-18, MT-22
        }
        let values =
            Values::default().with("engine", view.rules().engine()).with("n", position.boneyard_size());
        lines.push(words.say("table.boneyard", &values));
        lines
    }

    fn hand(words: &Words, view: &View) -> Option<String> {
        Some(words.say("table.hand", &Values::default().with("tiles", listed(view.hand().tiles()))))
    }

    fn task(words: &Words, view: &View) -> String {
        let double = view.position().open_doubles().next().filter(|_| !view.position().doubled());
        words.say("tasks.play", &Values::default().maybe("double", double))
    }

    fn ending(words: &Words, view: &View) -> Vec<String> {
        vec![match view.position().went_out() {
            None => words.say("results.stuck", &Values::default()),
            Some(seat) => words.say_of("results.out", seat.into(), Values::default()),
        }]
    }

    fn shown_hands(words: &Words, view: &View) -> Vec<String> {
        let seats = (0..view.rules().seats()).filter(|&seat| view.sees(seat));
        let hands = seats.map(|seat| (seat, joined(view.position().hand(seat).tiles())));
        hands
            .filter(|(_, tiles)| !tiles.is_empty())
            .map(|(seat, tiles)| {
                words.say_of("events.holds", seat.into(), Values::default().with("tiles", tiles))
            })
            .collect()
    }
}
