//! Bots of Dou Dizhu: their choices are legal, do not depend on hidden cards, and are right where
//! the best play is obvious.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_bots::{Candidate, Policies};
use oxideal_engine::doudizhu::{
    AllPass, Auction, Beat, Cards, DouDizhu, InPlay, Options, Phase, Play, Position, Rules, View, min_plays,
};
use oxideal_engine::{Action, Position as _, Rules as _, Seed, SplitMix64, State, Stream};

/// All rules that change what may be played.
fn all_rules() -> Vec<Rules> {
    let plain = Options::default();
    let four = Options { players: 4, ..plain };
    let options = [
        plain,
        four,
        Options { all_pass: AllPass::Void, spring: true, sequence_max: 5, ..plain },
        Options {
            kicker_repeat: 2,
            kicker_both_jokers: true,
            quadplex: false,
            auction: Auction::None,
            ..plain
        },
        Options {
            kicker_repeat: 4,
            kicker_extends_chain: true,
            sequence_max: 7,
            auction: Auction::None,
            ..plain
        },
        Options { sequence_max: 5, auction: Auction::None, ..four },
        Options { auction: Auction::Call, all_pass: AllPass::First, doubling: true, open_hand: true, ..four },
        Options { doubling: true, max_doublings: Some(2), ..plain },
        Options { auction: Auction::None, open_hand: true, ..plain },
    ];
    let presets = ["douzero", "rlcard", "openspiel", "huanle"].map(|name| Rules::preset(name).unwrap());
    options.into_iter().map(|options| Rules::new(options).unwrap()).chain(presets).collect()
}

fn playout_action(rules: &Rules, position: &Position) -> Action {
    DouDizhu::playout_policy(rules, position, &mut SplitMix64::new(7))
}

fn candidates(rules: &Rules, position: &Position) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    DouDizhu::candidates(rules, position, &mut candidates);
    candidates
}

/// Visits every decision of some rounds, played by various players.
fn decisions(rules: &Rules, rounds: u64, mut visit: impl FnMut(&State<DouDizhu>, &View)) {
    for round in 0..rounds {
        let mut chance = SplitMix64::new(round);
        let mut state = State::<DouDizhu>::deal(*rules, Seed::from(5), round.into());
        let mut number = round;
        while let Some(seat) = state.position().current_player() {
            let view = state.view(seat).unwrap();
            visit(&state, &view);
            let action = match number % 5 {
                0 | 1 => playout_action(rules, state.position()),
                2 | 3 => DouDizhu::rule_policy(&view),
                _ => state.position().pick_legal(rules, &mut chance).unwrap(),
            };
            state.push(action).unwrap();
            number += 1;
            assert!(number < round + 2_000, "a round without an end");
        }
    }
}

#[test]
fn rule_policy_plays_the_best_candidate() {
    for rules in all_rules() {
        decisions(&rules, 60, |state, view| {
            let found = candidates(&rules, state.position());
            let best = found.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap();
            assert_eq!(best.action, DouDizhu::rule_policy(view), "{}", state.to_text());
        });
    }
}

/// Where the rules forbid both jokers as kickers, no bot attaches both, even without other kickers.
#[test]
fn jokers_are_attached_one_at_a_time() {
    let rules = Rules::preset("rlcard").unwrap();
    for hands in
        [["333444BR", "5566", "7788"], ["5555BR", "6677", "8899"], ["333444BR", "555666A", "777888K"]]
    {
        let position = position(&rules, &hands, Some(0), None);
        let state = State::<DouDizhu>::from_position(rules, position, Stream::new(Seed::from(1), 0));
        let mut found: Vec<Action> = candidates(&rules, &position).iter().map(|one| one.action).collect();
        found.extend([playout_action(&rules, &position), DouDizhu::rule_policy(&state.view(0).unwrap())]);
        for action in found {
            assert!(action != 0 && position.is_legal(&rules, action), "{action} with {hands:?}");
        }
    }
}

