//! What one seat knows: its hand, all that is public, and what all know of hidden cards (RM-19).

use super::cards::{Card, Cards};
use super::known::Known;
use super::moves::Move;
use super::position::Position;
use super::read::stands_twice;
use super::rules::Rules;
use super::{Rummy, draw, moves, texts};
use crate::fields::seat;
use crate::game::{Memory as _, Position as _, Rules as _};
use crate::text::{quoted, tokens};
use crate::{Action, Chance, Error, Round, Seat, State, Stream};

/// What one seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    rules: Rules,
    seat: u8,
    /// Without the hands that are not seen and the order of the stock.
    position: Position,
    known: Known,
}

impl View {
    /// What is seen: hands that are not seen are empty in it, and the cards of the stock are not there.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What all know of hidden cards.
    pub const fn public(&self) -> &Known {
        &self.known
    }

    /// The own hand.
    pub const fn hand(&self) -> Cards {
        self.position.hand(self.seat)
    }

    /// Whether a seat's hand is seen.
    pub const fn sees(&self, seat: u8) -> bool {
        seat == self.seat || self.position.went_out().is_some()
    }

    /// The cards that are in no hand that is seen, nor on the table or the discard pile.
    pub fn unseen(&self) -> Cards {
        Cards::ALL.without(self.position.open_cards()).without(self.seen_hands())
    }

    /// The unseen cards of the present stock, drawn from it or not.
    fn present(&self) -> Cards {
        self.known.present(&self.position).without(self.seen_hands())
    }

    /// The unseen cards that the stock may hold.
    pub fn drawable(&self) -> Cards {
        if self.position.stock_size() == 0 { Cards::NONE } else { self.present() }
    }

    /// The cards that a seat is known to hold.
    pub fn known(&self, seat: u8) -> Cards {
        if self.sees(seat) {
            return self.position.hand(seat);
        }
        let mut known = self.known.taken(seat);
        // What nobody else can hold.
        for stock in self.known.earlier() {
            let mut others = self.hidden().filter(|&other| other != seat);
            if others.all(|other| stock.held[usize::from(other)] == 0) {
                known = known.and(stock.cards.without(self.seen_hands()));
            }
        }
        let mut others = self.hidden().filter(|&other| other != seat);
        let none = |other| self.known.held_of_present(&self.position, other) == 0;
        if self.position.stock_size() == 0 && others.all(none) {
            known = known.and(self.present());
        }
        known
    }

    fn seen_hands(&self) -> Cards {
        let seen = (0..self.rules.seats()).filter(|&seat| self.sees(seat));
        seen.fold(Cards::NONE, |cards, seat| cards.and(self.position.hand(seat)))
    }

    /// The seats whose hands are not seen.
    fn hidden(&self) -> impl Iterator<Item = u8> {
        (0..self.rules.seats()).filter(|&seat| !self.sees(seat))
    }

    fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let seat = self.seat;
        (0..self.rules.seats()).filter(move |&other| other != seat)
    }

    /// The unseen cards as hands and stock, at random.
    fn deal(&self, chance: &mut Stream) -> Position {
        let mut position = self.position;
        let mut hands: Vec<(u8, Cards)> = self.hidden().map(|seat| (seat, self.known.taken(seat))).collect();
        let mut share = |cards: Cards, size: &dyn Fn(u8) -> u8| {
            let mut cards: Vec<Card> = cards.into_iter().collect();
            chance.shuffle(&mut cards);
            let mut cards = cards.into_iter();
            for (seat, hand) in &mut hands {
                *hand = hand.and(cards.by_ref().take(size(*seat).into()).collect());
            }
            cards.collect::<Vec<Card>>()
        };
        for stock in self.known.earlier() {
            share(stock.cards.without(self.seen_hands()), &|seat| stock.held[usize::from(seat)]);
        }
        let stock = share(self.present(), &|seat| self.known.held_of_present(&self.position, seat));
        for (seat, hand) in hands {
            position.fill_hand(seat, hand);
        }
        position.fill_stock(&stock);
        position
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
        draw::draw(*rules, &self.position, &self.known, Some(self.seat))
    }
}

