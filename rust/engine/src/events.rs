//! From what a seat has witnessed to what it knows.

use crate::{Action, Error, Game, Recent, Rules, Seat, View, Witness};

/// How the event begins that shows a round set up by hand; only the first can be one.
pub(crate) const POSITION: &str = "position ";

/// Takes in, one by one, what a seat has witnessed, and believes nothing that cannot have happened.
///
/// ```
/// use oxideal_engine::foursquare::{FourSquare, Rules};
/// use oxideal_engine::{Events, View};
///
/// let mut events = Events::<FourSquare>::new(&Rules::default(), 0)?;
/// events.tell("card 7S")?;
/// assert!(events.tell("card 8S").is_err(), "a card is already in hand");
/// events.tell("place 0,0")?;
/// events.tell("card 8S")?;
/// let (view, recent) = events.view()?;
/// assert_eq!(view.to_text(), "foursquare; 0,0: 7S; card 8S");
/// assert_eq!(recent.iter().collect::<Vec<_>>(), [(0, 24)]);
/// # Ok::<(), oxideal_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Events<G: Game> {
    rules: G::Rules,
    seat: Seat,
    witness: <G::View as View<G>>::Witness,
    recent: Recent,
    /// How many have been taken in.
    told: usize,
}

impl<G: Game> Events<G> {
    /// Nothing has happened yet.
    pub fn new(rules: &G::Rules, seat: Seat) -> Result<Self, Error> {
        rules.check_seat(seat)?;
        let witness = Witness::new(rules, seat);
        Ok(Self { rules: rules.clone(), seat, witness, recent: Recent::default(), told: 0 })
    }

    /// Takes the next event in. An error changes nothing.
    pub fn tell(&mut self, event: &str) -> Result<(), Error> {
        let told = match event.strip_prefix(POSITION) {
            Some(text) if self.told == 0 => self.begin(text.trim_start_matches(' ')),
            _ => self.witness.see(event),
        };
        let action = told.map_err(|reason| Error::InvalidRecord(format!("event {}: {reason}", self.told)))?;
        self.recent.extend(action);
        self.told += 1;
        Ok(())
    }

    /// What the seat knows after all this, and the last actions.
    pub fn view(self) -> Result<(G::View, Recent), Error> {
        let too_early = |missing| Error::InvalidRecord(format!("the events end too early: {missing}"));
        Ok((self.witness.view().map_err(too_early)?, self.recent))
    }

    fn begin(&mut self, text: &str) -> Result<Option<(Seat, Action)>, String> {
        let view = G::View::from_text(text).map_err(|error| error.to_string())?;
        if *view.rules() != self.rules {
            return Err("the rules of the position are not those given".into());
        }
        if view.seat() != self.seat {
            return Err("the position is seen from another seat than that given".into());
        }
        self.witness = Witness::resume(view);
        Ok(None)
    }
}
