//! An example of how to write a game: a minimal one with two seats, hidden information, and chance
//! during the round.
//!
//! Each player holds a number from 1 to `cards`, hidden from the other. In turn they keep it, raise
//! the stake, or throw in: both numbers go back and are redealt. The higher number wins the stake.
//!
//! - **DU-01** The stake starts at 1 and is raised by 1, up to a limit that is drawn with each
//!   deal.
//! - **DU-02** The rules limit how often the numbers may be thrown in.
//! - **DU-03** Two keeps in a row end the round.

use std::fmt;

use oxideal_engine::{
    Action, Chance, Error, Field, Game, PlainNotation, Refusal, RowWriter, RuleId, Seat, Stream,
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

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["keep", "raise", "throw in"][*self as usize])
    }
}

impl oxideal_engine::Rules for Rules {
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn num_actions(&self) -> Action {
        3
    }

    fn to_move(&self, action: Action) -> Option<Move> {
        [Move::Keep, Move::Raise, Move::Throw].get(action as usize).copied()
    }

    fn to_bytes(&self) -> Vec<u8> {
        vec![self.cards, self.throws]
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if let &[cards @ 2..=9, throws] = bytes { Some(Self { cards, throws }) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    /// By seat; 0 for one that is not seen.
    pub(crate) hands: [u8; 2],
    pub(crate) limit: u8,
    pub(crate) stake: u8,
    /// How many more times numbers may be thrown in.
    pub(crate) throws: u8,
    pub(crate) turn: u8,
    /// The number of consecutive keeps.
    pub(crate) kept: u8,
}

impl Position {
    fn with_numbers(self, rules: &Rules, chance: &mut impl Chance) -> Self {
        let mut numbers: Vec<u8> = (1..=rules.cards).collect();
        chance.shuffle(&mut numbers);
        Self { hands: [numbers[0], numbers[1]], limit: 1 + chance.below(3) as u8, ..self }
    }
}

impl oxideal_engine::Position for Position {
    type Rules = Rules;
    type Knowledge = Knowledge;

    const FORFEIT_RULE: RuleId = RuleId::new("DU-04");

    fn deal(rules: &Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self {
        let turn = dealer.unwrap_or_else(|| chance.below(2) as Seat) as u8;
        let dealt = Self { hands: [0; 2], limit: 0, stake: 1, throws: rules.throws, turn, kept: 0 };
        dealt.with_numbers(rules, chance)
    }

    fn current_player(&self) -> Option<Seat> {
        (self.kept < 2).then_some(self.turn.into()) // DU-03
    }

    fn allows(&self, _: &Rules, chosen: Move) -> bool {
        self.kept < 2 && [true, self.stake < self.limit, self.throws > 0][chosen as usize] // DU-01, DU-02
    }

    fn refusal(&self, _: &Rules, chosen: Move) -> Refusal {
        match chosen {
            _ if self.kept == 2 => Refusal::new(RuleId::new("DU-03"), "the round is over"),
            Move::Throw => Refusal::new(RuleId::new("DU-02"), "thrown in often enough"),
            _ => Refusal::new(RuleId::new("DU-01"), "the stake may not exceed {limit}")
                .with("limit", self.limit),
        }
    }

    fn chance_ahead(&self, _: &Rules) -> bool {
        self.kept < 2 && self.throws > 0
    }

    fn play_move(&mut self, rules: &Rules, chosen: Move, chance: &mut impl Chance) {
        if !self.allows(rules, chosen) {
            return;
        }
        self.turn = 1 - self.turn;
        self.kept = if chosen == Move::Keep { self.kept + 1 } else { 0 };
        self.stake += u8::from(chosen == Move::Raise);
        if chosen == Move::Throw {
            *self = Self { throws: self.throws - 1, ..self.clone() }.with_numbers(rules, chance);
        }
    }

    fn payoffs(&self, _: &Rules, payoffs: &mut [i32]) {
        let won = i32::from(self.stake) * if self.hands[0] > self.hands[1] { 1 } else { -1 };
        payoffs.copy_from_slice(&[won, -won]);
    }

    fn forfeit_payoffs(&self, _: &Rules, seat: Seat, payoffs: &mut [i32]) {
        payoffs.fill(i32::from(self.stake));
        payoffs[seat] = -i32::from(self.stake);
    }
}

/// Nothing is known beyond what the position shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Knowledge;

thread_local! {
    /// How often an action was recorded.
    pub(crate) static RECORDED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl oxideal_engine::Knowledge<Position> for Knowledge {
    fn record(&mut self, _: &Rules, _: &Position, _: Move) {
        RECORDED.set(RECORDED.get() + 1);
    }

    fn hide(_: &Rules, position: &mut Position, seat: Seat) {
        position.hands[1 - seat] *= u8::from(position.kept == 2); // shown at the end
    }

    fn sample(
        &self,
        rules: &Rules,
        seen: &Position,
        seat: Seat,
        chance: &mut Stream,
    ) -> Result<Position, Error> {
        let mut position = seen.clone();
        if position.hands[1 - seat] == 0 {
            let other = 1 + chance.below(u32::from(rules.cards) - 1) as u8;
            position.hands[1 - seat] = other + u8::from(other >= position.hands[seat]);
        }
        Ok(position)
    }
}

impl PlainNotation for Position {
    type Game = Duel;

    fn to_numbers(&self) -> Vec<u8> {
        vec![self.limit, self.stake, self.throws, self.turn, self.kept, self.hands[0], self.hands[1]]
    }

    fn from_numbers(rules: &Rules, numbers: &[u8], seat: Option<Seat>) -> Option<Self> {
        let &[limit @ 1..=3, stake @ 1..=3, throws, turn @ 0..2, kept @ 0..=2, a, b] = numbers else {
            return None;
        };
        let sees = |holder| kept == 2 || seat.is_none_or(|seat| seat == holder);
        let hands = a != b && a.max(b) <= rules.cards && [a > 0, b > 0] == [sees(0), sees(1)];
        let fits = hands && throws <= rules.throws;
        fits.then_some(Self { hands: [a, b], limit, stake, throws, turn, kept })
    }
}

impl oxideal_engine::Observe for Position {
    type Trail = ();

    fn fields(rules: &Rules) -> Vec<Field> {
        vec![Field::new("hand", [1], rules.cards), Field::new("stake", [1], 9)]
    }

    fn observe(&self, _: &Rules, _: &Knowledge, (): &(), seat: Seat, row: &mut [u8]) {
        let mut writer = RowWriter::new(row);
        writer.first(&[self.hands[seat], self.stake], 2);
        writer.finish();
    }
}
