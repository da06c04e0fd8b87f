//! Dou Dizhu as apps play it: calls and robs, doubling, shown hands and caps (DD-09, DD-36 to DD-40),
//! against tables written by hand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use oxideal_engine::doudizhu::{AllPass, Auction, Cards, DouDizhu, InPlay, Options, Phase, Position, Rules};
use oxideal_engine::{
    Chance, Knowledge as _, Notation as _, Position as _, Rules as _, Seed, SplitMix64, State, Stream,
};

fn rules(options: Options) -> Rules {
    Rules::new(options).unwrap()
}

/// The auctions that there are, with the landlord, counted from the first bidder, and the stake. `-` is
/// a pass, `c` a call, `r` a rob.
const AUCTIONS_OF_3: [(&str, u8, i32); 11] = [
    ("--c", 2, 1),
    ("-c-", 1, 1),
    ("-cr-", 2, 2),
    ("-crr", 1, 4),
    ("c--", 0, 1),
    ("c-r-", 2, 2),
    ("c-rr", 0, 4),
    ("cr--", 1, 2),
    ("cr-r", 0, 4),
    ("crr-", 2, 4),
    ("crrr", 0, 8),
];
const AUCTIONS_OF_4: [(&str, u8, i32); 26] = [
    ("---c", 3, 1),
    ("--c-", 2, 1),
    ("--cr-", 3, 2),
    ("--crr", 2, 4),
    ("-c--", 1, 1),
    ("-c-r-", 3, 2),
    ("-c-rr", 1, 4),
    ("-cr--", 2, 2),
    ("-cr-r", 1, 4),
    ("-crr-", 3, 4),
    ("-crrr", 1, 8),
    ("c---", 0, 1),
    ("c--r-", 3, 2),
    ("c--rr", 0, 4),
    ("c-r--", 2, 2),
    ("c-r-r", 0, 4),
    ("c-rr-", 3, 4),
    ("c-rrr", 0, 8),
    ("cr---", 1, 2),
    ("cr--r", 0, 4),
    ("cr-r-", 3, 4),
    ("cr-rr", 0, 8),
    ("crr--", 2, 4),
    ("crr-r", 0, 8),
    ("crrr-", 3, 8),
    ("crrrr", 0, 16),
];

/// Visits all ways to play from a position until `stop`, with the texts of the moves.
fn all_ways(
    rules: &Rules,
    position: &Position,
    stop: &impl Fn(&Position) -> bool,
    moves: &mut Vec<String>,
    visit: &mut impl FnMut(&[String], &Position),
) {
    if stop(position) {
        return visit(moves, position);
    }
    let mut legal = Vec::new();
    position.legal(rules, &mut legal);
    assert_eq!(legal.len(), position.count_legal(rules));
    for action in legal {
        let mut next = *position;
        next.play(rules, action, &mut SplitMix64::new(1));
        moves.push(rules.to_move(action).unwrap().to_string());
        all_ways(rules, &next, stop, moves, visit);
        moves.pop();
    }
}

/// Deals whose auctions begin with each seat.
fn deals(rules: &Rules) -> BTreeMap<u8, Position> {
    let deal = |seed| Position::deal(rules, None, &mut SplitMix64::new(seed));
    (0..50).map(deal).map(|position| (position.first_bidder(), position)).collect()
}