impl crate::View<Rummy> for View {
    type Witness = Witness;

    fn of(state: &State<Rummy>, seat: Seat) -> Self {
        let (rules, mut position, seat) = (*state.rules(), *state.position(), seat as u8);
        position.hide_from(seat);
        Self { rules, seat, position, known: state.memory() }
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

    fn memory(&self) -> &Known {
        &self.known
    }

    fn sample(&self, mut chance: Stream) -> Result<State<Rummy>, Error> {
        let position = self.deal(&mut chance);
        Ok(State::remembered(self.rules, position, self.known.clone(), chance))
    }

    fn to_text(&self) -> String {
        texts::write(self.rules, &self.position, &self.known, Some(self.seat))
    }

    fn from_text(text: &str) -> Result<Self, Error> {
        let (rules, seat, position, known) = texts::read_view(text)?;
        Ok(Self { rules, seat, position, known })
    }

    fn deal_events(rules: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<String>) {
        events.push(format!("dealer {}", rules.before(dealt.turn())));
        events.push(format!("hand {}", dealt.hand(seat as u8)));
        events.extend(dealt.discards().map(|upcard| format!("upcard {upcard}")));
    }

    fn action_events(
        rules: &Rules,
        before: &Position,
        action: Action,
        after: &Position,
        seat: Seat,
        events: &mut Vec<String>,
    ) {
        let (turn, seat) = (before.turn(), seat as u8);
        match rules.to_move(action) {
            Some(Move::Draw) if turn == seat => {
                events.push(format!("{turn} draw {}", after.hand(turn).without(before.hand(turn))));
            }
            Some(chosen) => events.push(format!("{turn} {chosen}")),
            None => {}
        }
        if after.went_out().is_some() {
            let others = (0..rules.seats()).filter(|&other| other != seat);
            events.extend(others.map(|other| format!("{other} holds {}", after.hand(other))));
        }
    }
}

/// What has to be told next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Dealer,
    Hand,
    Upcard,
    Move,
    Shown(u8),
    Nothing,
}

/// Somebody who is told what happened.
#[derive(Clone, Debug)]
pub struct Witness {
    view: View,
    stage: Stage,
}

/// An event, taken apart.
enum Told {
    Dealer(u8),
    Hand(Vec<Card>),
    Upcard(Card),
    Drawn(u8, Card),
    Move(u8, String),
    Shown(u8, Vec<Card>),
}

impl crate::Witness for Witness {
    type Rules = Rules;
    type View = View;

    fn new(rules: &Rules, seat: Seat) -> Self {
        let position = Position::empty(*rules);
        let view = View { rules: *rules, seat: seat as u8, position, known: Known::default() };
        Self { view, stage: Stage::Dealer }
    }

    fn resume(view: View) -> Self {
        let stage = if view.position.is_over() { Stage::Nothing } else { Stage::Move };
        Self { view, stage }
    }

