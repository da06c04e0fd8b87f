//! What one seat knows: its hand and everything public (DD-35, DD-40).

use super::cards::{Cards, RANKS, Rank};
use super::moves::Move;
use super::notation::Event;
use super::position::{AfterBid, FaceUp, Phase, Position, SEATS};
use super::rules::Rules;
use super::{View, setup};
use crate::error::Error;
use crate::game::{self, EventError, Position as _, PublicHistory, Rules as _};
use crate::ids::{Action, Seat};
use crate::random::{Chance, SplitMix64, Stream};

/// Nothing: the position already has everything a seat can know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Knowledge;

impl game::Knowledge<Position> for Knowledge {
    fn hide(_: &Rules, position: &mut Position, seat: Seat) {
        let shown = if position.shown { position.landlord.into() } else { seat }; // DD-38
        let seen = [seat, shown].map(|seat| (seat, position.hands[seat]));
        position.hands = [Cards::NONE; SEATS];
        for (seat, hand) in seen {
            position.hands[seat] = hand;
        }
        if position.landlord().is_none() {
            position.kitty = Cards::NONE; // DD-10, DD-35: shown once there is a landlord
        }
    }

    fn sample(
        &self,
        rules: &Rules,
        seen: &Position,
        seat: Seat,
        chance: &mut Stream,
    ) -> Result<Position, Error> {
        let seat = seat as u8;
        let mut hidden: Vec<Rank> = seen.hidden(rules, seat).ranks().collect();
        chance.shuffle(&mut hidden);
        let mut hidden = hidden.into_iter();
        // The known cards, filled up with hidden ones to the right size.
        let mut fill = |known: Cards, size: u32| {
            let more = hidden.by_ref().take((size - known.total()) as usize);
            more.fold(known, |sum, rank| sum + Cards::of(rank, 1))
        };
        let mut position = *seen;
        for other in rules.others(seat) {
            position.hands[other as usize] = fill(seen.known(other), seen.left(rules, other));
        }
        if seen.landlord().is_none() {
            position.kitty = fill(seen.known_in_kitty(), rules.kitty_size());
        }
        Ok(position)
    }

    /// Nothing is drawn: the moves since the deal are undone. A round that began in a position set up
    /// by hand is followed from its first known combination.
    fn rewind(
        &self,
        rules: &Rules,
        now: &Position,
        history: &PublicHistory<Position>,
        _: &mut SplitMix64,
    ) -> Option<(Position, usize)> {
        let turn = now.current_player()?;
        let all: Vec<Action> = history.iter().collect();
        let is_play = |&&action: &&Action| action >= rules.first_play();
        let first = all.iter().position(|action| is_play(&action)).unwrap_or(all.len());
        let plays = now.plays(rules).iter().map(|&plays| usize::from(plays)).sum();
        if all.iter().filter(is_play).count() == plays {
            let early = now.early_actions(rules);
            let deal = first.checked_sub(early.len()).filter(|&from| all[from..first] == early);
            return match (deal, now.phase()) {
                (Some(from), _) => Some((now.after_deal(rules), from)),
                (None, Phase::Play) => Some((now.before_opening(), first)),
                _ => None,
            };
        }
        let players = rules.players();
        let ago = |(index, &action): (usize, &Action)| {
            ((turn + players * all.len() - (all.len() - index)) % players, action)
        };
        let moves: Vec<(Seat, Action)> = all.iter().enumerate().map(ago).collect();
        let (position, since) = now.earlier(rules, &moves)?;
        Some((position, all.len() - since.len()))
    }
}

impl View {
    /// Returns the seat's own hand.
    #[must_use]
    pub const fn hand(&self) -> Cards {
        self.position.hands[self.seat]
    }

    /// Returns the cards that are neither in the seat's hand nor played.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        self.position.unseen_by(&self.rules, self.seat as u8)
    }

    /// Returns the cards that another seat is known to hold.
    #[must_use]
    pub fn known(&self, seat: u8) -> Cards {
        if usize::from(seat) == self.seat { Cards::NONE } else { self.position.known(seat) }
    }
}

impl Position {
    fn unseen_by(&self, rules: &Rules, seat: u8) -> Cards {
        let seen = self.played(rules).iter().fold(self.hands[seat as usize], |sum, &cards| sum + cards);
        rules.deck() - seen
    }

    /// The cards known to be in the kitty before it is shown.
    fn known_in_kitty(&self) -> Cards {
        match self.face_up {
            Some(FaceUp { rank, seat: None }) if self.landlord().is_none() => Cards::of(rank, 1),
            _ => Cards::NONE,
        }
    }

    /// The cards whose location this seat does not know.
    fn hidden(&self, rules: &Rules, seat: u8) -> Cards {
        let known = rules.others(seat).fold(self.known_in_kitty(), |sum, other| sum + self.known(other));
        self.unseen_by(rules, seat) - known
    }
}

