//! What one seat knows: its hand, and all that is public (DD-35).

use super::cards::{Cards, RANKS, Rank};
use super::moves::Move;
use super::position::{AfterBid, FaceUp, Phase, Position};
use super::rules::Rules;
use super::{DouDizhu, draw, setup};
use crate::game::Rules as _;
use crate::text::{quoted, tokens};
use crate::{Action, Chance, Error, Round, Seat, State, Stream};

/// What one seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    rules: Rules,
    seat: u8,
    /// Without the hands of others, and without the kitty as long as it is not shown.
    position: Position,
}

impl View {
    /// What is known: the hands of others are empty in it, and so is the kitty as long as it is not shown.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The own hand.
    pub const fn hand(&self) -> Cards {
        self.position.hands[self.seat as usize]
    }

    /// The cards that are neither in the own hand nor played.
    pub fn unseen(&self) -> Cards {
        let seen = self.position.played(&self.rules).iter().fold(self.hand(), |sum, &cards| sum + cards);
        self.rules.deck() - seen
    }

    /// The cards that another seat is known to hold.
    pub fn known(&self, seat: u8) -> Cards {
        if seat == self.seat { Cards::NONE } else { self.position.known(seat) }
    }

    fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let seat = self.seat;
        (0..self.rules.options().players).filter(move |&other| other != seat)
    }

    /// What is known of the kitty as long as it is not shown.
    fn known_in_kitty(&self) -> Cards {
        match self.position.face_up {
            Some(FaceUp { rank, seat: None }) if self.position.landlord().is_none() => Cards::of(rank, 1),
            _ => Cards::NONE,
        }
    }

    /// The cards of which nobody but their holder knows where they are.
    fn hidden(&self) -> Cards {
        let known = self.others().fold(self.known_in_kitty(), |sum, seat| sum + self.known(seat));
        self.unseen() - known
    }
}

impl Round for View {
    type Rules = Rules;

    fn current_player(&self) -> Option<Seat> {
        self.position.current_player()
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        if self.position.turn() == self.seat {
            self.position.legal(rules, actions);
        }
    }

    fn is_legal(&self, rules: &Rules, action: Action) -> bool {
        self.position.turn() == self.seat && self.position.is_legal(rules, action)
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        self.position.payoffs(rules, payoffs);
    }

    fn scores(&self, rules: &Rules, scores: &mut [i32]) {
        self.position.scores(rules, scores);
    }

    fn draw(&self, rules: &Rules) -> String {
        draw::draw(rules, &self.position, Some(self.seat))
    }
}

impl crate::View<DouDizhu> for View {
    type Witness = Witness;

    fn of(state: &State<DouDizhu>, seat: Seat) -> Self {
        let mut position = *state.position();
        for (other, hand) in position.hands.iter_mut().enumerate() {
            if other != seat {
                *hand = Cards::NONE;
            }
        }
        if position.landlord().is_none() {
            position.kitty = Cards::NONE; // DD-10, DD-35: it is shown with the landlord
        }
        Self { rules: *state.rules(), seat: seat as u8, position }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seat(&self) -> Seat {
        self.seat.into()
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn memory(&self) -> &() {
        &()
    }

    fn sample(&self, mut chance: Stream) -> Result<State<DouDizhu>, Error> {
        let mut hidden: Vec<Rank> = self.hidden().ranks().collect();
        chance.shuffle(&mut hidden);
        let mut hidden = hidden.into_iter();
        // The known cards, and so many of the hidden ones that there are as many as there should be.
        let mut fill = |known: Cards, size: u32| {
            let more = hidden.by_ref().take((size - known.total()) as usize);
            more.fold(known, |sum, rank| sum + Cards::of(rank, 1))
        };
        let mut position = self.position;
        for seat in self.others() {
            position.hands[seat as usize] = fill(self.known(seat), position.left(&self.rules, seat));
        }
        if position.landlord().is_none() {
            position.kitty = fill(self.known_in_kitty(), self.rules.kitty_size());
        }
        Ok(State::from_position(self.rules, position, chance))
    }

    fn to_text(&self) -> String {
        setup::write(&self.rules, &self.position, Some(self.seat))
    }

    fn from_text(text: &str) -> Result<Self, Error> {
        let (rules, position, seat) = setup::read(text, true)?;
        Ok(Self { rules, seat, position })
    }

    fn deal_events(rules: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<String>) {
        events.push(format!("dealer {}", dealt.dealer()));
        new_cards(rules, dealt, seat, events);
    }

    fn action_events(
        rules: &Rules,
        before: &Position,
        action: Action,
        after: &Position,
        seat: Seat,
        events: &mut Vec<String>,
    ) {
        events.extend(rules.to_move(action).map(|chosen| format!("{} {chosen}", before.turn())));
        if before.phase() == Phase::Auction {
            if after.landlord().is_some() {
                events.push(format!("kitty {}", after.kitty()));
            } else if after.bids().is_empty() {
                new_cards(rules, after, seat, events);
            }
        }
    }
}

/// What a seat sees of a deal or a redeal.
fn new_cards(rules: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<String>) {
    let first = || format!("first {}", dealt.first_bidder());
    events.push(dealt.face_up().map_or_else(first, setup::write_face_up));
    // Without an auction the landlord has taken the kitty already.
    let hand = dealt.hands[seat];
    let landlord = dealt.landlord().map(Seat::from);
    events.push(format!("hand {}", if landlord == Some(seat) { hand - dealt.kitty() } else { hand }));
    if !rules.options().auction {
        events.push(format!("kitty {}", dealt.kitty()));
    }
}

/// What has to be told next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Dealer,
    FaceUp,
    Hand,
    Kitty,
    Move,
}

/// Somebody who is told what happened.
#[derive(Clone, Debug)]
pub struct Witness {
    view: View,
    stage: Stage,
}

impl crate::Witness for Witness {
    type Rules = Rules;
    type View = View;

