//! What a seat knows, as an array of numbers (DD-35, DD-40).

use super::cards::{Cards, RANKS};
use super::kind::KINDS;
use super::knowledge::Knowledge;
use super::moves::Move;
use super::play::Play;
use super::position::{FaceUp, Phase, Position, SEATS};
use super::ranks;
use super::rules::{Options, Rules};
use crate::game::Observe;
use crate::game::{Position as _, Rules as _};
use crate::ids::Seat;
use crate::observation::{Field, RowWriter};
use crate::observation::{RecentSeats, Seats, from_seat, seats_from};
use crate::recent::MAX_RECENT;

/// The most bids in an auction.
const BIDS: usize = 10;

/// The numbers of doubling and showing among the last bids.
const DOUBLE: u8 = 4;
const SHOW: u8 = 5;

/// The cards of an action as one number: four bits for each rank.
const CARD_BITS: usize = 4 * RANKS;

/// The length of the last actions' cards in words.
const WORDS: usize = MAX_RECENT * CARD_BITS / 64;

/// The last actions, for the observation. Batches keep one per game, so it is packed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trail {
    whose: RecentSeats,
    /// Four bits for each action, latest action lowest.
    bids: u64,
    /// The same with [`CARD_BITS`] for each action, over all words.
    cards: [u64; WORDS],
}

impl Trail {
    #[inline]
    fn push(&mut self, seat: Seat, bid: u8, cards: Cards) {
        self.whose.push(seat);
        self.bids = self.bids << 4 | u64::from(bid);
        for word in (1..WORDS).rev() {
            self.cards[word] = self.cards[word] << CARD_BITS | self.cards[word - 1] >> (64 - CARD_BITS);
        }
        self.cards[0] = self.cards[0] << CARD_BITS | cards.packed();
    }
}

impl crate::game::Trail<Rules> for Trail {
    #[inline]
    fn add(&mut self, _: &Rules, seat: Seat, chosen: Move) {
        self.push(seat, said(chosen), chosen.play().map_or(Cards::NONE, Play::cards));
    }
}

/// The number of a move without cards: a bid, or another answer; 0 for a pass and a play.
const fn said(chosen: Move) -> u8 {
    match chosen {
        Move::Pass | Move::Play { .. } => 0,
        Move::Bid(bid) => bid,
        Move::Call => 1,
        Move::Rob => 2,
        Move::Double => DOUBLE,
        Move::Show => SHOW,
    }
}

/// The largest number of a move without cards.
const fn most_said(rules: &Rules) -> u8 {
    let Options { doubling, open_hand, .. } = *rules.options();
    if open_hand {
        SHOW
    } else if doubling {
        DOUBLE
    } else {
        3
    }
}

impl Observe for Position {
    const OBSERVATION_VERSION: u32 = 2;
    type Trail = Trail;

    fn fields(rules: &Rules) -> Vec<Field> {
        let players = rules.players();
        let copies = rules.deck().count(0);
        let most = rules.max_hand_size();
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
            Field::new("redeals_left", [1], u8::MAX),
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
        fields.extend(RecentSeats::fields(players));
        let Options { doubling, open_hand, .. } = *rules.options();
        fields.extend([
            Field::new("recent_bid", [MAX_RECENT], most_said(rules)),
            Field::new("recent_cards", [MAX_RECENT, RANKS], copies),
        ]);
        if doubling || open_hand {
            fields.push(Field::new("asking", [2], 1));
        }
        if doubling {
            fields.push(Field::new("doubled", [players], 2));
        }
        if open_hand {
            fields.push(Field::new("shown", [1], 2));
        }
        fields
    }

    #[inline]
    fn observe(&self, rules: &Rules, _: &Knowledge, trail: &Trail, seat: Seat, row: &mut [u8]) {
        match rules.players() {
            3 => self.write_row::<3>(rules, trail, seat, row),
            _ => self.write_row::<SEATS>(rules, trail, seat, row),
        }
    }

    fn action_fields(rules: &Rules) -> Vec<Field> {
        let copies = rules.deck().count(0);
        vec![
            Field::new("pass", [1], 1),
            Field::new("bid", [1], most_said(rules)),
            Field::new("cards", [RANKS], copies),
            Field::new("kind", [KINDS], 1),
            Field::new("rank", [RANKS], 1),
            Field::new("length", [1], 12),
            Field::new("higher", [1], u8::MAX),
            Field::new("rest", [RANKS], copies),
            Field::new("rest_size", [1], rules.max_hand_size()),
            Field::new("rest_groups", [4], RANKS),
        ]
    }

    fn describe_move(&self, rules: &Rules, chosen: Move, row: &mut [u8]) {
        let hand = self.hands[self.current_player().unwrap_or(0)];
        let play = chosen.play();
        let cards = play.map_or(Cards::NONE, Play::cards);
        let rest = hand - cards;
        let seen = self.played(rules).iter().fold(hand, |sum, &cards| sum + cards);
        let unseen = (rules.deck() - seen).counts();
        let mut writer = RowWriter::new(row);
        writer.number(chosen == Move::Pass);
        writer.number(said(chosen));
        write_counts(cards, &mut writer);
        writer.one_hot(play.map(|play| play.kind() as usize - 1), KINDS);
        writer.one_hot(play.map(|play| play.rank().into()), RANKS);
        writer.number(play.map_or(0, Play::length));
        writer.number(play.map_or(0, |play| unseen[usize::from(play.rank()) + 1..].iter().sum()));
        write_counts(rest, &mut writer);
        writer.number(rest.total() as u8);
        let at_least = [1, 2, 3, 4].map(|count| ranks::count(rest.at_least(count)) as u8);
        let [one, two, three, four] = at_least;
        writer.first(&[one - two, two - three, three - four, four], 4);
        writer.finish();
    }
}

