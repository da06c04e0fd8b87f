//! The fewest combinations that empty a hand.
//!
//! The cards of a rank that are left when everything else is decided form one combination: a
//! single, a pair, a triplet or a bomb. All jokers together are one too. So a solution is
//! determined by its *bodies* (sequences of triplets, and main parts with kickers), the kickers of
//! each, and the number of chains of singles and of pairs that run through each rank.
//!
//! The search tries all sets of bodies. For each, dynamic programming over the ascending ranks (the
//! *walk*) finds the best rest: it keeps the cheapest way to each state, which consists of the
//! lengths of the open chains and the number of kickers each body still needs. Sets that a bound
//! proves no better than the best so far are skipped.

use std::cmp::Reverse;

use super::actions::{sizes, starts};
use super::cards::{BLACK, Cards, RANKS, RED, Rank};
use super::kind::Kind;
use super::play::{Play, main_part};
use super::ranks;
use super::rules::{Options, Rules};
use crate::error::Error;

/// How many states are visited between two calls of `keep_going`.
const STATES_PER_CHECK: u32 = 4096;

/// The ranks of the walk: 3 to 2. Jokers are handled after it.
const WALK_RANKS: usize = BLACK as usize;

/// The number of ranks that chains can use: 3 to ace.
const CHAIN_RANKS: Rank = 12;

/// Returns a shortest list of combinations that empties a hand when nobody else plays.
///
/// `keep_going` is called now and then; if it returns `false`, the search ends and the list is empty.
///
/// # Errors
/// Returns [`Error::InvalidArgument`] for more cards than a hand can have.
pub fn min_plays(rules: &Rules, hand: Cards, keep_going: impl FnMut() -> bool) -> Result<Vec<Play>, Error> {
    let (most, cards) = (rules.max_hand_size(), hand.total());
    if cards > most {
        return Err(Error::InvalidArgument(format!("a hand must have at most {most} cards, got {cards}")));
    }
    let mut search = Search {
        bodies: bodies(rules.options(), hand),
        chosen: Vec::new(),
        best: None,
        walk: Walk::new(rules, keep_going),
    };
    search.choose(hand, 0);
    let Search { walk, best, .. } = search;
    Ok(best.filter(|_| !walk.stopped).map_or(Vec::new(), |best| best.plays(rules)))
}

/// A sequence of triplets, or a main part with kickers.
#[derive(Clone, Copy, Debug)]
struct Body {
    kind: Kind,
    size: u8,
    start: Rank,
    cards: Cards,
    /// The most kickers of each rank.
    most: [u8; WALK_RANKS],
}

impl Body {
    fn new(options: &Options, kind: Kind, size: u8, start: Rank) -> Self {
        let most = |rank: usize| match (kind.attached_each(), rank as Rank) {
            (0, _) => 0,
            (_, rank) if (start..start + size).contains(&rank) => 0,
            (1, rank) => options.most_attached(kind, size, start, rank),
            _ => 1,
        };
        Self { kind, size, start, cards: main_part(kind, size, start), most: std::array::from_fn(most) }
    }

    /// The number of kickers.
    fn times(&self) -> u8 {
        self.kind.attached_times(self.size)
    }

    /// The number of cards in its kickers.
    fn attached(&self) -> u32 {
        (self.times() * self.kind.attached_each()).into()
    }

    /// The number of cards, with kickers.
    fn total(&self) -> u32 {
        self.cards.total() + self.attached()
    }
}

/// All bodies in a hand, the largest first, since those soon give a good solution.
fn bodies(options: &Options, hand: Cards) -> Vec<Body> {
    let kinds =
        Kind::ALL.into_iter().filter(|&kind| kind == Kind::SequenceOfTriplets || kind.attached_each() > 0);
    let all = kinds.flat_map(|kind| {
        let (smallest, largest) = sizes(options, kind);
        (smallest..=largest).flat_map(move |size| {
            let starts =
                starts(options, kind, size).filter(move |&start| hand.contains(main_part(kind, size, start)));
            starts.map(move |start| Body::new(options, kind, size, start))
        })
    });
    let mut bodies: Vec<_> = all.filter(|body| body.total() <= hand.total()).collect();
    bodies.sort_by_key(|body| Reverse(body.total()));
    bodies
}

/// The search through all sets of bodies.
struct Search<'a, G> {
    bodies: Vec<Body>,
    chosen: Vec<Body>,
    best: Option<Best>,
    walk: Walk<'a, G>,
}

/// A solution.
struct Best {
    plays: u32,
    bodies: Vec<Body>,
    /// The cards outside all bodies, and the walk's states for them.
    left: Cards,
    path: Vec<State>,
}

