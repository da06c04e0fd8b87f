//! A position in the middle of play, built from parts. Some are optional.

use super::knowledge::Knowledge;
use super::notation;
use super::numbers::Number;
use super::position::Position;
use super::rules::Rules;
use super::setup::Setup;
use super::tile::Tile;
use crate::error::Error;
use crate::game::Rules as _;
use crate::random::{Chance, Stream};
/// A position in the middle of play, built from parts.
///
/// ```
/// use oxideal_engine::{Seed, Stream};
/// use oxideal_engine::mexican_train::{InPlay, Options, Rules, read_tiles};
///
/// let rules = Rules::new(Options { players: 2, set: 3, hand_size: Some(2), ..Options::default() })?;
/// let hands = ["0-1 0-2", "1-2 2-2"].map(|text| read_tiles(text, Some(3)).unwrap());
/// let (position, _) = InPlay::deal(rules, hands.to_vec(), 1, None)?.check(Stream::new(Seed::from(7), 0))?;
/// assert_eq!((position.turn(), position.boneyard_size()), (1, 5));
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InPlay {
    /// The rules.
    pub rules: Rules,
    /// The hand of each seat.
    pub hands: Vec<Vec<Tile>>,
    /// The seat to move.
    pub turn: u8,
    /// Each seat's train, starting at the hub.
    pub trains: Vec<Vec<Tile>>,
    /// The Mexican train.
    pub mexican: Vec<Tile>,
    /// The seats whose trains carry a marker.
    pub marked: Vec<u8>,
    /// The live open doubles, in the order in which they were played.
    pub open: Vec<Number>,
    /// Whether the seat to move has played a double this turn.
    pub doubled: bool,
    /// Whether the seat to move has just drawn a tile, having had none to play.
    pub drew: bool,
    /// The boneyard, next tile first; `None` to shuffle it.
    pub boneyard: Option<Vec<Tile>>,
}

impl InPlay {
    /// Returns the start of a round with these hands.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position.
    pub fn deal(
        rules: Rules,
        hands: Vec<Vec<Tile>>,
        starter: u8,
        boneyard: Option<Vec<Tile>>,
    ) -> Result<Self, Error> {
        let size = usize::from(rules.hand_size());
        if let Some(seat) = hands.iter().position(|hand| hand.len() != size) {
            let count = hands[seat].len();
            return Err(Error::invalid_state(format!(
                "seat {seat} has {count} tiles, expected {size} [MT-04]"
            )));
        }
        Ok(Self {
            trains: vec![Vec::new(); rules.players()],
            rules,
            hands,
            turn: starter,
            mexican: Vec::new(),
            marked: Vec::new(),
            open: Vec::new(),
            doubled: false,
            drew: false,
            boneyard,
        })
    }

    /// Returns the position and what is known in it. If the boneyard is `None`, it is shuffled with
    /// `chance`.
    ///
    /// # Errors
    /// Returns [`Error::InvalidState`] if no round can reach the position.
    pub fn check(self, mut chance: Stream) -> Result<(Position, Knowledge), Error> {
        self.check_parts()?;
        let Self { rules, hands, turn, trains, mexican, marked, open, doubled, drew, boneyard } = self;
        let boneyard = boneyard.unwrap_or_else(|| {
            let elsewhere: Vec<Tile> =
                hands.iter().chain(&trains).chain([&mexican]).flatten().copied().collect();
            let left = rules.tiles().filter(|tile| *tile != rules.hub() && !elsewhere.contains(tile));
            let mut left: Vec<Tile> = left.collect();
            chance.shuffle(&mut left);
            left
        });
        let setup = Setup {
            hands: hands.into_iter().map(Some).collect(),
            trains: trains.into_iter().map(Some).collect(),
            mexican: Some(mexican),
            marked: Some(marked),
            open: Some(open),
            boneyard: Some(boneyard),
            turn: Some((turn, doubled, drew)),
            draw_was_forced: drew,
            ..Setup::new(rules)
        };
        setup.check()
    }

    /// Checks seats and tiles against the rules; all later checks rely on this.
    fn check_parts(&self) -> Result<(), Error> {
        let rules = self.rules;
        for &seat in self.marked.iter().chain([&self.turn]) {
            rules.check_seat(seat.into())?;
        }
        for (name, lists) in [("hands", &self.hands), ("trains", &self.trains)] {
            if lists.len() != rules.players() {
                let (seats, given) = (rules.players(), lists.len());
                return Err(Error::InvalidArgument(format!(
                    "{name} must have {seats} items, one per seat, got {given}"
                )));
            }
        }
        let tiles =
            self.hands.iter().chain(&self.trains).chain([&self.mexican]).chain(&self.boneyard).flatten();
        let double = |&number: &Number| Tile::new(number, number);
        match tiles.copied().chain(self.open.iter().map(double)).find(|&tile| !rules.has(tile)) {
            Some(tile) => Err(Error::invalid_state(notation::not_in_set(tile, rules.set()))),
            None => Ok(()),
        }
    }
}
