//! Networks as files.

use oxideal_engine::Error;
use safetensors::Dtype;

use super::model::NetModel;
use super::network::{LANES, Network, Networks, OUTPUTS, Sizes};
use super::tensors::{Reader, Writer, invalid};
use super::training::spans;

/// The highest width of a layer.
const MAX_WIDTH: usize = 4096;

/// The highest number of inputs.
const MAX_INPUTS: usize = 1 << 16;

/// The tensors of a network, in the order of its weights.
const TENSORS: [&str; 6] = ["rows", "first_bias", "second", "second_bias", "last", "last_bias"];

/// The shapes of the tensors.
fn shapes(sizes: Sizes) -> [Vec<usize>; 6] {
    let Sizes { inputs, first, second } = sizes;
    [
        vec![inputs, first],
        vec![first],
        vec![first, second],
        vec![second],
        vec![OUTPUTS, second],
        vec![OUTPUTS],
    ]
}

impl Networks {
    /// Returns the networks as a safetensors file. A compact one has a byte for each weight of the
    /// first two layers.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn to_safetensors<G: NetModel>(&self, compact: bool) -> Result<Vec<u8>, Error> {
        let mut writer = Writer::new(G::NAME);
        self.write(&mut writer, compact)?;
        writer.finish()
    }

    pub(super) fn write(&self, writer: &mut Writer, compact: bool) -> Result<(), Error> {
        for (role, network) in self.all.iter().enumerate() {
            let mut rest = &network.weights[..];
            for (name, shape) in TENSORS.into_iter().zip(shapes(network.sizes)) {
                let (part, others) = rest.split_at(shape.iter().product());
                let name = format!("{role}.{name}");
                match shape[..] {
                    [rows, width] if compact && rows > OUTPUTS => {
                        let (scales, bytes) = compress(part, width);
                        writer.push(name.clone(), &shape, &bytes)?;
                        writer.push(name + ".scale", &[rows], &scales)?;
                    }
                    _ => writer.push(name, &shape, part)?,
                }
                rest = others;
            }
        }
        Ok(())
    }

    /// Reads and checks the networks that these rules need.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if these are not networks for such rules.
    pub fn from_safetensors<G: NetModel>(rules: &G::Rules, bytes: &[u8]) -> Result<Self, Error> {
        Self::but_one::<G>(rules, bytes, None)
    }

    /// Reads networks of which one will be learned anew: it may be for any rules.
    ///
    /// # Errors
    /// As [`from_safetensors`](Self::from_safetensors).
    pub fn but_one<G: NetModel>(rules: &G::Rules, bytes: &[u8], one: Option<usize>) -> Result<Self, Error> {
        let file = Reader::new(G::NAME, bytes)?;
        let spans = spans::<G>(rules).into_iter().enumerate();
        let read = |(role, spans)| network(&file, role, if one == Some(role) { Vec::new() } else { spans });
        spans.map(read).collect::<Result<_, _>>().map(Self::new)
    }
}

/// Reads a network with these spans; without any it may have any number of inputs.
pub(super) fn network(file: &Reader<'_>, role: usize, spans: Vec<u16>) -> Result<Network, Error> {
    let (shape, _) = file.shape(&format!("{role}.second"))?;
    let &[first, second] = &shape[..] else {
        return Err(invalid(format!("{role}.second must have two dimensions, got {shape:?}")));
    };
    let (rows, _) = file.shape(&format!("{role}.rows"))?;
    let rows = rows.first().copied().unwrap_or(0).min(MAX_INPUTS);
    let sizes = Sizes { inputs: if spans.is_empty() { rows } else { spans.len() }, first, second };
    sizes.check().map_err(invalid)?;
    let mut weights = Vec::new();
    weights.try_reserve_exact(sizes.total())?;
    for (name, shape) in TENSORS.into_iter().zip(shapes(sizes)) {
        let name = format!("{role}.{name}");
        match (&shape[..], file.shape(&name)?.1) {
            (&[rows, width], Dtype::I8) => {
                let bytes = file.numbers::<i8>(&name, &shape)?;
                let scales = file.weights(&(name + ".scale"), &[rows])?;
                for (row, scale) in bytes.chunks_exact(width).zip(scales) {
                    weights.extend(row.iter().map(|&byte| f32::from(byte) * scale));
                }
            }
            _ => weights.extend(file.weights(&name, &shape)?),
        }
    }
    Ok(Network { sizes, spans, weights })
}

/// A scale for each row, and its weights as multiples of that.
fn compress(weights: &[f32], width: usize) -> (Vec<f32>, Vec<i8>) {
    let mut scales = Vec::new();
    let mut bytes = Vec::new();
    for row in weights.chunks_exact(width) {
        let most = row.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let scale = most / 127.0;
        scales.push(scale);
        bytes.extend(row.iter().map(|weight| if scale > 0.0 { (weight / scale).round() as i8 } else { 0 }));
    }
    (scales, bytes)
}

impl Sizes {
    /// Returns why there is no network of these sizes.
    pub(super) fn check(self) -> Result<(), String> {
        for (name, width) in [("first", self.first), ("second", self.second)] {
            if width == 0 || width > MAX_WIDTH || !width.is_multiple_of(LANES) {
                return Err(format!(
                    "the width of the {name} layer must be a multiple of {LANES} up to {MAX_WIDTH}, got {width}"
                ));
            }
        }
        Ok(())
    }
}
