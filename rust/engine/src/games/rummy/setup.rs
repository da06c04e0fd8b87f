//! The parts of a position set up by hand, and the checks that turn them into a position.

use super::cards::{Card, Cards, DECK};
use super::knowledge::{Earlier, Knowledge};
use super::meld::Meld;
use super::notation::duplicate_card;
use super::piles::Piles;
use super::position::{Phase, Position, PositionParts, fits_somewhere};
use super::rules::{Rules, SEATS};
use super::table::Table;
use crate::error::Error;
use crate::game::Rules as _;
use crate::text::hands::{HandFields, check_sizes, missing};

/// The parts of a position, before they are checked.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The rules.
    pub(super) rules: Rules,
    /// The seat of a view, or `None` for a complete position.
    pub(super) seat: Option<u8>,
    /// The visible hands.
    pub(super) hands: Vec<Option<Vec<Card>>>,
    /// The number of cards in each hand, in a view.
    pub(super) sizes: Option<Vec<u32>>,
    /// The stock, next card first.
    pub(super) stock: Option<Vec<Card>>,
    /// The melds, with their cards as given.
    pub(super) table: Option<Vec<(Vec<Card>, Meld)>>,
    /// The discard pile, top card last.
    pub(super) discards: Option<Vec<Card>>,
    /// The seat to move, and what it has done this turn.
    pub(super) turn: Option<Turn>,
    /// The number of turns that have ended.
    pub(super) turns: Option<u32>,
    /// The cards each seat is known to have taken from the discard pile.
    pub(super) taken: Vec<Option<Vec<Card>>>,
    /// For each earlier stock, its hidden cards and how many of them each seat holds.
    pub(super) earlier: Vec<(Vec<Card>, Vec<u32>)>,
}

/// The seat to move, and what it has done this turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) seat: u8,
    pub(super) drew: bool,
    pub(super) took: Option<Card>,
    pub(super) laid: bool,
    /// Whether this turn is the first in which it has played cards.
    pub(super) goes_rummy: bool,
}

impl Setup {
    /// No parts except the rules.
    pub(super) fn new(rules: Rules) -> Self {
        let seats = rules.players();
        Self {
            rules,
            seat: None,
            hands: vec![None; seats],
            sizes: None,
            stock: None,
            table: None,
            discards: None,
            turn: None,
            turns: None,
            taken: vec![None; seats],
            earlier: Vec::new(),
        }
    }

    fn melds(&self) -> impl Iterator<Item = Meld> {
        self.table.iter().flatten().map(|&(_, meld)| meld)
    }

    fn discards(&self) -> &[Card] {
        self.discards.as_deref().unwrap_or_default()
    }

    /// The hand of a seat, if visible.
    fn hand(&self, seat: u8) -> Option<Cards> {
        self.hands[usize::from(seat)].as_ref().map(|hand| hand.iter().copied().collect())
    }

    fn seats(&self) -> std::ops::Range<u8> {
        0..self.rules.seats()
    }
}

// Checks, in the order of `docs/rules/checks.md`

