//! Rules and moments of rounds, by choices; and what is hidden in a text.

use std::ops::Range;

use oxideal_bots::Playable;
use oxideal_engine::doudizhu::{self, AllPass, DouDizhu};
use oxideal_engine::foursquare::{self, FourSquare};
use oxideal_engine::mexican_train::{self, CloseOrder, FollowUp, MexicanTrain};
use oxideal_engine::rummy::{self, Ace, Rummy};
use oxideal_engine::{Chance, Position, Rules, SplitMix64, State};

use super::choices::Choices;

/// A game with what the properties must know of it.
pub trait Fuzzed: Playable {
    /// Any rules of the game.
    fn rules(choices: &mut Choices<'_>) -> Self::Rules;

    /// The places of the single cards or tiles in a field of a state's text whose cards or tiles are hidden from a seat.
    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>>;
}

impl Fuzzed for FourSquare {
    fn rules(choices: &mut Choices<'_>) -> foursquare::Rules {
        foursquare::Rules { diagonal: choices.flag() }
    }

    fn hidden(field: &str, _: usize) -> Vec<Range<usize>> {
        if field.starts_with("stock ") { words(field).skip(1).collect() } else { Vec::new() }
    }
}

impl Fuzzed for DouDizhu {
    fn rules(choices: &mut Choices<'_>) -> doudizhu::Rules {
        let plain = doudizhu::Options::default();
        let flags = choices.byte();
        let flag = |number: u8| flags >> number & 1 == 1;
        let few = doudizhu::Options {
            players: if flag(0) { 4 } else { 3 },
            auction: !flag(1),
            all_pass: if flag(2) { AllPass::Void } else { AllPass::Redeal },
            spring: flag(3),
            ..plain
        };
        // A table of actions takes a while to be made, and stays: not all that there are.
        let options = match flags >> 4 {
            0 => doudizhu::Options { kicker_repeat: 2, sequence_max: 5, ..few },
            1 => doudizhu::Options { kicker_repeat: 3, quadplex: false, ..few },
            2 => doudizhu::Options { kicker_repeat: 3, kicker_both_jokers: true, sequence_max: 9, ..few },
            3 => doudizhu::Options {
                kicker_repeat: 4,
                kicker_both_jokers: true,
                kicker_extends_chain: true,
                ..few
            },
            4 => doudizhu::Options { kicker_both_jokers: true, kicker_extends_chain: true, ..few },
            _ => few,
        };
        doudizhu::Rules::new(options).expect("these options are within their bounds")
    }

    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>> {
        let holders = words(field).skip(1);
        let others: Vec<Range<usize>> = match field.split(' ').next() {
            Some("hands") => {
                holders.enumerate().filter(|(holder, _)| *holder != seat).map(|(_, hand)| hand).collect()
            }
            Some("kitty") => holders.collect(),
            _ => Vec::new(),
        };
        others.into_iter().flatten().map(|at| at..at + 1).collect()
    }
}

impl Fuzzed for MexicanTrain {
    fn rules(choices: &mut Choices<'_>) -> mexican_train::Rules {
        let flags = choices.byte();
        let (players, set) = (2 + choices.below(11), 1 + choices.below(18));
        let options = mexican_train::Options {
            players,
            set,
            engine: (flags & 1 == 1).then(|| choices.below(set + 1)),
            hand_size: (flags & 2 == 2).then(|| 1 + choices.below(12)),
            follow_up: if flags & 4 == 4 { FollowUp::Double } else { FollowUp::Available },
            close_order: if flags & 8 == 8 { CloseOrder::Reverse } else { CloseOrder::Laid },
        };
        mexican_train::Rules::new(options).unwrap_or_default()
    }

    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>> {
        hidden_words(field, seat, "boneyard ")
    }
}

impl Fuzzed for Rummy {
    fn rules(choices: &mut Choices<'_>) -> rummy::Rules {
        let flags = choices.byte();
        let options = rummy::Options {
            players: 2 + choices.below(5),
            ace: if flags & 1 == 1 { Ace::Both } else { Ace::Low },
            must_discard_out: flags & 2 == 2,
            hand_size: (flags & 4 == 4).then(|| 1 + choices.below(12)),
            turn_limit: if flags & 8 == 8 { 1 + choices.below(256) } else { 60 },
        };
        rummy::Rules::new(options).unwrap_or_default()
    }

    fn hidden(field: &str, seat: usize) -> Vec<Range<usize>> {
        hidden_words(field, seat, "stock ")
    }
}

/// The cards or tiles in the pile of this name and in the hands of the others, where any are left.
fn hidden_words(field: &str, seat: usize, pile: &str) -> Vec<Range<usize>> {
    let skipped = match field {
        _ if field.ends_with(" -") || field.starts_with(&format!("hand {seat} ")) => return Vec::new(),
        _ if field.starts_with("hand ") => 2,
        _ if field.starts_with(pile) => 1,
        _ => return Vec::new(),
    };
    words(field).skip(skipped).collect()
}

/// The places of the words in a text with single spaces.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    text.split(' ').map(move |word| {
        let start = next;
        next = start + word.len() + 1;
        start..start + word.len()
    })
}

/// A moment of a round: dealt, played on at random for a while, set up anew by hand or not, then played on by choices.
pub fn state<G: Fuzzed>(choices: &mut Choices<'_>) -> State<G> {
    let rules = G::rules(choices);
    let how = choices.byte();
    let seed = choices.seed();
    let mut state: State<G> = if how & 1 == 1 {
        let dealer = choices.below(rules.players() as u32) as usize;
        State::deal_by(rules, dealer, seed, u128::from(how)).expect("the dealer is one of the seats")
    } else {
        State::deal(rules, seed, u128::from(how))
    };
    let mut chance = SplitMix64::new(u64::from(choices.byte()));
    let plies = usize::from(choices.byte()) << (how >> 6 & 1);
    for _ in 0..plies {
        let Some(action) = state.position().pick_legal(state.rules(), &mut chance) else { break };
        state.push(action).expect("a legal action is played");
    }
    if how & 2 == 2 {
        state = State::from_text(&state.to_text())
            .expect("a state's text is read")
            .with_chance(state.chance().clone());
    }
    if how & 4 == 4 {
        let last = choices.byte() % 8;
        for _ in 0..last {
            let Some(action) = state.position().pick_legal(state.rules(), choices) else { break };
            state.push(action).expect("a legal action is played");
        }
    }
    state
}
