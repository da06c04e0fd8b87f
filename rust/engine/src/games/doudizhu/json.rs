//! The game's part of JSON.

use super::cards::{Cards, LETTERS, RANKS, Rank};
use super::knowledge::Knowledge;
use super::moves::Move;
use super::notation::Event;
use super::play::Play;
use super::rules::Rules;
use super::{DouDizhu, View};
use crate::error::Error;
use crate::json::{JsonWriter, List, ToJson, field};
use crate::round::{JsonFields, RoundApi, State, moved};

/// A card's letter.
struct Letter(Rank);

impl ToJson for Letter {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        json.raw(&[b'"', LETTERS[usize::from(self.0) % RANKS], b'"']);
    }
}

impl ToJson for Cards {
    #[inline]
    fn write(self, json: &mut JsonWriter) {
        List(self.ranks().map(Letter)).write(json);
    }
}

fn counted(counts: &[u32; RANKS]) -> List<impl Iterator<Item = Letter>> {
    List((0..).zip(counts).flat_map(|(rank, &count)| (0..count).map(move |_| Letter(rank))))
}

impl JsonFields for DouDizhu {
    fn move_fields(chosen: Move, json: &mut JsonWriter) {
        let bid = if let Move::Bid(bid) = chosen { Some(bid) } else { None };
        field!(json, "kind", chosen.kind());
        field!(json, "bid", bid);
        field!(json, "rank", chosen.play().map(|play| Letter(play.rank())));
        field!(json, "length", chosen.play().map_or(0, Play::length));
        field!(json, "cards", chosen.play().map_or(Cards::NONE, Play::cards));
        field!(json, "main", chosen.play().map_or(Cards::NONE, Play::main));
        field!(json, "attached", chosen.play().map_or(Cards::NONE, Play::attached));
    }

    fn event_kind(event: &Event) -> &'static str {
        match event {
            Event::Dealer(_) => "dealer",
            Event::FaceUp(_) => "face_up",
            Event::First(_) => "first",
            Event::Hand(_) => "hand",
            Event::Kitty(_) => "kitty",
            Event::Shown(_) => "shown",
            Event::Move(..) => "move",
        }
    }

    fn event_fields(rules: &Rules, event: &Event, json: &mut JsonWriter) -> Result<(), Error> {
        match event {
            Event::Dealer(seat) | Event::First(seat) => field!(json, "seat", *seat),
            Event::FaceUp(face_up) => {
                field!(json, "card", Letter(face_up.rank));
                field!(json, "seat", face_up.seat);
            }
            Event::Hand(cards) | Event::Kitty(cards) | Event::Shown(cards) => {
                field!(json, "cards", counted(cards));
            }
            Event::Move(seat, told) => {
                field!(json, "seat", *seat);
                field!(json, "move", moved::<Self>(rules, told.read_exact(rules)?));
            }
        }
        Ok(())
    }

    fn round_fields(round: &impl RoundApi<Game = Self>, _: &Knowledge, json: &mut JsonWriter) {
        let (rules, position) = (round.rules(), round.position());
        let seats = || 0..rules.options().players;
        let face_up = position.face_up();
        field!(json, "phase", position.phase().name());
        field!(json, "dealer", position.dealer());
        field!(json, "first_bidder", position.first_bidder());
        field!(json, "face_up", face_up.map(|face_up| Letter(face_up.rank)));
        field!(json, "face_up_seat", face_up.and_then(|face_up| face_up.seat));
        field!(json, "bids", List(position.bids().iter()));
        field!(json, "redeals", position.redeals());
        field!(json, "landlord", position.landlord());
        field!(json, "bid", position.bid(rules));
        let shown = round.observer().is_none() || position.landlord().is_some();
        field!(json, "kitty", shown.then(|| position.kitty()));
        field!(json, "hand_sizes", List(seats().map(|seat| position.left(rules, seat))));
        field!(json, "played", List(position.played(rules).iter().copied()));
        field!(json, "plays", List(position.plays(rules).iter().copied()));
        field!(json, "doublings", position.doublings());
        field!(json, "doubled", List(position.doubled(rules)));
        field!(json, "shown", position.shown());
        let stakes = position.stakes(rules);
        field!(json, "stakes", stakes.map(|stakes| List(seats().map(move |seat| stakes[usize::from(seat)]))));
        match position.to_beat() {
            Some((play, _)) => field!(json, "to_beat", moved::<Self>(rules, rules.to_play_move(play))),
            None => field!(json, "to_beat", None::<u8>),
        }
        field!(json, "to_beat_seat", position.to_beat().map(|(_, seat)| seat));
        field!(json, "passes", position.passes());
    }

    fn view_fields(view: &View, json: &mut JsonWriter) {
        let seats = 0..view.rules().options().players;
        field!(json, "hand", view.hand());
        field!(json, "unseen", view.unseen());
        field!(json, "known", List(seats.map(|seat| view.known(seat))));
    }

    fn state_fields(state: &State<Self>, json: &mut JsonWriter) {
        field!(json, "hands", List(state.position().hands(state.rules()).iter().copied()));
    }
}