fn check_auctions(players: u8, expected: &[(&str, u8, i32)]) {
    for all_pass in [AllPass::Redeal, AllPass::Void, AllPass::First] {
        let rules = rules(Options { players, auction: Auction::Call, all_pass, ..Options::default() });
        let deals = deals(&rules);
        assert_eq!(deals.len(), usize::from(players), "an auction for each first bidder");
        for (first, dealt) in deals {
            let mut found = Vec::new();
            let mut nobody = 0;
            let stop = |position: &Position| {
                let everybody_passed = position.bids().is_empty() && position.redeals() > 0;
                everybody_passed || position.phase() != Phase::Auction
            };
            all_ways(&rules, &dealt, &stop, &mut Vec::new(), &mut |moves, end| {
                let seat = |landlord: u8| (landlord + players - first) % players;
                if moves.iter().all(|text| text == "pass") {
                    nobody += 1;
                    match all_pass {
                        AllPass::Redeal => assert_eq!((end.redeals(), end.phase()), (1, Phase::Auction)),
                        AllPass::Void => assert!(end.is_void() && end.stakes(&rules).is_none()),
                        AllPass::First => {
                            let stakes = end.stakes(&rules).unwrap();
                            let peasant = usize::from((first + 1) % players);
                            let found = (end.landlord(), end.bid(&rules), stakes[peasant]);
                            assert_eq!(found, (Some(first), Some(1), 1));
                        }
                    }
                    return;
                }
                let landlord = end.landlord().unwrap();
                assert_eq!((end.phase(), end.current_player()), (Phase::Play, Some(landlord.into())));
                let stakes = end.stakes(&rules).unwrap();
                let stake = stakes[usize::from((landlord + 1) % players)];
                for (other, &paid) in (0..players).zip(&stakes) {
                    let times = if other == landlord { i32::from(players) - 1 } else { 1 };
                    assert_eq!(paid, stake * times, "{moves:?}");
                }
                let [before, after] =
                    [&dealt, end].map(|position| position.hands(&rules)[usize::from(landlord)]);
                assert_eq!(after, before + dealt.kitty());
                let letter = |text: &String| if text == "pass" { '-' } else { text.chars().next().unwrap() };
                found.push((moves.iter().map(letter).collect::<String>(), seat(landlord), stake));
            });
            found.sort();
            let mut expected: Vec<_> =
                expected.iter().map(|&(moves, seat, stake)| (moves.to_string(), seat, stake)).collect();
            expected.sort();
            assert_eq!(found, expected);
            assert_eq!(nobody, 1);
        }
    }
}

#[test]
fn three_players_call_and_rob_in_eleven_ways() {
    check_auctions(3, &AUCTIONS_OF_3);
}

#[test]
fn four_players_call_and_rob_in_26_ways() {
    check_auctions(4, &AUCTIONS_OF_4);
}

/// What the landlord and then the peasants in turn said about doubling (`d` or `p`), whether the
/// landlord showed the hand (`s` or `p`), and the stakes in the same order.
const ANSWERS_OF_3: [(&str, [i32; 3]); 16] = [
    ("pppp", [2, 1, 1]),
    ("ppps", [4, 2, 2]),
    ("ppdp", [3, 1, 2]),
    ("ppds", [6, 2, 4]),
    ("pdpp", [3, 2, 1]),
    ("pdps", [6, 4, 2]),
    ("pddp", [4, 2, 2]),
    ("pdds", [8, 4, 4]),
    ("dppp", [4, 2, 2]),
    ("dpps", [8, 4, 4]),
    ("dpdp", [6, 2, 4]),
    ("dpds", [12, 4, 8]),
    ("ddpp", [6, 4, 2]),
    ("ddps", [12, 8, 4]),
    ("dddp", [8, 4, 4]),
    ("ddds", [16, 8, 8]),
];

/// The same with at most two doublings.
const AT_MOST_TWO: [(&str, [i32; 3]); 16] = [
    ("pppp", [2, 1, 1]),
    ("ppps", [4, 2, 2]),
    ("ppdp", [3, 1, 2]),
    ("ppds", [6, 2, 4]),
    ("pdpp", [3, 2, 1]),
    ("pdps", [6, 4, 2]),
    ("pddp", [4, 2, 2]),
    ("pdds", [8, 4, 4]),
    ("dppp", [4, 2, 2]),
    ("dpps", [8, 4, 4]),
    ("dpdp", [6, 2, 4]),
    ("dpds", [8, 4, 4]),
    ("ddpp", [6, 4, 2]),
    ("ddps", [8, 4, 4]),
    ("dddp", [8, 4, 4]),
    ("ddds", [8, 4, 4]),
];

/// The same for four players, at most one doubling, and nobody shows.
const FOUR_AT_MOST_ONE: [(&str, [i32; 4]); 16] = [
    ("pppp", [3, 1, 1, 1]),
    ("pppd", [4, 1, 1, 2]),
    ("ppdp", [4, 1, 2, 1]),
    ("ppdd", [5, 1, 2, 2]),
    ("pdpp", [4, 2, 1, 1]),
    ("pdpd", [5, 2, 1, 2]),
    ("pddp", [5, 2, 2, 1]),
    ("pddd", [6, 2, 2, 2]),
    ("dppp", [6, 2, 2, 2]),
    ("dppd", [6, 2, 2, 2]),
    ("dpdp", [6, 2, 2, 2]),
    ("dpdd", [6, 2, 2, 2]),
    ("ddpp", [6, 2, 2, 2]),
    ("ddpd", [6, 2, 2, 2]),
    ("dddp", [6, 2, 2, 2]),
    ("dddd", [6, 2, 2, 2]),
];

