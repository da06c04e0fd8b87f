//! What a game must say of itself, so that all else can be written once: playouts, states, bytes, perft, search.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::bytes::{Kind, Reader, Writer, wrong};
use crate::state::OTHER_RULES;
use crate::{Chance, Error, Observe, Recent, Refusal, State, Stream};

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
    type Position: Observe<Rules = Self::Rules>;
    /// What a seat knows.
    type View: View<Self>;
}

/// How a game is played, and its table of actions. Small, frozen, cheap to clone. The default is the plain game.
pub trait Rules: Clone + Debug + Default + Eq + Hash + Send + Sync + 'static {
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

    /// The id of a move; `None` for one that these rules do not know.
    fn action(&self, chosen: Self::Move) -> Option<Action>;

    /// The move that a text names.
    fn parse(&self, text: &str) -> Result<Self::Move, Error>;

    /// A short form for saved states.
    fn to_bytes(&self) -> Vec<u8>;

    /// The inverse of [`to_bytes`](Self::to_bytes); `None` for bytes that it never gives.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;

    /// The rules of the next round of a match; `None` where that was the last.
    fn next_round(&self) -> Option<Self> {
        Some(self.clone())
    }

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

/// What can be asked of a round by whoever knows all of it (a [`Position`]) and by one seat (a [`View`]).
pub trait Round: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// How it is played.
    type Rules: Rules;

    /// The seat that is to choose; `None` when the round is over.
    fn current_player(&self) -> Option<Seat>;

    /// Appends the ids that may be played, ascending; none when the round is over, nor, in a view, when another seat is
    /// to choose.
    fn legal(&self, rules: &Self::Rules, actions: &mut Vec<Action>);

    /// Whether [`legal`](Self::legal) would append this id.
    fn is_legal(&self, rules: &Self::Rules, action: Action) -> bool;

    /// Writes what each seat gets, for a round that is over.
    fn payoffs(&self, rules: &Self::Rules, payoffs: &mut [i32]);

    /// Writes what the game calls each seat's score, for a round that is over.
    fn scores(&self, rules: &Self::Rules, scores: &mut [i32]);

    /// A drawing for a person, of several lines.
    fn draw(&self, rules: &Self::Rules) -> String;
}

/// A round at one moment: flat, cheap to copy, without history. Equal positions go on in the same way.
pub trait Position: Round {
    /// What the way to a position has shown to all, where the position itself does not.
    type Memory: Memory<Self>;

    /// A new round, dealt by chance. In a game of several seats the dealer (or, where nobody deals, who starts) is drawn
    /// first where none is given; the one that is given is one of the seats.
    fn deal(rules: &Self::Rules, dealer: Option<Seat>, chance: &mut impl Chance) -> Self;

    /// One line that [`from_text`](Self::from_text) reads.
    fn to_text(&self, rules: &Self::Rules, memory: &Self::Memory) -> String;

    /// The inverse of [`to_text`](Self::to_text), checked.
    fn from_text(text: &str) -> Result<(Self::Rules, Self, Self::Memory), Error>;

    /// Whether chance may still have a part in this round (a redeal, a reshuffle).
    fn chance_ahead(&self, rules: &Self::Rules) -> bool;

    /// How many ids [`legal`](Round::legal) would append. A game that can count without listing does.
    fn count_legal(&self, rules: &Self::Rules) -> usize {
        let mut actions = Vec::new();
        self.legal(rules, &mut actions);
        actions.len()
    }

    /// One of them, each as likely as the others: number `chance.below(count)`. `None` when the round is over. A game
    /// that can choose without listing does.
    fn pick_legal(&self, rules: &Self::Rules, chance: &mut impl Chance) -> Option<Action> {
        let mut actions = Vec::new();
        self.legal(rules, &mut actions);
        (!actions.is_empty()).then(|| actions[chance.below(actions.len() as u32) as usize])
    }

