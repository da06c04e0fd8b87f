//! Perfect play with all hands open. The others win and lose alike (DD-02, DD-30), so it is a game of two sides.
//!
//! What a line of play is worth is a number from the landlord's side: 1 for a win and one more for each doubling still to
//! come, the same below 0 for a loss. The search asks one question at a time, whether the landlord reaches a goal, and
//! remembers what it has proved. Who has nothing to play passes without being asked, so that ways to the same cards meet.

use std::cmp::Reverse;

use oxideal_engine::doudizhu::{Cards, DouDizhu, Kind, Phase, Play, Position, Rules, ranks};
use oxideal_engine::{Action, Position as _, Rules as _};

use super::proved::Proved;
use crate::limit::{Limit, Watch};
use crate::solve::{Solution, Solvable};

/// What a line is worth; never 0.
pub(super) type Worth = i8;

/// The most seats.
const SEATS: usize = 4;

impl Solvable for DouDizhu {
    /// Positions of the auction are not solved, nor those of views.
    fn solve(
        rules: &Rules,
        position: &Position,
        watch: &mut Watch<impl FnMut() -> bool>,
    ) -> Option<Solution> {
        let mut payoffs = vec![0; rules.players()];
        if position.phase() == Phase::Over {
            position.payoffs(rules, &mut payoffs);
            return Some(Solution { payoffs, line: Vec::new(), exact: true });
        }
        let (mut solver, node) = Solver::new(rules, position, watch)?;
        let worth = solver.worth(node)?;
        let line = solver.line(node, worth)?;
        solver.write(position, worth, &mut payoffs);
        Some(Solution { payoffs, line, exact: true })
    }
}

/// With more cards in all hands together a position is not settled.
const FEW_CARDS: u32 = 12;

/// Nor when it takes more nodes.
const FEW_NODES: u64 = 1000;

/// Writes what each seat gets where few cards are left.
pub(super) fn settle(rules: &Rules, position: &Position, payoffs: &mut [i32]) -> bool {
    let cards: u32 = position.hands(rules).iter().map(|hand| hand.total()).sum();
    if cards > FEW_CARDS || position.phase() != Phase::Play {
        return false;
    }
    let limit = Limit { nodes: Some(FEW_NODES), ..Limit::default() };
    let mut watch = Watch::new(limit, || true);
    let Some((mut solver, node)) = Solver::new(rules, position, &mut watch) else { return false };
    let Some(worth) = solver.worth(node) else { return false };
    solver.write(position, worth, payoffs);
    true
}

/// A combination of a hand.
#[derive(Clone, Copy, Debug)]
struct Choice {
    play: Play,
    action: Action,
}

/// The round at one moment, as far as it matters for what is to come.
#[derive(Clone, Copy, Debug)]
struct Node {
    hands: [Cards; SEATS],
    /// From where to where the combinations of each hand stand among the choices.
    choices: [(u32, u32); SEATS],
    turn: u8,
    to_beat: Option<Play>,
    /// Who played that; else who leads.
    by: u8,
    /// How many combinations the landlord has played, 2 for more (DD-33).
    plays: u8,
    /// Whether somebody else has played (DD-33).
    others: bool,
}

/// What to do: a choice by its place, or pass.
type Try = Option<u32>;

struct Solver<'a, F> {
    rules: &'a Rules,
    landlord: u8,
    players: u8,
    watch: &'a mut Watch<F>,
    /// The combinations of all hands on the way to the node that is looked at.
    choices: Vec<Choice>,
    /// What is to be tried in the nodes on that way, with how promising it looks.
    tries: Vec<(i32, Try)>,
    proved: Proved,
    marks: Marks,
}

