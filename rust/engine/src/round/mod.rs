//! Code that is generic over games: states, views, saved bytes, batches, playouts.

mod batch;
mod codec;
mod history;
mod list;
mod origin;
mod perft;
mod playouts;
mod round_api;
mod state;
mod view;
mod view_builder;

pub use batch::{BatchChunk, Rows};
pub use origin::Origin;
pub use playouts::{Start, playouts};
pub use round_api::RoundApi;
pub use state::State;
pub use view::View;
pub use view_builder::ViewBuilder;