/// A position with these hands. Seat 0 is the landlord. The last play is given as its text, its
/// seat and the number of passes after it.
fn position(rules: &Rules, hands: &[&str], lead: Option<u8>, beat: Option<(&str, u8, u8)>) -> Position {
    let hands = hands.iter().map(|hand| Cards::parse(hand, rules.deck()).unwrap()).collect();
    let beat = beat.map(|(text, seat, passes)| {
        let play: Play = rules.combination(text).unwrap();
        Beat { play, seat, passes }
    });
    let in_play = InPlay {
        rules: *rules,
        hands,
        landlord: 0,
        bid: 1,
        lead,
        beat,
        played: None,
        plays: None,
        kitty: None,
        doublings: 0,
        robs: 0,
        doubled: Vec::new(),
        shown: false,
    };
    in_play.check().unwrap()
}

/// The rule policy's choice as text.
fn chosen_by_rule(rules: &Rules, position: &Position) -> String {
    let seat = position.current_player().unwrap();
    let state = State::<DouDizhu>::from_position(*rules, *position, Stream::new(Seed::from(1), 0));
    rules.to_move(DouDizhu::rule_policy(&state.view(seat).unwrap())).unwrap().to_string()
}

/// The choice of both bots as text, after checking that they agree.
fn chosen(rules: &Rules, position: &Position) -> String {
    let rule = chosen_by_rule(rules, position);
    let quick = rules.to_move(playout_action(rules, position)).unwrap().to_string();
    if rule == quick { rule } else { format!("rule {rule}, quick {quick}") }
}

fn no_auction() -> Rules {
    Rules::preset("douzero").unwrap()
}

fn four_players() -> Rules {
    Rules::new(Options { players: 4, auction: Auction::None, ..Options::default() }).unwrap()
}

#[test]
fn bots_go_out_when_possible() {
    let rules = no_auction();
    for (hand, last) in [
        ("33344455", "333444 55"),
        ("34567", "34567"),
        ("777A", "777 A"),
        ("888899", "8888 99"),
        ("5555", "5555"),
        ("BR", "BR"),
    ] {
        let lead = position(&rules, &[hand, "6699TT", "JJQQ"], Some(0), None);
        assert_eq!(chosen(&rules, &lead), last);
    }
    // With the last card, even a partner's play is beaten.
    let answer = position(&rules, &["33445566", "77K", "A"], None, Some(("Q", 1, 0)));
    assert_eq!(chosen(&rules, &answer), "A");
    // And an enemy's play with a bomb.
    let answer = position(&rules, &["33445566", "77K", "9999"], None, Some(("22", 0, 1)));
    assert_eq!(chosen(&rules, &answer), "9999");
}

#[test]
fn unbeatable_play_is_led_first() {
    let rules = no_auction();
    let position = position(&rules, &["3KK", "5JA", "667799"], Some(0), None);
    assert_eq!(chosen(&rules, &position), "KK");
}

#[test]
fn no_single_is_led_to_an_enemy_with_one_card() {
    let rules = no_auction();
    let landlord = position(&rules, &["3559TK", "A", "667799QQ"], Some(0), None);
    assert_eq!(chosen(&rules, &landlord), "55");
    // If there are only single cards, the highest is led.
    let peasant = position(&rules, &["A", "679TK", "44668899"], Some(1), None);
    assert_eq!(chosen(&rules, &peasant), "K");
}

#[test]
fn single_is_led_to_a_partner_with_one_card() {
    let rules = no_auction();
    let position = position(&rules, &["66778899JJ", "45588TTKK", "7"], Some(1), None);
    assert_eq!(chosen(&rules, &position), "4");
}

#[test]
fn partner_is_not_beaten_without_gain() {
    let rules = no_auction();
    // The landlord has passed, and the partner continues.
    let position = position(&rules, &["3344556677TT", "468TJ22", "5699QA"], None, Some(("KK", 2, 1)));
    assert_eq!(chosen(&rules, &position), "pass");
}

/// Even if the partner's play is low, as long as the landlord cannot beat it.
#[test]
fn play_that_the_landlord_cannot_beat_is_left_to_the_partner() {
    // The landlord has one card, so no pair.
    let three = position(&no_auction(), &["A", "6QAA", "379KKA22"], None, Some(("33", 1, 0)));
    assert_eq!(chosen_by_rule(&no_auction(), &three), "pass");
    let hands = ["2", "567889KKA22", "33444555888QAAA22", "77JJKKK"];
    let four = position(&four_players(), &hands, None, Some(("44", 3, 1)));
    assert_eq!(chosen_by_rule(&four_players(), &four), "pass");
}

