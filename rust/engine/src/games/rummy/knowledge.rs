//! What one seat knows: its hand, everything public, and what everybody knows about hidden cards
//! (RM-19).

use super::View;
use super::actions;
use super::cards::{Card, Cards};
use super::moves::Move;
use super::notation::Event;
use super::notation::duplicate_card;
use super::position::Position;
use super::rules::{Rules, SEATS};
use crate::error::{Error, Refusal};
use crate::game::{self, EventError, Position as _, PublicHistory, Rules as _};
use crate::ids::{Action, Seat};
use crate::random::{Chance, SplitMix64, Stream};

/// What everybody knows about hidden cards (RM-07, RM-19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Knowledge {
    taken: [Cards; SEATS],
    /// Ordered by their lowest cards.
    earlier: Vec<Earlier>,
}

/// An earlier stock: those of its cards that are still hidden, all in hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Earlier {
    pub(super) cards: Cards,
    pub(super) held: [u8; SEATS],
}

impl Earlier {
    /// Returns the hidden cards of this stock.
    #[must_use]
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// Returns how many of them each seat holds.
    #[must_use]
    pub fn held(&self, rules: Rules) -> &[u8] {
        &self.held[..rules.players()]
    }
}

impl Knowledge {
    pub(super) fn new(taken: [Cards; SEATS], earlier: Vec<Earlier>) -> Self {
        let mut knowledge = Self { taken, earlier };
        knowledge.tidy();
        knowledge
    }

    /// Drops stocks without hidden cards and sorts the others.
    fn tidy(&mut self) {
        self.earlier.retain(|stock| !stock.cards.is_empty());
        self.earlier.sort_by_key(|stock| stock.cards.first());
    }

    /// Returns the cards in a seat's hand that it took from the discard pile.
    #[must_use]
    pub const fn taken(&self, seat: u8) -> Cards {
        self.taken[seat as usize]
    }

    /// Returns the earlier stocks that still have hidden cards.
    #[must_use]
    pub fn earlier(&self) -> &[Earlier] {
        &self.earlier
    }

    /// All cards taken from the discard pile that are still in hands.
    pub(super) fn all_taken(&self) -> Cards {
        self.taken.iter().fold(Cards::NONE, |all, &cards| all.union(cards))
    }

    /// All hidden cards of earlier stocks.
    pub(super) fn all_earlier(&self) -> Cards {
        self.earlier.iter().fold(Cards::NONE, |all, stock| all.union(stock.cards))
    }

    /// The cards that are, or were at first, in the current stock and that no seat has been seen to
    /// hold. Those in the seat's own hand are included.
    pub(super) fn present(&self, position: &Position) -> Cards {
        self.present_beside(position.open_cards())
    }

    /// [`present`](Self::present), given the cards that everybody sees.
    #[inline]
    pub(super) fn present_beside(&self, open: Cards) -> Cards {
        Cards::ALL.without(open.union(self.all_taken()).union(self.all_earlier()))
    }

    /// The number of cards from the current stock in a seat's hand.
    pub(super) fn held_of_present(&self, position: &Position, seat: u8) -> u8 {
        let index = usize::from(seat);
        let earlier: u8 = self.earlier.iter().map(|stock| stock.held[index]).sum();
        position.size(seat) - self.taken[index].len() - earlier
    }

    /// The first of these cards that a seat cannot hold, given what everybody knows.
    pub(super) fn cannot_hold(
        &self,
        position: &Position,
        seat: u8,
        mut cards: impl Iterator<Item = Card>,
    ) -> Option<Card> {
        let index = usize::from(seat);
        let mut left: Vec<u8> = self.earlier.iter().map(|stock| stock.held[index]).collect();
        let mut of_present = self.held_of_present(position, seat);
        cards.find(|&card| {
            if self.taken[index].has(card) {
                return false;
            }
            let stock = self.earlier.iter().position(|stock| stock.cards.has(card));
            let left = stock.map_or(&mut of_present, |stock| &mut left[stock]);
            let none = *left == 0;
            *left = left.saturating_sub(1);
            none
        })
    }

    /// Whether a seat can have this hand, given what everybody knows.
    pub(super) fn agrees(&self, seat: u8, hand: Cards) -> bool {
        let index = usize::from(seat);
        let others_took = self
            .taken
            .iter()
            .enumerate()
            .any(|(other, &cards)| other != index && !cards.among(hand).is_empty());
        let held = |stock: &Earlier| stock.cards.among(hand).len() == stock.held[index];
        !others_took && hand.has_all(self.taken[index]) && self.earlier.iter().all(held)
    }

