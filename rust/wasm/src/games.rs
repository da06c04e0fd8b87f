//! Rounds, views and networks of any game behind one interface.

use std::any::Any;
use std::fmt::Display;
use std::sync::Arc;

use oxideal_bots::net::{GameNetworks, NetModel, Networks};
use oxideal_bots::review::{AnyReview, Review, Settings};
use oxideal_bots::{Ladder, Level, Limit, Search, Thinking, search};
use oxideal_engine::text::quoted;
use oxideal_engine::{
    Action, Error, Forfeit, MoveOf, Narrated, Narrator, Origin, Past, Reason, RoundApi, Rules, Seat, Seed,
    Sentence, State, Stream, View, ViewBuilder, describe_event, describe_move, describe_options,
    move_to_json, moves_to_json, rules_from_json, rules_to_json,
};

/// A game that this package plays.
trait Played: Narrated + Ladder + NetModel<Rules: Display> {}

impl<G: Narrated + Ladder + NetModel<Rules: Display>> Played for G {}

/// JSON text, or why there is none.
type Json = Result<Vec<u8>, Error>;

pub(crate) trait AnyRules {
    fn game(&self) -> &'static str;
    fn players(&self) -> usize;
    fn num_actions(&self) -> Action;
    fn weights_name(&self) -> &'static str;
    fn level_has_networks(&self, number: usize) -> Result<bool, Error>;
    fn to_json(&self) -> Json;
    fn move_json(&self, action: Action) -> Json;
    fn parse(&self, text: &str) -> Result<Action, Error>;
    fn deal(&self, seed: Seed, stream: u128, dealer: Option<Seat>) -> Result<Box<dyn AnyState>, Error>;
    fn state_from_json(&self, json: &[u8]) -> Result<Box<dyn AnyState>, Error>;
    fn view_from_json(&self, json: &[u8]) -> Result<Box<dyn AnyView>, Error>;
    fn builder(&self, seat: Seat) -> Result<Box<dyn AnyBuilder>, Error>;
    fn networks(&self, weights: &[u8]) -> Result<Box<dyn Any>, Error>;
    fn describe(&self, action: Action, language: &str) -> Result<String, Error>;
    fn describe_event(&self, event: &str, language: &str) -> Result<String, Error>;
    fn describe_options(&self, language: &str) -> Result<Vec<String>, Error>;
    fn narrator(
        &self,
        own: Option<Seat>,
        names: Vec<String>,
        language: &str,
    ) -> Result<Box<dyn AnyNarrator>, Error>;
}

/// What states and views have in common.
pub(crate) trait AnyRound {
    fn rules(&self) -> Box<dyn AnyRules>;
    fn current_player(&self) -> Option<Seat>;
    fn legal(&self) -> Vec<Action>;
    fn legal_json(&self) -> Json;
    fn is_legal(&self, action: Action) -> bool;
    fn payoffs(&self) -> Option<Vec<i32>>;
    fn scores(&self) -> Option<Vec<i32>>;
    fn winners(&self) -> Option<Vec<u32>>;
    fn render(&self) -> String;
    fn to_text(&self) -> String;
    fn to_json(&self) -> Json;
}

pub(crate) trait AnyState: AnyRound {
    fn boxed(&self) -> Box<dyn AnyState>;
    fn push(&mut self, action: Action) -> Result<(), Error>;
    fn forfeit(&mut self, seat: Seat, why: Reason) -> Result<(), Error>;
    fn pop(&mut self) -> Result<Option<Action>, Error>;
    fn history(&self) -> Result<Vec<Action>, Error>;
    fn seed(&self) -> Option<Seed>;
    fn forfeited(&self) -> Option<Forfeit>;
    fn events(&self, seat: Seat, first: usize) -> Result<Vec<String>, Error>;
    fn view(&self, seat: Seat) -> Result<Box<dyn AnyView>, Error>;
    fn review(
        &self,
        seats: &[Seat],
        limit: Limit,
        seed: Seed,
        networks: &dyn Any,
    ) -> Result<Box<dyn AnyReview>, Error>;
}

pub(crate) trait AnyView: AnyRound {
    fn as_any(&self) -> &dyn Any;
    fn seat(&self) -> Seat;
    fn sample(&self, seed: Seed, stream: u128) -> Result<Box<dyn AnyState>, Error>;
    fn rule(&self) -> Result<Action, Error>;
    fn level(&self, number: usize, chance: &mut Stream, networks: Option<&dyn Any>) -> Result<Action, Error>;
    fn choose(&self, networks: &dyn Any) -> Result<Action, Error>;
    fn values(&self, networks: &dyn Any) -> Result<Vec<(Action, f32, f32)>, Error>;
    fn search(&self, limit: Limit, seed: Seed, networks: Option<&dyn Any>) -> Result<Thinking, Error>;
}