fn check_answers<const N: usize>(options: Options, expected: &[(&str, [i32; N])]) {
    let rules = rules(Options { auction: Auction::None, ..options });
    for (landlord, dealt) in deals(&rules) {
        let mut found = Vec::new();
        let stop = |position: &Position| position.phase() == Phase::Play;
        all_ways(&rules, &dealt, &stop, &mut Vec::new(), &mut |moves, end| {
            let answers: String = moves.iter().map(|text| &text[..1]).collect();
            let stakes = end.stakes(&rules).unwrap();
            let in_turn = std::array::from_fn(|place| stakes[(usize::from(landlord) + place) % N]);
            assert_eq!(end.current_player(), Some(landlord.into()), "the landlord leads");
            let doubled: Vec<bool> = end.doubled(&rules).collect();
            for (place, answer) in answers.chars().take(N).enumerate() {
                assert_eq!(doubled[(usize::from(landlord) + place) % N], answer == 'd');
            }
            assert_eq!(end.shown(), answers.ends_with('s'));
            found.push((answers, in_turn));
        });
        found.sort();
        let mut expected: Vec<_> =
            expected.iter().map(|&(answers, stakes)| (answers.to_string(), stakes)).collect();
        expected.sort();
        assert_eq!(found, expected);
    }
}

#[test]
fn doubling_and_showing_change_the_stakes() {
    let plain = Options { doubling: true, ..Options::default() };
    let open = Options { open_hand: true, ..plain };
    check_answers(open, &ANSWERS_OF_3);
    check_answers(Options { max_doublings: Some(2), ..open }, &AT_MOST_TWO);
    check_answers(Options { players: 4, max_doublings: Some(1), ..plain }, &FOUR_AT_MOST_ONE);
}

/// One round of payoffs worked out by hand. Seat 1 is the landlord.
struct Paid {
    robs: u8,
    /// Who doubled.
    doubled: [bool; 3],
    shown: bool,
    bombs: u8,
    /// The number of combinations that each seat has played before the last one.
    plays: [u8; 3],
    most: Option<u8>,
    winner: u8,
    payoffs: [i32; 3],
}

fn paid() -> Vec<Paid> {
    let usual = Paid {
        robs: 0,
        doubled: [false; 3],
        shown: false,
        bombs: 0,
        plays: [5, 5, 5],
        most: None,
        winner: 1,
        payoffs: [-1, 2, -1],
    };
    let spring = [0, 5, 0];
    let anti_spring = [5, 1, 5];
    vec![
        Paid { ..usual },
        Paid { winner: 0, payoffs: [1, -2, 1], ..usual },
        // Each rob doubles: 2, 8.
        Paid { robs: 1, payoffs: [-2, 4, -2], ..usual },
        Paid { robs: 3, winner: 2, payoffs: [8, -16, 8], ..usual },
        // Bombs: 4. With a rob and a shown hand: 16.
        Paid { bombs: 2, payoffs: [-4, 8, -4], ..usual },
        Paid { bombs: 2, robs: 1, shown: true, payoffs: [-16, 32, -16], ..usual },
        // Seat 0 doubled, seat 2 did not; the landlord did: 4 and 2.
        Paid { doubled: [true, true, false], payoffs: [-4, 6, -2], ..usual },
        Paid { doubled: [true, true, false], winner: 2, payoffs: [4, -6, 2], ..usual },
        // Only seat 2 doubled, with two bombs: 4 and 8.
        Paid { doubled: [false, false, true], bombs: 2, winner: 0, payoffs: [4, -12, 8], ..usual },
        // Spring and anti-spring: one more.
        Paid { plays: spring, payoffs: [-2, 4, -2], ..usual },
        Paid { plays: anti_spring, winner: 0, payoffs: [2, -4, 2], ..usual },
        Paid { plays: spring, doubled: [true, false, false], payoffs: [-4, 6, -2], ..usual },
        Paid { plays: anti_spring, winner: 2, shown: true, robs: 2, payoffs: [16, -32, 16], ..usual },
        // Everything: 3 robs, shown, 2 bombs, spring: 128; both sides doubled: 512 and 256.
        Paid {
            robs: 3,
            shown: true,
            bombs: 2,
            plays: spring,
            doubled: [true, true, false],
            payoffs: [-512, 768, -256],
            ..usual
        },
        // At most 7 doublings of a payment: 128 each.
        Paid {
            robs: 3,
            shown: true,
            bombs: 2,
            plays: spring,
            doubled: [true, true, false],
            most: Some(7),
            payoffs: [-128, 256, -128],
            ..usual
        },
        // At most 8: 9 of seat 0 count as 8, and seat 2 has 8: 256 each.
        Paid {
            robs: 3,
            shown: true,
            bombs: 2,
            plays: spring,
            doubled: [true, true, false],
            most: Some(8),
            payoffs: [-256, 512, -256],
            ..usual
        },
        // At most 1: only a peasant without any doubling pays 1.
        Paid { doubled: [true, false, false], most: Some(1), payoffs: [-2, 3, -1], ..usual },
        Paid { doubled: [true, true, false], most: Some(1), payoffs: [-2, 4, -2], ..usual },
        // At most 0: always the bid.
        Paid {
            robs: 3,
            shown: true,
            bombs: 2,
            plays: spring,
            doubled: [true; 3],
            most: Some(0),
            payoffs: [-1, 2, -1],
            ..usual
        },
    ]
}