impl Position {
    /// Writes an observation. Its size is known when this is compiled, so nothing checks it at each
    /// write.
    #[inline]
    fn write_row<const PLAYERS: usize>(&self, rules: &Rules, trail: &Trail, seat: Seat, row: &mut [u8]) {
        let (players, size) = (PLAYERS, 380 + 37 * PLAYERS);
        let (row, more) = row.split_at_mut(size);
        if !more.is_empty() {
            self.write_answers(rules, seat, more);
        }
        let seats = || seats_from(seat, players);
        let counted = |other: u8| from_seat(seat, other.into(), players);
        let (row, recent_cards) = row.split_at_mut(size - MAX_RECENT * RANKS);
        let mut writer = RowWriter::new(row);
        writer.current_player(self.current_player(), seat, players);
        writer.one_hot(Some(self.phase() as usize).filter(|&phase| phase < 3), 3);
        write_counts(self.hands[seat], &mut writer);
        let seen = self.played(rules).iter().fold(self.hands[seat], |sum, &cards| sum + cards);
        write_counts(rules.deck() - seen, &mut writer);
        for other in seats().skip(1) {
            write_counts(self.known(other as u8), &mut writer);
        }
        write_counts(if self.landlord().is_some() { self.kitty() } else { Cards::NONE }, &mut writer);
        let face_up = self.face_up();
        writer.one_hot(face_up.map(|FaceUp { rank, .. }| rank.into()), RANKS);
        writer.one_hot(face_up.map(|FaceUp { seat, .. }| seat.map_or(players, counted)), players + 1);
        writer.one_hot(self.landlord().map(counted), players);
        writer.one_hot(Some(counted(self.first_bidder())), players);
        let mut bids = [0; BIDS];
        bids.iter_mut().zip(self.bids().iter()).for_each(|(place, bid)| *place = bid + 1);
        writer.first(&bids, BIDS);
        writer.number(self.doublings());
        let redeals_left = rules.options().max_redeals.map_or(u8::MAX, |most| most - self.redeals());
        writer.number(if self.chance_ahead(rules) { redeals_left } else { 0 });
        let left = std::array::from_fn(
            |other| {
                if other < players { self.left(rules, other as u8) as u8 } else { 0 }
            },
        );
        writer.seats(Seats::new::<SEATS>(&left), seat, players);
        writer.seats(Seats::new(&self.plays), seat, players);
        for other in seats() {
            write_counts(self.played[other], &mut writer);
        }
        let to_beat = self.to_beat();
        write_counts(to_beat.map_or(Cards::NONE, |(play, _)| play.cards()), &mut writer);
        writer.one_hot(to_beat.map(|(play, _)| play.kind() as usize - 1), KINDS);
        writer.one_hot(to_beat.map(|(play, _)| play.rank().into()), RANKS);
        writer.number(to_beat.map_or(0, |(play, _)| play.length()));
        writer.one_hot(to_beat.map(|(_, player)| counted(player)), players);
        writer.number(self.passes());
        trail.whose.write(seat, players, &mut writer);
        writer.nibbles::<MAX_RECENT>(trail.bids);
        writer.finish();
        // A copy first: the compiler then spreads eight bytes at a time.
        let mut packed = [0; MAX_RECENT * RANKS / 2];
        for (bytes, word) in packed.as_chunks_mut().0.iter_mut().zip(trail.cards) {
            *bytes = word.to_le_bytes();
        }
        for (counts, byte) in recent_cards.as_chunks_mut().0.iter_mut().zip(packed) {
            *counts = [byte & 0xF, byte >> 4];
        }
    }
}

impl Position {
    /// Writes the fields of doubling and of an open hand, under rules that have them.
    #[inline(never)]
    fn write_answers(&self, rules: &Rules, seat: Seat, row: &mut [u8]) {
        let Options { doubling, open_hand, .. } = *rules.options();
        let players = rules.players();
        let mut writer = RowWriter::new(row);
        writer.number(self.phase() == Phase::Doubling);
        writer.number(self.phase() == Phase::Showing);
        if doubling {
            let mut answers = [0; SEATS];
            let landlord = self.landlord().map_or(0, Seat::from);
            for (place, doubles) in self.doubling_answers(rules).enumerate() {
                answers[(landlord + place) % players] = 1 + u8::from(doubles);
            }
            seats_from(seat, players).for_each(|other| writer.number(answers[other]));
        }
        if open_hand {
            writer.number(self.show_answer(rules).map_or(0, |shows| 1 + u8::from(shows)));
        }
        writer.finish();
    }
}

/// Writes how many cards there are of each rank.
#[inline]
fn write_counts(cards: Cards, writer: &mut RowWriter<'_>) {
    writer.first(&cards.nibbles(), RANKS);
}
