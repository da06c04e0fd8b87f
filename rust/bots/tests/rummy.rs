//! Bots of Rummy.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use oxideal_bots::{Policies, SearchModel};
use oxideal_engine::game::{Position as _, Rules as _};
use oxideal_engine::rummy::{Ace, Options, Position, Rules, Rummy, View};
use oxideal_engine::{Action, Seat, Seed, SplitMix64, State, Stream};

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

/// Chooses an action for a seat.
type Player = fn(&State<Rummy>, Seat, &mut SplitMix64) -> Action;

fn random_player(state: &State<Rummy>, _: Seat, chance: &mut SplitMix64) -> Action {
    state.position().pick_legal(state.rules(), chance).unwrap()
}

fn playout_player(state: &State<Rummy>, _: Seat, chance: &mut SplitMix64) -> Action {
    Rummy::playout_policy(state.rules(), state.position(), chance)
}

fn rule_player(state: &State<Rummy>, seat: Seat, _: &mut SplitMix64) -> Action {
    Rummy::rule_policy(&state.view(seat).unwrap())
}

/// Wins per hundred hands of one player against another, with each deal played from both sides.
fn won(rules: Rules, one: Player, other: Player, deals: u64) -> u64 {
    let mut won = 0;
    for deal in 0..2 * deals {
        let mut state = State::<Rummy>::deal(rules, Seed::from(1), u128::from(deal / 2));
        let mut chance = SplitMix64::new(deal);
        while let Some(seat) = state.position().current_player() {
            let player = if seat as u64 % 2 == deal % 2 { one } else { other };
            let action = player(&state, seat, &mut chance);
            state.push(action).unwrap();
        }
        let winner = state.position().went_out().map(u64::from);
        won += u64::from(winner.is_some_and(|seat| seat % 2 == deal % 2));
    }
    won * 50 / deals
}

#[test]
fn bots_beat_random_players() {
    for players in [2, 4] {
        let rules = Rules::new(Options { players, ..Options::default() }).unwrap();
        let quick = won(rules, playout_player, random_player, 100);
        let rule_choice = won(rules, rule_player, random_player, 100);
        assert!(quick >= 90 && rule_choice >= 90, "{players} players: {quick} and {rule_choice} of 100");
    }
}

/// Hands of one card are left out: they allow no first meld.
#[test]
fn hands_between_bots_end_soon() {
    for rules in rules().into_iter().filter(|rules| rules.hand_size() > 1) {
        let (mut plies, mut out) = (0, 0);
        for deal in 0..60 {
            let mut chance = SplitMix64::new(deal);
            let mut position = Position::deal(&rules, None, &mut chance);
            while position.current_player().is_some() {
                let action = Rummy::playout_policy(&rules, &position, &mut chance);
                position.play(&rules, action, &mut chance);
                plies += 1;
            }
            out += u32::from(position.went_out().is_some());
        }
        assert!(plies < 60 * 150 && out >= 40, "{rules:?}: {plies} plies, {out} of 60 went out");
    }
}

/// The choice of the rule policy in a view.
fn rule_choice(text: &str) -> String {
    let view = View::from_text(text).unwrap();
    view.rules().to_move(Rummy::rule_policy(&view)).unwrap().to_string()
}

/// The choices of the playout policy.
fn playout_choices(text: &str) -> Vec<String> {
    let view = View::from_text(text).unwrap();
    let rules = *view.rules();
    let chosen =
        (0..20).map(|seed| Rummy::playout_policy(&rules, view.position(), &mut SplitMix64::new(seed)));
    chosen.map(|action| rules.to_move(action).unwrap().to_string()).collect()
}

#[track_caller]
fn assert_both(text: &str, expected: &[&str]) {
    let mut chosen = playout_choices(text);
    chosen.push(rule_choice(text));
    assert!(chosen.iter().all(|chosen| expected.contains(&chosen.as_str())), "{chosen:?} in {text}");
}

#[test]
fn card_that_makes_a_meld_is_taken() {
    for (top, expected) in [("7S", "take"), ("QH", "take"), ("9S", "draw")] {
        let view =
            format!("rummy hand_size=5; seat 0; hand 0 7C 7D 2S JH KH; sizes 5 5; discards {top}; turn 0");
        assert_both(&view, &[expected]);
    }
}