    /// RM-07: when the stock is empty, its hidden cards are all in hands, and other cards are
    /// shuffled.
    fn close_stock(&mut self, position: &Position, rules: Rules) {
        let cards = self.present(position);
        if !cards.is_empty() {
            let mut held = [0; SEATS];
            for (seat, held) in (0..rules.seats()).zip(&mut held) {
                *held = self.held_of_present(position, seat);
            }
            self.earlier.push(Earlier { cards, held });
            self.tidy();
        }
    }

    /// Records that a seat played a card face up.
    fn show(&mut self, seat: u8, card: Card) {
        let index = usize::from(seat);
        if self.taken[index].has(card) {
            self.taken[index] = self.taken[index].without(card.alone());
        } else if let Some(stock) = self.earlier.iter_mut().find(|stock| stock.cards.has(card)) {
            stock.cards = stock.cards.without(card.alone());
            stock.held[index] -= 1;
        }
    }
}

impl game::Knowledge<Position> for Knowledge {
    fn record(&mut self, rules: &Rules, before: &Position, chosen: Move) {
        let seat = before.turn();
        match chosen {
            Move::Draw if before.stock_size() == 0 => self.close_stock(before, *rules),
            Move::Draw => {}
            Move::Take => {
                let top: Cards = before.discards().next_back().into_iter().collect();
                self.taken[usize::from(seat)] = self.taken(seat).union(top);
            }
            Move::Meld(_) | Move::LayOff { .. } | Move::Discard(_) => {
                chosen.cards().into_iter().for_each(|card| self.show(seat, card));
                self.tidy();
            }
        }
    }

    fn hide(_: &Rules, position: &mut Position, seat: Seat) {
        position.hide_from(seat as u8);
    }

    fn sample(
        &self,
        rules: &Rules,
        seen: &Position,
        seat: Seat,
        chance: &mut Stream,
    ) -> Result<Position, Error> {
        let (rules, seat) = (*rules, seat as u8);
        let mut position = *seen;
        let mut hands: Vec<(u8, Cards)> =
            seen.unseen_seats(rules, seat).map(|other| (other, self.taken(other))).collect();
        let mut share = |cards: Cards, size: &dyn Fn(u8) -> u8| {
            let mut cards: Vec<Card> = cards.into_iter().collect();
            chance.shuffle(&mut cards);
            let mut cards = cards.into_iter();
            for (seat, hand) in &mut hands {
                *hand = hand.union(cards.by_ref().take(size(*seat).into()).collect());
            }
            cards.collect::<Vec<Card>>()
        };
        let seen_hands = seen.seen_hands(rules, seat);
        for stock in &self.earlier {
            share(stock.cards.without(seen_hands), &|other| stock.held[usize::from(other)]);
        }
        let stock = share(self.present(seen).without(seen_hands), &|other| self.held_of_present(seen, other));
        for (other, hand) in hands {
            position.fill_hand(other, hand);
        }
        position.fill_stock(&stock);
        Ok(position)
    }

    /// Follows the round from the last shuffle of the stock. Which of its cards a seat drew when is
    /// drawn uniformly from all orders in which it had each card before it played it.
    fn rewind(
        &self,
        rules: &Rules,
        now: &Position,
        history: &PublicHistory<Position>,
        chance: &mut SplitMix64,
    ) -> Option<(Position, usize)> {
        let mut position = history.start?;
        let mut taken = [Cards::NONE; SEATS];
        let from = history.before.len();
        let mut past = Past { start: position, from, taken, stock: Cards::ALL, steps: Vec::new() };
        for (index, &action) in history.actions.iter().enumerate() {
            let (seat, chosen) = (position.turn(), rules.to_move(action)?);
            let place = usize::from(seat);
            match chosen {
                Move::Draw => {
                    let shuffled = position.stock_size() == 0;
                    let top: Cards = position.discards().next_back().into_iter().collect();
                    let stock = position.discards().collect::<Cards>().without(top);
                    position.draw_unseen(None);
                    past.steps.push((seat, None));
                    if shuffled {
                        let from = history.before.len() + index + 1;
                        past = Past { start: position, from, taken, stock, steps: Vec::new() };
                    }
                }
                Move::Take => {
                    taken[place] = taken[place].union(position.discards().next_back()?.alone());
                    position.play(rules, action, chance);
                }
                _ => {
                    let cards = chosen.cards();
                    past.steps.push((seat, Some(cards.without(taken[place]))));
                    taken[place] = taken[place].without(cards);
                    position.show(cards);
                    position.play(rules, action, chance);
                }
            }
        }
        past.with_hands(*rules, now, &taken, chance)
    }
}

