//! Perfect play with all hands open. The peasants win and lose together (DD-02, DD-30), so this is
//! a game of two sides.
//!
//! The value of a line is from the landlord's side: 1 for a win, plus one for each doubling still
//! to come; negative for a loss. The search answers one question at a time, whether the landlord
//! can reach a goal, and stores what it has proved. Forced passes are played at once, so that more
//! transpositions are found.

use std::cmp::Reverse;

use oxideal_engine::doudizhu::{Cards, Kind, Phase, Play, Position, Rules, ranks};
use oxideal_engine::{Action, Position as _, Rules as _};

use super::transposition_table::TranspositionTable;
use crate::budget::Budget;
use crate::limit::Limit;
use crate::solution::Solution;

/// The value of a line; never 0.
pub(super) type Value = i8;

const MAX_SEATS: usize = 4;

/// Solves a position after the auction. Returns `None` for positions in the auction and for views.
pub(super) fn solve(rules: &Rules, position: &Position, budget: &mut Budget<'_>) -> Option<Solution> {
    let mut payoffs = vec![0; rules.players()];
    if position.phase() == Phase::Over {
        position.payoffs(rules, &mut payoffs);
        return Some(Solution { payoffs, line: Vec::new(), exact: true });
    }
    let (mut solver, node) = Solver::new(rules, position, budget)?;
    let value = solver.value(node)?;
    let line = solver.line(node, value)?;
    solver.write_payoffs(position, value, &mut payoffs);
    Some(Solution { payoffs, line, exact: true })
}

/// Above this number of cards in all hands, a playout continues.
const MAX_PLAYOUT_CARDS: u32 = 12;

/// It also continues if the solver needs more nodes than this.
const MAX_PLAYOUT_NODES: u64 = 1000;

/// Writes the payoffs of perfect play if few cards are left. Returns whether it did.
pub(super) fn exact_payoffs(rules: &Rules, position: &Position, payoffs: &mut [i32]) -> bool {
    let cards: u32 = position.hands(rules).iter().map(|hand| hand.total()).sum();
    if cards > MAX_PLAYOUT_CARDS || position.phase() != Phase::Play {
        return false;
    }
    let limit = Limit { nodes: Some(MAX_PLAYOUT_NODES), ..Limit::default() };
    let mut keep_going = || true;
    let mut budget = Budget::new(limit, &mut keep_going);
    let Some((mut solver, node)) = Solver::new(rules, position, &mut budget) else { return false };
    let Some(value) = solver.value(node) else { return false };
    solver.write_payoffs(position, value, payoffs);
    true
}

/// A combination of a hand.
#[derive(Clone, Copy, Debug)]
struct Choice {
    play: Play,
    action: Action,
}

/// What matters of a position for the rest of the round.
#[derive(Clone, Copy, Debug)]
struct Node {
    hands: [Cards; MAX_SEATS],
    /// For each hand, the range of its combinations in `choices`.
    choices: [(u32, u32); MAX_SEATS],
    turn: u8,
    to_beat: Option<Play>,
    /// The seat that made the play to beat, or the leader.
    by: u8,
    /// The number of the landlord's plays, at most 2 (DD-33).
    plays: u8,
    /// Whether another seat has played (DD-33).
    others: bool,
}

/// An index into the choices, or `None` for a pass.
type Try = Option<u32>;

struct Solver<'a, 'b> {
    rules: &'a Rules,
    landlord: u8,
    players: u8,
    budget: &'a mut Budget<'b>,
    /// The combinations of all hands on the path to the current node.
    choices: Vec<Choice>,
    /// The plays to try in the nodes on the path, with how promising they are.
    tries: Vec<(i32, Try)>,
    table: TranspositionTable,
    history: History,
}