#[test]
fn card_that_can_be_laid_off_is_taken_and_laid_off() {
    let hand = "rummy hand_size=5; seat 0; table 7C 7D 7H; turns 4";
    assert_both(&format!("{hand}; hand 0 2S KH; sizes 2 5; discards 7S; turn 0"), &["take"]);
    assert_both(&format!("{hand}; hand 0 2S 7S KH; sizes 3 5; discards 4C; turn 0 drew"), &["7S@group"]);
}

#[test]
fn least_fitting_card_is_discarded() {
    let view = "rummy hand_size=6; seat 0; hand 0 5C 5D 8S 9S 2H 3H KC; sizes 7 6; discards 4C; turn 0 drew";
    assert_both(view, &["discard KC"]);
    // Both other kings are gone.
    let view = "rummy hand_size=4; seat 0; hand 0 5C 5D 8H KC KD; sizes 5 4; discards KH KS; turn 0 drew";
    assert_both(view, &["discard KC", "discard KD"]);
}

/// RM-12: one card is kept for the discard, so only three cards of a run of four are laid down.
#[test]
fn last_card_is_kept_for_the_discard() {
    let hand = "rummy hand_size=6 must_discard_out=true; seat 0; discards 4C; turns 4";
    let first = "hand 0 4S 5S 6S 7S; sizes 4 6; table 9C 9D 9H; turn 0 drew";
    assert_both(&format!("{hand}; {first}"), &["meld 4S 5S 6S", "meld 5S 6S 7S"]);
    let first = "hand 0 4C 4D 4H 4S 7S 8S 9S; sizes 7 6; turn 0 drew";
    let of_three = ["meld 4C 4D 4H", "meld 4C 4D 4S", "meld 4C 4H 4S", "meld 4D 4H 4S", "meld 7S 8S 9S"];
    assert_both(&format!("{}; {first}", hand.replace("4C", "5C")), &of_three);
    let last = "hand 0 7S; sizes 1 6; table 9C 9D 9H, 4S 5S 6S; turn 0 drew laid";
    assert_both(&format!("{hand}; {last}"), &["discard 7S"]);
}

/// RM-14: a nearly complete hand is held back to go out at once, as long as nobody else has few
/// cards.
#[test]
fn rule_policy_waits_to_go_rummy() {
    let hand = "rummy hand_size=10; seat 0; hand 0 4S 5S 6S 2C 2D 2H QC QD QS KH AH; discards 4C; turns 4";
    let early = format!("{hand}; sizes 11 10; turn 0 drew");
    assert_eq!(rule_choice(&early), "discard KH");
    assert!(playout_choices(&early)[0].starts_with("meld"));
    assert!(rule_choice(&early.replace("AH", "3S")).starts_with("meld"), "now it is complete");
    let late = format!("{hand}; sizes 11 4; table 9C 9D 9H, TC TD TH; turn 0 drew");
    assert!(rule_choice(&late).starts_with("meld"));
}

/// RM-19: the next player collects kings.
#[test]
fn useful_cards_are_not_discarded_to_the_next_seat() {
    let view =
        "rummy hand_size=4; seat 0; hand 0 2C 5D 9H TC KS; sizes 5 4; discards 4C; turn 0 drew; turns 4";
    assert_eq!(rule_choice(view), "discard KS");
    assert_ne!(rule_choice(&format!("{view}; taken 1 KD KH")), "discard KS");
}

/// A seat that discards a king is unlikely to hold another one.
#[test]
fn discards_change_the_likelihood_of_hands() {
    let view = "rummy hand_size=3; seat 0; hand 0 2C 5D 9H; sizes 3 3; discards 4C KS; turn 0; turns 2";
    let view = View::from_text(view).unwrap();
    let rules = view.rules();
    let king = rules.action(rules.parse("discard KS").unwrap()).unwrap();
    let (mut with, mut without) = ((0.0, 0), (0.0, 0));
    for number in 0..500 {
        let deal = view.sample(Stream::new(Seed::from(1), number)).unwrap();
        let hand = deal.position().hand(1).to_string();
        let likelihood = Rummy::likelihood(rules, deal.position(), 0, &[(0, 0), (1, 0), (1, king)]);
        let (all, count) = if hand.contains('K') { &mut with } else { &mut without };
        (*all, *count) = (*all + likelihood, *count + 1);
        assert!(likelihood > 0.0 && likelihood.is_finite());
        assert_eq!(Rummy::likelihood(rules, deal.position(), 1, &[(1, king)]).to_bits(), 1.0_f64.to_bits());
    }
    assert!(with.0 / f64::from(with.1) < 0.8 * without.0 / f64::from(without.1), "{with:?} and {without:?}");
}