/// The public events of a round since a shuffle of the stock.
struct Past {
    start: Position,
    /// The number of actions before.
    from: usize,
    /// The cards in hands that came from the discard pile.
    taken: [Cards; SEATS],
    /// The cards that were shuffled.
    stock: Cards,
    /// A seat drew a card from the stock, or played these cards, none of them from the discard pile.
    steps: Vec<(u8, Option<Cards>)>,
}

impl Past {
    /// The start with hands and a stock that lead to this deal, and the number of actions before.
    fn with_hands(
        mut self,
        rules: Rules,
        now: &Position,
        taken: &[Cards; SEATS],
        chance: &mut SplitMix64,
    ) -> Option<(Position, usize)> {
        let hand = |seat| now.hand(seat).without(taken[usize::from(seat)]);
        let mut hands: Vec<Cards> = (0..rules.seats()).map(hand).collect();
        let mut stock: Vec<Card> = Vec::new();
        // Back from the end. The cards that a seat can have drawn at a moment are those that it had
        // later, so the order of choices makes all assignments equally likely.
        for &(seat, played) in self.steps.iter().rev() {
            let place = usize::from(seat);
            let Some(cards) = played else {
                let drawable = hands[place].among(self.stock);
                if drawable.is_empty() {
                    return None;
                }
                let card = drawable.into_iter().nth(chance.below(drawable.len().into()) as usize)?;
                hands[place] = hands[place].without(card.alone());
                stock.push(card);
                continue;
            };
            hands[place] = hands[place].union(cards);
        }
        stock.reverse();
        stock.extend(now.stock());
        for (seat, hand) in (0..).zip(hands) {
            self.start.fill_hand(seat, hand.union(self.taken[usize::from(seat)]));
        }
        self.start.fill_stock(&stock);
        Some((self.start, self.from))
    }
}

impl Position {
    /// Whether seat `by` sees the hand of `seat`.
    pub(super) const fn is_seen(&self, seat: u8, by: u8) -> bool {
        seat == by || self.went_out().is_some()
    }

    /// The seats whose hands this one does not see.
    fn unseen_seats(&self, rules: Rules, by: u8) -> impl Iterator<Item = u8> {
        (0..rules.seats()).filter(move |&seat| !self.is_seen(seat, by))
    }

    /// The cards of all visible hands.
    fn seen_hands(&self, rules: Rules, by: u8) -> Cards {
        let seen = (0..rules.seats()).filter(|&seat| self.is_seen(seat, by));
        seen.fold(Cards::NONE, |cards, seat| cards.union(self.hand(seat)))
    }
}

impl View {
    /// Returns the seat's own hand.
    #[must_use]
    pub const fn hand(&self) -> Cards {
        self.position.hand(self.seat as u8)
    }

    /// Returns whether a seat's hand is visible.
    #[must_use]
    pub const fn sees(&self, seat: u8) -> bool {
        self.position.is_seen(seat, self.seat as u8)
    }

    /// Returns the cards that are not in a visible hand, on the table or in the discard pile.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        Cards::ALL.without(self.position.open_cards()).without(self.seen_hands())
    }

    /// The unseen cards of the current stock, whether drawn or not.
    fn present(&self) -> Cards {
        self.knowledge.present(&self.position).without(self.seen_hands())
    }

    /// Returns the unseen cards that may be in the stock.
    #[must_use]
    pub fn drawable(&self) -> Cards {
        if self.position.stock_size() == 0 { Cards::NONE } else { self.present() }
    }

    /// Returns the cards that a seat is known to hold.
    #[must_use]
    pub fn known(&self, seat: u8) -> Cards {
        if self.sees(seat) {
            return self.position.hand(seat);
        }
        let others = || {
            let unseen = self.position.unseen_seats(self.rules, self.seat as u8);
            unseen.filter(move |&other| other != seat)
        };
        let mut known = self.knowledge.taken(seat);
        // The cards that nobody else can hold.
        for stock in self.knowledge.earlier() {
            if others().all(|other| stock.held[usize::from(other)] == 0) {
                known = known.union(stock.cards.without(self.seen_hands()));
            }
        }
        let none = |other| self.knowledge.held_of_present(&self.position, other) == 0;
        if self.position.stock_size() == 0 && others().all(none) {
            known = known.union(self.present());
        }
        known
    }

    fn seen_hands(&self) -> Cards {
        self.position.seen_hands(self.rules, self.seat as u8)
    }
}