impl Rules {
    /// All seats except one.
    fn others(&self, seat: u8) -> impl Iterator<Item = u8> + use<> {
        (0..self.options().players).filter(move |&other| other != seat)
    }
}

/// The next kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Dealer,
    FaceUp,
    Hand,
    Kitty,
    Shown,
    Move,
}

/// Builds what a seat knows from its events.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: Rules,
    seat: u8,
    position: Position,
    stage: Stage,
}

impl game::Tracker<Position> for Tracker {
    type Event = Event;

    fn new(rules: &Rules, seat: Seat) -> Self {
        Self { rules: *rules, seat: seat as u8, position: Position::empty(0, 0), stage: Stage::Dealer }
    }

    fn resume(rules: &Rules, seat: Seat, position: Position, _: Knowledge) -> Self {
        Self { rules: *rules, seat: seat as u8, position, stage: Stage::Move }
    }

    fn apply(&mut self, event: Event) -> Result<Option<(Seat, Action)>, EventError> {
        if self.position.phase() == Phase::Over {
            return Err("the round is over".into());
        }
        let next = match event {
            Event::Dealer(_) => self.stage == Stage::Dealer,
            Event::FaceUp(_) | Event::First(_) => self.stage == Stage::FaceUp,
            Event::Hand(_) => self.stage == Stage::Hand,
            Event::Kitty(_) => self.stage == Stage::Kitty,
            Event::Shown(_) => self.stage == Stage::Shown,
            Event::Move(seat, _) => self.stage == Stage::Move && seat == self.position.turn(),
        };
        if !next {
            return Err(EventError::OutOfOrder(self.expected_event()));
        }
        Ok(self.apply_event(event)?)
    }

    fn finish(self) -> Result<(Position, Knowledge), String> {
        if self.is_complete() { Ok((self.position, Knowledge)) } else { Err(self.expected_event()) }
    }

    fn is_complete(&self) -> bool {
        self.stage == Stage::Move
    }
}

impl Tracker {
    fn expected_event(&self) -> String {
        match self.stage {
            Stage::Dealer => "expected the dealer".into(),
            Stage::FaceUp => "expected the face-up card".into(),
            Stage::Hand => "expected the hand".into(),
            Stage::Kitty => "expected the kitty".into(),
            Stage::Shown => "expected the shown hand".into(),
            Stage::Move => format!("expected a move of seat {}", self.position.turn()),
        }
    }

    fn apply_event(&mut self, event: Event) -> Result<Option<(Seat, Action)>, String> {
        let mut taken = None;
        let position = &mut self.position;
        let (dealer, redeals) = (position.dealer, position.redeals);
        self.stage = match event {
            Event::Dealer(dealer) => {
                position.dealer = dealer;
                Stage::FaceUp
            }
            Event::First(first) => {
                *position = Position::empty(dealer, first);
                position.redeals = redeals;
                Stage::Hand
            }
            Event::FaceUp(face_up) => {
                *position = Position::empty(dealer, face_up.seat.unwrap_or(dealer));
                position.redeals = redeals;
                position.face_up = Some(face_up);
                Stage::Hand
            }
            Event::Hand(hand) => {
                self.apply_hand(&hand)?;
                if self.rules.has_auction() { Stage::Move } else { Stage::Kitty }
            }
            Event::Kitty(kitty) => {
                self.apply_kitty(&kitty)?;
                Stage::Move
            }
            Event::Shown(hand) => {
                self.apply_shown(&hand)?;
                Stage::Move
            }
            Event::Move(mover, told) => {
                let chosen = told.read(&self.rules).map_err(|error| error.to_string())?;
                taken = self.rules.action(chosen).map(|action| (mover.into(), action));
                self.apply_move(chosen)?
            }
        };
        Ok(taken)
    }

    fn apply_hand(&mut self, hand: &[u32; RANKS]) -> Result<(), String> {
        let Self { rules, seat, position, .. } = self;
        let (cards, size) = (hand.iter().sum::<u32>(), rules.hand_size());
        if cards != size {
            return Err(format!("the hand has {cards} cards, expected {size} [DD-05]"));
        }
        let face_up = position.face_up;
        let elsewhere = face_up.filter(|face_up| face_up.seat != Some(*seat));
        let mut sum = *hand;
        if let Some(FaceUp { rank, .. }) = elsewhere {
            sum[rank as usize] += 1;
        }
        setup::check_deck(rules, &sum)?;
        let hand = Cards::from_counts(&hand.map(|count| count as u8));
        if let Some(FaceUp { rank, seat: Some(holder) }) = face_up
            && holder == *seat
        {
            setup::check_face_up_held(hand, Cards::of(rank, 1), *seat)?;
        }
        position.hands[*seat as usize] = hand;
        if !rules.has_auction() {
            position.set_landlord(rules, position.first);
        }
        Ok(())
    }

