//! The generators, against the vectors of RFC 8439 and the definitions in `docs/contract.md`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_engine::{Chance, Seed, SplitMix64, Stream};

/// The number of words after which the 32-bit block counter wraps.
const PERIOD: u64 = 1 << 36;

const BLOCK_WORDS: u64 = 16;

/// More words than two of the stream's buffers hold.
const SEVERAL_BUFFERS: u64 = 200;

const ZERO: &str = "0000000000000000000000000000000000000000000000000000000000000000";
const COUNTING: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Name, key, nonce, block counter, and the key stream from there.
const KEY_STREAMS: [(&str, &str, &str, u64, &str); 7] = [
    (
        "2.3.2",
        COUNTING,
        "000000090000004a00000000",
        1,
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e\
         d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        "2.4.2",
        COUNTING,
        "000000000000004a00000000",
        1,
        "224f51f3401bd9e12fde276fb8631ded8c131f823d2c06e27e4fcaec9ef3cf78\
         8a3b0aa372600a92b57974cded2b9334794cba40c63e34cdea212c4cf07d41b7\
         69a6749f3f630f4122cafe28ec4dc47e26d4346d70b98c73f3e9c53ac40c5945\
         398b6eda1a832c89c167eacd901d7e2bf363",
    ),
    (
        "A.1 #1",
        ZERO,
        "000000000000000000000000",
        0,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
         da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        "A.1 #2",
        ZERO,
        "000000000000000000000000",
        1,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
         29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        "A.1 #3",
        "0000000000000000000000000000000000000000000000000000000000000001",
        "000000000000000000000000",
        1,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a\
         8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
    (
        "A.1 #4",
        "00ff000000000000000000000000000000000000000000000000000000000000",
        "000000000000000000000000",
        2,
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca\
         13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    ),
    (
        "A.1 #5",
        ZERO,
        "000000000000000000000002",
        0,
        "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7\
         8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
    ),
];

fn unhex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digit).collect()
}

fn keyed(key: &str, nonce: &str) -> Stream {
    let key: [u8; 32] = unhex(key).try_into().unwrap();
    let number = unhex(nonce).iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte));
    Stream::new(Seed::from(key), number)
}

fn words(stream: &mut Stream, n: u64) -> Vec<u32> {
    (0..n).map(|_| stream.word()).collect()
}

fn stream() -> Stream {
    Stream::new(Seed::from(5), 6)
}

#[test]
fn rfc_8439_key_streams_match() {
    for (name, key, nonce, counter, expected) in KEY_STREAMS {
        let expected = unhex(expected);
        let mut stream = keyed(key, nonce);
        stream.skip(counter * BLOCK_WORDS);
        let mut bytes: Vec<u8> = words(&mut stream, 32).into_iter().flat_map(u32::to_le_bytes).collect();
        bytes.truncate(expected.len());
        assert_eq!(bytes, expected, "{name}");
    }
}

#[test]
fn rfc_8439_block_matches() {
    let mut stream = keyed(COUNTING, "000000090000004a00000000");
    stream.set_position(BLOCK_WORDS);
    let expected = [
        0xE4E7_F110,
        0x1559_3BD1,
        0x1FDD_0F50,
        0xC471_20A3, //
        0xC7F4_D1C7,
        0x0368_C033,
        0x9AAA_2204,
        0x4E6C_D4C3, //
        0x4664_82D2,
        0x09AA_9F07,
        0x05D7_C214,
        0xA202_8BD9, //
        0xD19C_12B5,
        0xB94E_16DE,
        0xE883_D0CB,
        0x4E3C_50A2,
    ];
    assert_eq!(words(&mut stream, BLOCK_WORDS), expected);
}

