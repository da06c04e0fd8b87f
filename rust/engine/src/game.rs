//! What a game must say of itself, so that all else can be written once: playouts, states, bytes, perft, search.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::bytes::{Kind, Reader, Writer, wrong};
use crate::state::OTHER_RULES;
use crate::{Chance, Error, Refusal, State};

/// The id of an action in the table of its rules.
pub type Action = u32;

/// A place at the table, from 0.
pub type Seat = usize;

/// A game: its name and the types that carry it out.
pub trait Game: Sized + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The name, as in the name of its Python module.
    const NAME: &'static str;
    /// How it is played.
    type Rules: Rules;
    /// A round at one moment.
    type Position: Position<Rules = Self::Rules>;
    /// What a seat knows.
    type View: View<Self>;
}

/// How a game is played, and its table of actions. Small, frozen, cheap to clone.
pub trait Rules: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// One action, in the game's own terms.
    type Move: Copy + Debug + Display + Eq + Hash + Send + Sync + 'static;

    /// Raised whenever an id of the table changes its meaning.
    const ACTION_TABLE_VERSION: u32;

    /// The number of seats.
    fn players(&self) -> usize;

    /// The ids are those below this number.
    fn num_actions(&self) -> Action;

    /// The move with this id; `None` for an id outside the table.
    fn to_move(&self, action: Action) -> Option<Self::Move>;

    /// The id of a move.
    fn action(&self, chosen: Self::Move) -> Action;

    /// The move that a text names.
    fn parse(&self, text: &str) -> Result<Self::Move, Error>;

    /// A short form for saved states.
    fn to_bytes(&self) -> Vec<u8>;

    /// The inverse of [`to_bytes`](Self::to_bytes); `None` for bytes that it never gives.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;

    /// Whether there is such a seat.
    fn check_seat(&self, seat: Seat) -> Result<(), Error> {
        if seat < self.players() { Ok(()) } else { Err(Error::no_seat(seat, self.players())) }
    }

    /// Whether there is such an id.
    fn check_action(&self, action: Action) -> Result<(), Error> {
        let known = action < self.num_actions();
        if known { Ok(()) } else { Err(Error::no_action(action, self.num_actions())) }
    }
}

/// A round at one moment: flat, cheap to copy, without history. Equal positions go on in the same way.
pub trait Position: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// How it is played.
    type Rules: Rules;

    /// A new round, dealt by chance.
    fn deal(rules: &Self::Rules, chance: &mut impl Chance) -> Self;

    /// The seat that is to choose; `None` when the round is over.
    fn current_player(&self) -> Option<Seat>;

    /// Whether chance may still have a part in this round (a redeal, a reshuffle).
    fn chance_ahead(&self) -> bool;

    /// Appends the ids that may be played, ascending; none when the round is over.
    fn legal(&self, rules: &Self::Rules, actions: &mut Vec<Action>);

    /// How many ids [`legal`](Self::legal) would append.
    fn count_legal(&self, rules: &Self::Rules) -> usize;

    /// One of them, each as likely as the others: number `chance.below(count)`. `None` when the round is over.
    fn pick_legal(&self, rules: &Self::Rules, chance: &mut impl Chance) -> Option<Action>;

    /// Whether this id may be played. `false` for one outside the table.
    fn is_legal(&self, rules: &Self::Rules, action: Action) -> bool;

    /// Why an id of the table may not be played. Call it only for one that is not legal.
    fn refusal(&self, rules: &Self::Rules, action: Action) -> Refusal;

    /// Plays a legal id. What comes of another one is unspecified, a panic in a debug build included.
    fn play(&mut self, rules: &Self::Rules, action: Action, chance: &mut impl Chance);

    /// Writes what each seat gets, for a round that is over.
    fn payoffs(&self, rules: &Self::Rules, payoffs: &mut [i32]);

    /// Writes what the game calls each seat's score, for a round that is over.
    fn scores(&self, rules: &Self::Rules, scores: &mut [i32]);

    /// The position in one line.
    fn to_text(&self, rules: &Self::Rules) -> String;

    /// The inverse of [`to_text`](Self::to_text), checked.
    fn from_text(text: &str) -> Result<(Self::Rules, Self), Error>;

    /// A drawing for a person, of several lines.
    fn draw(&self, rules: &Self::Rules) -> String;
}

/// What one seat knows of a round, and nothing else.
pub trait View<G: Game>: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// Who makes a view from events.
    type Witness: Witness<Rules = G::Rules, View = Self>;

    /// What this seat knows of a state.
    fn of(state: &State<G>, seat: Seat) -> Self;

    /// How it is played.
    fn rules(&self) -> &G::Rules;

    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// What is known, as a position in which everything else stands in a fixed order of its own.
    fn position(&self) -> &G::Position;

    /// A position drawn uniformly from all that this view allows.
    fn sample(&self, chance: &mut impl Chance) -> G::Position;

    /// The view in one line.
    fn to_text(&self) -> String;

    /// The inverse of [`to_text`](Self::to_text), for this seat, checked: whether there is such a seat, too.
    fn from_text(text: &str, seat: Seat) -> Result<Self, Error>;

    /// A form that [`from_bytes`](Self::from_bytes) reads.
    fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new::<G>(Kind::View, self.rules());
        writer.number(self.seat() as u32);
        writer.block(self.to_text().as_bytes());
        writer.finish()
    }

    /// Reads and checks what [`to_bytes`](Self::to_bytes) writes.
    fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (mut reader, rules) = Reader::open::<G>(bytes, Kind::View)?;
        let seat = reader.number()? as Seat;
        rules.check_seat(seat).map_err(|error| wrong(error.to_string()))?;
        let text = reader.text()?;
        let view = Self::from_text(&text, seat).map_err(|error| wrong(format!("the view: {error}")))?;
        if *view.rules() != rules {
            return Err(wrong(OTHER_RULES));
        }
        reader.finish()?;
        Ok(view)
    }

    /// Appends what the seat witnesses of a deal.
    fn deal_events(rules: &G::Rules, dealt: &G::Position, seat: Seat, events: &mut Vec<String>);

    /// Appends what the seat witnesses of one action that led from one position to another.
    fn action_events(
        rules: &G::Rules,
        before: &G::Position,
        action: Action,
        after: &G::Position,
        seat: Seat,
        events: &mut Vec<String>,
    );
}

/// What a seat knows while it is told what happened, event by event. [`Events`](crate::Events) drives it.
pub trait Witness: Clone + Debug + Sized {
    /// How it is played.
    type Rules;
    /// What comes of it.
    type View;

    /// Before the deal. The seat is one of the rules' seats.
    fn new(rules: &Self::Rules, seat: Seat) -> Self;

    /// Where somebody goes on who knows this.
    fn resume(view: Self::View) -> Self;

    /// Takes the next event in, or says why it cannot have happened; that changes nothing.
    fn see(&mut self, event: &str) -> Result<(), String>;

    /// What the seat knows now, or what has still to happen before anybody is asked to choose.
    fn view(self) -> Result<Self::View, String>;
}