pub(crate) trait AnyBuilder {
    fn push(&mut self, event: &str) -> Result<(), Error>;
    fn view(&self) -> Result<Box<dyn AnyView>, Error>;
}

/// What is said of a round. Views and moves must be of the narrator's rules.
pub(crate) trait AnyNarrator {
    fn title(&self) -> String;
    fn tell(
        &self,
        before: &dyn AnyView,
        chosen: Action,
        after: &dyn AnyView,
        seat: Seat,
    ) -> Result<String, Error>;
    fn label(&self, view: &dyn AnyView, chosen: Action) -> Result<String, Error>;
    fn spoken(&self, view: &dyn AnyView, chosen: Action) -> Result<String, Error>;
    fn short(&self, view: &dyn AnyView, chosen: Action) -> Result<String, Error>;
    fn lines(&self, view: &dyn AnyView) -> Result<Vec<String>, Error>;
    fn task(&self, view: &dyn AnyView) -> Result<String, Error>;
    fn result(&self, view: &dyn AnyView) -> Result<String, Error>;
    fn ended(&self, view: &dyn AnyView) -> Result<Vec<String>, Error>;
    fn own(&self) -> Option<Seat>;
    fn rules(&self) -> Box<dyn AnyRules>;
    fn explain_rules(&self) -> Vec<String>;
    fn refused(&self, rule: Option<&str>, reason: &Sentence) -> String;
    fn readable(&self, message: &str) -> String;
}

struct GameRules<G: Played>(G::Rules);

struct GameView<G: Played> {
    view: View<G>,
    past: Past<G>,
}

/// A search runs until its limit. One function, since each would get a search of its own.
const ALWAYS: fn() -> bool = || true;

/// Returns whether the build has this game: a page that loads one game at a time sets `OXIDEAL_GAME` for small builds.
const fn is_built(game: &str) -> bool {
    let Some(only) = option_env!("OXIDEAL_GAME") else { return true };
    let (game, only) = (game.as_bytes(), only.as_bytes());
    let mut same = only.len() == game.len();
    let mut at = 0;
    while same && at < game.len() {
        same = game[at] == only[at];
        at += 1;
    }
    only.is_empty() || same
}

/// Returns the rules of a game with these options.
pub(crate) fn rules(game: &str, options: &[u8]) -> Result<Box<dyn AnyRules>, Error> {
    let mut names = Vec::new();
    macro_rules! find {
        ($(($module:ident, $Game:ident))*) => {
            $({
                use oxideal_engine::{Game as _, $module::$Game};
                if const { is_built($Game::NAME) } && game == $Game::NAME {
                    return Ok(Box::new(GameRules::<$Game>(rules_from_json(options)?)));
                }
                if const { is_built($Game::NAME) } {
                    names.push($Game::NAME);
                }
            })*
        };
    }
    oxideal_engine::for_each_game!(find);
    let (game, known) = (quoted(game), names.join(", "));
    Err(Error::InvalidArgument(format!("unknown game {game}; expected one of {known}")))
}

impl<G: Played> AnyRules for GameRules<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn players(&self) -> usize {
        self.0.players()
    }

    fn num_actions(&self) -> Action {
        self.0.num_actions()
    }

    fn weights_name(&self) -> &'static str {
        G::weights_name(&self.0)
    }

    fn level_has_networks(&self, number: usize) -> Result<bool, Error> {
        Level::<G>::numbered(number).map(Level::has_networks)
    }

    fn to_json(&self) -> Json {
        rules_to_json(&self.0)
    }

    fn move_json(&self, action: Action) -> Json {
        move_to_json::<G>(&self.0, action)
    }

    fn parse(&self, text: &str) -> Result<Action, Error> {
        let chosen = self.0.parse(text)?;
        self.0.action(chosen).ok_or_else(|| Error::not_in_rules(chosen))
    }

    fn deal(&self, seed: Seed, stream: u128, dealer: Option<Seat>) -> Result<Box<dyn AnyState>, Error> {
        Ok(Box::new(State::<G>::from_origin(self.0.clone(), Origin::Dealt { seed, stream, dealer })?))
    }

    fn state_from_json(&self, json: &[u8]) -> Result<Box<dyn AnyState>, Error> {
        let state = State::<G>::from_json(json)?;
        check_rules(&self.0, state.rules())?;
        Ok(Box::new(state))
    }

    fn view_from_json(&self, json: &[u8]) -> Result<Box<dyn AnyView>, Error> {
        let (view, recent) = View::<G>::from_json(json)?;
        check_rules(&self.0, view.rules())?;
        Ok(Box::new(GameView { view, past: recent.into() }))
    }

    fn builder(&self, seat: Seat) -> Result<Box<dyn AnyBuilder>, Error> {
        Ok(Box::new(ViewBuilder::<G>::new(&self.0, seat)?))
    }

    fn networks(&self, weights: &[u8]) -> Result<Box<dyn Any>, Error> {
        Ok(Box::new(GameNetworks::<G>::from_safetensors(self.0.clone(), weights)?))
    }

    fn describe(&self, action: Action, language: &str) -> Result<String, Error> {
        describe_move::<G>(chosen::<G>(&self.0, action)?, language)
    }

    fn describe_event(&self, event: &str, language: &str) -> Result<String, Error> {
        describe_event::<G>(&self.0, event, language)
    }

    fn describe_options(&self, language: &str) -> Result<Vec<String>, Error> {
        describe_options::<G>(&self.0, language)
    }

    fn narrator(
        &self,
        own: Option<Seat>,
        names: Vec<String>,
        language: &str,
    ) -> Result<Box<dyn AnyNarrator>, Error> {
        Ok(Box::new(Narrator::<G>::new(&self.0, own, names, language)?))
    }
}