impl<'a, F: FnMut() -> bool> Solver<'a, F> {
    /// A solver for a position in which cards are played, and that position; `None` for any other, or where a hand is not seen.
    fn new(rules: &'a Rules, position: &Position, watch: &'a mut Watch<F>) -> Option<(Self, Node)> {
        let landlord = position.landlord()?;
        let turn = position.current_player()? as u8;
        let mut hands = (0..).zip(position.hands(rules));
        if !hands.all(|(seat, hand)| hand.total() == position.left(rules, seat)) {
            return None;
        }
        let plays = position.plays(rules);
        let (to_beat, by) = position.to_beat().map_or((None, turn), |(play, by)| (Some(play), by));
        let mut node = Node {
            hands: [Cards::NONE; SEATS],
            choices: [(0, 0); SEATS],
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
        let (players, tries, proved) = (rules.options().players, Vec::with_capacity(256), Proved::new());
        Some((Self { rules, landlord, players, watch, choices, tries, proved, marks: [0; MARKS] }, node))
    }

    /// What a node is worth; `None` where the limit ends the search.
    fn worth(&mut self, node: Node) -> Option<Worth> {
        let most = self.most(&node);
        // Doublings are rare: first the fewest.
        if self.reaches(node, 1)? {
            let mut worth = 1;
            while worth < most && self.reaches(node, worth + 1)? {
                worth += 1;
            }
            return Some(worth);
        }
        let mut worth = -1;
        while worth > -most && !self.reaches(node, worth)? {
            worth -= 1;
        }
        Some(worth)
    }

    /// A perfect line, from a node that is worth so much.
    fn line(&mut self, mut node: Node, mut worth: Worth) -> Option<Vec<Action>> {
        let mut line = Vec::new();
        loop {
            let is_landlord = node.turn == self.landlord;
            let (from, to) = node.choices[usize::from(node.turn)];
            let answers = (from..to).filter(|&place| self.answers(&node, place));
            let tries: Vec<Try> = answers.map(Some).chain(node.to_beat.map(|_| None)).collect();
            let mut next = None;
            for chosen in tries {
                let (doubles, after) = self.after(&node, chosen);
                let Some(rest) = less_doubled(worth, doubles) else { continue };
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
            line.push(chosen.map_or(0, |place| self.choices[place as usize].action));
            let Some(after) = after else { return Some(line) };
            (node, worth) = after;
        }
    }

    /// Whether a node is worth at least so much.
    fn reaches(&mut self, mut node: Node, goal: Worth) -> Option<bool> {
        self.pass_where_nothing_else_is_possible(&mut node);
        if !self.watch.node() {
            return None;
        }
        let goal = if goal == 0 { 1 } else { goal };
        if goal != 1 {
            let most = self.most(&node);
            if goal > most || goal <= -most {
                return Some(goal < 0);
            }
        }
        let key = self.key(&node);
        let (known, best) = self.proved.find(key);
        if goal <= known.low || goal > known.high {
            return Some(goal <= known.low);
        }
        let (choices, tries) = (self.choices.len(), self.tries.len());
        let found = match self.list(&node, goal, best) {
            Some(reached) => Some((reached, 0)),
            None => self.search(&node, goal, tries),
        };
        self.choices.truncate(choices);
        self.tries.truncate(tries);
        let (reached, best) = found?;
        self.proved.keep(key, cards(&node) as u8, known.narrowed(goal, reached), best);
        Some(reached)
    }

    /// Tries what has been listed, one after the other.
    fn search(&mut self, node: &Node, goal: Worth, from: usize) -> Option<(bool, Action)> {
        let is_landlord = node.turn == self.landlord;
        let to = self.tries.len();
        for place in from..to {
            let (_, chosen) = self.tries[place];
            let choices = self.choices.len();
            // Who plays the last card ends the round; that has been looked at.
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
                let action = chosen.map_or(0, |place| self.choices[place as usize].action);
                let cards = cards(node);
                let mark = &mut self.marks[mark(node.turn, action)];
                *mark = mark.saturating_add(cards * cards);
                return Some((reached, action));
            }
        }
        Some((!is_landlord, 0))
    }

    /// Lists what is to be tried, the most promising first. Where the round can be ended at once, and that settles it, it
    /// says how.
    fn list(&mut self, node: &Node, goal: Worth, best: Action) -> Option<bool> {
        let is_landlord = node.turn == self.landlord;
        let hand = node.hands[usize::from(node.turn)];
        let (from, to) = node.choices[usize::from(node.turn)];
        let begin = self.tries.len();
        for place in from..to {
            if !self.answers(node, place) {
                continue;
            }
            let Choice { play, action } = self.choices[place as usize];
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
                promise(&play) + 2 * (self.marks[mark(node.turn, action)] | 1).ilog2() as i32
            };
            self.tries.push((promise, Some(place)));
        }
        if node.to_beat.is_some() {
            // A partner's play is left alone first.
            let mates = !is_landlord && node.by != self.landlord;
            self.tries.push((if best == 0 && mates { 1000 } else { -1000 }, None));
        }
        self.tries[begin..].sort_unstable_by_key(|&(promise, _)| Reverse(promise));
        None
    }

