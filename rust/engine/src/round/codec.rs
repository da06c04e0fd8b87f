//! The binary format of saved states and views. `docs/contract.md` has the layout.

use crate::error::{CodecError, Error};
use crate::game::{Game, Rules};
use crate::ids::Seat;
use crate::random::{Seed, Stream};
use crate::recent::{MAX_RECENT, Recent};
use crate::text::quoted;

const MAGIC: &[u8; 4] = b"OXID";
const FORMAT: u8 = 1;

/// The most bytes that are read: enough for [`State::MAX_SAVED_ACTIONS`](crate::State::MAX_SAVED_ACTIONS)
/// of five bytes each, after the longest position.
const MAX_BYTES: usize = 1 << 20;

/// The kinds of saved objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A [`State`](crate::State).
    State,
    /// A [`View`](crate::View).
    View,
    /// A [`ViewBuilder`](crate::ViewBuilder).
    ViewBuilder,
}

impl Kind {
    const ALL: [Self; 3] = [Self::State, Self::View, Self::ViewBuilder];

    const fn letter(self) -> u8 {
        match self {
            Self::State => b'S',
            Self::View => b'V',
            Self::ViewBuilder => b'B',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::View => "view",
            Self::ViewBuilder => "view builder",
        }
    }
}

/// Writes a saved object. Too little memory is reported at the end.
#[derive(Debug)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    failed: bool,
}

impl Writer {
    /// Writes the header: magic, format, kind, game, rules.
    pub(super) fn new<G: Game>(kind: Kind, rules: &G::Rules) -> Self {
        let mut writer = Self { bytes: Vec::with_capacity(96), failed: false };
        writer.raw(MAGIC);
        writer.raw(&[FORMAT, kind.letter()]);
        writer.block(G::NAME.as_bytes());
        writer.block(&rules.to_bytes());
        writer
    }

    /// Writes bytes unchanged.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        if !self.failed && self.bytes.try_reserve(bytes.len()).is_ok() {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.failed = true;
        }
    }

    /// Writes a number as LEB128.
    pub(super) fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.raw(&[number as u8 | 0x80]);
            number >>= 7;
        }
        self.raw(&[number as u8]);
    }

    /// Writes bytes preceded by their length.
    pub(super) fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u32);
        self.raw(bytes);
    }

    /// Writes the seed and stream number of a stream.
    pub(super) fn stream(&mut self, stream: &Stream) {
        self.raw(stream.seed().bytes());
        self.raw(&stream.stream().to_le_bytes()[..12]);
    }

    /// Writes the last actions.
    pub(super) fn recent(&mut self, recent: &Recent) {
        self.number(recent.len() as u32);
        for (seat, action) in recent.iter() {
            self.number(seat as u32);
            self.number(action);
        }
    }

    /// Returns the bytes written.
    pub(super) fn finish(self) -> Result<Vec<u8>, Error> {
        if self.failed { Err(Error::OutOfMemory) } else { Ok(self.bytes) }
    }
}

/// Reads a saved object from untrusted bytes.
#[derive(Debug)]
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads the header. Returns a reader for the rest, and the rules.
    pub(super) fn open<G: Game>(bytes: &'a [u8], kind: Kind) -> Result<(Self, G::Rules), Error> {
        if bytes.len() > MAX_BYTES {
            return Err(Error::invalid_state(format!(
                "saved bytes must be at most {MAX_BYTES}, got {}",
                bytes.len()
            )));
        }
        let mut reader = Self(bytes);
        if reader.raw(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(CodecError::NotSaved.into());
        }
        let format = reader.byte()?;
        if format != FORMAT {
            return Err(CodecError::WrongFormat { found: format, expected: FORMAT }.into());
        }
        let letter = reader.byte()?;
        let found = Kind::ALL.into_iter().find(|known| known.letter() == letter);
        let found = found.ok_or(CodecError::UnknownKind)?;
        if found != kind {
            return Err(CodecError::WrongKind { found: found.name(), expected: kind.name() }.into());
        }
        let name = reader.text()?;
        if name != G::NAME {
            return Err(CodecError::WrongGame { found: quoted(&name), expected: G::NAME }.into());
        }
        let rules = reader.block()?;
        let rules = G::Rules::from_bytes(rules).ok_or(CodecError::UnknownRules)?;
        Ok((reader, rules))
    }

    /// Reads this many bytes.
    pub(super) fn raw(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(CodecError::Truncated)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// Reads one byte.
    pub(super) fn byte(&mut self) -> Result<u8, Error> {
        self.raw(1).map(|bytes| bytes[0])
    }

    /// Reads an array of bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        array.copy_from_slice(self.raw(N)?);
        Ok(array)
    }

    /// Reads a number as LEB128.
    pub(super) fn number(&mut self) -> Result<u32, Error> {
        let mut number = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| CodecError::NumberTooLarge.into());
            }
        }
        Err(CodecError::NumberTooLarge.into())
    }

    /// Reads bytes preceded by their length.
    pub(super) fn block(&mut self) -> Result<&'a [u8], Error> {
        let length = self.number()? as usize;
        self.raw(length)
    }

    /// Reads a block as text. Bytes that are not ASCII are replaced by a character that no valid
    /// text contains.
    pub(super) fn text(&mut self) -> Result<String, Error> {
        let bytes = self.block()?;
        Ok(bytes
            .iter()
            .map(|&byte| if byte.is_ascii() { byte as char } else { char::REPLACEMENT_CHARACTER })
            .collect())
    }

    /// Reads the seed and stream number of a stream. Returns the stream at its start.
    pub(super) fn stream(&mut self) -> Result<Stream, Error> {
        let seed = Seed::from(self.array::<32>()?);
        let mut number = [0; 16];
        number[..12].copy_from_slice(self.raw(12)?);
        Ok(Stream::new(seed, u128::from_le_bytes(number)))
    }

    /// Reads the last actions of a round with these rules.
    pub(super) fn recent(&mut self, rules: &impl Rules) -> Result<Recent, Error> {
        let (count, mut recent) = (self.number()?, Recent::default());
        if count as usize > MAX_RECENT {
            return Err(Error::invalid_state(format!(
                "at most {MAX_RECENT} last actions are kept, got {count}"
            )));
        }
        for _ in 0..count {
            let seat = self.number()? as Seat;
            rules.check_seat(seat).map_err(|error| Error::invalid_state(error.to_string()))?;
            let action = self.number()?;
            rules.check_action(action).map_err(|error| Error::invalid_state(error.to_string()))?;
            recent.push(seat, action);
        }
        Ok(recent)
    }

    /// Checks that no bytes are left.
    pub(super) fn finish(self) -> Result<(), Error> {
        match self.0.len() {
            0 => Ok(()),
            left => Err(CodecError::TrailingBytes(left).into()),
        }
    }
}

/// The message for a saved seat that differs from that of the view's text.
pub(super) const OTHER_SEAT: &str = "the seat of the view differs from that of the bytes";

/// The message for saved rules that differ from those in the position's text.
pub(super) const OTHER_RULES: &str = "the rules of the position differ from those of the bytes";