/// The next kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Dealer,
    Hand,
    Upcard,
    Move,
    Shown(u8),
    Nothing,
}

/// Builds what a seat knows from its events.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: Rules,
    seat: u8,
    position: Position,
    knowledge: Knowledge,
    stage: Stage,
}

impl game::Tracker<Position> for Tracker {
    type Event = Event;

    fn new(rules: &Rules, seat: Seat) -> Self {
        let (position, knowledge) = (Position::empty(*rules), Knowledge::default());
        Self { rules: *rules, seat: seat as u8, position, knowledge, stage: Stage::Dealer }
    }

    fn resume(rules: &Rules, seat: Seat, position: Position, knowledge: Knowledge) -> Self {
        let stage = if position.is_over() { Stage::Nothing } else { Stage::Move };
        Self { rules: *rules, seat: seat as u8, position, knowledge, stage }
    }

    fn apply(&mut self, event: Event) -> Result<Option<(Seat, Action)>, EventError> {
        if self.stage == Stage::Nothing {
            return Err("the round is over".into());
        }
        let (own, turn) = (self.seat, self.position.turn());
        let next = match &event {
            Event::Dealer(_) => self.stage == Stage::Dealer,
            Event::Hand(_) => self.stage == Stage::Hand,
            Event::Upcard(_) => self.stage == Stage::Upcard,
            Event::Drawn(seat, _) => self.stage == Stage::Move && *seat == turn && turn == own,
            Event::Move(seat, told) => {
                self.stage == Stage::Move && *seat == turn && !(told.is(Move::Draw) && turn == own)
            }
            Event::Shown(seat, _) => self.stage == Stage::Shown(*seat),
        };
        if !next {
            return Err(EventError::OutOfOrder(self.expected_event()));
        }
        Ok(self.apply_event(event)?)
    }

    fn finish(self) -> Result<(Position, Knowledge), String> {
        if self.is_complete() { Ok((self.position, self.knowledge)) } else { Err(self.expected_event()) }
    }

    fn is_complete(&self) -> bool {
        matches!(self.stage, Stage::Move | Stage::Nothing)
    }
}

impl Tracker {
    fn expected_event(&self) -> String {
        match self.stage {
            Stage::Dealer => "expected the dealer".into(),
            Stage::Hand => "expected the hand".into(),
            Stage::Upcard => "expected the upcard".into(),
            Stage::Move => format!("expected a move of seat {}", self.position.turn()),
            Stage::Shown(seat) => format!("expected the hand of seat {seat}"),
            Stage::Nothing => "the round is over".into(),
        }
    }

    fn apply_event(&mut self, event: Event) -> Result<Option<(Seat, Action)>, String> {
        let (rules, own, mut taken) = (self.rules, self.seat, None);
        self.stage = match event {
            Event::Dealer(dealer) => {
                self.position.set_dealer(rules, dealer);
                Stage::Hand
            }
            Event::Hand(hand) => {
                let size = rules.hand_size();
                let hand = all_different(&hand)?;
                if hand.len() != size {
                    return Err(format!("the hand has {} cards, expected {size} [RM-02]", hand.len()));
                }
                self.position.fill_hand(own, hand);
                Stage::Upcard
            }
            Event::Upcard(card) => {
                check_unseen(self.position.hand(own), &[card])?;
                self.position.turn_up(card);
                Stage::Move
            }
            Event::Shown(holder, hand) => self.show(holder, &hand)?,
            Event::Drawn(_, card) => {
                taken = Some((own.into(), actions::DRAW));
                self.draw_own(card)?
            }
            Event::Move(mover, told) => {
                let chosen = told.read(&rules).map_err(|error| error.to_string())?;
                taken = rules.action(chosen).map(|action| (mover.into(), action));
                self.check(chosen, mover)?;
                self.play(chosen, None)
            }
        };
        Ok(taken)
    }