    /// Whether a choice may be played.
    fn answers(&self, node: &Node, place: u32) -> bool {
        node.to_beat.is_none_or(|to_beat| self.choices[place as usize].play.beats(&to_beat))
    }

    /// What follows: whether it doubles the payment, and how the round goes on, if it does.
    fn after(&mut self, node: &Node, chosen: Try) -> (bool, Option<Node>) {
        let Some(place) = chosen else { return (false, Some(self.passed(*node))) };
        let play = self.choices[place as usize].play;
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
        for place in from..to {
            let choice = self.choices[place as usize];
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

    /// DD-12.
    fn passed(&self, mut node: Node) -> Node {
        node.turn = self.next(node.turn);
        if node.turn == node.by {
            node.to_beat = None;
        }
        node
    }

    fn pass_where_nothing_else_is_possible(&self, node: &mut Node) {
        while node.to_beat.is_some() {
            let (from, to) = node.choices[usize::from(node.turn)];
            if (from..to).any(|place| self.answers(node, place)) {
                return;
            }
            *node = self.passed(*node);
        }
    }

    fn next(&self, seat: u8) -> u8 {
        if seat + 1 == self.players { 0 } else { seat + 1 }
    }

    /// What it is worth that the round ends with the next play, its own doubling aside (DD-30, DD-33).
    fn end(&self, node: &Node) -> Worth {
        let spring = self.rules.options().spring;
        if node.turn == self.landlord {
            1 + i8::from(spring && !node.others)
        } else {
            -1 - i8::from(spring && node.plays == 1)
        }
    }

    /// DD-31.
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

    /// The most that a node can be worth to either side.
    fn most(&self, node: &Node) -> Worth {
        let spring = self.rules.options().spring && (!node.others || node.plays < 2);
        let of_hand = |hand: &Cards| {
            let bombs = ranks::count(hand.at_least(self.doubling_bomb()));
            bombs as Worth + Worth::from(hand.contains(self.rules.jokers()))
        };
        1 + Worth::from(spring) + node.hands.iter().map(of_hand).sum::<Worth>()
    }

    /// A number for all that matters of a node.
    fn key(&self, node: &Node) -> u64 {
        let to_beat = node.to_beat.map_or(0, |play| {
            // Of what is to be beaten only matters what beats it.
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
        hands.fold(mixed(rest), |key, hand| mixed(key ^ hand))
    }

    /// Writes the payoffs of a position that is worth so much.
    fn write(&self, position: &Position, worth: Worth, payoffs: &mut [i32]) {
        let doublings = position.doublings() + worth.unsigned_abs() - 1;
        let stake = i32::from(position.bid(self.rules).unwrap_or(0)) << doublings;
        let stake = if worth > 0 { stake } else { -stake };
        let others = payoffs.len() as i32 - 1;
        payoffs.fill(-stake);
        payoffs[usize::from(self.landlord)] = stake * others;
    }
}

/// How often combinations have settled a node, by seat and number; some share a place.
type Marks = [u32; MARKS];

const MARKS: usize = 1024;

const fn mark(seat: u8, action: Action) -> usize {
    (action as usize * SEATS + seat as usize) % MARKS
}

/// How promising a combination looks: many cards, low ones, no bombs.
fn promise(play: &Play) -> i32 {
    let bomb = matches!(play.kind(), Kind::Bomb | Kind::Rocket);
    16 * play.cards().total() as i32 - i32::from(play.rank()) - if bomb { 500 } else { 0 }
}

/// How many cards are left.
fn cards(node: &Node) -> u32 {
    node.hands.iter().map(|hand| hand.total()).sum()
}

/// What must still come after a play where the whole is to be worth so much; `None` where that cannot be.
const fn less_doubled(worth: Worth, doubles: bool) -> Option<Worth> {
    match (doubles, worth) {
        (false, _) => Some(worth),
        (true, -1..=1) => None,
        _ => Some(worth - worth.signum()),
    }
}

/// Where chains of this length begin; any rank is one by itself.
const fn chains(there: u64, length: u8) -> u64 {
    if length == 1 { there } else { ranks::chains(there, length) }
}

/// Another number for each.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
