//! What a seat knows as a vector of numbers (DD-35).

use super::cards::{Cards, RANKS};
use super::kind::KINDS;
use super::position::{FaceUp, Position, SEATS};
use super::rules::Rules;
use crate::game::Rules as _;
use crate::observe::{Lately, Seats, Whose, from_seat, seats_from, write_to_move};
use crate::recent::KEPT;
use crate::{Action, Field, Observe, Pen, Seat};

/// The longest auction.
const BIDS: usize = 10;

/// The last actions.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    whose: Whose,
    bids: Lately,
    /// How many cards of each rank were played, the latest action first, as they are written.
    cards: [u8; KEPT * RANKS],
}

impl Default for Trail {
    fn default() -> Self {
        Self { whose: Whose::default(), bids: Lately::default(), cards: [0; KEPT * RANKS] }
    }
}

impl Trail {
    #[inline]
    fn push(&mut self, rules: &Rules, seat: Seat, action: Action, cards: Cards) {
        self.whose.push(seat);
        self.bids.push(if action < rules.first_play() { action as u8 } else { 0 });
        self.cards.copy_within(..(KEPT - 1) * RANKS, RANKS);
        self.cards[..RANKS].copy_from_slice(&cards.counts());
    }
}

impl crate::Trail<Rules> for Trail {
    fn add(&mut self, rules: &Rules, seat: Seat, action: Action) {
        let cards = rules.numbered(action).map_or(Cards::NONE, |play| play.cards());
        self.push(rules, seat, action, cards);
    }
}

impl Observe for Position {
    const OBSERVATION_VERSION: u32 = 1;
    type Trail = Trail;

    #[inline]
    fn leave(&self, trail: &mut Trail, rules: &Rules, seat: Seat, action: Action) {
        let played = self.to_beat.filter(|_| action >= rules.first_play());
        trail.push(rules, seat, action, played.map_or(Cards::NONE, |play| play.cards()));
    }

    fn fields(rules: &Rules) -> Vec<Field> {
        let players = rules.players();
        let copies = rules.deck().count(0);
        let most = rules.most_cards();
        let mut fields = vec![
            Field::new("to_move", [players], 1),
            Field::new("phase", [3], 1),
            Field::new("hand", [RANKS], copies),
            Field::new("unseen", [RANKS], copies),
            Field::new("known", [players - 1, RANKS], copies),
            Field::new("kitty", [RANKS], copies),
            Field::new("face_up", [RANKS], 1),
            Field::new("face_up_by", [players + 1], 1),
            Field::new("landlord", [players], 1),
            Field::new("first_bidder", [players], 1),
            Field::new("bids", [BIDS], 4),
            Field::new("doublings", [1], u8::MAX),
            Field::new("left", [players], most),
            Field::new("plays", [players], most),
            Field::new("played", [players, RANKS], copies),
            Field::new("to_beat", [RANKS], copies),
            Field::new("to_beat_kind", [KINDS], 1),
            Field::new("to_beat_rank", [RANKS], 1),
            Field::new("to_beat_length", [1], 12),
            Field::new("to_beat_seat", [players], 1),
            Field::new("passes", [1], players - 1),
        ];
        fields.extend(Whose::fields(players));
        fields
            .extend([Field::new("recent_bid", [KEPT], 3), Field::new("recent_cards", [KEPT, RANKS], copies)]);
        fields
    }

    #[inline]
    fn observe(&self, rules: &Rules, (): &(), trail: &Trail, seat: Seat, row: &mut [u8]) {
        let players = rules.players();
        let seats = || seats_from(seat, players);
        let counted = |other: u8| from_seat(seat, other.into(), players);
        let mut pen = Pen::new(row);
        write_to_move(self, seat, players, &mut pen);
        pen.one_hot(Some(self.phase() as usize), 3);
        write(self.hands[seat], &mut pen);
        let seen = self.played(rules).iter().fold(self.hands[seat], |sum, &cards| sum + cards);
        write(rules.deck() - seen, &mut pen);
        for other in seats().skip(1) {
            write(self.known(other as u8), &mut pen);
        }
        write(if self.landlord().is_some() { self.kitty() } else { Cards::NONE }, &mut pen);
        let face_up = self.face_up();
        pen.one_hot(face_up.map(|FaceUp { rank, .. }| rank.into()), RANKS);
        pen.one_hot(face_up.map(|FaceUp { seat, .. }| seat.map_or(players, counted)), players + 1);
        pen.one_hot(self.landlord().map(counted), players);
        pen.one_hot(Some(counted(self.first_bidder())), players);
        let mut bids = [0; BIDS];
        bids.iter_mut().zip(self.bids().iter()).for_each(|(place, bid)| *place = bid + 1);
        pen.first(&bids, BIDS);
        pen.number(self.doublings());
        let left = std::array::from_fn(
            |other| {
                if other < players { self.left(rules, other as u8) as u8 } else { 0 }
            },
        );
        pen.seats(Seats::new::<SEATS>(&left), seat, players);
        pen.seats(Seats::new(&self.plays), seat, players);
        for other in seats() {
            write(self.played[other], &mut pen);
        }
        let to_beat = self.to_beat();
        write(to_beat.map_or(Cards::NONE, |(play, _)| play.cards()), &mut pen);
        pen.one_hot(to_beat.map(|(play, _)| play.kind() as usize - 1), KINDS);
        pen.one_hot(to_beat.map(|(play, _)| play.rank().into()), RANKS);
        pen.number(to_beat.map_or(0, |(play, _)| play.length()));
        pen.one_hot(to_beat.map(|(_, player)| counted(player)), players);
        pen.number(self.passes());
        trail.whose.write(seat, players, &mut pen);
        pen.first(&trail.bids.numbers(), KEPT);
        pen.first(&trail.cards, KEPT * RANKS);
        pen.lay_down();
    }
}

/// How many of each rank.
#[inline]
fn write(cards: Cards, pen: &mut Pen<'_>) {
    pen.first(&cards.nibbles(), RANKS);
}
