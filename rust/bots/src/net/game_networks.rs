//! Networks together with their rules.

use std::any::Any;
use std::fmt::Display;
use std::sync::Arc;

use oxideal_engine::{Action, Error, Recent, View};

use super::decision::Decision;
use super::model::NetModel;
use super::network::{Networks, chance_of};
use super::quantized::Scratch;

/// The networks for some rules of a game, for callers whose views may be of other rules.
///
/// See the example of [`Training`](super::Training).
#[derive(Clone, Debug)]
pub struct GameNetworks<G: NetModel> {
    rules: G::Rules,
    networks: Arc<Networks>,
}

impl<G: NetModel> GameNetworks<G> {
    /// Reads the networks for some rules.
    ///
    /// # Errors
    /// As [`Networks::from_safetensors`].
    pub fn from_safetensors(rules: G::Rules, weights: &[u8]) -> Result<Self, Error>
    where
        G::Rules: Display,
    {
        let networks = Arc::new(Networks::from_safetensors::<G>(&rules, weights)?);
        Ok(Self { rules, networks })
    }

    /// Returns the networks of this game in a box for those of any game.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if they are of another game.
    pub fn of(networks: &dyn Any) -> Result<&Self, Error> {
        networks.downcast_ref().ok_or_else(other_rules)
    }

    /// Returns the networks.
    #[must_use]
    pub const fn networks(&self) -> &Arc<Networks> {
        &self.networks
    }

    /// Returns the networks if they are for these rules.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if they are not.
    pub fn for_rules(&self, rules: &G::Rules) -> Result<&Arc<Networks>, Error> {
        if *rules == self.rules { Ok(&self.networks) } else { Err(other_rules()) }
    }

    /// Returns the action that they value most.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if the view is of other rules, or it is not the turn of its seat.
    pub fn choose(&self, view: &View<G>, recent: &Recent) -> Result<Action, Error> {
        Ok(self.for_rules(view.rules())?.choose(&Decision::of(view, recent)?, &mut Scratch::default()))
    }

    /// Returns each action considered with the chance to win and the payment, best first.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    pub fn values(&self, view: &View<G>, recent: &Recent) -> Result<Vec<(Action, f32, f32)>, Error> {
        let networks = self.for_rules(view.rules())?;
        let ranking = networks.ranking(&Decision::of(view, recent)?, &mut Scratch::default());
        Ok(ranking.into_iter().map(|(action, [odds, payment])| (action, chance_of(odds), payment)).collect())
    }
}

fn other_rules() -> Error {
    Error::InvalidArgument("these networks are for other rules".into())
}
