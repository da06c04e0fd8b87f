//! How a game is written: the smallest one that has all that a game can have, two seats, something hidden, and chance
//! inside the round.
//!
//! The dealer begins. Each player holds a number from 1 to `cards`, which the other does not see. In turn they keep it, raise the stake, or
//! throw in: both numbers go back and are dealt anew. The round is over when two in a row have kept; the higher number
//! wins the stake.
//!
//! - **DU-01** The stake begins at 1 and is raised by 1, up to a limit that is drawn with each deal for both to see.
//! - **DU-02** As often as the rules say, the numbers may be thrown in.
//! - **DU-03** Two keeps in a row end the round.

use std::fmt;

use oxideal_engine::text::quoted;
use oxideal_engine::{
    Action, Chance, Error, EventError, Field, Game, Notation, Position as _, Refusal, RowWriter, RuleId,
    Rules as _, Seat, Stream, Trail,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Duel;

impl Game for Duel {
    const NAME: &'static str = "duel";
    type Rules = Rules;
    type Position = Position;
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rules {
    /// The highest number, 2 to 9.
    pub(crate) cards: u8,
    /// How often numbers may be thrown in (DU-02).
    pub(crate) throws: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Self { cards: 5, throws: 3 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Keep,
    Raise,
    Throw,
}

/// The table of actions: the id of a move is its place.
const MOVES: [(Move, &str); 3] = [(Move::Keep, "keep"), (Move::Raise, "raise"), (Move::Throw, "throw in")];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MOVES[*self as usize].1)
    }
}

impl oxideal_engine::Rules for Rules {
    type Move = Move;

    const ACTION_TABLE_VERSION: u32 = 1;

    fn players(&self) -> usize {
        2
    }

    fn num_actions(&self) -> Action {
        MOVES.len() as Action
    }

    fn to_move(&self, action: Action) -> Option<Move> {
        MOVES.get(action as usize).map(|&(chosen, _)| chosen)
    }

    fn action(&self, chosen: Move) -> Option<Action> {
        Some(chosen as Action)
    }

    fn parse(&self, text: &str) -> Result<Move, Error> {
        let found = MOVES.iter().find(|&&(_, name)| name == text);
        found
            .map(|&(chosen, _)| chosen)
            .ok_or_else(|| Error::InvalidMove(format!("{} names no move", quoted(text))))
    }

    fn to_bytes(&self) -> Vec<u8> {
        vec![self.cards, self.throws]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        match *bytes {
            [cards @ 2..=9, throws] => Some(Self { cards, throws }),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// By seat; 0 in a view for the one that is not seen.
    pub(crate) hands: [u8; 2],
    pub(crate) limit: u8,
    pub(crate) stake: u8,
    /// How often numbers may still be thrown in.
    pub(crate) throws: u8,
    pub(crate) turn: u8,
    /// How many in a row have kept.
    pub(crate) kept: u8,
}

impl Position {
    fn numbers(&self, rules: &Rules) -> String {
        let Self { limit, stake, throws, turn, kept, .. } = self;
        let [first, second] = self.hands.map(|hand| if hand == 0 { "?".into() } else { hand.to_string() });
        let Rules { cards, throws: most_throws } = rules;
        format!("duel {cards} {most_throws} {limit} {stake} {throws} {turn} {kept} {first} {second}")
    }

    fn deal_numbers(&mut self, rules: &Rules, chance: &mut impl Chance) {
        let mut numbers: Vec<u8> = (1..=rules.cards).collect();
        chance.shuffle(&mut numbers);
        self.hands = [numbers[0], numbers[1]];
        self.limit = 1 + chance.below(3) as u8;
    }

    fn is_over(&self) -> bool {
        self.kept == 2
    }

    /// Which seats' numbers are there.
    fn seen_by(&self) -> [bool; 2] {
        self.hands.map(|hand| hand > 0)
    }

    /// Reads what `to_text` writes: nine numbers, of which those not seen are `?`.
    fn parse(text: &str) -> Option<(Rules, Self)> {
        let numbers = text.strip_prefix("duel ")?.split(' ');
        let numbers = numbers.enumerate().map(|(place, word)| match word {
            "?" if place >= 7 => Some(0),
            _ => word.parse().ok(),
        });
        let numbers: Vec<u8> = numbers.collect::<Option<_>>()?;
        let [cards, most_throws, limit, stake, throws, turn, kept, first, second] = numbers[..] else {
            return None;
        };
        let rules = Rules::from_bytes(&[cards, most_throws])?;
        let position = Self { hands: [first, second], limit, stake, throws, turn, kept };
        let written = position.numbers(&rules) == text;
        let inside = (1..=3).contains(&limit) && (1..=3).contains(&stake) && turn < 2 && kept <= 2;
        let fits = position.hands.iter().all(|&hand| hand <= cards) && throws <= most_throws;
        (written && inside && fits && first != second).then_some((rules, position))
    }
}

fn no_position(text: &str) -> Error {
    Error::InvalidState(format!("{} is no position of a duel", quoted(text)))
}

impl oxideal_engine::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    fn current_player(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn.into())
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        actions.extend((0..rules.num_actions()).filter(|&action| self.is_legal(rules, action)));
    }

