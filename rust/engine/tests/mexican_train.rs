//! Mexican Train in random play: what holds at every ply, whatever the rules. The properties in `rust/fuzz` are those of
//! all games, and the positions in `tests/games/mexican_train/` check the rules themselves on both engines.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_engine::game::Position as _;
use oxideal_engine::mexican_train::{
    CloseOrder, FollowUp, Hand, MexicanTrain, Options, Position, Rules, TrainId,
};
use oxideal_engine::{Chance, Seed, SplitMix64, State, Stream};

fn rules() -> Vec<Rules> {
    let sizes = [
        (4, 12, None),
        (2, 9, None),
        (9, 15, None),
        (12, 18, None),
        (2, 3, Some(3)),
        (3, 3, Some(2)),
        (3, 4, Some(3)),
        (5, 6, Some(4)),
        (12, 5, Some(1)),
        (2, 1, Some(1)),
    ];
    let mut rules = Vec::new();
    for (number, (players, set, hand_size)) in sizes.into_iter().enumerate() {
        for follow_up in [FollowUp::Available, FollowUp::Double] {
            for close_order in [CloseOrder::Laid, CloseOrder::Reverse] {
                let engine = Some((number + rules.len()) as u32 % (set + 1));
                let options = Options { players, set, engine, hand_size, follow_up, close_order };
                rules.push(Rules::new(options).unwrap());
            }
        }
    }
    rules
}

/// MT-26: when n consecutive passes end a round, nobody can play and no live double is open.
#[test]
fn nobody_can_play_in_a_blocked_round() {
    let (mut blocked, mut rounds) = (0, 0);
    for (number, rules) in rules().into_iter().enumerate() {
        for round in 0..200 {
            let mut chance = SplitMix64::new(7 + 1000 * number as u64 + round);
            let mut position = Position::deal(&rules, None, &mut chance);
            while position.play_random(&rules, &mut chance) {}
            rounds += 1;
            if position.went_out().is_some() {
                continue;
            }
            blocked += 1;
            assert_eq!((position.open_doubles().len(), position.boneyard_size()), (0, 0));
            for seat in 0..rules.seats() {
                assert!(
                    position.is_marked(seat),
                    "who passes marks the own train, and no tile was played since"
                );
                let fits = |place| !position.hand(seat).fitting(position.end(place)).into_iter().eq([]);
                assert!(!(0..rules.seats()).map(TrainId::of).chain([TrainId::MEXICAN]).any(fits));
            }
        }
    }
    assert!(blocked > 300 && rounds > 3 * blocked / 2, "{blocked} of {rounds}");
}

/// A view does not depend on hidden tiles, and samples agree with everything that has happened.
#[test]
fn samples_agree_with_the_history() {
    let mut sampled = 0;
    for (number, rules) in rules().into_iter().enumerate() {
        let mut chance = SplitMix64::new(number as u64);
        let mut state = State::<MexicanTrain>::deal(rules, Seed::from(number as u64), 0);
        while let Some(action) = state.position().pick_legal(&rules, &mut chance) {
            state.push(action).unwrap();
            let seat = chance.below(u32::from(rules.seats())) as usize;
            let view = state.view(seat).unwrap();
            let guess = view.sample(Stream::new(Seed::from(chance.output()), 0)).unwrap();
            assert_eq!(guess.view(seat).as_ref(), Ok(&view));
            assert_eq!(State::from_text(&guess.to_text(), Stream::without_seed()).as_ref(), Ok(&guess));
            for other in 0..rules.seats() {
                // No sampled tile except a double has a number that its seat is known to lack.
                let hand: &Hand = guess.position().hand(other);
                let lacked = |number: u8| hand.fitting(number).into_iter().all(|beyond| beyond == number);
                assert!(view.knowledge().lacks(other).all(lacked));
            }
            sampled += 1;
        }
    }
    assert!(sampled > 2000, "{sampled}");
}