    fn new(rules: &Rules, seat: Seat) -> Self {
        let view = View { rules: *rules, seat: seat as u8, position: Position::empty(0, 0) };
        Self { view, stage: Stage::Dealer }
    }

    fn resume(view: View) -> Self {
        Self { view, stage: Stage::Move }
    }

    fn see(&mut self, event: &str) -> Result<Option<(Seat, Action)>, String> {
        let told = self.read(event).ok_or_else(|| {
            format!(
                "{} is no event: expected such as \"dealer 0\", \"face-up 7 by 1\", \"hand 33467\", \"kitty 3TR\" or \
                 \"1 pass\"",
                quoted(event)
            )
        })?;
        if self.view.position.phase() == Phase::Over {
            return Err("the round is over".into());
        }
        let next = match told {
            Told::Dealer(_) => self.stage == Stage::Dealer,
            Told::FaceUp(_) | Told::First(_) => self.stage == Stage::FaceUp,
            Told::Hand(_) => self.stage == Stage::Hand,
            Told::Kitty(_) => self.stage == Stage::Kitty,
            Told::Move(seat, _) => self.stage == Stage::Move && seat == self.view.position.turn(),
        };
        if !next {
            return Err(format!("{}, not {}", self.comes_next(), quoted(event)));
        }
        // Nothing is kept of what turns out wrong.
        let mut after = self.clone();
        let action = after.take_in(told)?;
        *self = after;
        Ok(action)
    }

    fn view(self) -> Result<View, String> {
        if self.stage == Stage::Move { Ok(self.view) } else { Err(self.comes_next()) }
    }
}

/// An event, taken apart.
enum Told {
    Dealer(u8),
    FaceUp(FaceUp),
    First(u8),
    Hand([u32; RANKS]),
    Kitty([u32; RANKS]),
    Move(u8, String),
}

impl Witness {
    fn read(&self, event: &str) -> Option<Told> {
        let players = self.view.rules.options().players;
        let words: Vec<&str> = tokens(event).collect();
        let (&name, rest) = words.split_first()?;
        let one = || if let [word] = rest { Some(*word) } else { None };
        match name {
            "dealer" => one().and_then(|word| setup::seat(word, players)).map(Told::Dealer),
            "first" => one().and_then(|word| setup::seat(word, players)).map(Told::First),
            "face-up" => setup::face_up(rest, players).map(Told::FaceUp),
            "hand" => one().and_then(setup::cards).map(Told::Hand),
            "kitty" => one().and_then(setup::cards).map(Told::Kitty),
            _ => {
                let seat = setup::seat(name, players)?;
                (!rest.is_empty()).then(|| Told::Move(seat, rest.join(" ")))
            }
        }
    }