impl<G: FnMut() -> bool> Search<'_, G> {
    /// Tries all sets that contain the chosen bodies and any from index `from` on. The recursion is
    /// as deep as a hand has bodies.
    fn choose(&mut self, left: Cards, from: usize) {
        self.try_chosen(left);
        let to_attach: u32 = self.chosen.iter().map(Body::attached).sum();
        for index in from..self.bodies.len() {
            let body = self.bodies[index];
            if self.walk.stopped || self.chosen.len() as u32 + 1 >= self.limit() {
                return;
            }
            if left.contains(body.cards) && to_attach + body.total() <= left.total() {
                self.chosen.push(body);
                self.choose(left - body.cards, index);
                self.chosen.pop();
            }
        }
    }

    /// Only solutions with fewer combinations than this are of interest.
    fn limit(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.plays)
    }

    /// Finds the best solution with the chosen bodies, if it improves on the best so far.
    fn try_chosen(&mut self, left: Cards) {
        let most = self.limit() - self.chosen.len() as u32;
        let times: u32 = self.chosen.iter().map(|body| u32::from(body.times())).sum();
        // Each kicker saves at most one combination. The walk without bodies is much shorter, and
        // usually proves that the full one cannot improve.
        if times > 0 && self.walk.fewest(left, &[], most + times).is_none() {
            return;
        }
        if let Some(plays) = self.walk.fewest(left, &self.chosen, most) {
            self.best = Some(Best {
                plays: plays + self.chosen.len() as u32,
                bodies: self.chosen.clone(),
                left,
                path: self.walk.path(),
            });
        }
    }
}

/// The open chains of singles, or of pairs, at a rank: a nibble for each length from 1 on, with the
/// number of chains of that length.
type Open = u64;

/// The limits on chains of singles, or of pairs.
#[derive(Clone, Copy, Debug)]
struct Chains {
    shortest: u8,
    /// Chains may have any length.
    unlimited: bool,
    /// The last length that is told apart: the longest, or the shortest if all longer chains are
    /// equivalent.
    last: u8,
}

impl Chains {
    const PAIRS: Self = Self { shortest: 3, unlimited: true, last: 3 };

    const fn of_singles(sequence_max: u8) -> Self {
        let unlimited = sequence_max == CHAIN_RANKS;
        Self { shortest: 5, unlimited, last: if unlimited { 5 } else { sequence_max } }
    }

    /// The possible chains at the next rank, and how many of them are new: at most `most_new`, and
    /// `most` in total.
    fn next(self, open: Open, most: u8, most_new: u8) -> impl Iterator<Item = (Open, u8)> {
        let total = ranks::sum(open) as u8;
        let complete = ranks::sum(open >> (4 * (self.shortest - 1))) as u8;
        let too_long = if self.unlimited { 0 } else { (open >> (4 * (self.last - 1))) as u8 };
        let fewest = too_long.max(total.saturating_sub(most));
        (fewest..=complete).flat_map(move |ended| {
            let longer = self.extend(open, ended);
            // With unlimited length, no chain needs to end where another starts: they could be
            // joined.
            let may_begin = ended == 0 || !self.unlimited;
            let most_new = if may_begin { most_new.min(most - (total - ended)) } else { 0 };
            (0..=most_new).map(move |new| (longer | Open::from(new), new))
        })
    }

    /// Extends all chains except the `ended` longest. The shorter ones could still do whatever the
    /// longer ones can.
    fn extend(self, mut open: Open, mut ended: u8) -> Open {
        let last = 4 * (self.last - 1);
        let mut shift = last;
        while ended > 0 {
            let count = (open >> shift) as u8 & 0xF;
            let end = count.min(ended);
            open -= Open::from(end) << shift;
            ended -= end;
            shift = shift.saturating_sub(4);
        }
        let longest = open >> last;
        ((open ^ longest << last) << 4) + (longest << last)
    }
}

/// A state of the walk: what matters of the ranks already passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    singles: Open,
    pairs: Open,
    /// The kickers that each body still needs, a nibble each.
    missing: u32,
}

/// The cheapest way to reach a state.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    state: State,
    plays: u32,
    /// Its predecessor's index in the previous layer.
    from: u32,
}

/// The walk over the ranks.
struct Walk<'a, G> {
    rules: &'a Rules,
    singles: Chains,
    /// The states before each rank, and after the last one.
    layers: [Vec<Arrival>; WALK_RANKS + 1],
    /// Scratch space: the ways to attach cards of the current rank.
    ways: Vec<(u8, u32)>,
    keep_going: G,
    steps: u32,
    stopped: bool,
}