impl<'a, 'b> Solver<'a, 'b> {
    /// Creates a solver and the root node of a position in which cards are played. `None` for any other
    /// position, or if a hand is hidden.
    fn new(rules: &'a Rules, position: &Position, budget: &'a mut Budget<'b>) -> Option<(Self, Node)> {
        let landlord = position.landlord().filter(|_| position.phase() == Phase::Play)?;
        let turn = position.current_player()? as u8;
        let mut hands = (0..).zip(position.hands(rules));
        if !hands.all(|(seat, hand)| hand.total() == position.left(rules, seat)) {
            return None;
        }
        let plays = position.plays(rules);
        let (to_beat, by) = position.to_beat().map_or((None, turn), |(play, by)| (Some(play), by));
        let mut node = Node {
            hands: [Cards::NONE; MAX_SEATS],
            choices: [(0, 0); MAX_SEATS],
            turn,
            to_beat,
            by,
            plays: plays[usize::from(landlord)].min(2),
            others: (0..).zip(plays).any(|(seat, &plays)| seat != landlord && plays > 0),
        };
        let mut choices = Vec::with_capacity(256);
        let mut actions = Vec::with_capacity(64);
        for (seat, &hand) in position.hands(rules).iter().enumerate() {
            actions.clear();
            rules.legal_plays(hand, None, &mut actions);
            let from = choices.len() as u32;
            let choice =
                |&action: &Action| rules.to_move(action)?.play().map(|&play| Choice { play, action });
            choices.extend(actions.iter().filter_map(choice));
            node.hands[seat] = hand;
            node.choices[seat] = (from, choices.len() as u32);
        }
        let (players, tries, table) =
            (rules.options().players, Vec::with_capacity(256), TranspositionTable::new());
        Some((
            Self { rules, landlord, players, budget, choices, tries, table, history: [0; HISTORY_LEN] },
            node,
        ))
    }

    /// The value of a node, or `None` if the budget ends the search.
    fn value(&mut self, node: Node) -> Option<Value> {
        let most = self.max_value(&node);
        // Doublings are rare, so test low values first.
        if self.reaches(node, 1)? {
            let mut value = 1;
            while value < most && self.reaches(node, value + 1)? {
                value += 1;
            }
            return Some(value);
        }
        let mut value = -1;
        while value > -most && !self.reaches(node, value)? {
            value -= 1;
        }
        Some(value)
    }

    /// A perfect line from a node with this value.
    fn line(&mut self, mut node: Node, mut value: Value) -> Option<Vec<Action>> {
        let mut line = Vec::new();
        loop {
            let is_landlord = node.turn == self.landlord;
            let (from, to) = node.choices[usize::from(node.turn)];
            let answers = (from..to).filter(|&index| self.answers(&node, index));
            let tries: Vec<Try> = answers.map(Some).chain(node.to_beat.map(|_| None)).collect();
            let mut next = None;
            for chosen in tries {
                let (doubles, after) = self.after(&node, chosen);
                let Some(rest) = value_after_doubling(value, doubles) else { continue };
                let Some(after) = after else {
                    if self.end(&node) == rest {
                        next = Some((chosen, None));
                        break;
                    }
                    continue;
                };
                let goal = if is_landlord { rest } else { rest + 1 };
                if self.reaches(after, goal)? == is_landlord {
                    next = Some((chosen, Some((after, rest))));
                    break;
                }
            }
            let (chosen, after) = next?;
            line.push(chosen.map_or(0, |index| self.choices[index as usize].action));
            let Some(after) = after else { return Some(line) };
            (node, value) = after;
        }
    }

    /// Whether the value of a node is at least `goal`.
    fn reaches(&mut self, mut node: Node, goal: Value) -> Option<bool> {
        self.skip_forced_passes(&mut node);
        if !self.budget.count_node() {
            return None;
        }
        let goal = if goal == 0 { 1 } else { goal };
        if goal != 1 {
            let most = self.max_value(&node);
            if goal > most || goal <= -most {
                return Some(goal < 0);
            }
        }
        let key = self.key(&node);
        let (bounds, best) = self.table.get(key);
        if goal <= bounds.low || goal > bounds.high {
            return Some(goal <= bounds.low);
        }
        let (choices, tries) = (self.choices.len(), self.tries.len());
        let found = match self.list(&node, goal, best) {
            Some(reached) => Some((reached, 0)),
            None => self.search(&node, goal, tries),
        };
        self.choices.truncate(choices);
        self.tries.truncate(tries);
        let (reached, best) = found?;
        self.table.insert(key, cards_left(&node) as u8, bounds.narrowed(goal, reached), best);
        Some(reached)
    }

