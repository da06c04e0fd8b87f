//! A position in the middle of play, part by part; some parts can be left out.

use super::cards::{Card, Cards};
use super::knowledge::Knowledge;
use super::notation::meld_of;
use super::position::Position;
use super::rules::Rules;
use super::setup::{Setup, Turn};
use crate::error::Error;
use crate::game::Rules as _;
use crate::random::{Chance, Stream};
/// A position in the middle of play, part by part.
///
/// ```
/// use oxideal_engine::Stream;
/// use oxideal_engine::rummy::{InPlay, Options, Rules, read_card, read_cards};
///
/// let rules = Rules::new(Options { hand_size: Some(2), ..Options::default() })?;
/// let hands = ["2C 3C", "KS KH"].map(|text| read_cards(text).unwrap());
/// let upcard = read_card("7D").unwrap();
/// let in_play = InPlay::deal(rules, hands.to_vec(), 0, upcard, None)?;
/// let (position, _) = in_play.check(&mut Stream::without_seed())?;
/// assert_eq!((position.turn(), position.stock_size()), (1, 47));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InPlay {
    /// The rules.
    pub rules: Rules,
    /// What each seat holds.
    pub hands: Vec<Vec<Card>>,
    /// Whose turn it is.
    pub turn: u8,
    /// The discards, the top one last.
    pub discards: Vec<Card>,
    /// The cards of each meld, in any order.
    pub table: Vec<Vec<Card>>,
    /// The stock, the next card first.
    pub stock: Option<Vec<Card>>,
    /// Whether the player has drawn.
    pub drew: bool,
    /// The card that it has taken from the discard pile in this turn.
    pub took: Option<Card>,
    /// Whether it has played cards in this turn.
    pub laid: bool,
    /// Whether it had played none before this turn, and has in it.
    pub goes_rummy: bool,
    /// How many turns have ended.
    pub turns: u32,
    /// What each seat is known to have taken from the discard pile; the card above need not be among it.
    pub taken: Option<Vec<Vec<Card>>>,
}

impl InPlay {
    /// The beginning of a round with these hands, dealt by this seat.
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
            let there = hands[seat].len();
            return Err(Error::invalid_state(format!(
                "seat {seat} has {there} cards, expected {size} [RM-02]"
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

    /// The position, if it can be one. A stock that is not given is shuffled by this stream, which goes on from there.
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
                let wrong = format!("{name} must have {seats} items, one per seat, got {given}");
                return Err(Error::InvalidArgument(wrong));
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
