//! What bots must know of a game beyond its rules.

use oxideal_engine::{Action, Chance, Game, Seat};

/// An action that a search looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// What is played.
    pub action: Action,
    /// How good it looks at first sight, beside the others: any number above 0.
    pub weight: f32,
}

/// A game that bots play.
pub trait Playable: Game {
    /// What a player of good rules does: a legal action. The view's own seat is to choose.
    fn rule(view: &Self::View) -> Action;

    /// What a player does who thinks as little as possible: a legal action of the seat that is to
    /// choose, found by what that seat may know alone. Somebody is to choose.
    fn quick(rules: &Self::Rules, position: &Self::Position, chance: &mut impl Chance) -> Action;

    /// Appends the legal actions that are worth a search's time, at least one, found by what the
    /// seat that is to choose may know alone. Somebody is to choose.
    fn candidates(rules: &Self::Rules, position: &Self::Position, candidates: &mut Vec<Candidate>);

    /// A number for what the seat that is to choose sees and the actions so far do not tell: the
    /// card that it has drawn.
    fn seen(_rules: &Self::Rules, _position: &Self::Position) -> u32 {
        0
    }

    /// Whether the search finds out in a tree what is best after a candidate. Else it plays on
    /// quickly at once.
    const TREE: bool = true;

    /// Out of so many deals a search chooses one by [`fit`](Self::fit).
    const DRAWS: u64 = 1;

    /// How well the last actions (the oldest first) of the seats other than this one fit a deal: a
    /// number above 0, the larger the better, of which only the ratios matter.
    fn fit(_rules: &Self::Rules, _deal: &Self::Position, _seat: Seat, _last: &[(Seat, Action)]) -> f64 {
        1.0
    }

    /// What a result is worth to a seat that thinks about a position: by default what it gets more
    /// than all get on average. Somebody who plays alone just wants to get much.
    fn worth(_rules: &Self::Rules, _thought_about: &Self::Position, payoffs: &[i32], seat: Seat) -> f64 {
        let all: i32 = payoffs.iter().sum();
        match payoffs.len() {
            1 => payoffs[seat].into(),
            players => f64::from(payoffs[seat]) - f64::from(all) / players as f64,
        }
    }

    /// Writes what each seat gets where that can be known at once, with all cards open and
    /// everybody playing perfectly.
    fn settle(_rules: &Self::Rules, _position: &Self::Position, _payoffs: &mut [i32]) -> bool {
        false
    }
}