    fn comes_next(&self) -> String {
        match self.stage {
            Stage::Dealer => "the dealer comes next".into(),
            Stage::FaceUp => "the face-up card comes next".into(),
            Stage::Hand => "the hand comes next".into(),
            Stage::Kitty => "the kitty comes next".into(),
            Stage::Move => format!("a move of seat {} comes next", self.view.position.turn()),
        }
    }

    fn take_in(&mut self, told: Told) -> Result<Option<(Seat, Action)>, String> {
        let mut taken = None;
        let position = &mut self.view.position;
        let dealer = position.dealer;
        self.stage = match told {
            Told::Dealer(dealer) => {
                position.dealer = dealer;
                Stage::FaceUp
            }
            Told::First(first) => {
                *position = Position::empty(dealer, first);
                Stage::Hand
            }
            Told::FaceUp(face_up) => {
                *position = Position::empty(dealer, face_up.seat.unwrap_or(dealer));
                position.face_up = Some(face_up);
                Stage::Hand
            }
            Told::Hand(hand) => {
                self.take_hand(&hand)?;
                if self.view.rules.options().auction { Stage::Move } else { Stage::Kitty }
            }
            Told::Kitty(kitty) => {
                self.take_kitty(&kitty)?;
                Stage::Move
            }
            Told::Move(mover, text) => {
                let chosen = self.view.rules.parse(&text).map_err(|error| error.to_string())?;
                taken = self.view.rules.action(chosen).map(|action| (mover.into(), action));
                self.take_move(chosen)?
            }
        };
        Ok(taken)
    }

    fn take_hand(&mut self, hand: &[u32; RANKS]) -> Result<(), String> {
        let View { rules, seat, position } = &mut self.view;
        let (cards, size) = (hand.iter().sum::<u32>(), rules.hand_size());
        if cards != size {
            return Err(format!("the hand has {cards} cards, not {size} [DD-05]"));
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
        if !rules.options().auction {
            position.set_landlord(position.first);
        }
        Ok(())
    }

    fn take_kitty(&mut self, kitty: &[u32; RANKS]) -> Result<(), String> {
        let View { rules, seat, position } = &mut self.view;
        setup::check_kitty_size(rules, kitty.iter().sum())?;
        let mut sum = position.hands[*seat as usize].counts().map(u32::from);
        sum.iter_mut().zip(kitty).for_each(|(sum, &count)| *sum += count);
        // The face-up card is one more, but in the own hand or in the kitty it has been counted.
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

    /// Takes a move in and says what has to be told after it.
    fn take_move(&mut self, chosen: Move) -> Result<Stage, String> {
        let View { rules, seat, position } = &mut self.view;
        let rules = &*rules;
        let Some(action) = rules.action(chosen) else {
            return Err(format!("{chosen} is not in the table of these rules"));
        };
        if let Some(refusal) = position.refused_phase(action, rules) {
            return Err(refusal.to_string());
        }
        let mover = position.turn();
        match chosen {
            Move::Pass | Move::Bid(_) if position.phase() == Phase::Auction => {
                return Ok(match position.bid_made(rules, action as u8) {
                    AfterBid::GoesOn | AfterBid::Void => Stage::Move,
                    AfterBid::Redeal => {
                        *position = Position::empty(position.dealer, position.dealer);
                        Stage::FaceUp
                    }
                    AfterBid::Landlord(landlord) => {
                        position.set_landlord(landlord);
                        Stage::Kitty
                    }
                });
            }
            Move::Pass | Move::Bid(_) => position.pass(rules),
            Move::Play { .. } if mover == *seat => {
                if !position.is_legal(rules, action) {
                    return Err(crate::Position::refusal(position, rules, action).to_string());
                }
                crate::Position::play(position, rules, action, &mut Stream::without_seed());
            }
            Move::Play { play, .. } => {
                if let Some(refusal) = position.objection(&play) {
                    return Err(refusal.to_string());
                }
                let left = position.left(rules, mover);
                let Some(left) = left.checked_sub(play.cards().total()) else {
                    let cards = crate::text::count(left as usize, "card");
                    return Err(format!("seat {mover} has only {cards} left"));
                };
                // Together with what has been seen before, these must still be cards of the deck.
                let mut sum = position.hands[*seat as usize].counts().map(u32::from);
                let mut add = |cards: Cards| {
                    sum.iter_mut().zip(cards.counts()).for_each(|(sum, count)| *sum += u32::from(count));
                };
                position.played(rules).iter().for_each(|&cards| add(cards));
                add(play.cards());
                position.put_down(rules, play, left);
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