/// Even a partner's play is beaten if every play after that but the last cannot be.
#[test]
fn hand_is_played_out_when_only_the_last_play_can_be_beaten() {
    // The landlord has one card: after 22, 88 and 89TJQ cannot be beaten, nor can A.
    let three = position(&no_auction(), &["A", "A", "8889TJQQA22"], None, Some(("TT", 0, 1)));
    assert_eq!(chosen_by_rule(&no_auction(), &three), "22");
    let on_partner = position(&no_auction(), &["T", "33669KAA", "5T"], None, Some(("Q", 2, 1)));
    assert_eq!(chosen_by_rule(&no_auction(), &on_partner), "A");
    let four = position(&four_players(), &["6666KBR", "89TJQKA", "5AA22", "AA"], Some(2), None);
    assert_eq!(chosen_by_rule(&four_players(), &four), "AA");
}

#[test]
fn unbeatable_chain_is_led_before_the_last_two_cards() {
    for (rules, others) in [
        (no_auction(), &["3456772", "344556JJQ"][..]),
        (four_players(), &["3456772", "344556JJQ", "3377JJQB"]),
    ] {
        // As the landlord, and as each peasant.
        for seat in 0..=others.len() {
            let mut hands = others.to_vec();
            hands.insert(seat, "8899TTKA");
            let position = position(&rules, &hands, Some(seat as u8), None);
            assert_eq!(chosen_by_rule(&rules, &position), "8899TT", "seat {seat} of {hands:?}");
        }
    }
    // Lower cards would be hard to get rid of.
    let low = position(&no_auction(), &["8899TT46", "3456772", "344556JJQKA"], Some(0), None);
    assert_eq!(chosen_by_rule(&no_auction(), &low), "4");
}

/// After a 2, which only one card can beat, only the triplet can be beaten.
#[test]
fn lead_is_won_to_play_out() {
    for (rules, others) in [
        (no_auction(), &["56789JJQB", "35566799KK"][..]),
        (four_players(), &["56789JJQB", "35566799KK", "3567"]),
    ] {
        for last in ["J", "A", "6", "8"] {
            let mut landlord = vec!["33444TJQKA22"];
            landlord.extend(others);
            let position_of_landlord =
                position(&rules, &landlord, None, Some((last, 1, others.len() as u8 - 1)));
            assert_eq!(chosen_by_rule(&rules, &position_of_landlord), "2", "on {last}");
            let mut peasant = others.to_vec();
            peasant.insert(1, "33444TJQKA22");
            let position_of_peasant = position(&rules, &peasant, None, Some((last, 0, 0)));
            assert_eq!(chosen_by_rule(&rules, &position_of_peasant), "2", "on {last}");
        }
    }
}

#[test]
fn answer_leaves_a_chain_whole() {
    let three = ["TTJQKA", "34568999QQKK22", "445566A2BR"];
    let four = ["TTJQKA", "34568999QQKK22", "445566A2BR", "33445566"];
    for last in ["3", "6", "7", "9"] {
        let position_of_three = position(&no_auction(), &three, None, Some((last, 2, 0)));
        assert_eq!(chosen(&no_auction(), &position_of_three), "T", "on {last}");
        let position_of_four = position(&four_players(), &four, None, Some((last, 3, 0)));
        assert_eq!(chosen(&four_players(), &position_of_four), "T", "on {last}");
    }
}

#[test]
fn bombs_are_not_wasted() {
    let rules = no_auction();
    let position =
        position(&rules, &["33445566778899TTJ", "4567QQKA2BR", "3489TJQKA"], None, Some(("3", 2, 1)));
    let word = chosen(&rules, &position);
    assert!(!word.contains("BR"), "{word}");
}

#[test]
fn strong_hands_are_bid_on() {
    let rules = Rules::default();
    let deal = |hand: &str| {
        let text = format!("doudizhu; dealer 0; first 0; seat 0; hand {hand}; bids -");
        let view = View::from_text(&text.replace("bids -", "bids")).unwrap();
        assert_eq!(view.position().phase(), Phase::Auction);
        rules.to_move(DouDizhu::rule_policy(&view)).unwrap().to_string()
    };
    assert_eq!(deal("34567899TJQKA22BR"), "bid 3");
    assert_eq!(deal("3346778899TTJJQKK"), "pass");
}

