//! Rounds followed back to their start in sampled deals.

use oxideal_engine::doudizhu::{self, DouDizhu};
use oxideal_engine::mexican_train::{self, MexicanTrain};
use oxideal_engine::rummy::{self, Rummy};
use oxideal_engine::{
    Chance as _, Error, Game, Knowledge as _, Position as _, Rules as _, Seed, SplitMix64, State, Stream,
    ViewBuilder,
};

/// From the position that a sample is followed back to, the actions lead to a deal in which all hands are
/// those of the sample, and every action is legal on the way.
fn replays<G: Game>(
    rules: &G::Rules,
    rounds: u128,
    hands: impl Fn(&G::Position) -> String,
) -> Result<(), Error>
where
    G::Position: std::fmt::Debug,
{
    let mut chance = SplitMix64::new(1);
    let (mut followed, mut from_start) = (0, 0);
    for round in 0..rounds {
        let mut state = State::<G>::deal(rules.clone(), Seed::from(1), round);
        while let Some(seat) = state.current_player() {
            if chance.below(20) == 0 {
                let view = state.view(seat)?;
                let sample = view.sample(Stream::for_samples(Seed::from(2), round, seat))?;
                let history = state.public_history(seat)?;
                let now = sample.position();
                let rewound = view.knowledge().rewind(rules, now, &history, &mut chance);
                let (mut position, from) = rewound.expect("a sample leads back");
                followed += 1;
                from_start += usize::from(from == 0);
                for action in history.iter().skip(from) {
                    assert!(position.is_legal(rules, action), "{round} {:?}", rules.to_move(action));
                    position.play(rules, action, &mut chance);
                }
                assert_eq!(position.current_player(), Some(seat));
                assert_eq!(hands(&position), hands(now));
                // What events tell gives the same.
                let mut builder = ViewBuilder::<G>::new(rules, seat)?;
                state.events(seat)?.iter().try_for_each(|event| builder.apply(event))?;
                let told = builder.public_history();
                assert_eq!(told.actions, history.actions);
                let again = view.knowledge().rewind(rules, now, &told, &mut chance);
                assert!(told.start.is_none() || again.map(|(_, from)| from) == Some(from));
            }
            let legal = state.legal();
            state.push(legal[chance.below(legal.len() as u32) as usize])?;
        }
    }
    assert!(followed > 100 && from_start > followed / 5, "{from_start} of {followed}");
    Ok(())
}

#[test]
fn doudizhu() -> Result<(), Error> {
    for players in [3, 4] {
        for (auction, doubling, open_hand) in [
            (doudizhu::Auction::Bid, false, false),
            (doudizhu::Auction::None, false, false),
            (doudizhu::Auction::Call, true, true),
            (doudizhu::Auction::Call, false, true),
            (doudizhu::Auction::None, true, false),
        ] {
            let plain = doudizhu::Options::default();
            let options = doudizhu::Options { players, auction, doubling, open_hand, ..plain };
            let rules = doudizhu::Rules::new(options)?;
            replays::<DouDizhu>(&rules, 60, |position| format!("{position:?}"))?;
        }
    }
    Ok(())
}

#[test]
fn rummy() -> Result<(), Error> {
    for players in [2, 4] {
        let rules = rummy::Rules::new(rummy::Options { players, ..rummy::Options::default() })?;
        replays::<Rummy>(&rules, 12, |position| {
            let hands: Vec<_> = (0..players as u8).map(|seat| position.hand(seat)).collect();
            format!(
                "{hands:?} {:?} {:?}",
                position.discards().collect::<Vec<_>>(),
                position.stock().collect::<Vec<_>>()
            )
        })?;
    }
    Ok(())
}

#[test]
fn mexican_train() -> Result<(), Error> {
    for players in [2, 4] {
        let rules = mexican_train::Rules::new(mexican_train::Options { players, ..Default::default() })?;
        replays::<MexicanTrain>(&rules, 30, |position| format!("{position:?}"))?;
    }
    Ok(())
}
