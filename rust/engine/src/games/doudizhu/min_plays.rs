//! The fewest combinations that empty a hand.
//!
//! Whatever is left of a rank when everything else is done goes as one combination: a single, a pair, a triplet or a bomb;
//! all jokers together are one too. So a way to empty a hand is known by its *bodies* (sequences of triplets, and the main
//! parts of what has cards attached), by what is attached to them, and by how many chains of single cards and of pairs
//! run through each rank.
//!
//! All sets of bodies are tried. For each, a walk over the ranks, ascending, finds the best of all the rest at once: it
//! keeps the cheapest way to each state, which is how long the chains are that may go on, and how much each body still
//! misses. Sets for which a bound shows that they are no better than the best so far are left out.

use std::cmp::Reverse;

use super::actions::{sizes, starts};
use super::cards::{BLACK, Cards, RANKS, RED, Rank};
use super::kind::Kind;
use super::play::{Play, main_part};
use super::ranks;
use super::rules::{Options, Rules};
use crate::error::Error;

/// How many states are looked at before somebody is asked whether to go on.
const PATIENCE: u32 = 4096;

/// How many ranks the walk passes: 3 to 2. The jokers come after it.
const WALK: usize = BLACK as usize;

/// How many ranks can be in chains: 3 to ace.
const IN_CHAINS: Rank = 12;

/// The fewest combinations that empty a hand when nobody else plays, one such list. `go_on` is asked now and then, and
/// ends the search with `false`; then the list is empty.
///
/// # Errors
/// `InvalidArgument` for more cards than a hand can have.
pub fn min_plays(rules: &Rules, hand: Cards, go_on: impl FnMut() -> bool) -> Result<Vec<Play>, Error> {
    let (most, cards) = (rules.most_cards(), hand.total());
    if cards > most {
        return Err(Error::InvalidArgument(format!("a hand must have at most {most} cards, got {cards}")));
    }
    let mut search = Search {
        bodies: bodies(rules.options(), hand),
        chosen: Vec::new(),
        best: None,
        walk: Walk::new(rules, go_on),
    };
    search.choose(hand, 0);
    let Search { walk, best, .. } = search;
    Ok(best.filter(|_| !walk.stopped).map_or(Vec::new(), |best| best.plays(rules)))
}

/// A sequence of triplets, or the main part of what has cards attached.
#[derive(Clone, Copy, Debug)]
struct Body {
    kind: Kind,
    size: u8,
    start: Rank,
    cards: Cards,
    /// How many cards or pairs of each rank may be attached to it.
    most: [u8; WALK],
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

    /// How many cards or pairs are attached to it.
    fn times(&self) -> u8 {
        self.kind.attached_times(self.size)
    }

    /// How many cards are attached to it.
    fn attached(&self) -> u32 {
        (self.times() * self.kind.attached_each()).into()
    }

    /// How many cards it takes with what is attached.
    fn total(&self) -> u32 {
        self.cards.total() + self.attached()
    }
}

