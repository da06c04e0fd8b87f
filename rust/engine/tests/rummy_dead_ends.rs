//! No turn of Rummy can get stuck (RM-06): a card from the discard pile, which may not be discarded
//! in the same turn, is never the last card in hand without a legal move. Shown by playing every
//! turn from many small hands.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../bots/tests/effort/mod.rs"]
mod effort;

use std::ops::RangeInclusive;

use effort::times;
use oxideal_engine::game::{Notation as _, Position as _, Rules as _};
use oxideal_engine::rummy::{
    Ace, Card, Cards, InPlay, Knowledge, Move, Options, Position, Rules, read_table,
};
use oxideal_engine::{Action, SplitMix64, Stream};

/// Counts over all turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// Positions in which a turn starts.
    begun: u64,
    /// Ways to end it.
    ended: u64,
    /// Positions in which the card from the discard pile is the only card in hand.
    alone: u64,
}

/// All turns from a position.
struct Turn {
    rules: Rules,
    seat: u8,
    chance: SplitMix64,
    /// A buffer of legal actions for each depth.
    actions: Vec<Action>,
    seen: Seen,
}

impl Turn {
    fn play(&mut self, position: &Position) {
        let text = || format!("{}: {position:?}", position.write(&self.rules, &Knowledge::default(), None));
        let from = self.actions.len();
        position.legal(&self.rules, &mut self.actions);
        let legal = &self.actions[from..];
        assert!(!legal.is_empty(), "stuck: {}", text());
        assert_eq!(position.count_legal(&self.rules), legal.len(), "{}", text());
        let picked = position.pick_legal(&self.rules, &mut self.chance);
        assert!(picked.is_some_and(|picked| legal.contains(&picked)), "{picked:?}: {}", text());
        let hand = position.hand(self.seat);
        if let Some(took) = position.took()
            && hand.len() == 1
        {
            assert!(hand.has(took) && !self.rules.must_discard_out(), "{}", text());
            for &action in legal {
                let chosen = self.rules.to_move(action);
                assert!(matches!(chosen, Some(Move::LayOff { card, .. }) if card == took), "{}", text());
            }
            self.seen.alone += 1;
        }
        while self.actions.len() > from {
            let action = self.actions.pop().unwrap();
            let mut after = *position;
            after.play(&self.rules, action, &mut self.chance);
            if after.turns() == position.turns() {
                let fewer = after.hand(self.seat).len() < hand.len();
                assert!(fewer != (after.drew() != position.drew()), "{action} from {position:?}");
                self.play(&after);
                continue;
            }
            self.seen.ended += 1;
            let discarded = matches!(self.rules.to_move(action), Some(Move::Discard(_)));
            assert!(discarded || after.went_out() == Some(self.seat), "{action} from {position:?}");
            assert!(discarded || !self.rules.must_discard_out(), "{action} from {position:?}");
        }
    }
}

/// All four combinations of rules, with hands of this size.
fn all_rules(hand_size: u32) -> impl Iterator<Item = Rules> {
    [Ace::Low, Ace::Both].into_iter().flat_map(move |ace| {
        [false, true].into_iter().map(move |must_discard_out| {
            let hand_size = Some(hand_size);
            Rules::new(Options { hand_size, ace, must_discard_out, ..Options::default() }).unwrap()
        })
    })
}

/// Reads melds from a text.
fn melds(table: &str, ace: Ace) -> Result<Vec<Vec<Card>>, String> {
    read_table(table.split(',').filter(|meld| !meld.is_empty()), ace)
}

/// Plays all turns with this hand, these melds on the table and this upcard.
fn play(hand: Cards, table: &str, upcard: Card, seen: &mut Seen) {
    let laid_down = melds(table, Ace::Both).unwrap();
    let laid: Cards = laid_down.iter().flatten().copied().collect();
    // All cards dealt to the two players are in their hands and on the table.
    let (own, played) = (u32::from(hand.len()), u32::from(laid.len()));
    let hand_size = own.max((own + played + 1).div_ceil(2));
    let mut others: Vec<Card> =
        Cards::ALL.without(hand.union(laid)).into_iter().filter(|&card| card != upcard).collect();
    let other = others.split_off(others.len() - (2 * hand_size - own - played) as usize);
    let in_play = InPlay {
        rules: all_rules(hand_size).last().unwrap(),
        hands: vec![hand.into_iter().collect(), other],
        turn: 0,
        discards: vec![upcard],
        table: laid_down,
        stock: Some(others),
        drew: false,
        took: None,
        laid: false,
        goes_rummy: false,
        turns: 0,
        taken: None,
    };
    let (position, _) = in_play.check(&mut Stream::without_seed()).unwrap();
    for rules in all_rules(hand_size) {
        if melds(table, rules.ace()).is_err() {
            continue; // needs a high ace
        }
        let mut turn = Turn { rules, seat: 0, chance: SplitMix64::new(1), actions: Vec::new(), seen: *seen };
        turn.seen.begun += 1;
        turn.play(&position);
        *seen = turn.seen;
    }
}

/// All subsets of this size.
fn subsets(cards: &[Card], size: usize, chosen: Cards, see: &mut impl FnMut(Cards)) {
    if size == 0 {
        return see(chosen);
    }
    for (place, card) in cards.iter().enumerate() {
        subsets(&cards[place + 1..], size - 1, chosen.union([*card].into_iter().collect()), see);
    }
}

