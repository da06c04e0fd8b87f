//! Code that is generic over games: states, views, saved bytes, batches, playouts.

mod batch;
mod codec;
mod from_json;
mod history;
mod json;
mod list;
mod origin;
mod past;
mod perft;
mod playouts;
mod round_api;
mod state;
mod view;
mod view_builder;

pub use batch::{BatchChunk, Rows};
pub(crate) use from_json::read_event;
pub use from_json::{events_from_json, move_from_json, rules_from_json};
pub use json::{JsonFields, move_to_json, moves_to_json, rules_to_json};
pub(crate) use json::{Tiding, moved};
pub use origin::Origin;
pub use past::Past;
pub use playouts::{Start, playouts, playouts_by};
pub use round_api::RoundApi;
pub use state::{EventOf, State};
pub use view::View;
pub use view_builder::ViewBuilder;