impl<'a, G: FnMut() -> bool> Walk<'a, G> {
    fn new(rules: &'a Rules, keep_going: G) -> Self {
        Self {
            rules,
            singles: Chains::of_singles(rules.options().sequence_max),
            layers: Default::default(),
            ways: Vec::new(),
            keep_going,
            steps: 0,
            stopped: false,
        }
    }

    /// The fewest combinations, not counting these bodies, for the cards outside them, or `None` if
    /// there are at least `most`. Afterwards the best state is the first of the last layer.
    fn fewest(&mut self, left: Cards, bodies: &[Body], most: u32) -> Option<u32> {
        let start = State { missing: all_missing(bodies), ..State::default() };
        self.layers[0].clear();
        self.layers[0].push(Arrival { state: start, plays: 0, from: 0 });
        for rank in 0..BLACK {
            self.step(left, bodies, rank, most);
            if self.stopped {
                return None;
            }
        }
        let jokers = |state: &State| jokers_left(self.rules, left, bodies, state.missing);
        let last = &mut self.layers[WALK_RANKS];
        last.retain_mut(|reached| {
            let jokers = jokers(&reached.state);
            jokers.inspect(|jokers| reached.plays += jokers).is_some() && reached.plays < most
        });
        last.sort_unstable_by_key(|reached| reached.plays);
        last.first().map(|reached| reached.plays)
    }

    /// Expands the states before a rank into those after it.
    fn step(&mut self, left: Cards, bodies: &[Body], rank: Rank, most: u32) {
        let here = RankStep::new(left, rank, self.singles);
        let (before, after) = self.layers.split_at_mut(usize::from(rank) + 1);
        let (layer, next) = (&before[usize::from(rank)], &mut after[0]);
        next.clear();
        for (from, reached) in (0..).zip(layer) {
            here.attach(bodies, reached.state.missing, &mut self.ways);
            for &(count, missing) in &self.ways {
                here.chains(count, reached.state, |singles, pairs, more| {
                    let plays = reached.plays + more;
                    if plays < most {
                        next.push(Arrival { state: State { singles, pairs, missing }, plays, from });
                    }
                });
            }
        }
        self.steps += next.len() as u32;
        next.sort_unstable_by_key(|reached| (reached.state, reached.plays));
        next.dedup_by_key(|reached| reached.state);
        if self.steps >= STATES_PER_CHECK {
            self.steps = 0;
            self.stopped = !(self.keep_going)();
        }
    }

    /// The states after each rank on the best path of the last walk.
    fn path(&self) -> Vec<State> {
        let mut index = 0;
        let back = self.layers[1..].iter().rev().map(|layer| {
            let Arrival { state, from, .. } = layer[index];
            index = from as usize;
            state
        });
        let mut path: Vec<_> = back.collect();
        path.reverse();
        path
    }
}

/// The rank that the walk is at.
#[derive(Clone, Copy, Debug)]
struct RankStep {
    rank: Rank,
    count: u8,
    singles: Chains,
    /// The most chains of singles, and of pairs, that can start here.
    most_new: [u8; 2],
}

impl RankStep {
    fn new(left: Cards, rank: Rank, singles: Chains) -> Self {
        let most_new = [(1, singles), (2, Chains::PAIRS)].map(|(each, chains)| {
            let ranks = rank..rank + chains.shortest;
            if ranks.end > CHAIN_RANKS {
                0
            } else {
                ranks.map(|rank| left.count(rank) / each).min().unwrap_or(0)
            }
        });
        Self { rank, count: left.count(rank), singles, most_new }
    }

    /// Lists all ways to attach cards of this rank to bodies with `missing` kickers: the number of
    /// cards left, and what is still missing.
    fn attach(self, bodies: &[Body], missing: u32, ways: &mut Vec<(u8, u32)>) {
        ways.clear();
        ways.push((self.count, missing));
        for (index, body) in (0..).zip(bodies) {
            let most = body.most[usize::from(self.rank)].min(missed_by(index, missing));
            let each = body.kind.attached_each();
            for way in 0..ways.len() {
                let (left, missing) = ways[way];
                let more = (1..=most).take_while(|count| count * each <= left);
                ways.extend(
                    more.map(|count| (left - count * each, missing - (u32::from(count) << (4 * index)))),
                );
            }
        }
    }