    fn see(&mut self, event: &str) -> Result<Option<(Seat, Action)>, String> {
        let told = self.read(event).ok_or_else(|| {
            format!(
                "{} is no event: expected such as \"dealer 1\", \"hand 7S 8S\", \"upcard 5H\", \"0 draw\", \"1 draw \
                 7S\", \"0 take\", \"0 meld 7C 7D 7S\", \"0 7S@low\", \"0 discard 5H\" or \"1 holds 7S\"",
                quoted(event)
            )
        })?;
        if self.stage == Stage::Nothing {
            return Err("the round is over".into());
        }
        let (own, turn) = (self.view.seat, self.view.position.turn());
        let next = match &told {
            Told::Dealer(_) => self.stage == Stage::Dealer,
            Told::Hand(_) => self.stage == Stage::Hand,
            Told::Upcard(_) => self.stage == Stage::Upcard,
            Told::Drawn(seat, _) => self.stage == Stage::Move && *seat == turn && turn == own,
            Told::Move(seat, text) => {
                let draws = text.eq_ignore_ascii_case("draw");
                self.stage == Stage::Move && *seat == turn && !(draws && turn == own)
            }
            Told::Shown(seat, _) => self.stage == Stage::Shown(*seat),
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
        match self.stage {
            Stage::Move | Stage::Nothing => Ok(self.view),
            _ => Err(self.comes_next()),
        }
    }
}

impl Witness {
    fn read(&self, event: &str) -> Option<Told> {
        let players = self.view.rules.seats();
        let words: Vec<&str> = tokens(event).collect();
        let (&name, rest) = words.split_first()?;
        match (name, rest) {
            ("dealer", &[word]) => seat(word, players).map(Told::Dealer),
            ("hand", cards) => texts::cards(cards).map(Told::Hand),
            ("upcard", &[card]) => Card::parse(card).map(Told::Upcard),
            ("dealer" | "upcard", _) => None,
            _ => {
                let seat = seat(name, players)?;
                match rest {
                    ["draw"] => Some(Told::Move(seat, "draw".into())),
                    ["draw", card] => Card::parse(card).map(|card| Told::Drawn(seat, card)),
                    [] | ["draw", ..] => None,
                    ["holds", held @ ..] => texts::cards(held).map(|cards| Told::Shown(seat, cards)),
                    _ => Some(Told::Move(seat, rest.join(" "))),
                }
            }
        }
    }

    fn comes_next(&self) -> String {
        match self.stage {
            Stage::Dealer => "the dealer comes next".into(),
            Stage::Hand => "the hand comes next".into(),
            Stage::Upcard => "the upcard comes next".into(),
            Stage::Move => format!("a move of seat {} comes next", self.view.position.turn()),
            Stage::Shown(seat) => format!("the hand of seat {seat} comes next"),
            Stage::Nothing => "the round is over".into(),
        }
    }

    fn take_in(&mut self, told: Told) -> Result<Option<(Seat, Action)>, String> {
        let (rules, own, mut taken) = (self.view.rules, self.view.seat, None);
        self.stage = match told {
            Told::Dealer(dealer) => {
                self.view.position.set_dealer(rules, dealer);
                Stage::Hand
            }
            Told::Hand(hand) => {
                let size = rules.hand_size();
                let hand = all_different(&hand)?;
                if hand.len() != size {
                    return Err(format!("the hand has {} cards, not {size} [RM-02]", hand.len()));
                }
                self.view.position.fill_hand(own, hand);
                Stage::Upcard
            }
            Told::Upcard(card) => {
                check_unseen(self.view.hand(), &[card])?;
                self.view.position.turn_up(card);
                Stage::Move
            }
            Told::Shown(holder, hand) => self.show(holder, &hand)?,
            Told::Drawn(_, card) => {
                taken = Some((own.into(), moves::DRAW));
                self.draw_own(card)?
            }
            Told::Move(mover, text) => {
                let chosen = rules.parse(&text).map_err(|error| error.to_string())?;
                taken = rules.action(chosen).map(|action| (mover.into(), action));
                self.check(chosen, mover)?;
                self.play(chosen, None)?
            }
        };
        Ok(taken)
    }