impl Setup {
    fn hand_fields(&self) -> HandFields<'_, Card> {
        HandFields {
            seat: self.seat,
            sizes: self.sizes.as_deref(),
            hands: &self.hands,
            pile: ("stock", self.stock.is_some()),
        }
    }

    /// Checks the parts of a complete position.
    pub(super) fn check(self) -> Result<(Position, Knowledge), Error> {
        self.check_state().map_err(Error::invalid_state)
    }

    fn check_state(self) -> Result<(Position, Knowledge), String> {
        let sizes = self.hand_fields().check_state()?;
        let turn = self.required_fields()?;
        let seen = self.check_cards()?;
        if let Some(card) = Cards::ALL.without(seen).first() {
            return Err(format!("{card} is missing"));
        }
        self.build_position(turn, &sizes)
    }

    /// Checks the parts of a view.
    pub(super) fn check_view(self) -> Result<(u8, Position, Knowledge), Error> {
        self.check_seen().map_err(Error::invalid_state)
    }

    fn check_seen(self) -> Result<(u8, Position, Knowledge), String> {
        let gone_out = self.turn.zip(self.sizes.as_ref());
        let all_seen = gone_out.is_some_and(|(turn, sizes)| sizes[usize::from(turn.seat)] == 0);
        let (seat, sizes) = self.hand_fields().check_view(all_seen)?;
        let turn = self.required_fields()?;
        self.check_cards()?;
        check_sizes(&self.hands, &sizes, "cards")?;
        let (position, known) = self.build_position(turn, &sizes)?;
        Ok((seat, position, known))
    }

    /// Checks that the fields every text needs are present (5.).
    fn required_fields(&self) -> Result<Turn, String> {
        if self.discards.is_none() {
            return Err(missing("discards"));
        }
        self.turn.ok_or_else(|| missing("turn"))
    }

    /// Checks that no card is there twice (6.).
    fn check_cards(&self) -> Result<Cards, String> {
        let hands = self.hands.iter().flatten().flatten();
        let stock = self.stock.iter().flatten();
        let table = self.table.iter().flatten().flat_map(|(cards, _)| cards);
        let mut seen = Cards::NONE;
        for &card in hands.chain(stock).chain(table).chain(self.discards()) {
            if seen.has(card) {
                return Err(duplicate_card(card).into());
            }
            seen = seen.union(card.alone());
        }
        Ok(seen)
    }

    fn build_position(&self, turn: Turn, sizes: &[u32]) -> Result<(Position, Knowledge), String> {
        let phase = self.check_turn(turn, sizes)?;
        let stock = self.check_numbers(turn, sizes)?;
        let mut parts = PositionParts {
            hands: [Cards::NONE; SEATS],
            sizes: [0; SEATS],
            table: self.melds().collect(),
            piles: match &self.stock {
                Some(stock) => Piles::new(self.discards(), stock),
                None => Piles::seen(self.discards(), stock as u8),
            },
            turn: turn.seat,
            phase,
            laid: turn.laid,
            opened: self.had_played(turn, sizes),
            took: turn.took,
            turns: self.turns.unwrap_or(0) as u16,
        };
        for (seat, &size) in self.seats().zip(sizes) {
            parts.hands[usize::from(seat)] = self.hand(seat).unwrap_or_default();
            parts.sizes[usize::from(seat)] = size as u8;
        }
        let table = parts.table;
        let position = Position::new(&parts);
        if let Some(card) = turn.took {
            self.check_took(turn, card, sizes, table)?;
        }
        let known = self.check_known(turn, sizes)?;
        Ok((position, known))
    }

    /// Checks whose turn it is, and whether the round is over (7.).
    fn check_turn(&self, turn: Turn, sizes: &[u32]) -> Result<Phase, String> {
        let seat = turn.seat;
        let (turns, limit) = (self.turns.unwrap_or(0), u32::from(self.rules.turn_limit()));
        let out = sizes[usize::from(seat)] == 0;
        if (out || turns == limit) && (turn.drew || turn.took.is_some() || turn.laid) {
            return Err("the round is over".into());
        }
        if let Some(empty) = (0..).zip(sizes).find(|&(other, &size)| size == 0 && other != seat) {
            let other = empty.0;
            return Err(format!("seat {other} has no cards left, but it is the turn of seat {seat} [RM-11]"));
        }
        if turns > limit {
            return Err(format!("turns must be 0 to {limit}, got {turns} [RM-17]"));
        }
        if out && turns == 0 {
            return Err(format!("seat {seat} has gone out, but no turn has ended"));
        }
        if !turn.drew && (turn.took.is_some() || turn.laid) {
            return Err(format!("seat {seat} cannot have taken or laid cards before drawing [RM-03]"));
        }
        if turn.goes_rummy && !turn.laid && !out {
            return Err("\"rummy\" requires \"laid\"".into());
        }
        Ok(match turn.drew {
            _ if out => Phase::Out,
            _ if turns == limit => Phase::Void,
            true => Phase::Play,
            false => Phase::Draw,
        })
    }

    /// Checks the number of cards in each place (8.) and returns the size of the stock.
    fn check_numbers(&self, turn: Turn, sizes: &[u32]) -> Result<u32, String> {
        let (rules, hand_size) = (self.rules, u32::from(self.rules.hand_size()));
        for (seat, &size) in (0..).zip(sizes) {
            let (drew, laid) = (seat == turn.seat && turn.drew, seat == turn.seat && turn.laid);
            let gone = u32::from(laid) + u32::from(laid && !turn.goes_rummy);
            let most = (hand_size + u32::from(drew)).saturating_sub(gone);
            if size > most {
                return Err(format!("seat {seat} has {size} cards, but can have at most {most} [RM-02]"));
            }
        }
        let held: u32 = sizes.iter().sum();
        let table = self.melds().map(|meld| u32::from(meld.cards().len())).sum::<u32>();
        let dealt = hand_size * u32::from(rules.seats()) + u32::from(turn.drew);
        let played = dealt.saturating_sub(held);
        let out = sizes[usize::from(turn.seat)] == 0;
        // RM-11: going out with a meld or a lay-off also plays the drawn card.
        let last = out && !rules.must_discard_out() && table == played + 1;
        if table != played && !last {
            let size = self.rules.hand_size();
            return Err(format!(
                "the table has {table} cards, but {played} have been played; for hands of another size, set \
                 hand_size in the rules, now {size} [RM-02]"
            ));
        }
        let elsewhere = (DECK as u32).saturating_sub(table + held);
        let discards = self.discards().len() as u32;
        if discards > elsewhere {
            return Err(format!(
                "the discard pile has {discards} cards, but only {elsewhere} are neither in a hand nor on the table"
            ));
        }
        if discards == 0 && !out && !turn.drew {
            return Err("the discard pile is empty [RM-07]".into());
        }
        Ok(elsewhere - discards)
    }

    /// The seats that have played cards before this turn: they have fewer than they were dealt.
    fn had_played(&self, turn: Turn, sizes: &[u32]) -> u8 {
        let hand_size = u32::from(self.rules.hand_size());
        let had_played = |seat: u8, size: u32| {
            if seat == turn.seat && (turn.laid || size == 0) {
                !turn.goes_rummy
            } else {
                size < hand_size + u32::from(seat == turn.seat && turn.drew)
            }
        };
        self.seats()
            .zip(sizes)
            .filter(|&(seat, &size)| had_played(seat, size))
            .map(|(seat, _)| 1 << seat)
            .sum()
    }

    /// Checks the card taken from the discard pile (9.).
    fn check_took(&self, turn: Turn, card: Card, sizes: &[u32], table: Table) -> Result<(), String> {
        let seat = turn.seat;
        if self.hand(seat).is_some_and(|hand| !hand.has(card)) {
            return Err(format!("{card} is not in the hand of seat {seat}"));
        }
        let alone = sizes[usize::from(seat)] == 1;
        if alone && (self.rules.must_discard_out() || !fits_somewhere(self.rules, table, card)) {
            return Err(format!(
                "seat {seat} has no legal action: {card} can be neither discarded nor laid off [RM-06]"
            ));
        }
        Ok(())
    }

    /// Checks what is known about hidden cards (10.).
    fn check_known(&self, turn: Turn, sizes: &[u32]) -> Result<Knowledge, String> {
        let in_hands = self.hands.iter().flatten().flatten().copied().collect::<Cards>();
        let table = self.melds().fold(Cards::NONE, |cards, meld| cards.union(meld.cards()));
        let stock = self.stock.iter().flatten().copied().collect::<Cards>();
        let outside = table.union(stock).union(self.discards().iter().copied().collect());

        let mut taken = [Cards::NONE; SEATS];
        let mut all_taken = Cards::NONE;
        for seat in self.seats() {
            let hand = self.hand(seat);
            let elsewhere = in_hands.without(hand.unwrap_or_default()).union(outside);
            for &card in self.taken[usize::from(seat)].iter().flatten() {
                let cannot =
                    elsewhere.has(card) || hand.is_some_and(|hand| !hand.has(card)) || all_taken.has(card);
                if cannot {
                    return Err(format!("seat {seat} cannot hold {card}"));
                }
                all_taken = all_taken.union(card.alone());
                taken[usize::from(seat)] = taken[usize::from(seat)].union(card.alone());
            }
            let own = taken[usize::from(seat)];
            if let Some(card) = turn.took.filter(|&card| seat == turn.seat && !own.has(card)) {
                return Err(format!("{card} is not among the cards taken by seat {seat}"));
            }
        }

        let mut earlier = Vec::new();
        let mut not_hidden = outside.union(all_taken);
        for (listed, numbers) in &self.earlier {
            for &card in listed {
                if not_hidden.has(card) {
                    return Err(format!("{card} cannot be hidden in a hand"));
                }
                not_hidden = not_hidden.union(card.alone());
            }
            let sum: u32 = numbers.iter().sum();
            if sum as usize != listed.len() {
                let cards = listed.len();
                return Err(format!("an earlier stock has {cards} hidden cards, expected {sum}"));
            }
            let mut held = [0; SEATS];
            held.iter_mut().zip(numbers).for_each(|(held, &number)| *held = number as u8);
            earlier.push(Earlier { cards: listed.iter().copied().collect(), held });
        }

        let known = Knowledge::new(taken, earlier);
        for (seat, &size) in self.seats().zip(sizes) {
            let held = known.earlier().iter().map(|stock| u32::from(stock.held[usize::from(seat)]));
            let too_many = held.sum::<u32>() + u32::from(known.taken(seat).len()) > size;
            if too_many || self.hand(seat).is_some_and(|hand| !known.agrees(seat, hand)) {
                return Err(format!("what is known about seat {seat} contradicts its cards"));
            }
        }
        Ok(known)
    }
}