    fn is_legal(&self, rules: &Rules, action: Action) -> bool {
        let allowed = rules.to_move(action).is_some_and(|chosen| match chosen {
            Move::Keep => true,
            Move::Raise => self.stake < self.limit, // DU-01
            Move::Throw => self.throws > 0,         // DU-02
        });
        allowed && !self.is_over()
    }

    fn payoffs(&self, _: &Rules, payoffs: &mut [i32]) {
        let won = if self.hands[0] > self.hands[1] { i32::from(self.stake) } else { -i32::from(self.stake) };
        payoffs.copy_from_slice(&[won, -won]);
    }

    fn scores(&self, _: &Rules, scores: &mut [i32]) {
        scores.copy_from_slice(&self.hands.map(i32::from));
    }

    fn deal(rules: &Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self {
        let turn = dealer.unwrap_or_else(|| chance.below(2) as Seat) as u8;
        let mut dealt = Self { hands: [0; 2], limit: 0, stake: 1, throws: rules.throws, turn, kept: 0 };
        dealt.deal_numbers(rules, chance);
        dealt
    }

    fn chance_ahead(&self, _: &Rules) -> bool {
        !self.is_over() && self.throws > 0
    }

    fn refusal(&self, rules: &Rules, action: Action) -> Refusal {
        let (rule, reason) = match rules.to_move(action) {
            _ if self.is_over() => (RuleId::new("DU-03"), "the round is over".into()),
            Some(Move::Throw) => {
                (RuleId::new("DU-02"), "the numbers have been thrown in often enough".into())
            }
            _ => (RuleId::new("DU-01"), format!("the stake may not go beyond {}", self.limit)),
        };
        Refusal { rule, reason }
    }

    fn play(&mut self, rules: &Rules, action: Action, chance: &mut impl Chance) {
        let Some(chosen) = rules.to_move(action).filter(|_| self.is_legal(rules, action)) else { return };
        self.turn = 1 - self.turn;
        self.kept = if chosen == Move::Keep { self.kept + 1 } else { 0 };
        match chosen {
            Move::Keep => {}
            Move::Raise => self.stake += 1,
            Move::Throw => {
                self.throws -= 1;
                self.deal_numbers(rules, chance);
            }
        }
    }
}

/// Nothing is known that the position does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Knowledge;

impl oxideal_engine::Knowledge<Position> for Knowledge {
    /// The other's number is seen once the round is over.
    fn hide(_: &Rules, position: &mut Position, seat: Seat) {
        if !position.is_over() {
            position.hands[1 - seat] = 0;
        }
    }

    fn sample(
        &self,
        rules: &Rules,
        seen: &Position,
        seat: Seat,
        chance: &mut Stream,
    ) -> Result<Position, Error> {
        let mut position = seen.clone();
        if position.seen_by() != [true; 2] {
            let own = position.hands[seat];
            let other = 1 + chance.below(u32::from(rules.cards) - 1) as u8;
            position.hands[1 - seat] = if other < own { other } else { other + 1 };
        }
        Ok(position)
    }
}

impl Notation for Position {
    type Event = String;
    type Tracker = Tracker;

    fn write(&self, rules: &Rules, _: &Knowledge, seat: Option<Seat>) -> String {
        let of_seat = seat.map(|seat| format!("seat {seat} of ")).unwrap_or_default();
        of_seat + &self.numbers(rules)
    }

    fn read(text: &str) -> Result<(Rules, Self, Knowledge), Error> {
        Self::parse(text)
            .filter(|(_, position)| position.seen_by() == [true; 2])
            .map(|(rules, position)| (rules, position, Knowledge))
            .ok_or_else(|| no_position(text))
    }

    fn read_view(text: &str) -> Result<(Rules, Seat, Self, Knowledge), Error> {
        let read = || {
            let (seat, rest) = text.strip_prefix("seat ")?.split_once(" of ")?;
            let seat = ["0", "1"].iter().position(|&name| name == seat)?;
            let (rules, position) = Self::parse(rest)?;
            let sees = if position.is_over() { [true; 2] } else { [seat == 0, seat == 1] };
            (position.seen_by() == sees).then_some((rules, seat, position, Knowledge))
        };
        read().ok_or_else(|| no_position(text))
    }