    /// Tries the listed plays in order.
    fn search(&mut self, node: &Node, goal: Value, from: usize) -> Option<(bool, Action)> {
        let is_landlord = node.turn == self.landlord;
        let to = self.tries.len();
        for index in from..to {
            let (_, chosen) = self.tries[index];
            let choices = self.choices.len();
            // `list` has already considered plays that end the round.
            let (doubles, Some(after)) = self.after(node, chosen) else { continue };
            let goal = if !doubles {
                goal
            } else if goal > 1 {
                goal - 1
            } else {
                (goal + 1).min(1)
            };
            let reached = self.reaches(after, goal)?;
            self.choices.truncate(choices);
            if reached == is_landlord {
                let action = chosen.map_or(0, |index| self.choices[index as usize].action);
                let cards = cards_left(node);
                let score = &mut self.history[history_index(node.turn, action)];
                *score = score.saturating_add(cards * cards);
                return Some((reached, action));
            }
        }
        Some((!is_landlord, 0))
    }

    /// Lists the plays to try, the most promising first. If a play can end the round at once and
    /// that decides the node, returns the result instead.
    fn list(&mut self, node: &Node, goal: Value, best: Action) -> Option<bool> {
        let is_landlord = node.turn == self.landlord;
        let hand = node.hands[usize::from(node.turn)];
        let (from, to) = node.choices[usize::from(node.turn)];
        let begin = self.tries.len();
        for index in from..to {
            if !self.answers(node, index) {
                continue;
            }
            let Choice { play, action } = self.choices[index as usize];
            if play.cards() == hand {
                let doubling = i8::from(self.doubles(&play));
                let end = self.end(node);
                let reached = end + doubling * end.signum() >= goal;
                if reached == is_landlord {
                    return Some(reached);
                }
                continue;
            }
            let promise = if action == best {
                i32::MAX
            } else {
                promise(&play) + 2 * (self.history[history_index(node.turn, action)] | 1).ilog2() as i32
            };
            self.tries.push((promise, Some(index)));
        }
        if node.to_beat.is_some() {
            // On a partner's play, try a pass first.
            let on_partner = !is_landlord && node.by != self.landlord;
            self.tries.push((if best == 0 && on_partner { 1000 } else { -1000 }, None));
        }
        self.tries[begin..].sort_unstable_by_key(|&(promise, _)| Reverse(promise));
        None
    }

    /// Whether a choice is a legal play.
    fn answers(&self, node: &Node, index: u32) -> bool {
        node.to_beat.is_none_or(|to_beat| self.choices[index as usize].play.beats(&to_beat))
    }

    /// Whether a play doubles the payment, and the node after it; `None` if it ends the round.
    fn after(&mut self, node: &Node, chosen: Try) -> (bool, Option<Node>) {
        let Some(index) = chosen else { return (false, Some(self.passed(*node))) };
        let play = self.choices[index as usize].play;
        let seat = usize::from(node.turn);
        let hand = node.hands[seat] - play.cards();
        let doubles = self.doubles(&play);
        if hand.is_empty() {
            return (doubles, None);
        }
        let mut after = *node;
        after.hands[seat] = hand;
        let begin = self.choices.len() as u32;
        let (from, to) = node.choices[seat];
        for index in from..to {
            let choice = self.choices[index as usize];
            if hand.contains(choice.play.cards()) {
                self.choices.push(choice);
            }
        }
        after.choices[seat] = (begin, self.choices.len() as u32);
        (after.to_beat, after.by) = (Some(play), node.turn);
        after.turn = self.next(node.turn);
        if node.turn == self.landlord {
            after.plays = (node.plays + 1).min(2);
        } else {
            after.others = true;
        }
        (doubles, Some(after))
    }

    /// The node after a pass (DD-12).
    fn passed(&self, mut node: Node) -> Node {
        node.turn = self.next(node.turn);
        if node.turn == node.by {
            node.to_beat = None;
        }
        node
    }

    fn skip_forced_passes(&self, node: &mut Node) {
        while node.to_beat.is_some() {
            let (from, to) = node.choices[usize::from(node.turn)];
            if (from..to).any(|index| self.answers(node, index)) {
                return;
            }
            *node = self.passed(*node);
        }
    }