    /// Plays one of the legal actions, each as likely as the others and the one that [`pick_legal`](Self::pick_legal)
    /// would pick; `false` when the round is over. A game that can play without the id does.
    #[inline]
    fn play_random(&mut self, rules: &Self::Rules, chance: &mut impl Chance) -> bool {
        let Some(action) = self.pick_legal(rules, chance) else { return false };
        self.play(rules, action, chance);
        true
    }

    /// Why an id of the table may not be played. Call it only for one that is not legal.
    fn refusal(&self, rules: &Self::Rules, action: Action) -> Refusal;

    /// Plays a legal id. What comes of another one is unspecified, a panic in a debug build included.
    fn play(&mut self, rules: &Self::Rules, action: Action, chance: &mut impl Chance);
}

/// What all at the table have seen on the way to a position, as far as conclusions can be drawn from it and the position
/// does not hold it. A [`State`] gathers it when it is asked for, so that play at full speed never pays for it. The
/// default is what is known at the beginning of a round.
pub trait Memory<P: Position>: Clone + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Takes in an action that is played in a position.
    fn see(&mut self, rules: &P::Rules, before: &P, action: Action);
}

/// Where a position says all that matters.
impl<P: Position> Memory<P> for () {
    #[inline]
    fn see(&mut self, _: &P::Rules, _: &P, _: Action) {}
}

/// What one seat knows of a round, and nothing else.
pub trait View<G: Game>: Round<Rules = G::Rules> {
    /// Who makes a view from events.
    type Witness: Witness<Rules = G::Rules, View = Self>;

    /// What this seat knows of a state.
    fn of(state: &State<G>, seat: Seat) -> Self;

    /// How it is played.
    fn rules(&self) -> &G::Rules;

    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// The round as far as the seat sees it.
    fn position(&self) -> &G::Position;

    /// What all at the table remember.
    fn memory(&self) -> &<G::Position as Position>::Memory;

    /// A state drawn uniformly from all that this view allows, in which chance goes on where it was left by the drawing.
    fn sample(&self, chance: Stream) -> Result<State<G>, Error>;

    /// One line that [`from_text`](Self::from_text) reads.
    fn to_text(&self) -> String;

    /// The inverse of [`to_text`](Self::to_text), checked. Where a game has several seats, the text says whose view it is.
    fn from_text(text: &str) -> Result<Self, Error>;

    /// A form that [`from_bytes`](Self::from_bytes) reads; the last actions go along.
    fn to_bytes(&self, recent: &Recent) -> Vec<u8> {
        let mut writer = Writer::new::<G>(Kind::View, self.rules());
        writer.number(self.seat() as u32);
        writer.block(self.to_text().as_bytes());
        writer.recent(recent);
        writer.finish()
    }

    /// Reads and checks what [`to_bytes`](Self::to_bytes) writes.
    fn from_bytes(bytes: &[u8]) -> Result<(Self, Recent), Error> {
        let (mut reader, rules) = Reader::open::<G>(bytes, Kind::View)?;
        let seat = reader.number()? as Seat;
        rules.check_seat(seat).map_err(|error| wrong(error.to_string()))?;
        let text = reader.text()?;
        let view = Self::from_text(&text).map_err(|error| wrong(format!("the view: {error}")))?;
        if *view.rules() != rules {
            return Err(wrong(OTHER_RULES));
        }
        if view.seat() != seat {
            return Err(wrong("the seat of the view's text is not that of these bytes"));
        }
        let recent = reader.recent(&rules)?;
        reader.finish()?;
        Ok((view, recent))
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

    /// Takes the next event in, or says why it cannot have happened; that changes nothing. Where somebody has taken an
    /// action, it says who and which.
    fn see(&mut self, event: &str) -> Result<Option<(Seat, Action)>, String>;

    /// What the seat knows now, or what has still to happen before anybody is asked to choose.
    fn view(self) -> Result<Self::View, String>;
}