/// The first hand is one of the best, the second one is weak, and the third one is between them.
#[test]
fn strong_hands_call_rob_double_and_show() {
    let chosen = |seat: &str, hand: &str, rest: &str| {
        let text = format!(
            "doudizhu auction=call doubling=true open_hand=true; dealer 0; first 0; seat {seat}; hand {hand}{rest}"
        );
        let view = View::from_text(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        view.rules().to_move(DouDizhu::rule_policy(&view)).unwrap().to_string()
    };
    let [strong, weak, between] = ["34567899TJQKA22BR", "3346778899TTJJQKK", "3345566899TJQKA2R"];
    for (hand, call, rob) in [(strong, "call", "rob"), (between, "call", "pass"), (weak, "pass", "pass")] {
        assert_eq!(chosen("0", hand, "; bids"), call, "{hand}");
        assert_eq!(chosen("1", hand, "; bids call"), rob, "{hand}");
        assert_eq!(chosen("0", hand, "; bids call pass rob"), rob, "{hand}");
    }
    let doubling = |answers: &str| format!("; kitty 466; bids call pass pass; doubling{answers}");
    // With the kitty, and as a peasant whose landlord doubled.
    for (hand, double) in [(strong, "double"), (weak, "pass")] {
        let mut with_kitty: Vec<char> = format!("466{hand}").chars().collect();
        with_kitty.sort_by_key(|&letter| "3456789TJQKA2BR".find(letter));
        let with_kitty: String = with_kitty.into_iter().collect();
        assert_eq!(chosen("0", &with_kitty, &doubling("")), double, "{hand}");
        assert_eq!(chosen("1", hand, &doubling(" double")), double, "{hand}");
        let show = if double == "double" { "show" } else { "pass" };
        assert_eq!(chosen("0", &with_kitty, &doubling(" pass pass pass")), show, "{hand}");
    }
    assert_eq!(chosen("1", between, &doubling(" double")), "pass");
    assert_eq!(chosen("1", between, &doubling(" pass")), "double");
}

/// On the same deals, bots clearly outscore random players in their seats.
#[test]
fn bots_beat_random_players() {
    let four_players = Options { players: 4, ..Options::default() };
    let all = [Rules::default(), Rules::new(four_players).unwrap(), Rules::preset("huanle").unwrap()];
    for rules in all {
        for rule_choice in [false, true] {
            let mut sum = 0;
            for round in 0..200 {
                let mut state = State::<DouDizhu>::deal(rules, Seed::from(3), round / 2);
                let mut chance = SplitMix64::new(round as u64);
                let ours = |seat: usize| (seat + round as usize).is_multiple_of(2);
                while let Some(seat) = state.position().current_player() {
                    let action = match (ours(seat), rule_choice) {
                        (true, true) => DouDizhu::rule_policy(&state.view(seat).unwrap()),
                        (true, false) => playout_action(&rules, state.position()),
                        _ => state.position().pick_legal(&rules, &mut chance).unwrap(),
                    };
                    state.push(action).unwrap();
                }
                let mut payoffs = vec![0; rules.players()];
                state.position().payoffs(&rules, &mut payoffs);
                let sides = [true, false].map(|side| {
                    let of_side = |&(seat, _): &(usize, &i32)| ours(seat) == side;
                    payoffs.iter().enumerate().filter(of_side).map(|(_, pay)| pay).sum::<i32>()
                });
                sum += sides[0] - sides[1];
            }
            assert!(sum > 300, "{sum} in 200 rounds of {} players, by rule: {rule_choice}", rules.players());
        }
    }
}

/// Playing a hand by greedy leads takes few more plays than the minimum.
#[test]
fn greedy_leads_are_close_to_the_minimum() {
    let rules = no_auction();
    let (mut quickly, mut best) = (0, 0);
    for round in 0..100 {
        let state = State::<DouDizhu>::deal_by(rules, 0, Seed::from(9), round).unwrap();
        let mut position = *state.position();
        let landlord = position.current_player().unwrap();
        let hand = position.hands(&rules)[landlord];
        best += min_plays(&rules, hand, || true).unwrap().len();
        while position.current_player().is_some() {
            let action = if position.current_player() == Some(landlord) && position.to_beat().is_none() {
                quickly += 1;
                playout_action(&rules, &position)
            } else {
                0
            };
            position.play(&rules, action, &mut SplitMix64::new(1));
        }
    }
    assert!(quickly * 100 < best * 125, "{quickly} plays, where {best} do");
}
