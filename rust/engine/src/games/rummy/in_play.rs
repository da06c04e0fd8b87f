//! A position in the middle of play, built from parts. Some are optional.

use super::cards::{Card, Cards};
use super::knowledge::Knowledge;
use super::notation::meld_of;
use super::position::Position;
use super::rules::Rules;
use super::setup::{Setup, Turn};
use crate::error::Error;
use crate::game::Rules as _;
use crate::random::{Chance, Stream};
/// A position in the middle of play, built from parts.
///
/// ```
/// use oxideal_engine::{Seed, Stream};
/// use oxideal_engine::rummy::{InPlay, Options, Rules, read_card, read_cards};
///
/// let rules = Rules::new(Options { hand_size: Some(2), ..Options::default() })?;
/// let hands = ["2C 3C", "KS KH"].map(|text| read_cards(text).unwrap());
/// let upcard = read_card("7D").unwrap();
/// let in_play = InPlay::deal(rules, hands.to_vec(), 0, upcard, None)?;
/// let (position, _) = in_play.check(&mut Stream::new(Seed::from(7), 0))?;
/// assert_eq!((position.turn(), position.stock_size()), (1, 47));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InPlay {
    /// The rules.
    pub rules: Rules,
    /// The hand of each seat.
    pub hands: Vec<Vec<Card>>,
    /// The seat to move.
    pub turn: u8,
    /// The discard pile, top card last.
    pub discards: Vec<Card>,
    /// The cards of each meld, in any order. The position of the ace matters for a run of thirteen.
    pub table: Vec<Vec<Card>>,
    /// The stock, next card first; `None` to shuffle it.
    pub stock: Option<Vec<Card>>,
    /// Whether the seat to move has drawn.
    pub drew: bool,
    /// The card it took from the discard pile this turn, if any.
    pub took: Option<Card>,
    /// Whether it has played cards this turn.
    pub laid: bool,
    /// Whether this turn is the first in which it has played cards.
    pub goes_rummy: bool,
    /// The number of turns that have ended.
    pub turns: u32,
    /// The cards each seat is known to have taken from the discard pile; `took` may be left out.
    pub taken: Option<Vec<Vec<Card>>>,
}

impl InPlay {
    /// Returns the start of a round with these hands, dealt by `dealer`.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position.
    pub fn deal(
        rules: Rules,
        hands: Vec<Vec<Card>>,
        dealer: u8,
        upcard: Card,
        stock: Option<Vec<Card>>,
    ) -> Result<Self, Error> {
        rules.check_seat(dealer.into())?;
        let size = usize::from(rules.hand_size());
        if let Some(seat) = hands.iter().position(|hand| hand.len() != size) {
            let count = hands[seat].len();
            return Err(Error::invalid_state(format!(
                "seat {seat} has {count} cards, expected {size} [RM-02]"
            )));
        }
        Ok(Self {
            rules,
            hands,
            turn: rules.next(dealer),
            discards: vec![upcard],
            table: Vec::new(),
            stock,
            drew: false,
            took: None,
            laid: false,
            goes_rummy: false,
            turns: 0,
            taken: None,
        })
    }

    /// Returns the position and what is known in it. If the stock is `None`, it is shuffled with
    /// `chance`.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position.
    pub fn check(self, chance: &mut Stream) -> Result<(Position, Knowledge), Error> {
        let Self { rules, hands, turn, discards, table, stock, drew, took, laid, goes_rummy, turns, taken } =
            self;
        rules.check_seat(turn.into())?;
        for (name, given) in [("hands", Some(&hands)), ("taken", taken.as_ref())] {
            if let Some(lists) = given.filter(|lists| lists.len() != rules.players()) {
                let (seats, given) = (rules.players(), lists.len());
                let message = format!("{name} must have {seats} items, one per seat, got {given}");
                return Err(Error::InvalidArgument(message));
            }
        }
        let melds = table.iter().map(|cards| meld_of(cards.clone(), rules.ace()));
        let melds = melds.collect::<Result<_, _>>().map_err(Error::invalid_state)?;
        let stock = stock.unwrap_or_else(|| {
            let melded = table.iter().flatten();
            let elsewhere = hands.iter().flatten().chain(&discards).chain(melded).copied();
            let left = Cards::ALL.without(elsewhere.collect());
            let mut left: Vec<Card> = left.into_iter().collect();
            chance.shuffle(&mut left);
            left
        });
        let mut taken = taken.unwrap_or_else(|| vec![Vec::new(); rules.players()]);
        let own = &mut taken[usize::from(turn)];
        own.extend(took.filter(|card| !own.contains(card)));
        let setup = Setup {
            hands: hands.into_iter().map(Some).collect(),
            stock: Some(stock),
            table: Some(melds),
            discards: Some(discards),
            turn: Some(Turn { seat: turn, drew, took, laid, goes_rummy }),
            turns: Some(turns),
            taken: taken.into_iter().map(Some).collect(),
            ..Setup::new(rules)
        };
        setup.check()
    }
}