#[test]
fn seed_is_little_endian_and_stream_number_has_96_bits() {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&[8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(Seed::from(0x0102_0304_0506_0708), Seed::from(bytes));
    assert_eq!(Stream::new(Seed::from(0), u128::MAX).stream(), Stream::LAST);
    let first = |stream| Stream::new(Seed::from(0), stream).word();
    assert_eq!(first(7 | 1 << 96), first(7));
    for bit in 0..96 {
        assert_ne!(first(1 << bit), first(0), "bit {bit}");
    }
}

#[test]
fn skip_equals_drawing() {
    let drawn = words(&mut stream(), 2 * SEVERAL_BUFFERS);
    for start in [0, 1, 15, 16, 63, 64, 65, 127] {
        for skipped in 0..SEVERAL_BUFFERS {
            let mut stream = stream();
            words(&mut stream, start);
            stream.skip(skipped);
            assert_eq!(stream.position(), start + skipped);
            assert_eq!(stream.word(), drawn[(start + skipped) as usize], "{start} and {skipped} more");
        }
    }
}

#[test]
fn stream_seeks_back_and_forth() {
    let drawn = words(&mut stream(), 2 * SEVERAL_BUFFERS);
    let (mut stream, mut generator) = (stream(), SplitMix64::new(1));
    for _ in 0..2000 {
        let start = u64::from(generator.below(SEVERAL_BUFFERS as u32));
        let length = u64::from(generator.below(100));
        stream.set_position(start);
        assert_eq!(words(&mut stream, length), drawn[start as usize..(start + length) as usize]);
        assert_eq!(stream.position(), start + length);
    }
}

#[test]
fn seeking_far_matches_drawing() {
    for place in [1 << 20, (1 << 32) - 64, 1 << 32, (1 << 35) + 37, PERIOD - 64] {
        let mut drawing = stream();
        drawing.set_position(place - SEVERAL_BUFFERS);
        words(&mut drawing, SEVERAL_BUFFERS);
        let mut skipping = stream();
        skipping.skip(place);
        assert_eq!(skipping, drawing);
        assert_eq!(words(&mut skipping, 64), words(&mut drawing, 64), "from word {place} on");
    }
}

#[test]
fn stream_wraps_after_the_last_block() {
    let first = words(&mut stream(), SEVERAL_BUFFERS);
    let mut through = stream();
    through.skip(PERIOD - 3);
    words(&mut through, 3);
    assert_eq!(words(&mut through, SEVERAL_BUFFERS), first);
    assert_eq!(through.position(), PERIOD + SEVERAL_BUFFERS);
    let mut beyond = stream();
    beyond.set_position(PERIOD + 70);
    assert_eq!(words(&mut beyond, 20), first[70..90]);
}

#[test]
fn equal_streams_continue_alike() {
    let mut one = stream();
    words(&mut one, 70);
    let mut other = stream();
    assert_ne!(one, other);
    other.set_position(70);
    assert_eq!(one, other);
    let copy = one.clone();
    assert_eq!(one.word(), other.word());
    assert_eq!(copy.position(), 70, "a copy is independent");
    assert_ne!(Stream::new(Seed::from(5), 6), Stream::new(Seed::from(5), 7));
    assert_ne!(Stream::new(Seed::from(5), 6), Stream::new(Seed::from(6), 6));
}

/// A seed reveals every hidden card.
#[test]
fn debug_hides_the_seed() {
    let seed = Seed::from([77; 32]);
    assert!(!format!("{seed:?} {:?}", Stream::new(seed, 0)).contains("77"));
}

const BOUNDS: [u32; 10] = [1, 2, 3, 7, 40, 1 << 16, 1 << 31, (1 << 31) + 1, 3 << 30, u32::MAX];

#[test]
fn integers_below_a_bound_follow_the_definition() {
    for n in BOUNDS {
        let (mut stream, mut plain) = (stream(), stream());
        for _ in 0..300 {
            let mut product = u64::from(plain.word()) * u64::from(n);
            while product % (1 << 32) < (1 << 32) % u64::from(n) {
                product = u64::from(plain.word()) * u64::from(n);
            }
            let drawn = stream.below(n);
            assert!(drawn < n);
            assert_eq!(u64::from(drawn), product >> 32, "below {n}");
            assert_eq!(stream.position(), plain.position(), "words drawn for one below {n}");
        }
        if n == (1 << 31) + 1 {
            assert!(stream.position() > 450, "nearly half of the words are drawn again");
        }
        if n.is_power_of_two() {
            assert_eq!(stream.position(), 300, "none is drawn again, and each takes a word");
        }
    }
}

#[test]
fn shuffles_follow_the_definition() {
    fn compare(mut chance: impl Chance, mut same: impl Chance, n: u32) {
        let mut expected: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            let j = same.below(i + 1);
            let (at_i, at_j) = (expected[i as usize], expected[j as usize]);
            expected[i as usize] = at_j;
            expected[j as usize] = at_i;
        }
        let mut items: Vec<u32> = (0..n).collect();
        chance.shuffle(&mut items);
        assert_eq!(items, expected, "{n} items");
        assert_eq!(chance.below(u32::MAX), same.below(u32::MAX), "as much is drawn for {n} items");
    }
    for n in [0, 1, 2, 3, 40, 54, 108, 1000] {
        compare(stream(), stream(), n);
        compare(SplitMix64::new(u64::from(n)), SplitMix64::new(u64::from(n)), n);
    }
}

#[test]
fn every_order_of_three_is_equally_likely() {
    let mut counts = std::collections::BTreeMap::new();
    let mut stream = stream();
    for _ in 0..6000 {
        let mut items = [0, 1, 2];
        stream.shuffle(&mut items);
        *counts.entry(items).or_insert(0_i32) += 1;
    }
    assert_eq!(counts.len(), 6);
    // More than five standard deviations.
    assert!(counts.values().all(|count| (count - 1000).abs() < 150), "{counts:?}");
}

#[test]
fn splitmix_integers_follow_the_definition() {
    for n in BOUNDS {
        let (mut generator, mut plain) = (SplitMix64::new(9), SplitMix64::new(9));
        for _ in 0..100 {
            let expected = (u128::from(plain.output() >> 32) * u128::from(n)) >> 32;
            assert_eq!(u128::from(generator.below(n)), expected, "below {n}");
        }
    }
}

#[test]
fn playout_generators_come_from_the_last_block_of_stream_0() {
    let seed = Seed::from(5);
    let mut last_block = Stream::new(seed, 0);
    last_block.skip(PERIOD - BLOCK_WORDS);
    let base = u64::from(last_block.word()) | u64::from(last_block.word()) << 32;
    let generator = SplitMix64::for_games(&seed);
    for game in [0, 1, 2, 1 << 40, u64::MAX] {
        let first_state = SplitMix64::new(base.wrapping_add(game)).output();
        assert_eq!(generator(game).output(), SplitMix64::new(first_state).output(), "game {game}");
    }
}