fn check_rules<R: Rules>(own: &R, given: &R) -> Result<(), Error> {
    if own == given {
        return Ok(());
    }
    Err(Error::invalid_state("the rules differ from those given"))
}

/// Writes the methods of `AnyRound`, whose texts and JSON states and views make in different ways.
macro_rules! any_round {
    ($Of:ident, |$this:ident| $round:expr, $json:expr) => {
        impl<G: Played> AnyRound for $Of<G> {
            fn rules(&self) -> Box<dyn AnyRules> {
                let $this = self;
                Box::new(GameRules::<G>($round.rules().clone()))
            }

            fn current_player(&self) -> Option<Seat> {
                let $this = self;
                $round.current_player()
            }

            fn legal(&self) -> Vec<Action> {
                let $this = self;
                $round.legal()
            }

            fn legal_json(&self) -> Json {
                let $this = self;
                moves_to_json::<G>($round.rules(), &$round.legal())
            }

            fn is_legal(&self, action: Action) -> bool {
                let $this = self;
                $round.is_legal(action)
            }

            fn payoffs(&self) -> Option<Vec<i32>> {
                let $this = self;
                $round.payoffs()
            }

            fn scores(&self) -> Option<Vec<i32>> {
                let $this = self;
                $round.scores()
            }

            fn winners(&self) -> Option<Vec<u32>> {
                let $this = self;
                RoundApi::winners($round).map(|seats| seats.into_iter().map(|seat| seat as u32).collect())
            }

            fn render(&self) -> String {
                let $this = self;
                $round.render()
            }

            fn to_text(&self) -> String {
                let $this = self;
                $round.to_text()
            }

            fn to_json(&self) -> Json {
                let $this = self;
                $json
            }
        }
    };
}

any_round!(State, |state| state, state.to_json());
any_round!(GameView, |seen| &seen.view, seen.view.to_json(&seen.past.recent()));

impl<G: Played> AnyState for State<G> {
    fn boxed(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn push(&mut self, action: Action) -> Result<(), Error> {
        Self::push(self, action)
    }

    fn forfeit(&mut self, seat: Seat, why: Reason) -> Result<(), Error> {
        Self::forfeit(self, seat, why)
    }

    fn pop(&mut self) -> Result<Option<Action>, Error> {
        Self::pop(self)
    }

    fn history(&self) -> Result<Vec<Action>, Error> {
        self.try_history()
    }

    fn seed(&self) -> Option<Seed> {
        match self.origin() {
            Origin::Dealt { seed, .. } => Some(seed),
            Origin::SetUp { .. } => None,
        }
    }

    fn forfeited(&self) -> Option<Forfeit> {
        Self::forfeited(self)
    }

    fn events(&self, seat: Seat, first: usize) -> Result<Vec<String>, Error> {
        self.events_from(seat, first)
    }

    fn view(&self, seat: Seat) -> Result<Box<dyn AnyView>, Error> {
        Ok(Box::new(GameView { view: Self::view(self, seat)?, past: self.past() }))
    }

    fn review(
        &self,
        seats: &[Seat],
        limit: Limit,
        seed: Seed,
        networks: &dyn Any,
    ) -> Result<Box<dyn AnyReview>, Error> {
        let networks = Arc::clone(GameNetworks::<G>::of(networks)?.for_rules(self.rules())?);
        let settings = Settings { limit, seed, threads: 1, networks };
        Ok(Box::new(Review::new(self, seats, settings)?))
    }
}

impl<G: Played> GameView<G> {
    /// Returns these networks if they are for the view's rules.
    fn fitting<'a>(&self, networks: Option<&'a dyn Any>) -> Result<Option<&'a Arc<Networks>>, Error> {
        networks.map(|networks| GameNetworks::<G>::of(networks)?.for_rules(self.view.rules())).transpose()
    }
}