    /// Calls `show` with each way to run chains through the remaining cards: the open chains, and
    /// the number of new combinations, including one for what is left.
    fn chains(self, count: u8, state: State, mut show: impl FnMut(Open, Open, u32)) {
        let Self { rank, singles, most_new: [new_singles, new_pairs], .. } = self;
        let in_chains = if rank < CHAIN_RANKS { count } else { 0 };
        for (singles, begun) in singles.next(state.singles, in_chains, new_singles) {
            let in_singles = ranks::sum(singles) as u8;
            let in_pairs = (in_chains - in_singles) / 2;
            for (pairs, begun_pairs) in Chains::PAIRS.next(state.pairs, in_pairs, new_pairs) {
                let rest = count - in_singles - 2 * ranks::sum(pairs) as u8;
                show(singles, pairs, (begun + begun_pairs + u8::from(rest > 0)).into());
            }
        }
    }
}

/// What is missing before anything is attached.
fn all_missing(bodies: &[Body]) -> u32 {
    (0..).zip(bodies).map(|(index, body)| u32::from(body.times()) << (4 * index)).sum()
}

/// The number of kickers that one body still needs.
const fn missed_by(index: u32, missing: u32) -> u8 {
    (missing >> (4 * index)) as u8 & 0xF
}

/// The number of combinations the jokers form after being attached to all bodies that need a
/// kicker, or `None` if they cannot be.
fn jokers_left(rules: &Rules, left: Cards, bodies: &[Body], missing: u32) -> Option<u32> {
    let jokers = [BLACK, RED].map(|joker| left.count(joker)).into_iter();
    let colours = jokers.clone().filter(|&count| count > 0).count() as u32;
    if missing == 0 {
        let rocket = left.contains(rules.jokers());
        return Some(if rocket { 1 } else { colours });
    }
    let Options { players, kicker_both_jokers, .. } = *rules.options();
    let each = players - 2;
    let attached = ranks::sum(missing.into());
    let fit = (0..).zip(bodies).all(|(index, body)| match missed_by(index, missing) {
        0 => true,
        1 => body.kind.attached_each() == each,
        _ => body.kind.attached_each() == each && (each == 2 || kicker_both_jokers),
    });
    let enough = jokers.filter(|&count| count >= each).count() as u32 >= attached;
    (fit && enough).then(|| colours - attached)
}

impl Best {
    /// The combinations.
    fn plays(&self, rules: &Rules) -> Vec<Play> {
        let attached = self.attached(rules);
        let body = |(body, &attached): (&Body, &Cards)| Play::new(body.kind, body.size, body.start, attached);
        let mut plays: Vec<_> = self.bodies.iter().zip(&attached).map(body).collect();
        self.add_chains(Kind::Sequence, |state| state.singles, &mut plays);
        self.add_chains(Kind::SequenceOfPairs, |state| state.pairs, &mut plays);
        let hand = self.bodies.iter().fold(self.left, |hand, body| hand + body.cards);
        let rest = plays.iter().fold(hand, |rest, play| rest - play.cards);
        add_rest(rules, rest, &mut plays);
        plays
    }

    /// The kickers of each body.
    fn attached(&self, rules: &Rules) -> Vec<Cards> {
        let each_joker = rules.options().players - 2;
        let mut jokers = [BLACK, RED].into_iter().filter(|&joker| self.left.count(joker) >= each_joker);
        let to_body = |(index, body): (u32, &Body)| {
            let mut missed = body.times();
            let mut attached = Cards::NONE;
            for (rank, state) in (0..).zip(&self.path) {
                let still = missed_by(index, state.missing);
                attached = attached + Cards::of(rank, (missed - still) * body.kind.attached_each());
                missed = still;
            }
            let jokers = jokers.by_ref().take(missed.into());
            jokers.fold(attached, |attached, joker| attached + Cards::of(joker, each_joker))
        };
        (0..).zip(&self.bodies).map(to_body).collect()
    }

    fn add_chains(&self, kind: Kind, open: impl Fn(&State) -> Open, plays: &mut Vec<Play>) {
        // Where the open chains started, the longest first.
        let mut begun: Vec<Rank> = Vec::new();
        for (rank, state) in (0..).zip(&self.path) {
            let open = open(state);
            let new = open as usize & 0xF;
            let ended = begun.len() + new - ranks::sum(open) as usize;
            plays.extend(begun.drain(..ended).map(|start| Play::new(kind, rank - start, start, Cards::NONE)));
            begun.extend(std::iter::repeat_n(rank, new));
        }
    }
}

/// Adds what is left of each rank.
fn add_rest(rules: &Rules, rest: Cards, plays: &mut Vec<Play>) {
    let jokers = rules.jokers();
    let rocket = rest.contains(jokers);
    let rest = if rocket { rest - jokers } else { rest };
    let of_rank = |rank| rules.readings(Cards::of(rank, rest.count(rank))).only();
    plays.extend((0..RANKS as Rank).filter_map(of_rank));
    plays.extend(rocket.then(|| Play::rocket(jokers)));
}
