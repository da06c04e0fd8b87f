//! Named tensors in a safetensors file, the format that learners and viewers read.

use std::collections::BTreeMap;

use oxideal_engine::Error;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors, serialize};

/// The most bytes that are read.
const MAX_BYTES: usize = 1 << 30;

/// The name under which a file says what it is: lines of a name and a value. It is one text because
/// the order of several would differ from run to run.
const ABOUT: &str = "oxideal";

/// The format, in the metadata of a file.
const FORMAT: &str = "oxideal networks 1";

/// The tensors of a file, to be written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)>,
    about: BTreeMap<&'static str, String>,
}

/// A type of numbers in tensors.
pub(super) trait Number: Copy {
    const DTYPE: Dtype;
    fn append(self, bytes: &mut Vec<u8>);
    fn read(bytes: &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($Type:ident $DTYPE:ident),*) => {
        $(impl Number for $Type {
            const DTYPE: Dtype = Dtype::$DTYPE;

            fn append(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn read(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map(Self::from_le_bytes)
            }
        })*
    };
}

numbers!(f32 F32, i8 I8, u16 U16, u32 U32, u64 U64);

impl Writer {
    pub(super) fn new(game: &str) -> Self {
        let mut writer = Self::default();
        writer.note("format", &FORMAT);
        writer.note("game", &game);
        writer
    }

    /// Adds to what the file says of itself.
    pub(super) fn note(&mut self, name: &'static str, value: &impl ToString) {
        self.about.insert(name, value.to_string());
    }

    pub(super) fn push<T: Number>(
        &mut self,
        name: String,
        shape: &[usize],
        numbers: &[T],
    ) -> Result<(), Error> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size_of_val(numbers))?;
        for number in numbers {
            number.append(&mut bytes);
        }
        self.tensors.push((name, T::DTYPE, shape.to_vec(), bytes));
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, Error> {
        let views: Result<Vec<_>, _> = self
            .tensors
            .iter()
            .map(|(name, dtype, shape, bytes)| Ok((name, TensorView::new(*dtype, shape.clone(), bytes)?)))
            .collect();
        let lines: Vec<String> = self.about.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let about = [(ABOUT.into(), lines.join("\n"))].into_iter().collect();
        views.and_then(|views| serialize(views, Some(about))).map_err(invalid)
    }
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    file: SafeTensors<'a>,
    about: BTreeMap<String, String>,
}

impl<'a> Reader<'a> {
    /// Reads a file for this game.
    pub(super) fn new(game: &str, bytes: &'a [u8]) -> Result<Self, Error> {
        if bytes.len() > MAX_BYTES {
            return Err(invalid(format!("a file may have {MAX_BYTES} bytes, got {}", bytes.len())));
        }
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(invalid)?;
        let lines = metadata
            .metadata()
            .as_ref()
            .and_then(|about| about.get(ABOUT))
            .map_or("", String::as_str)
            .lines();
        let about = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        let reader = Self { file: SafeTensors::deserialize(bytes).map_err(invalid)?, about };
        if reader.noted("format").ok() != Some(FORMAT) {
            return Err(invalid(format!("the file is not marked \"{FORMAT}\"")));
        }
        match reader.noted("game")? {
            found if found == game => Ok(reader),
            found => Err(invalid(format!("these are for {}, not for {game}", quoted(found)))),
        }
    }

    /// What the file says of itself.
    pub(super) fn noted(&self, name: &str) -> Result<&str, Error> {
        self.about.get(name).map(String::as_str).ok_or_else(|| invalid(format!("\"{name}\" is missing")))
    }

    /// A number that the file says of itself.
    pub(super) fn noted_number<T: std::str::FromStr>(&self, name: &str) -> Result<T, Error> {
        let text = self.noted(name)?;
        text.parse().map_err(|_| invalid(format!("\"{name}\" must be a number, got {}", quoted(text))))
    }

    /// The shape and the type of a tensor.
    pub(super) fn shape(&self, name: &str) -> Result<(Vec<usize>, Dtype), Error> {
        let tensor = self.file.tensor(name).map_err(invalid)?;
        Ok((tensor.shape().to_vec(), tensor.dtype()))
    }

    /// The numbers of a tensor of this shape.
    pub(super) fn numbers<T: Number>(&self, name: &str, shape: &[usize]) -> Result<Vec<T>, Error> {
        let tensor = self.file.tensor(name).map_err(invalid)?;
        if tensor.dtype() != T::DTYPE || tensor.shape() != shape {
            let (found, of) = (tensor.dtype(), tensor.shape());
            return Err(invalid(format!(
                "{name} must be {:?} {shape:?} for these rules, got {found:?} {of:?}",
                T::DTYPE
            )));
        }
        let bytes = tensor.data();
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(bytes.len() / size_of::<T>())?;
        numbers.extend(bytes.chunks_exact(size_of::<T>()).filter_map(T::read));
        Ok(numbers)
    }

    /// The finite numbers of a tensor of this shape.
    pub(super) fn weights(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, Error> {
        let weights = self.numbers::<f32>(name, shape)?;
        if weights.iter().all(|weight| weight.is_finite()) {
            Ok(weights)
        } else {
            Err(invalid(format!("{name} has numbers that are not finite")))
        }
    }
}

/// A text of a file, cut off if it is long.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    format!("{short:?}")
}

pub(super) fn invalid(why: impl std::fmt::Display) -> Error {
    let why: String = why.to_string().chars().take(300).collect();
    Error::InvalidArgument(format!("invalid weights: {why}"))
}