    fn parse_event(_: &Rules, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn deal_events(&self, _: &Rules, seat: Seat, events: &mut Vec<String>) {
        events.push(format!("dealt {} {} {}", self.hands[seat], self.limit, self.turn));
    }

    fn action_events(
        &self,
        rules: &Rules,
        action: Action,
        after: &Self,
        seat: Seat,
        events: &mut Vec<String>,
    ) {
        events.extend(rules.to_move(action).map(|chosen| chosen.to_string()));
        if rules.to_move(action) == Some(Move::Throw) {
            after.deal_events(rules, seat, events);
        }
        if after.is_over() {
            events.push(format!("shown {}", after.hands[1 - seat]));
        }
    }
}

impl oxideal_engine::Observe for Position {
    const OBSERVATION_VERSION: u32 = 1;
    type Trail = Latest;

    fn fields(rules: &Rules) -> Vec<Field> {
        vec![Field::new("hand", [1], rules.cards), Field::new("stake", [1], 9), Field::new("latest", [1], 3)]
    }

    fn observe(&self, _: &Rules, _: &Knowledge, latest: &Latest, seat: Seat, row: &mut [u8]) {
        let mut writer = RowWriter::new(row);
        writer.number(self.hands[seat]);
        writer.number(self.stake);
        writer.number(latest.0);
        writer.finish();
    }
}

/// The last action, from 1; 0 where there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latest(u8);

impl Trail<Rules> for Latest {
    fn add(&mut self, _: &Rules, _: Seat, action: Action) {
        self.0 = action as u8 + 1;
    }
}

/// What a seat knows so far: not all before the deal, between a throw and the next deal, and between the last keep and the
/// showing of the numbers.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    rules: Rules,
    seat: Seat,
    position: Position,
}

impl oxideal_engine::Tracker<Position> for Tracker {
    fn new(rules: &Rules, seat: Seat) -> Self {
        let nothing = Position { hands: [0; 2], limit: 0, stake: 1, throws: rules.throws, turn: 0, kept: 0 };
        Self { rules: rules.clone(), seat, position: nothing }
    }

    fn resume(rules: &Rules, seat: Seat, position: Position, _: Knowledge) -> Self {
        Self { rules: rules.clone(), seat, position }
    }

    fn apply(&mut self, event: String) -> Result<Option<(Seat, Action)>, EventError> {
        let seat = self.position.turn.into();
        self.take_in(&event).ok_or_else(|| format!("{} cannot have happened", quoted(&event)))?;
        let chosen = self.rules.parse(&event).ok().and_then(|chosen| self.rules.action(chosen));
        Ok(chosen.map(|action| (seat, action)))
    }

    fn finish(self) -> Result<(Position, Knowledge), String> {
        self.missing().map_or(Ok(()), |missing| Err(missing.to_string()))?;
        Ok((self.position, Knowledge))
    }
}

impl Tracker {
    fn missing(&self) -> Option<&'static str> {
        let Self { seat, position, .. } = self;
        match position.hands {
            hands if hands[*seat] == 0 => Some("no number is dealt"),
            hands if position.is_over() && hands[1 - seat] == 0 => Some("the other number is not shown"),
            _ => None,
        }
    }

    fn take_in(&mut self, event: &str) -> Option<()> {
        let missing = self.missing();
        let Self { rules, seat, position } = self;
        let number = |text: &str| text.parse().ok().filter(|number| (1..=rules.cards).contains(number));
        if let Some(dealt) = event.strip_prefix("dealt ") {
            let [hand, limit, turn] = dealt.split(' ').collect::<Vec<_>>()[..] else { return None };
            let (hand, limit) = (number(hand)?, limit.parse().ok().filter(|limit| (1..=3).contains(limit))?);
            let turn = turn.parse().ok().filter(|turn| (0..2).contains(turn))?;
            missing.filter(|_| !position.is_over())?;
            position.hands[*seat] = hand;
            position.limit = limit;
            position.turn = turn;
        } else if let Some(hand) = event.strip_prefix("shown ") {
            let hand = number(hand).filter(|&hand| hand != position.hands[*seat])?;
            missing.filter(|_| position.is_over())?;
            position.hands[1 - *seat] = hand;
        } else {
            let chosen = rules.parse(event).ok().filter(|_| missing.is_none())?;
            let action = rules.action(chosen).filter(|&action| position.is_legal(rules, action))?;
            // What chance brings here is not what it brought: the next event tells.
            position.play(rules, action, &mut Stream::without_seed());
            position.hands = if chosen == Move::Throw { [0; 2] } else { position.hands };
        }
        Some(())
    }
}