/// All bodies that a hand has, the largest first: a good way is soon found with them.
fn bodies(options: &Options, hand: Cards) -> Vec<Body> {
    let kinds =
        Kind::ALL.into_iter().filter(|&kind| kind == Kind::SequenceOfTriplets || kind.attached_each() > 0);
    let all = kinds.flat_map(|kind| {
        let (smallest, largest) = sizes(options, kind);
        (smallest..=largest).flat_map(move |size| {
            let there =
                starts(options, kind, size).filter(move |&start| hand.contains(main_part(kind, size, start)));
            there.map(move |start| Body::new(options, kind, size, start))
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

/// A way to empty a hand.
struct Best {
    plays: u32,
    bodies: Vec<Body>,
    /// The cards that are in no body, and the states of the walk through them.
    left: Cards,
    path: Vec<State>,
}

impl<G: FnMut() -> bool> Search<'_, G> {
    /// Tries all sets of bodies that have the chosen ones and others from a place on. It goes as deep as a hand has
    /// bodies.
    fn choose(&mut self, left: Cards, from: usize) {
        self.try_chosen(left);
        let to_attach: u32 = self.chosen.iter().map(Body::attached).sum();
        for place in from..self.bodies.len() {
            let body = self.bodies[place];
            if self.walk.stopped || self.chosen.len() as u32 + 1 >= self.most() {
                return;
            }
            if left.contains(body.cards) && to_attach + body.total() <= left.total() {
                self.chosen.push(body);
                self.choose(left - body.cards, place);
                self.chosen.pop();
            }
        }
    }

    /// A way must have fewer combinations than this to be of interest.
    fn most(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.plays)
    }

    /// Finds the best way with the chosen bodies, if it is better than the best so far.
    fn try_chosen(&mut self, left: Cards) {
        let most = self.most() - self.chosen.len() as u32;
        let times: u32 = self.chosen.iter().map(|body| u32::from(body.times())).sum();
        // Each card or pair that is attached could go as a combination of its own, so that it saves one at most. The
        // walk without bodies is much the shorter one, and mostly says that the other is not worth while.
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

/// The chains of single cards, or of pairs, that run through a rank and may go on: a nibble for each length, from 1 on,
/// says how many have it.
type Open = u64;

/// What chains of single cards, or of pairs, are like.
#[derive(Clone, Copy, Debug)]
struct Chains {
    shortest: u8,
    /// No chain of the game can be too long.
    endless: bool,
    /// The last length that is told apart: the longest, or the shortest where all longer ones are alike.
    last: u8,
}

impl Chains {
    const PAIRS: Self = Self { shortest: 3, endless: true, last: 3 };

    const fn of_singles(sequence_max: u8) -> Self {
        let endless = sequence_max == IN_CHAINS;
        Self { shortest: 5, endless, last: if endless { 5 } else { sequence_max } }
    }

    /// What may run through the next rank, and how many chains of it are new: at most so many new ones, and `most` in all.
    fn next(self, open: Open, most: u8, most_new: u8) -> impl Iterator<Item = (Open, u8)> {
        let total = ranks::count(open) as u8;
        let complete = ranks::count(open >> (4 * (self.shortest - 1))) as u8;
        let too_long = if self.endless { 0 } else { (open >> (4 * (self.last - 1))) as u8 };
        let fewest = too_long.max(total.saturating_sub(most));
        (fewest..=complete).flat_map(move |ended| {
            let longer = self.longer(open, ended);
            // Endless chains need not end where others begin: they could be one.
            let may_begin = ended == 0 || !self.endless;
            let most_new = if may_begin { most_new.min(most - (total - ended)) } else { 0 };
            (0..=most_new).map(move |new| (longer | Open::from(new), new))
        })
    }

    /// All go on but so many, the longest: the others can do whatever those could.
    fn longer(self, mut open: Open, mut ended: u8) -> Open {
        let last = 4 * (self.last - 1);
        let mut place = last;
        while ended > 0 {
            let here = (open >> place) as u8 & 0xF;
            let end = here.min(ended);
            open -= Open::from(end) << place;
            ended -= end;
            place = place.saturating_sub(4);
        }
        let longest = open >> last;
        ((open ^ longest << last) << 4) + (longest << last)
    }
}

/// What the walk knows of the ranks behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    singles: Open,
    pairs: Open,
    /// How many cards or pairs each body still misses, a nibble each.
    missing: u32,
}

/// The cheapest way to a state.
#[derive(Clone, Copy, Debug)]
struct Reached {
    state: State,
    plays: u32,
    /// Where it comes from in the layer before.
    from: u32,
}

/// The walk over the ranks.
struct Walk<'a, G> {
    rules: &'a Rules,
    singles: Chains,
    /// The states before each rank, and after the last.
    layers: [Vec<Reached>; WALK + 1],
    /// What can be attached of a rank.
    ways: Vec<(u8, u32)>,
    go_on: G,
    steps: u32,
    stopped: bool,
}

impl<'a, G: FnMut() -> bool> Walk<'a, G> {
    fn new(rules: &'a Rules, go_on: G) -> Self {
        Self {
            rules,
            singles: Chains::of_singles(rules.options().sequence_max),
            layers: Default::default(),
            ways: Vec::new(),
            go_on,
            steps: 0,
            stopped: false,
        }
    }

    /// The fewest combinations, beside these bodies, for the cards that are in none of them; `None` where they are not
    /// fewer than `most`. Afterwards the best is the first of the last layer.
    fn fewest(&mut self, left: Cards, bodies: &[Body], most: u32) -> Option<u32> {
        let start = State { missing: all_missing(bodies), ..State::default() };
        self.layers[0].clear();
        self.layers[0].push(Reached { state: start, plays: 0, from: 0 });
        for rank in 0..BLACK {
            self.step(left, bodies, rank, most);
            if self.stopped {
                return None;
            }
        }
        let jokers = |state: &State| jokers_left(self.rules, left, bodies, state.missing);
        let last = &mut self.layers[WALK];
        last.retain_mut(|reached| {
            let jokers = jokers(&reached.state);
            jokers.inspect(|jokers| reached.plays += jokers).is_some() && reached.plays < most
        });
        last.sort_unstable_by_key(|reached| reached.plays);
        last.first().map(|reached| reached.plays)
    }

    /// From the states before a rank to those behind it.
    fn step(&mut self, left: Cards, bodies: &[Body], rank: Rank, most: u32) {
        let here = Here::new(left, rank, self.singles);
        let (before, after) = self.layers.split_at_mut(usize::from(rank) + 1);
        let (layer, next) = (&before[usize::from(rank)], &mut after[0]);
        next.clear();
        for (from, reached) in (0..).zip(layer) {
            here.attach(bodies, reached.state.missing, &mut self.ways);
            for &(count, missing) in &self.ways {
                here.chains(count, reached.state, |singles, pairs, more| {
                    let plays = reached.plays + more;
                    if plays < most {
                        next.push(Reached { state: State { singles, pairs, missing }, plays, from });
                    }
                });
            }
        }
        self.steps += next.len() as u32;
        next.sort_unstable_by_key(|reached| (reached.state, reached.plays));
        next.dedup_by_key(|reached| reached.state);
        if self.steps >= PATIENCE {
            self.steps = 0;
            self.stopped = !(self.go_on)();
        }
    }

    /// The states behind each rank on the best way of the last walk.
    fn path(&self) -> Vec<State> {
        let mut place = 0;
        let back = self.layers[1..].iter().rev().map(|layer| {
            let Reached { state, from, .. } = layer[place];
            place = from as usize;
            state
        });
        let mut path: Vec<_> = back.collect();
        path.reverse();
        path
    }
}

/// The rank at which the walk is.
#[derive(Clone, Copy, Debug)]
struct Here {
    rank: Rank,
    count: u8,
    singles: Chains,
    /// How many chains of single cards, and of pairs, can begin here at most.
    most_new: [u8; 2],
}

impl Here {
    fn new(left: Cards, rank: Rank, singles: Chains) -> Self {
        let most_new = [(1, singles), (2, Chains::PAIRS)].map(|(each, chains)| {
            let ranks = rank..rank + chains.shortest;
            if ranks.end > IN_CHAINS {
                0
            } else {
                ranks.map(|rank| left.count(rank) / each).min().unwrap_or(0)
            }
        });
        Self { rank, count: left.count(rank), singles, most_new }
    }

    /// All ways to attach some of the cards to bodies that miss so much: how many cards are left then, and how much the
    /// bodies miss.
    fn attach(self, bodies: &[Body], missing: u32, ways: &mut Vec<(u8, u32)>) {
        ways.clear();
        ways.push((self.count, missing));
        for (place, body) in (0..).zip(bodies) {
            let most = body.most[usize::from(self.rank)].min(missed_by(place, missing));
            let each = body.kind.attached_each();
            for way in 0..ways.len() {
                let (left, missing) = ways[way];
                let more = (1..=most).take_while(|often| often * each <= left);
                ways.extend(
                    more.map(|often| (left - often * each, missing - (u32::from(often) << (4 * place)))),
                );
            }
        }
    }

    /// Shows all ways in which chains can run through so many cards: what may go on, and how many combinations are new
    /// with what is left of the cards.
    fn chains(self, count: u8, state: State, mut show: impl FnMut(Open, Open, u32)) {
        let Self { rank, singles, most_new: [new_singles, new_pairs], .. } = self;
        let in_chains = if rank < IN_CHAINS { count } else { 0 };
        for (singles, begun) in singles.next(state.singles, in_chains, new_singles) {
            let in_singles = ranks::count(singles) as u8;
            let in_pairs = (in_chains - in_singles) / 2;
            for (pairs, begun_pairs) in Chains::PAIRS.next(state.pairs, in_pairs, new_pairs) {
                let rest = count - in_singles - 2 * ranks::count(pairs) as u8;
                show(singles, pairs, (begun + begun_pairs + u8::from(rest > 0)).into());
            }
        }
    }
}

/// What bodies miss to which nothing has been attached yet.
fn all_missing(bodies: &[Body]) -> u32 {
    (0..).zip(bodies).map(|(place, body)| u32::from(body.times()) << (4 * place)).sum()
}

/// How many cards or pairs one body misses.
const fn missed_by(place: u32, missing: u32) -> u8 {
    (missing >> (4 * place)) as u8 & 0xF
}

/// How many combinations the jokers are when they are attached to all bodies that miss something; `None` where they cannot
/// be.
fn jokers_left(rules: &Rules, left: Cards, bodies: &[Body], missing: u32) -> Option<u32> {
    let jokers = [BLACK, RED].map(|joker| left.count(joker)).into_iter();
    let colours = jokers.clone().filter(|&count| count > 0).count() as u32;
    if missing == 0 {
        let rocket = left.contains(rules.jokers());
        return Some(if rocket { 1 } else { colours });
    }
    let Options { players, kicker_both_jokers, .. } = *rules.options();
    let each = players - 2;
    let attached = ranks::count(missing.into());
    let fit = (0..).zip(bodies).all(|(place, body)| match missed_by(place, missing) {
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

    /// What is attached to each body.
    fn attached(&self, rules: &Rules) -> Vec<Cards> {
        let each_joker = rules.options().players - 2;
        let mut jokers = [BLACK, RED].into_iter().filter(|&joker| self.left.count(joker) >= each_joker);
        let to_body = |(place, body): (u32, &Body)| {
            let mut missed = body.times();
            let mut attached = Cards::NONE;
            for (rank, state) in (0..).zip(&self.path) {
                let still = missed_by(place, state.missing);
                attached = attached + Cards::of(rank, (missed - still) * body.kind.attached_each());
                missed = still;
            }
            let jokers = jokers.by_ref().take(missed.into());
            jokers.fold(attached, |attached, joker| attached + Cards::of(joker, each_joker))
        };
        (0..).zip(&self.bodies).map(to_body).collect()
    }

    fn add_chains(&self, kind: Kind, open: impl Fn(&State) -> Open, plays: &mut Vec<Play>) {
        // Where the chains begin that go on, the longest first.
        let mut begun: Vec<Rank> = Vec::new();
        for (rank, state) in (0..).zip(&self.path) {
            let open = open(state);
            let new = open as usize & 0xF;
            let ended = begun.len() + new - ranks::count(open) as usize;
            plays.extend(begun.drain(..ended).map(|start| Play::new(kind, rank - start, start, Cards::NONE)));
            begun.extend(std::iter::repeat_n(rank, new));
        }
    }
}

/// What is left of each rank.
fn add_rest(rules: &Rules, rest: Cards, plays: &mut Vec<Play>) {
    let jokers = rules.jokers();
    let rocket = rest.contains(jokers);
    let rest = if rocket { rest - jokers } else { rest };
    let of_rank = |rank| rules.readings(Cards::of(rank, rest.count(rank))).only();
    plays.extend((0..RANKS as Rank).filter_map(of_rank));
    plays.extend(rocket.then(|| Play::rocket(jokers)));
}