#[test]
fn payoffs_are_those_worked_out_by_hand() {
    for (number, paid) in paid().iter().enumerate() {
        let options = Options {
            auction: Auction::Call,
            doubling: true,
            open_hand: true,
            spring: true,
            max_doublings: paid.most,
            ..Options::default()
        };
        let rules = rules(options);
        let cards = |text| Cards::parse(text, rules.deck()).unwrap();
        // A seat without plays still has its 17 cards.
        let full = ["88889999TTTTJJJJQ", "", "QQQKKKKAAAA2222BR"];
        let few = ["3", "3", "4"];
        let hands: Vec<Cards> =
            (0..3).map(|seat| cards(if paid.plays[seat] == 0 { full[seat] } else { few[seat] })).collect();
        let in_play = InPlay {
            rules,
            hands,
            landlord: 1,
            bid: 1,
            lead: Some(paid.winner),
            beat: None,
            played: None,
            plays: Some(paid.plays.to_vec()),
            kitty: None,
            doublings: paid.bombs,
            robs: paid.robs,
            doubled: paid.doubled.to_vec(),
            shown: paid.shown,
        };
        let mut position = in_play.check().unwrap_or_else(|error| panic!("round {number}: {error}"));
        let card = position.hands(&rules)[usize::from(paid.winner)];
        let last = rules.parse(&card.to_string()).unwrap();
        position.play_move(&rules, last, &mut SplitMix64::new(1));
        let mut payoffs = [0; 3];
        assert_eq!(position.phase(), Phase::Over);
        position.payoffs(&rules, &mut payoffs);
        assert_eq!(payoffs, paid.payoffs, "round {number}");
    }
}

/// Views of random rounds: what is shown is known to all, stays in samples, and survives texts.
#[test]
fn shown_hands_are_known_to_all() {
    let mut seen = 0;
    for (stream, players) in (0..40).zip([3, 4].into_iter().cycle()) {
        let options = Options { players, ..*Rules::preset("huanle").unwrap().options() };
        let rules = rules(options);
        let mut state = State::<DouDizhu>::deal(rules, Seed::from(5), stream);
        let mut chance = Stream::new(Seed::from(6), stream);
        while let Some(mover) = state.current_player() {
            let landlord = state.position().landlord().map(usize::from);
            for seat in 0..rules.players() {
                let view = state.view(seat).unwrap();
                let (_, of_text, read, _) = Position::read_view(&view.to_text()).unwrap();
                assert_eq!((of_text, &read), (seat, view.position()));
                let Some(landlord) = landlord.filter(|_| state.position().shown()) else { continue };
                let hand = state.position().hands(&rules)[landlord];
                assert_eq!(view.position().hands(&rules)[landlord], hand);
                if seat != landlord {
                    assert_eq!(view.known(landlord as u8), hand);
                    let sampled =
                        view.knowledge().sample(&rules, view.position(), seat, &mut chance).unwrap();
                    assert_eq!(sampled.hands(&rules)[landlord], hand);
                    seen += 1;
                }
            }
            let legal = state.legal();
            let showing = state.position().phase() == Phase::Showing;
            let next = if showing && stream % 4 < 3 {
                legal[1]
            } else {
                legal[chance.below(legal.len() as u32) as usize]
            };
            assert!(rules.to_move(next).is_some(), "seat {mover}");
            state.push(next).unwrap();
        }
    }
    assert!(seen > 1000, "{seen} views of shown hands");
}