/// Plays all turns for every hand of these sizes and every upcard, out of a pack without the cards
/// on the table.
fn play_all(
    pack: Cards,
    table: &str,
    sizes: RangeInclusive<usize>,
    wanted: impl Fn(Cards, Card) -> bool,
) -> Seen {
    let laid: Cards = melds(table, Ace::Both).unwrap().into_iter().flatten().collect();
    let pack: Vec<Card> = pack.without(laid).into_iter().collect();
    let mut seen = Seen::default();
    for size in sizes {
        subsets(&pack, size, Cards::NONE, &mut |hand| {
            for &upcard in pack.iter().filter(|&&card| !hand.has(card) && wanted(hand, card)) {
                play(hand, table, upcard, &mut seen);
            }
        });
    }
    seen
}

const fn seen(begun: u64, ended: u64, alone: u64) -> Seen {
    Seen { begun, ended, alone }
}

/// Whether the quick tier can afford this many turns.
fn affordable(expected: Seen) -> bool {
    expected.ended <= times(20_000_000) as u64
}

#[test]
fn rm_06_no_turn_gets_stuck_with_one_or_two_cards() {
    for (table, expected) in [
        ("", seen(275_808, 1_359_162, 0)),
        ("7C 7D 7H", seen(230_496, 1_171_359, 0)),
        ("5H 6H 7H,9H TH JH", seen(190_440, 1_071_459, 75)),
        ("QS KS AS", seen(115_248, 585_852, 2)),
        ("TS JS QS", seen(230_496, 1_209_857, 18)),
        ("AD 2D 3D", seen(230_496, 1_171_648, 4)),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", seen(124_800, 986_214, 0)),
        ("7C 7D 7H,8S 9S TS,JS QS KS,2S 3S 4S", seen(124_800, 727_647, 76)),
    ] {
        assert_eq!(play_all(Cards::ALL, table, 1..=2, |_, _| true), expected, "{table}");
    }
}

/// Whether no swap of suits gives an equivalent hand and upcard that comes earlier.
fn suits_ascend(hand: Cards, upcard: Card) -> bool {
    let of_suit = |suit| {
        (0..13).map(|rank| hand.bits() >> (4 * rank + suit) & 1).fold(0, |ranks, bit| ranks << 1 | bit)
    };
    let suit_of = |suit: u8| (of_suit(suit), upcard.number() % 4 == suit);
    (0..4).map(suit_of).is_sorted()
}

#[test]
fn rm_06_no_turn_gets_stuck_with_three_cards() {
    // With nothing on the table all suits are alike.
    assert_eq!(play_all(Cards::ALL, "", 3..=3, suits_ascend), seen(252_772, 1_781_378, 68));
    let table = "7C 7D 7H,8S 9S TS,JS QS KS,2S 3S 4S";
    let expected = seen(1_462_240, 13_724_789, 443);
    if affordable(expected) {
        assert_eq!(play_all(Cards::ALL, table, 3..=3, |_, _| true), expected);
    }
}

/// More cards, from packs in which nearly all fit together.
#[test]
fn rm_06_no_turn_gets_stuck_with_more_cards() {
    const LOW: &str = "AC 2C 3C 4C 5C 6C AD 2D 3D 4D 5D 6D";
    const HIGH: &str = "AC AD AH AS QC QD QH QS KC KD KH KS";
    const ENDS: &str = "AC 2C JC QC KC AD 2D JD QD KD";
    const SPADES: &str = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS";
    const AROUND: &str = "AH 2H 3H 4H 8H QH KH 8C 8D 8S KC KD";
    for (pack, table, expected) in [
        (LOW, "", seen(68_112, 1_268_704, 320)),
        (LOW, "7C 8C 9C", seen(68_112, 1_975_860, 1214)),
        (LOW, "AS 2S 3S,7D 8D 9D", seen(68_112, 1_976_954, 1214)),
        (LOW, "4H 5H 6H,AC AD AH", seen(16_800, 412_732, 136)),
        (HIGH, "", seen(68_112, 1_600_048, 408)),
        (HIGH, "9C TC JC,9D TD JD", seen(68_112, 4_035_380, 2292)),
        (HIGH, "QS KS AS,9C TC JC", seen(3780, 96_344, 20)),
        (HIGH, "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", seen(16_800, 577_578, 57)),
        (ENDS, "", seen(16_800, 225_167, 20)),
        (ENDS, "9C TC JC,3D 4D 5D", seen(7560, 317_917, 326)),
        (AROUND, "5H 6H 7H,9H TH JH", seen(68_112, 5_917_681, 4828)),
        (SPADES, "", seen(126_412, 2_476_214, 1316)),
        (SPADES, "7C 7D 7H,QC QD QH", seen(126_412, 4_608_376, 3696)),
        (SPADES, "TS JS QS", seen(16_800, 960_049, 4971)),
    ]
    .into_iter()
    .filter(|&(_, _, expected)| affordable(expected))
    {
        let cards = pack.split(' ').map(|card| Card::parse(card).unwrap()).collect();
        assert_eq!(play_all(cards, table, 3..=6, |_, _| true), expected, "{pack} on {table}");
    }
}
