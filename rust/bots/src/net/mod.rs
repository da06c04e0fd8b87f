//! Networks that learn to value actions by playing against themselves.

mod checkpoint;
mod contest;
mod decision;
mod game_networks;
mod learner;
mod model;
mod network;
mod quantized;
mod self_play;
mod tensors;
mod training;
mod weights;

pub use contest::{Contest, against_rule};
pub use decision::Decision;
pub use game_networks::GameNetworks;
pub use model::NetModel;
pub use network::{Estimate, Network, Networks, chance_of};
pub use quantized::Scratch;
pub use training::{Settings, Training};
