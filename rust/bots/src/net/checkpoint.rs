//! Trainings as files, to continue them later. A checkpoint is also a file of weights.

use std::fmt::Display;

use oxideal_engine::{Error, Seed};

use super::learner::Samples;
use super::model::NetModel;
use super::network::OUTPUTS;
use super::tensors::{Reader, Writer, invalid};
use super::training::{Settings, Training, networks_of};

/// More turns, decisions and steps than any training has.
const MAX_TURNS: u64 = 1 << 40;
const MAX_DECISIONS: u64 = 1 << 60;
const MAX_STEPS: u32 = 1 << 30;

impl<G: NetModel<Rules: Display>> Training<G> {
    /// Returns everything needed to continue, as a safetensors file.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn to_safetensors(&self) -> Result<Vec<u8>, Error> {
        let mut writer = Writer::new(G::NAME);
        for (name, value) in self.settings.notes() {
            writer.note(name, &value);
        }
        writer.note("rules", &rules_text::<G>(&self.rules));
        writer.note("turns", &self.turns);
        writer.note("decisions", &self.decisions);
        self.networks.write(&mut writer, false)?;
        writer.push("seed".into(), &[32], &self.seed.bytes().map(u16::from))?;
        for (role, (learner, samples)) in self.learners.iter().zip(&self.samples).enumerate() {
            let [mean, square] = &learner.averages;
            writer.push(format!("{role}.adam.mean"), &[mean.len()], mean)?;
            writer.push(format!("{role}.adam.square"), &[square.len()], square)?;
            writer.push(format!("{role}.adam.steps"), &[1], &[learner.steps as u32])?;
            let ends: Vec<u32> = samples.ends.iter().map(|&end| end as u32).collect();
            writer.push(format!("{role}.samples.inputs"), &[samples.on.len()], &samples.on)?;
            writer.push(format!("{role}.samples.ends"), &[ends.len()], &ends)?;
            writer.push(
                format!("{role}.samples.targets"),
                &[ends.len(), OUTPUTS],
                samples.targets.as_flattened(),
            )?;
        }
        writer.finish()
    }

    /// Continues a training with the same rules.
    ///
    /// # Errors
    /// Returns [`Error::InvalidArgument`] if the file is not a checkpoint of a training with these
    /// rules.
    pub fn from_safetensors(rules: Vec<G::Rules>, bytes: &[u8]) -> Result<Self, Error> {
        let file = Reader::new(G::NAME, bytes)?;
        let settings = Settings::of(&file)?;
        let saved = file.noted("rules")?;
        if saved != rules_text::<G>(&rules) {
            return Err(invalid(format!("the checkpoint is for other rules: {saved}")));
        }
        let seed: Vec<u16> = file.numbers("seed", &[32])?;
        let seed: Result<Vec<_>, _> = seed.into_iter().map(u8::try_from).collect();
        let seed = seed.ok().and_then(|seed| <[u8; 32]>::try_from(seed).ok());
        let seed = seed.ok_or_else(|| invalid("the seed must be 32 numbers from 0 to 255"))?;
        let mut training = Self::new(rules, settings, Seed::from(seed))?;
        (training.turns, training.decisions) = (file.noted_number("turns")?, file.noted_number("decisions")?);
        if training.turns > MAX_TURNS {
            return Err(invalid("it has too many turns"));
        }
        if training.decisions > MAX_DECISIONS {
            return Err(invalid("it has too many decisions"));
        }
        for role in 0..training.learners.len() {
            let learner = &mut training.learners[role];
            let sizes = learner.network.sizes;
            let network = super::weights::network(&file, role, learner.network.spans.clone())?;
            if settings.only.is_some_and(|only| only != role) {
                learner.keep(&network).map_err(invalid)?;
                continue;
            }
            if network.sizes != sizes {
                return Err(invalid(format!("network {role} does not have the sizes of the settings")));
            }
            learner.network = network;
            let total = [sizes.total()];
            learner.averages = [
                file.weights(&format!("{role}.adam.mean"), &total)?,
                file.weights(&format!("{role}.adam.square"), &total)?,
            ];
            let steps = file.numbers::<u32>(&format!("{role}.adam.steps"), &[1])?[0];
            if steps > MAX_STEPS {
                return Err(invalid("it has too many steps"));
            }
            learner.steps = steps as i32;
            training.samples[role] = samples(&file, role, sizes.inputs)?;
        }
        training.networks = networks_of(&training.learners);
        Ok(training)
    }
}

/// The decisions that wait to be learned from.
fn samples(file: &Reader<'_>, role: usize, inputs: usize) -> Result<Samples, Error> {
    let [on, ends, targets] = ["inputs", "ends", "targets"].map(|name| format!("{role}.samples.{name}"));
    let (length, _) = file.shape(&on)?;
    let (count, _) = file.shape(&ends)?;
    let on: Vec<u16> = file.numbers(&on, &length)?;
    let ends: Vec<u32> = file.numbers(&ends, &count)?;
    let targets = file.weights(&targets, &[ends.len(), OUTPUTS])?;
    let rises = ends.windows(2).all(|pair| pair[0] <= pair[1]);
    if !rises
        || ends.last().map_or(0, |&end| end as usize) != on.len()
        || on.iter().any(|&on| usize::from(on) >= inputs)
    {
        return Err(invalid(format!("the samples of network {role} do not fit together")));
    }
    let (targets, _) = targets.as_chunks();
    Ok(Samples { on, ends: ends.into_iter().map(|end| end as usize).collect(), targets: targets.to_vec() })
}

/// The rules as one text.
fn rules_text<G: NetModel<Rules: Display>>(rules: &[G::Rules]) -> String {
    rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