    /// Checks that a move is legal.
    fn check(&mut self, chosen: Move, mover: u8) -> Result<(), String> {
        let Self { rules, seat, position, knowledge, .. } = self;
        if mover == *seat {
            return position.refused(*rules, chosen).map_or(Ok(()), |refusal| Err(refusal.to_string()));
        }
        // The hand is hidden, so what is known of it is checked instead.
        let refused =
            |refusal: Option<Refusal>| refusal.map_or(Ok(()), |refusal: Refusal| Err(refusal.to_string()));
        refused(position.refused_now(*rules, chosen))?;
        let cards = chosen.in_order();
        let own_taken = knowledge.taken(mover);
        let seen =
            position.open_cards().union(position.hand(*seat)).union(knowledge.all_taken().without(own_taken));
        check_unseen(seen, &cards)?;
        if let Some(card) = knowledge.cannot_hold(position, mover, cards.iter().copied()) {
            return Err(format!("seat {mover} cannot hold {card}"));
        }
        refused(position.refused_on_table(*rules, chosen))?;
        position.show(cards.into_iter().collect());
        Ok(())
    }

    /// Applies the seat's own draw from the stock.
    fn draw_own(&mut self, card: Card) -> Result<Stage, String> {
        let Self { rules, seat, position, knowledge, .. } = &*self;
        let refused = position.refused_now(*rules, Move::Draw);
        let discarded: Cards = position.discards().collect();
        // RM-07: all discards except the top one can then be drawn.
        let new_stock = if refused.is_none() && position.stock_size() == 0 {
            let top: Cards = position.discards().next_back().into_iter().collect();
            discarded.without(top)
        } else {
            Cards::NONE
        };
        let seen =
            position.open_cards().without(new_stock).union(position.hand(*seat)).union(knowledge.all_taken());
        check_unseen(seen, &[card])?;
        if let Some(refusal) = refused {
            return Err(refusal.to_string());
        }
        let in_stock = if new_stock.is_empty() { knowledge.present(position) } else { new_stock };
        if !in_stock.has(card) {
            return Err(format!("{card} cannot be in the stock"));
        }
        Ok(self.play(Move::Draw, Some(card)))
    }

    /// Plays a legal move and returns the stage that follows.
    fn play(&mut self, chosen: Move, drawn: Option<Card>) -> Stage {
        let Self { rules, seat, position, knowledge, .. } = self;
        let (before, turn) = (*position, position.turn());
        if chosen == Move::Draw {
            position.draw_unseen(drawn);
        } else {
            position.play_move(rules, chosen, &mut Stream::without_seed());
        }
        if turn != *seat {
            position.fill_hand(turn, Cards::NONE);
        }
        game::Knowledge::record(knowledge, rules, &before, chosen);
        match position.went_out() {
            Some(_) => self.next_shown(0),
            None if position.is_over() => Stage::Nothing,
            None => Stage::Move,
        }
    }

    /// Applies a hand that is shown at the end.
    fn show(&mut self, holder: u8, cards: &[Card]) -> Result<Stage, String> {
        let Self { rules, position, knowledge, .. } = self;
        let hand = all_different(cards)?;
        let size = position.size(holder);
        if hand.len() != size {
            return Err(format!("seat {holder} has {} cards, expected {size}", hand.len()));
        }
        let seen = (0..rules.seats()).map(|seat| position.hand(seat));
        check_unseen(seen.fold(position.open_cards(), Cards::union), cards)?;
        if !knowledge.agrees(holder, hand) {
            return Err(format!("what is known about seat {holder} contradicts its cards"));
        }
        position.fill_hand(holder, hand);
        Ok(self.next_shown(holder + 1))
    }

    fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let seat = self.seat;
        (0..self.rules.seats()).filter(move |&other| other != seat)
    }

    /// At the end, the other seats show their hands.
    fn next_shown(&self, from: u8) -> Stage {
        let next = self.others().find(|&other| other >= from);
        next.map_or(Stage::Nothing, Stage::Shown)
    }
}

fn all_different(cards: &[Card]) -> Result<Cards, String> {
    let mut all = Cards::NONE;
    for &card in cards {
        if all.has(card) {
            return Err(duplicate_card(card).into());
        }
        all = all.union(card.alone());
    }
    Ok(all)
}

fn check_unseen(seen: Cards, cards: &[Card]) -> Result<(), String> {
    match cards.iter().find(|&&card| seen.has(card)) {
        Some(card) => Err(format!("{card} has been seen before")),
        None => Ok(()),
    }
}
