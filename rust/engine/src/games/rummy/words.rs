//! What is said about a round.

use super::cards::{Card, DECK};
use super::meld::Meld;
use super::moves::{Move, Place};
use super::{Event, Rules, Rummy, View};
use crate::error::Error;
use crate::ids::Seat;
use crate::narration::{EventValues, Narrated, Narrator};
use crate::text::cards::with_symbol;
use crate::text::joined;
use crate::words::Values;

type Words = Narrator<Rummy>;

/// The meld on the table that a card is laid off on.
fn target(view: &View, card: Card, place: Place) -> Option<Meld> {
    // In a suit; an ace follows a king.
    let follows = |low: Card, high: Card| (low.number() + 4) % DECK as u8 == high.number();
    let takes = |meld: &Meld| {
        let cards = meld.in_order();
        let (Some(&low), Some(&high)) = (cards.first(), cards.last()) else { return false };
        match (meld, place) {
            (Meld::Group(_), Place::Group) => low.rank() == card.rank(),
            (Meld::Run(_), Place::Low) => follows(card, low),
            (Meld::Run(_), Place::High) => follows(high, card),
            _ => false,
        }
    };
    view.position().table().melds().find(takes)
}

fn top(words: &Words, view: &View) -> Option<String> {
    view.position().discards().next_back().map(|card| words.card(card))
}

fn values(words: &Words, view: &View, chosen: Move) -> Values {
    let meld = match chosen {
        Move::LayOff { card, place } => {
            let meld = target(view, card, place).map(|meld| words.cards(meld.in_order()));
            Some(meld.unwrap_or_else(|| place.name().into()))
        }
        _ => None,
    };
    let cards = chosen.in_order();
    let values = Rummy::move_values(chosen).maybe("meld", meld).maybe("top", top(words, view));
    if cards.is_empty() { values } else { values.with("cards", words.cards(cards)) }
}

/// Cards of an event.
fn shown(cards: &[Card]) -> Values {
    Values::default().with("cards", joined(cards.iter().map(with_symbol)))
}

impl Narrated for Rummy {
    fn kind(chosen: Move) -> &'static str {
        chosen.kind()
    }

    fn move_values(chosen: Move) -> Values {
        let cards = chosen.in_order();
        let place = if let Move::LayOff { place, .. } = chosen { Some(place.name()) } else { None };
        let cards = (!cards.is_empty()).then(|| joined(cards.iter().map(with_symbol)));
        Values::default().maybe("cards", cards).maybe("meld", place).none("top")
    }

    fn event_values(rules: &Rules, event: &Event) -> Result<EventValues<Self>, Error> {
        let card = |card: &Card| Values::default().with("card", with_symbol(card));
        Ok(match event {
            Event::Dealer(seat) => (Some((*seat).into()), Values::default(), None),
            Event::Hand(cards) => (None, shown(cards), None),
            Event::Upcard(upcard) => (None, card(upcard), None),
            Event::Drawn(seat, drawn) => (Some((*seat).into()), card(drawn), Some(Move::Draw)),
            Event::Move(seat, told) => {
                (Some((*seat).into()), Values::default().none("card"), Some(told.read(rules)?))
            }
            Event::Shown(seat, cards) => (Some((*seat).into()), shown(cards), None),
        })
    }

    fn tell(words: &Words, before: &View, chosen: Move, after: &View, seat: Seat) -> Vec<String> {
        let is_draw = chosen == Move::Draw;
        let mut said = Vec::new();
        if is_draw && before.position().stock_size() == 0 {
            said.push(words.say("events.shuffled", &Values::default()));
        }
        let seen = is_draw && words.own() == Some(seat);
        let drawn = seen.then(|| after.hand().without(before.hand()).first()).flatten();
        let values = values(words, before, chosen).maybe("card", drawn.map(|card| words.card(card)));
        said.push(words.say_of(&format!("events.{}", chosen.kind()), seat, values));
        said
    }

    fn label(words: &Words, view: &View, chosen: Move) -> String {
        if matches!(chosen, Move::Draw | Move::Take) {
            return Self::spoken(words, view, chosen);
        }
        words.say(&format!("terminal.label_{}", chosen.kind()), &values(words, view, chosen))
    }

    fn spoken(words: &Words, view: &View, chosen: Move) -> String {
        words.say(&format!("moves.{}", chosen.kind()), &values(words, view, chosen))
    }

    fn table(words: &Words, view: &View) -> Vec<String> {
        let player = |seat| {
            let values = Values::default().with("who", words.name(seat));
            words.say("table.player", &values.with("n", view.position().size(seat as u8)))
        };
        let mut lines: Vec<String> = words.others().map(player).collect();
        let melds: Vec<String> =
            view.position().table().melds().map(|meld| words.cards(meld.in_order())).collect();
        let none = || words.say("parts.no_melds", &Values::default());
        let semicolon = words.say("lists.semicolon", &Values::default());
        let melds = if melds.is_empty() { none() } else { melds.join(&semicolon) };
        lines.push(words.say("table.melds", &Values::default().with("melds", melds)));
        lines
    }

    fn middle(words: &Words, view: &View) -> Vec<String> {
        let position = view.position();
        let values = Values::default()
            .maybe("top", top(words, view))
            .with("n", position.discards().len())
            .with("stock", position.stock_size());
        vec![words.say("table.piles", &values)]
    }

    fn hand(words: &Words, view: &View) -> Option<String> {
        Some(words.say("table.hand", &Values::default().with("cards", words.cards(view.hand()))))
    }

    fn task(words: &Words, view: &View) -> String {
        if !view.position().drew() {
            return words.say("tasks.draw", &Values::default());
        }
        let took = view.position().took().map(|card| words.card(card));
        words.say("tasks.play", &Values::default().maybe("took", took))
    }

    fn ending(words: &Words, view: &View) -> Vec<String> {
        let position = view.position();
        vec![match position.went_out() {
            None => words.say("results.void", &Values::default().with("n", position.turns())),
            Some(seat) => words.say_of(
                "results.out",
                seat.into(),
                Values::default().with("rummy", position.went_rummy()),
            ),
        }]
    }

    fn shown_hands(words: &Words, view: &View) -> Vec<String> {
        let seats = (0..view.rules().seats()).filter(|&seat| view.sees(seat));
        let hands = seats.map(|seat| (seat, view.position().hand(seat))).filter(|(_, hand)| !hand.is_empty());
        hands
            .map(|(seat, hand)| {
                words.say_of("events.holds", seat.into(), Values::default().with("cards", words.cards(hand)))
            })
            .collect()
    }

    fn readable(words: &Words, word: &str) -> Option<String> {
        words.readable_card(word)
    }
}
