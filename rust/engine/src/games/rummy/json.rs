//! The game's part of JSON.

use super::cards::{Card, Cards};
use super::knowledge::Knowledge;
use super::meld::Meld;
use super::moves::Move;
use super::notation::Event;
use super::rules::Rules;
use super::{Rummy, View};
use crate::error::Error;
use crate::json::{JsonWriter, List, Object, ToJson, field};
use crate::round::{JsonFields, RoundApi, State, moved};
use crate::text::cards as card_text;

impl ToJson for Card {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(card_text::in_quotes(self.number()));
    }
}

impl ToJson for Cards {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        List(self).write(json);
    }
}

impl ToJson for Meld {
    fn write(self, json: &mut JsonWriter) {
        List(self.in_order()).write(json);
    }
}

/// Checks that cards are different and in order, as events have them.
fn check_ascending(cards: &[Card]) -> Result<(), Error> {
    if cards.is_sorted_by(|low, high| low < high) {
        Ok(())
    } else {
        Err(Error::invalid_state("cards in order"))
    }
}

impl JsonFields for Rummy {
    fn move_fields(chosen: Move, json: &mut JsonWriter) {
        field!(json, "kind", chosen.kind());
        match chosen {
            Move::Draw | Move::Take => field!(json, "cards", None::<Cards>),
            Move::Meld(meld) => field!(json, "cards", meld),
            Move::LayOff { card, .. } | Move::Discard(card) => field!(json, "cards", List([card])),
        }
        field!(
            json,
            "place",
            if let Move::LayOff { place, .. } = chosen { Some(place.name()) } else { None }
        );
    }

    fn event_kind(event: &Event) -> &'static str {
        match event {
            Event::Dealer(_) => "dealer",
            Event::Hand(_) => "hand",
            Event::Upcard(_) => "upcard",
            Event::Drawn(..) => "draw",
            Event::Move(_, told) if told.is(Move::Draw) => "draw",
            Event::Move(..) => "move",
            Event::Shown(..) => "holds",
        }
    }

    fn event_fields(rules: &Rules, event: &Event, json: &mut JsonWriter) -> Result<(), Error> {
        match event {
            Event::Dealer(seat) => field!(json, "seat", *seat),
            Event::Hand(cards) => {
                check_ascending(cards)?;
                field!(json, "cards", List(cards.iter().copied()));
            }
            Event::Upcard(card) => field!(json, "card", *card),
            Event::Drawn(seat, card) => {
                field!(json, "seat", *seat);
                field!(json, "move", moved::<Self>(rules, Move::Draw));
                field!(json, "card", *card);
            }
            Event::Move(seat, told) => {
                let chosen = told.read_exact(rules)?;
                field!(json, "seat", *seat);
                field!(json, "move", moved::<Self>(rules, chosen));
                if chosen == Move::Draw {
                    field!(json, "card", None::<Card>);
                }
            }
            Event::Shown(seat, cards) => {
                check_ascending(cards)?;
                field!(json, "seat", *seat);
                field!(json, "cards", List(cards.iter().copied()));
            }
        }
        Ok(())
    }

    fn round_fields(round: &impl RoundApi<Game = Self>, knowledge: &Knowledge, json: &mut JsonWriter) {
        let (rules, position) = (*round.rules(), round.position());
        let seats = || 0..rules.seats();
        field!(json, "dealer", position.dealer(rules));
        field!(json, "turn", position.turn());
        field!(json, "drew", position.drew());
        field!(json, "took", position.took());
        field!(json, "laid", position.laid());
        field!(json, "turns", position.turns());
        field!(json, "hand_sizes", List(position.sizes(rules)));
        field!(json, "table", List(position.table().melds()));
        field!(json, "discards", List(position.discards()));
        field!(json, "stock_size", position.stock_size());
        field!(json, "opened", List(seats().map(|seat| position.has_opened(seat))));
        field!(json, "went_out", position.went_out());
        field!(json, "went_rummy", position.went_rummy());
        field!(json, "taken", List(seats().map(|seat| knowledge.taken(seat))));
        let earlier = knowledge.earlier().iter().map(|stock| {
            Object(move |json: &mut JsonWriter| {
                field!(json, "cards", stock.cards());
                field!(json, "held", List(stock.held(rules).iter().copied()));
            })
        });
        field!(json, "earlier", List(earlier));
        let seen = |seat| round.observer().is_none_or(|observer| position.is_seen(seat, observer as u8));
        field!(json, "hands", List(seats().map(|seat| seen(seat).then(|| position.hand(seat)))));
    }

    fn view_fields(view: &View, json: &mut JsonWriter) {
        field!(json, "hand", view.hand());
        field!(json, "unseen", view.unseen());
        field!(json, "drawable", view.drawable());
        field!(json, "known", List((0..view.rules().seats()).map(|seat| view.known(seat))));
    }

    fn state_fields(state: &State<Self>, json: &mut JsonWriter) {
        field!(json, "stock", List(state.position().stock()));
    }
}