    fn apply_kitty(&mut self, kitty: &[u32; RANKS]) -> Result<(), String> {
        let Self { rules, seat, position, .. } = self;
        setup::check_kitty_size(rules, kitty.iter().sum())?;
        let mut sum = position.hands[*seat as usize].counts().map(u32::from);
        sum.iter_mut().zip(kitty).for_each(|(sum, &count)| *sum += count);
        // The face-up card adds one, unless it was already counted in the seat's hand or the kitty.
        if let Some(FaceUp { rank, seat: Some(holder) }) = position.face_up
            && holder != *seat
        {
            sum[rank as usize] += 1;
        }
        setup::check_deck(rules, &sum)?;
        let kitty = Cards::from_counts(&kitty.map(|count| count as u8));
        if let Some(FaceUp { rank, seat: None }) = position.face_up {
            setup::check_face_up_in_kitty(kitty, Cards::of(rank, 1))?;
        }
        position.kitty = kitty;
        if position.landlord() == Some(*seat) {
            let hand = &mut position.hands[*seat as usize];
            *hand = *hand + kitty;
        }
        Ok(())
    }

    /// The hand that the landlord shows (DD-38).
    fn apply_shown(&mut self, shown: &[u32; RANKS]) -> Result<(), String> {
        let Self { rules, seat, position, .. } = self;
        let landlord = position.landlord;
        let (cards, size) = (shown.iter().sum::<u32>(), position.left(rules, landlord));
        if cards != size {
            return Err(format!("the shown hand has {cards} cards, expected {size} [DD-38]"));
        }
        let own = position.hands[*seat as usize];
        if landlord == *seat {
            return setup::check_shown(shown, own, landlord);
        }
        let mut sum = own.counts().map(u32::from);
        sum.iter_mut().zip(shown).for_each(|(sum, &count)| *sum += count);
        if let Some(FaceUp { rank, seat: Some(holder) }) = position.face_up
            && holder != *seat
            && holder != landlord
        {
            sum[rank as usize] += 1;
        }
        setup::check_deck(rules, &sum)?;
        let shown = Cards::from_counts(&shown.map(|count| count as u8));
        setup::check_kitty_held(shown, position.kitty, landlord)?;
        if let Some(FaceUp { rank, seat: Some(holder) }) = position.face_up
            && holder == landlord
        {
            setup::check_face_up_held(shown - position.kitty, Cards::of(rank, 1), landlord)?;
        }
        position.hands[landlord as usize] = shown;
        Ok(())
    }

    /// Applies a move and returns the stage that follows.
    fn apply_move(&mut self, chosen: Move) -> Result<Stage, String> {
        let Self { rules, seat, position, .. } = self;
        let rules = &*rules;
        if let Some(refusal) = position.refused_phase(rules, chosen) {
            return Err(refusal.to_string());
        }
        let mover = position.turn();
        match chosen {
            Move::Pass | Move::Bid(_) | Move::Call | Move::Rob if position.phase() == Phase::Auction => {
                let bid = chosen.answer();
                return Ok(match position.record_bid(rules, bid) {
                    AfterBid::NextBid | AfterBid::Void => Stage::Move,
                    AfterBid::Redeal => {
                        let redeals = position.redeals_after(rules);
                        *position = Position::empty(position.dealer, position.dealer);
                        position.redeals = redeals;
                        Stage::FaceUp
                    }
                    AfterBid::Landlord(landlord) => {
                        position.set_landlord(rules, landlord);
                        Stage::Kitty
                    }
                });
            }
            Move::Pass if position.phase() == Phase::Play => position.pass(rules),
            Move::Show => {
                position.record_answer(rules, true);
                return Ok(Stage::Shown);
            }
            Move::Pass | Move::Bid(_) | Move::Call | Move::Rob | Move::Double => {
                position.record_answer(rules, chosen.answer() > 0);
            }
            Move::Play { .. } if mover == *seat || position.shown && mover == position.landlord => {
                if !position.allows(rules, chosen) {
                    return Err(position.refusal(rules, chosen).to_string());
                }
                position.play_move(rules, chosen, &mut Stream::without_seed());
            }
            Move::Play { play, .. } => {
                if let Some(refusal) = position.refused_play(&play) {
                    return Err(refusal.to_string());
                }
                let left = position.left(rules, mover);
                let Some(left) = left.checked_sub(play.cards().total()) else {
                    let cards = crate::text::count(left as usize, "card");
                    return Err(format!("seat {mover} has only {cards} left"));
                };
                // Together with the cards seen so far, these must fit the deck.
                let mut sum = position.hands[*seat as usize].counts().map(u32::from);
                let mut add = |cards: Cards| {
                    sum.iter_mut().zip(cards.counts()).for_each(|(sum, count)| *sum += u32::from(count));
                };
                position.played(rules).iter().for_each(|&cards| add(cards));
                add(play.cards());
                position.record_play(rules, play, left);
                for other in (0..rules.options().players).filter(|other| other != seat) {
                    add(position.known(other));
                }
                setup::check_deck(rules, &sum)?;
                setup::check_known(rules, position, *seat)?;
            }
        }
        Ok(Stage::Move)
    }
}
