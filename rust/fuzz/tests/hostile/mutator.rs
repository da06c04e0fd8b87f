//! Mutations of valid inputs.

use oxideal_engine::{Chance, Game, Position as _, Seed, SplitMix64, State, Stream};

/// Half of these characters occur in valid texts; the others have broken parsers before.
pub(crate) const CHARACTERS: [char; 64] = [
    ' ',
    ' ',
    ' ',
    ';',
    ';',
    ':',
    ',',
    '(',
    ')',
    '+',
    '-',
    '-',
    '?',
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    'A',
    'T',
    'C',
    'D',
    'H',
    'S',
    'a',
    't',
    'c',
    'd',
    'h',
    's',
    '♣',
    '♦',
    '♥',
    '♠',
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{b}',
    '\u{1f}',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    '\u{ad}',
    'é',
    'ß',
    'ı',
    'ſ',
    '٣',
    '３',
    '\u{200b}',
    '\u{202e}',
    '\u{2028}',
    '\u{3000}',
    '\u{feff}',
    '\u{fffd}',
    '🂡',
    '\u{e0001}',
    '\u{10ffff}',
];

pub(crate) struct Mutator(pub(crate) SplitMix64);

impl Mutator {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    pub(crate) fn any<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Changes one or a few places: `one` makes an element, `others` provide whole pieces.
    pub(crate) fn mutate<T: Clone>(
        &mut self,
        items: &mut Vec<T>,
        others: &[Vec<T>],
        one: impl Fn(&mut Self) -> T,
    ) {
        for _ in 0..=self.below(3) {
            let at = self.below(items.len() + 1);
            let to = (at + 1 + self.below(8)).min(items.len());
            match self.below(8) {
                0 => items.truncate(at),
                1 => drop(items.drain(at..to)),
                2 => items.insert(at, one(self)),
                3 => {
                    let piece = items[at..to].to_vec();
                    items.splice(at..at, piece);
                }
                4 => {
                    // The beginning of one and the end of another.
                    let other = self.any(others);
                    items.truncate(at);
                    items.extend_from_slice(&other[at.min(other.len())..]);
                }
                5 if at < items.len() => {
                    let with = self.below(items.len());
                    items.swap(at, with);
                }
                _ if at < items.len() => items[at] = one(self),
                _ => {}
            }
        }
    }

    pub(crate) fn text(&mut self, texts: &[String]) -> String {
        // As characters or as words, which keeps more of the texts valid.
        let (separator, character) = (" ", |mutator: &mut Self| *mutator.any(&CHARACTERS));
        let text = self.any(texts).clone();
        if self.below(2) == 0 {
            let others: Vec<Vec<char>> = (0..3).map(|_| self.any(texts).chars().collect()).collect();
            let mut characters: Vec<char> = text.chars().collect();
            self.mutate(&mut characters, &others, character);
            characters.into_iter().collect()
        } else {
            let split = |text: &str| text.split(separator).map(String::from).collect::<Vec<_>>();
            let others: Vec<_> = (0..3).map(|_| split(self.any(texts).as_str())).collect();
            let all = others.concat();
            let mut words = split(&text);
            self.mutate(&mut words, &others, |mutator| mutator.any(&all).clone());
            words.join(separator)
        }
    }

    pub(crate) fn bytes(&mut self, saved: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = self.any(saved).clone();
        let byte = |mutator: &mut Self| match mutator.below(3) {
            0 => *mutator.any(&[0, 1, 2, 0x7F, 0x80, 0x81, 0xFF]),
            1 => mutator.below(49) as u8,
            _ => mutator.below(256) as u8,
        };
        self.mutate(&mut bytes, saved, byte);
        bytes
    }

    pub(crate) fn noise(&mut self) -> Vec<u8> {
        (0..self.below(64)).map(|_| self.below(256) as u8).collect()
    }

    /// States of random rounds, dealt and set up by hand.
    pub(crate) fn states<G: Game>(&mut self, rules: &[G::Rules]) -> Vec<State<G>> {
        let mut states = Vec::new();
        for seed in 0..40 {
            let mut state = State::<G>::deal(self.any(rules).clone(), Seed::from(seed), 0);
            let by_hand = self.below(12);
            for ply in 0..40 {
                states.push(state.clone());
                if ply == by_hand {
                    state = State::from_text(&state.to_text(), Stream::without_seed()).unwrap();
                }
                match state.position().pick_legal(state.rules(), &mut self.0) {
                    Some(action) => state.push(action).unwrap(),
                    None => break,
                }
            }
        }
        states
    }
}