    fn next(&self, seat: u8) -> u8 {
        if seat + 1 == self.players { 0 } else { seat + 1 }
    }

    /// The value if the next play ends the round, without that play's own doubling (DD-30, DD-33).
    fn end(&self, node: &Node) -> Value {
        let spring = self.rules.options().spring;
        if node.turn == self.landlord {
            1 + i8::from(spring && !node.others)
        } else {
            -1 - i8::from(spring && node.plays == 1)
        }
    }

    /// Whether a play doubles the payment (DD-31).
    fn doubles(&self, play: &Play) -> bool {
        match play.kind() {
            Kind::Rocket => true,
            Kind::Bomb => play.cards().total() >= u32::from(self.doubling_bomb()),
            _ => false,
        }
    }

    fn doubling_bomb(&self) -> u8 {
        if self.players == 3 { 4 } else { 6 }
    }

    /// An upper bound on what either side can reach.
    fn max_value(&self, node: &Node) -> Value {
        let spring = self.rules.options().spring && (!node.others || node.plays < 2);
        let of_hand = |hand: &Cards| {
            let bombs = ranks::count(hand.at_least(self.doubling_bomb()));
            bombs as Value + Value::from(hand.contains(self.rules.jokers()))
        };
        1 + Value::from(spring) + node.hands.iter().map(of_hand).sum::<Value>()
    }

    /// A hash of everything that matters in a node.
    fn key(&self, node: &Node) -> u64 {
        let to_beat = node.to_beat.map_or(0, |play| {
            // Only what beats the last play matters of it.
            let (rank, length) = (play.rank(), play.length());
            let each = play.main().count(rank);
            let above = ranks::above(rank + 1 - length);
            let of_hand = |hand: &Cards| chains(hand.at_least(each), length) & above;
            let higher = node.hands.iter().map(of_hand).fold(0, |all, ranks| all | ranks);
            let start = if play.kind() == Kind::Bomb { rank.into() } else { higher.trailing_zeros() / 4 };
            start << 12 | u32::from(length) << 8 | u32::from(each) << 4 | play.kind() as u32
        });
        let spring = if self.rules.options().spring { node.plays | u8::from(node.others) << 2 } else { 0 };
        let rest = u64::from(to_beat) << 16
            | u64::from(spring) << 8
            | u64::from(node.by) << 4
            | u64::from(node.turn);
        let hands = node.hands.iter().map(|hand| hand.packed());
        hands.fold(mix(rest), |key, hand| mix(key ^ hand))
    }

    /// Writes the payoffs of a position with this value.
    fn write_payoffs(&self, position: &Position, value: Value, payoffs: &mut [i32]) {
        position.payoffs_of(self.rules, value > 0, value.unsigned_abs() - 1, payoffs);
    }
}

/// The history heuristic: how often a seat's action has decided a node. Some actions share an
/// entry.
type History = [u32; HISTORY_LEN];

const HISTORY_LEN: usize = 1024;

const fn history_index(seat: u8, action: Action) -> usize {
    (action as usize * MAX_SEATS + seat as usize) % HISTORY_LEN
}

/// How promising a combination is: best are many low cards, and no bomb.
fn promise(play: &Play) -> i32 {
    let bomb = matches!(play.kind(), Kind::Bomb | Kind::Rocket);
    16 * play.cards().total() as i32 - i32::from(play.rank()) - if bomb { 500 } else { 0 }
}

/// The number of cards in all hands.
fn cards_left(node: &Node) -> u32 {
    node.hands.iter().map(|hand| hand.total()).sum()
}

/// The value after a play, if the line with that play has this value; `None` if impossible.
const fn value_after_doubling(value: Value, doubles: bool) -> Option<Value> {
    match (doubles, value) {
        (false, _) => Some(value),
        (true, -1..=1) => None,
        _ => Some(value - value.signum()),
    }
}

/// The ranks where chains of this length start; with length 1, every rank.
const fn chains(available: u64, length: u8) -> u64 {
    if length == 1 { available } else { ranks::chains(available, length) }
}

/// A bijection that mixes the bits of a number.
const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