impl<G: Played> AnyView for GameView<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn sample(&self, seed: Seed, stream: u128) -> Result<Box<dyn AnyState>, Error> {
        let chance = Stream::for_samples(seed, stream, self.view.seat());
        Ok(Box::new(self.view.sample(chance)?.with_recent(self.past.recent())))
    }

    fn rule(&self) -> Result<Action, Error> {
        self.view.check_turn()?;
        Ok(G::rule_policy(&self.view))
    }

    fn level(&self, number: usize, chance: &mut Stream, networks: Option<&dyn Any>) -> Result<Action, Error> {
        Level::numbered(number)?.choose(&self.view, &self.past, chance, self.fitting(networks)?, ALWAYS)
    }

    fn choose(&self, networks: &dyn Any) -> Result<Action, Error> {
        GameNetworks::of(networks)?.choose(&self.view, &self.past.recent())
    }

    fn values(&self, networks: &dyn Any) -> Result<Vec<(Action, f32, f32)>, Error> {
        GameNetworks::of(networks)?.values(&self.view, &self.past.recent())
    }

    fn search(&self, limit: Limit, seed: Seed, networks: Option<&dyn Any>) -> Result<Thinking, Error> {
        let networks = self.fitting(networks)?.cloned();
        let settings = Search { limit, seed, threads: 1, networks };
        search::<G>(&self.view, &self.past.of(&self.view)?, &settings, ALWAYS)
    }
}

impl<G: Played> AnyBuilder for ViewBuilder<G> {
    fn push(&mut self, event: &str) -> Result<(), Error> {
        self.apply(event)
    }

    fn view(&self) -> Result<Box<dyn AnyView>, Error> {
        let history = self.public_history();
        let (view, _) = self.clone().finish()?;
        Ok(Box::new(GameView::<G> { view, past: history.into() }))
    }
}

/// Returns the view if it is of this game.
fn seen<G: Played>(view: &dyn AnyView) -> Result<&View<G>, Error> {
    let found = view.as_any().downcast_ref::<GameView<G>>().map(|seen| &seen.view);
    found.ok_or_else(|| Error::InvalidArgument(format!("the view must be one of {}", G::NAME)))
}

/// Returns the move with an id of the table.
fn chosen<G: Played>(rules: &G::Rules, action: Action) -> Result<MoveOf<G::Position>, Error> {
    rules.to_move(action).ok_or_else(|| Error::no_action(action, rules.num_actions()))
}

impl<G: Played> AnyNarrator for Narrator<G> {
    fn title(&self) -> String {
        Self::title(self)
    }

    fn tell(
        &self,
        before: &dyn AnyView,
        action: Action,
        after: &dyn AnyView,
        seat: Seat,
    ) -> Result<String, Error> {
        let said = Self::tell(self, seen(before)?, chosen::<G>(self.rules(), action)?, seen(after)?, seat)?;
        Ok(self.joined(&said))
    }

    fn label(&self, view: &dyn AnyView, action: Action) -> Result<String, Error> {
        Self::label(self, seen(view)?, chosen::<G>(self.rules(), action)?)
    }

    fn spoken(&self, view: &dyn AnyView, action: Action) -> Result<String, Error> {
        Self::spoken(self, seen(view)?, chosen::<G>(self.rules(), action)?)
    }

    fn short(&self, view: &dyn AnyView, action: Action) -> Result<String, Error> {
        Self::short(self, seen(view)?, chosen::<G>(self.rules(), action)?)
    }

    fn lines(&self, view: &dyn AnyView) -> Result<Vec<String>, Error> {
        Self::lines(self, seen(view)?)
    }

    fn task(&self, view: &dyn AnyView) -> Result<String, Error> {
        Self::task(self, seen(view)?)
    }

    fn result(&self, view: &dyn AnyView) -> Result<String, Error> {
        Self::result(self, seen(view)?)
    }

    fn ended(&self, view: &dyn AnyView) -> Result<Vec<String>, Error> {
        Self::ended(self, seen(view)?)
    }

    fn own(&self) -> Option<Seat> {
        Self::own(self)
    }

    fn rules(&self) -> Box<dyn AnyRules> {
        Box::new(GameRules::<G>(Self::rules(self).clone()))
    }

    fn explain_rules(&self) -> Vec<String> {
        Self::explain_rules(self)
    }

    fn refused(&self, rule: Option<&str>, reason: &Sentence) -> String {
        Self::refused(self, rule, reason)
    }

    fn readable(&self, message: &str) -> String {
        Self::readable(self, message)
    }
}