    /// Whether a move can be played.
    fn check(&mut self, chosen: Move, mover: u8) -> Result<(), String> {
        let View { rules, seat, position, known } = &mut self.view;
        if mover == *seat {
            return position.refused(*rules, chosen).map_or(Ok(()), |refusal| Err(refusal.to_string()));
        }
        // Nobody sees the hand: what is known of it stands for it.
        let refused = |refusal: Option<crate::Refusal>| {
            refusal.map_or(Ok(()), |refusal: crate::Refusal| Err(refusal.to_string()))
        };
        refused(position.refused_now(*rules, chosen))?;
        let cards = chosen.in_order();
        let own_taken = known.taken(mover);
        let seen = position.open_cards().and(position.hand(*seat)).and(known.all_taken().without(own_taken));
        check_unseen(seen, &cards)?;
        if let Some(card) = known.cannot_hold(position, mover, cards.iter().copied()) {
            return Err(format!("seat {mover} cannot hold {card}"));
        }
        refused(position.refused_on_table(*rules, chosen))?;
        position.show(cards.into_iter().collect());
        Ok(())
    }

    /// The own draw of a card from the stock.
    fn draw_own(&mut self, card: Card) -> Result<Stage, String> {
        let View { rules, seat, position, known } = &self.view;
        let refused = position.refused_now(*rules, Move::Draw);
        let discarded: Cards = position.discards().collect();
        // RM-07: the discards but the top one may then be drawn.
        let new_stock = if refused.is_none() && position.stock_size() == 0 {
            let top: Cards = position.discards().next_back().into_iter().collect();
            discarded.without(top)
        } else {
            Cards::NONE
        };
        let seen = position.open_cards().without(new_stock).and(position.hand(*seat)).and(known.all_taken());
        check_unseen(seen, &[card])?;
        if let Some(refusal) = refused {
            return Err(refusal.to_string());
        }
        let in_stock = if new_stock.is_empty() { known.present(position) } else { new_stock };
        if !in_stock.has(card) {
            return Err(format!("{card} cannot be in the stock"));
        }
        self.play(Move::Draw, Some(card))
    }

    /// Plays a move that may be played, and says what has to be told after it.
    fn play(&mut self, chosen: Move, drawn: Option<Card>) -> Result<Stage, String> {
        let action = self.view.rules.action(chosen).ok_or("there is no such move")?;
        let View { rules, seat, position, known } = &mut self.view;
        let (before, turn) = (*position, position.turn());
        if chosen == Move::Draw {
            position.draw_unseen(drawn);
        } else {
            position.play(rules, action, &mut Stream::without_seed());
        }
        if turn != *seat {
            position.fill_hand(turn, Cards::NONE);
        }
        known.see(rules, &before, action);
        Ok(match position.went_out() {
            Some(_) => self.next_shown(0),
            None if position.is_over() => Stage::Nothing,
            None => Stage::Move,
        })
    }

    /// A hand that is laid open at the end.
    fn show(&mut self, holder: u8, cards: &[Card]) -> Result<Stage, String> {
        let View { rules, position, known, .. } = &mut self.view;
        let hand = all_different(cards)?;
        let size = position.size(holder);
        if hand.len() != size {
            return Err(format!("seat {holder} has {} cards, not {size}", hand.len()));
        }
        let seen = (0..rules.seats()).map(|seat| position.hand(seat));
        check_unseen(seen.fold(position.open_cards(), Cards::and), cards)?;
        if !known.agrees(holder, hand) {
            return Err(format!("what is known of seat {holder} does not agree with its cards"));
        }
        position.fill_hand(holder, hand);
        Ok(self.next_shown(holder + 1))
    }

    /// At the end the others show their hands.
    fn next_shown(&self, from: u8) -> Stage {
        let next = self.view.others().find(|&other| other >= from);
        next.map_or(Stage::Nothing, Stage::Shown)
    }
}

fn all_different(cards: &[Card]) -> Result<Cards, String> {
    let mut all = Cards::NONE;
    for &card in cards {
        if all.has(card) {
            return Err(stands_twice(card));
        }
        all = all.and(card.alone());
    }
    Ok(all)
}

fn check_unseen(seen: Cards, cards: &[Card]) -> Result<(), String> {
    match cards.iter().find(|&&card| seen.has(card)) {
        Some(card) => Err(format!("{card} has been seen before")),
        None => Ok(()),
    }
}
