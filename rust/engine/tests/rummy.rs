//! Rummy in random play: what holds at every ply, whatever the rules. The properties in `rust/fuzz` are those of all
//! games, and the positions in `tests/games/rummy/` check the rules themselves on both engines.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::rummy::{
    Ace, Card, Cards, InPlay, Meld, Move, Options, Position, Rules, Rummy, read_cards,
};
use oxideal_engine::{Chance, Seed, SplitMix64, State, Stream};

fn rules() -> Vec<Rules> {
    let sizes =
        [(2, None), (3, None), (4, None), (5, None), (6, None), (2, Some(1)), (2, Some(3)), (3, Some(17))];
    let mut rules = Vec::new();
    for (players, hand_size) in sizes {
        for ace in [Ace::Low, Ace::Both] {
            for must_discard_out in [false, true] {
                let turn_limit = 60 + rules.len() as u32;
                let options = Options { players, hand_size, ace, must_discard_out, turn_limit };
                rules.push(Rules::new(options).unwrap());
            }
        }
    }
    rules
}

/// The number of cards in all places, and the set of them.
fn all_cards(rules: Rules, position: &Position) -> (usize, Cards) {
    let melded: Vec<Cards> = position.table().melds().map(Meld::cards).collect();
    let hands = (0..rules.seats()).map(|seat| position.hand(seat));
    let sets: Vec<Cards> = hands.chain(melded).collect();
    let piles: Vec<_> = position.stock().chain(position.discards()).collect();
    let count = sets.iter().map(|cards| usize::from(cards.len())).sum::<usize>() + piles.len();
    (count, sets.into_iter().fold(piles.into_iter().collect(), Cards::union))
}

/// Every id has its own move, and every move is read back from its text.
#[test]
fn table_has_every_move_once() {
    for (ace, count) in [(Ace::Low, 515), (Ace::Both, 567)] {
        let rules = Rules::new(Options { ace, ..Options::default() }).unwrap();
        assert_eq!(rules.num_actions(), count);
        let mut texts = std::collections::BTreeSet::new();
        for id in 0..count {
            let chosen = rules.to_move(id).unwrap();
            assert_eq!(rules.action(chosen), Some(id), "{chosen}");
            assert_eq!(rules.parse(&chosen.to_string()), Ok(chosen));
            assert!(texts.insert(chosen.to_string()), "{chosen}");
        }
        assert_eq!(rules.to_move(count), None);
    }
}

/// A view does not depend on hidden cards, and samples agree with everything that has happened.
#[test]
fn samples_agree_with_the_history() {
    let (mut sampled, mut earlier, mut known) = (0, 0, 0);
    for (number, rules) in rules().into_iter().enumerate() {
        let mut chance = SplitMix64::new(number as u64);
        let mut state = State::<Rummy>::deal(rules, Seed::from(number as u64), 0);
        while let Some(action) = state.position().pick_legal(&rules, &mut chance) {
            state.push(action).unwrap();
            if chance.below(4) > 0 {
                continue;
            }
            let seat = chance.below(u32::from(rules.seats())) as usize;
            let view = state.view(seat).unwrap();
            let guess = view.sample(Stream::new(Seed::from(chance.output()), 0)).unwrap();
            assert_eq!(guess.view(seat).as_ref(), Ok(&view));
            let read = State::<Rummy>::from_text(&guess.to_text(), Stream::without_seed()).unwrap();
            assert_eq!(read.to_text(), guess.to_text());
            assert_eq!(all_cards(rules, guess.position()), (52, Cards::ALL));
            for other in 0..rules.seats() {
                // The state itself, then samples.
                for hand in [state.position().hand(other), guess.position().hand(other)] {
                    assert!(hand.has_all(view.known(other)));
                }
                known += usize::from(view.known(other).len());
            }
            let hidden: Cards = state.position().stock().collect();
            assert!(view.drawable().has_all(hidden));
            sampled += 1;
            earlier += usize::from(!view.knowledge().earlier().is_empty());
        }
    }
    assert!(sampled > 800 && earlier > 50 && known > sampled, "{sampled} samples, {earlier}, {known}");
}

/// A position set up by hand lists the cards that lie together; the engine infers the melds.
#[test]
fn table_cards_must_be_melds() {
    let read = |text: &str| read_cards(text).unwrap();
    let in_play = |table: &str, ace| {
        let options = Options { hand_size: Some(2), ace, ..Options::default() };
        let position = InPlay {
            rules: Rules::new(options).unwrap(),
            hands: vec![read("2C"), Vec::new()],
            turn: 1,
            discards: read("5D"),
            table: vec![read(table)],
            stock: None,
            drew: false,
            took: None,
            laid: false,
            goes_rummy: true,
            turns: 7,
            taken: None,
        };
        position.check(&mut Stream::without_seed()).map(|(position, _)| position)
    };
    let high = in_play("AS KS QS", Ace::Both).unwrap();
    assert_eq!(high.table().melds().map(|meld| meld.to_string()).collect::<Vec<_>>(), ["QS KS AS"]);
    for (table, ace, wrong) in [
        ("AS KS QS", Ace::Low, "AS KS QS is not a meld"),
        ("9S TS QS", Ace::Low, "9S TS QS is not a meld"),
        ("", Ace::Both, "- is not a meld"),
        ("2C 2D 2H", Ace::Low, "duplicate card 2C"),
    ] {
        let error = in_play(table, ace).unwrap_err().to_string();
        assert!(error.starts_with(wrong), "{error}");
    }
}

/// A long run can also leave the hand empty, or only the card from the discard pile (RM-06, RM-12).
#[test]
fn long_runs_are_offered_only_if_playable() {
    let suit = read_cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH").unwrap();
    let mut forbidden = 0;
    for length in 5..=12 {
        for (took, must_discard_out) in [(None, true), (Some("AS"), false), (Some("AS"), true)] {
            let took = took.map(|card| read_cards(card).unwrap()[0]);
            let hand: Vec<Card> = suit[..length].iter().copied().chain(took).collect();
            let hand_size = Some(hand.len() as u32 - 1);
            let options = Options { hand_size, must_discard_out, ..Options::default() };
            let rules = Rules::new(options).unwrap();
            let mut others = Cards::ALL.without(hand.iter().copied().collect()).into_iter();
            let other = others.by_ref().take(hand.len() - 1).collect();
            let in_play = InPlay {
                rules,
                hands: vec![hand, other],
                turn: 0,
                discards: others.by_ref().take(1).collect(),
                table: Vec::new(),
                stock: Some(others.collect()),
                drew: true,
                took,
                laid: false,
                goes_rummy: false,
                turns: 0,
                taken: None,
            };
            let (position, _) = in_play.check(&mut Stream::without_seed()).unwrap();
            let mut legal = Vec::new();
            position.legal(&rules, &mut legal);
            let ids = 0..rules.num_actions();
            let fits = ids.filter(|&id| matches!(rules.to_move(id), Some(Move::Meld(meld)) if position.hand(0).has_all(meld.cards())));
            forbidden += fits.filter(|id| !legal.contains(id)).count();
            let drawn = (0..4000).filter_map(|seed| position.pick_legal(&rules, &mut SplitMix64::new(seed)));
            assert!(drawn.collect::<std::collections::BTreeSet<_>>().into_iter().eq(legal));
        }
    }
    assert_eq!(forbidden, 24, "the whole of each hand, or all but the card that was taken");
}
