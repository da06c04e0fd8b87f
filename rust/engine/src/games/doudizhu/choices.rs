//! The legal plays of a hand. Combinations of one kind and size are counted as a group, without
//! listing them, and found by number. So a playout never lists plays it does not choose.

use std::ops::ControlFlow;

use super::cards::{BLACK, CHAIN, Cards, RED, Rank};
use super::kickers::{Kickers, binomial, distinct};
use super::kind::Kind;
use super::play::Play;
use super::ranks;
use super::rules::{Options, Rules};
use crate::ids::Action;

impl Rules {
    /// Appends the ids of all combinations that a hand can play, ascending: to lead, or to beat
    /// another combination.
    pub fn legal_plays(&self, hand: Cards, to_beat: Option<Play>, actions: &mut Vec<Action>) {
        Choices::new(self, hand, to_beat).list(actions);
    }

    /// Returns the number of combinations that [`legal_plays`](Self::legal_plays) would append.
    #[must_use]
    pub fn count_plays(&self, hand: Cards, to_beat: Option<Play>) -> usize {
        Choices::new(self, hand, to_beat).count() as usize
    }

    #[inline]
    fn count_rocket(&self, hand: Cards) -> u32 {
        u32::from(hand.0 & self.jokers().0 == self.jokers().0)
    }
}

/// The answers to a single card, a pair or a triplet.
pub(super) struct Higher {
    /// Those of the same kind, as a set of ranks.
    ranks: u64,
    /// The number of those.
    pub(super) count: u32,
    pub(super) bombs_and_rocket: u32,
}

impl Higher {
    /// `beaten` is the set of the rank to beat.
    #[inline]
    pub(super) fn new(rules: &Rules, hand: Cards, each: u8, beaten: u64) -> Self {
        let ranks = ranks::higher(hand.at_least(each), beaten);
        let bombs_and_rocket = rules.count_rocket(hand) + count_bombs(hand);
        Self { ranks, count: ranks::count(ranks), bombs_and_rocket }
    }

    /// The set of the rank of answer `n` of the same kind.
    #[inline]
    pub(super) fn nth(&self, n: u32) -> u64 {
        ranks::only_nth(self.ranks, n)
    }
}

#[inline]
fn count_bombs(hand: Cards) -> u32 {
    // Most hands have none.
    if hand.has_four() { bombs(hand, 4, u64::MAX).map(|(_, starts)| ranks::count(starts)).sum() } else { 0 }
}

/// The ranks of which a hand has a bomb of each size, from `size` on. Those of this size must be
/// `above`.
#[inline]
fn bombs(hand: Cards, size: u8, mut above: u64) -> impl Iterator<Item = (u8, u64)> {
    (size..=8).map_while(move |size| {
        let enough = hand.at_least(size);
        (enough != 0).then(|| (size, enough & std::mem::replace(&mut above, u64::MAX)))
    })
}

/// The legal combinations of one kind and size.
#[derive(Clone, Copy, Debug)]
struct Group {
    kind: Kind,
    size: u8,
    /// The lowest ranks of the main parts, as a set.
    starts: u64,
    /// The number of combinations per main part.
    each: u32,
}

impl Group {
    #[inline]
    fn count(&self) -> u32 {
        ranks::count(self.starts) * self.each
    }
}

/// The legal plays of a hand: all leads, or all answers to a combination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices<'a> {
    rules: &'a Rules,
    hand: Cards,
    to_beat: Option<Play>,
}

/// The numbers of leads, in the order of the kinds.
struct Leads {
    singles: u32,
    pairs: u32,
    triplets: u32,
    with_card: u32,
    with_pair: u32,
    sequences: u32,
    sequences_of_pairs: u32,
    /// All of the kinds that few hands have.
    rare: u32,
    rocket: u32,
}

/// The kinds that few hands have, except the rocket.
const RARE: [Kind; 6] = [
    Kind::SequenceOfTriplets,
    Kind::SequenceOfTripletsWithCards,
    Kind::SequenceOfTripletsWithPairs,
    Kind::QuadplexWithCards,
    Kind::QuadplexWithPairs,
    Kind::Bomb,
];

impl Leads {
    #[inline]
    const fn total(&self) -> u32 {
        let alike = self.singles + self.pairs + self.triplets;
        let with_kicker = self.with_card + self.with_pair;
        alike + with_kicker + self.sequences + self.sequences_of_pairs + self.rare + self.rocket
    }
}

impl<'a> Choices<'a> {
    #[inline]
    pub(super) const fn new(rules: &'a Rules, hand: Cards, to_beat: Option<Play>) -> Self {
        Self { rules, hand, to_beat }
    }

    /// The number of combinations.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        match self.to_beat {
            None => self.count_leads().total(),
            Some(to_beat) => self.count_answers(&to_beat).iter().sum(),
        }
    }

    /// One of them, by the index that `draw` picks. `draw` gets the number of choices, counting a
    /// pass where it is legal; index 0 is then the pass (`None`).
    #[inline]
    pub(super) fn pick(&self, draw: impl FnOnce(u32) -> u32) -> Option<Play> {
        match self.to_beat {
            None => Some(self.pick_lead(draw)),
            Some(to_beat) => self.pick_answer(to_beat, draw),
        }
    }

    /// Appends their ids, ascending.
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        match self.to_beat {
            None => self.list_leads(actions),
            Some(to_beat) => {
                if let (Some(each), false) = (to_beat.count_alike(), self.hand.has_four()) {
                    let higher = self.hand.at_least(each) & ranks::above(to_beat.start());
                    if higher != 0 {
                        self.list_mains(to_beat.kind(), 1, higher, actions);
                    }
                    return self.list_rocket(actions);
                }
                let [same, bombs, rocket] = self.count_answers(&to_beat);
                for (kind, count) in [(to_beat.kind(), same), (Kind::Bomb, bombs), (Kind::Rocket, rocket)] {
                    if count > 0 {
                        self.list_kind(kind, actions);
                    }
                }
            }
        }
    }

    #[inline]
    fn count_leads(&self) -> Leads {
        let actions = self.rules.actions();
        let [one, two, three] = [1, 2, 3].map(|count| self.hand.at_least(count));
        let [singles, pairs, triplets] = [one, two, three].map(ranks::count);
        // The kicker has another rank than the triplet.
        let with_card = if self.rules.options().players == 3 { triplets * singles - triplets } else { 0 };
        let may_have_rare = self.has_triplet_chain() || self.hand.has_four();
        Leads {
            singles,
            pairs,
            triplets,
            with_card,
            with_pair: triplets * pairs - triplets,
            sequences: actions.chains(1, one),
            sequences_of_pairs: actions.chains(2, two),
            rare: if may_have_rare { self.count_rare() } else { 0 },
            rocket: self.count_rocket(),
        }
    }

    #[inline(never)]
    fn count_rare(&self) -> u32 {
        self.rare_kinds().map(|kind| self.count_of(kind)).sum()
    }

    /// The kinds that few hands have and this one may have, except the rocket.
    fn rare_kinds(&self) -> impl Iterator<Item = Kind> {
        let (chain, four) = (self.has_triplet_chain(), self.hand.has_four());
        RARE.into_iter().filter(move |kind| if kind.each() == 3 { chain } else { four })
    }

    #[inline]
    fn has_triplet_chain(&self) -> bool {
        let three = self.hand.at_least(3);
        three & three >> 4 & CHAIN != 0
    }

    #[inline]
    pub(super) fn pick_lead(&self, draw: impl FnOnce(u32) -> u32) -> Play {
        let leads = self.count_leads();
        let [one, two, three] = [1, 2, 3].map(|count| self.hand.at_least(count));
        let n = draw(leads.total());
        // Which of similar kinds it is cannot be predicted, so no branch decides that.
        let alike = leads.singles + leads.pairs + leads.triplets;
        if n < alike {
            let (pair, triplet) = (n >= leads.singles, n >= leads.singles + leads.pairs);
            let each = 1 + u8::from(pair) + u8::from(triplet);
            let n = n - u32::from(pair) * leads.singles - u32::from(triplet) * leads.pairs;
            let set = if triplet {
                three
            } else if pair {
                two
            } else {
                one
            };
            return Play::alike(each, ranks::nth(set, n));
        }
        let n = n - alike;
        let with_kicker = leads.with_card + leads.with_pair;
        if n < with_kicker {
            let pair = n >= leads.with_card;
            let n = n - u32::from(pair) * leads.with_card;
            let (kickers, count) = if pair { (2, leads.pairs) } else { (1, leads.singles) };
            return self.nth_triplet_with(kickers, self.hand.at_least(3), count - 1, n);
        }
        self.nth_other_lead(&leads, n - with_kicker)
    }

    #[inline(never)]
    fn nth_other_lead(&self, leads: &Leads, mut n: u32) -> Play {
        if n < leads.sequences {
            return self.nth_of(Kind::Sequence, n);
        }
        n -= leads.sequences;
        if n < leads.sequences_of_pairs {
            return self.nth_of(Kind::SequenceOfPairs, n);
        }
        n -= leads.sequences_of_pairs;
        if n < leads.rare {
            for kind in self.rare_kinds() {
                let count = self.count_of(kind);
                if n < count {
                    return self.nth_of(kind, n);
                }
                n -= count;
            }
        }
        Play::rocket(self.rules.jokers())
    }

    /// Counts the answers of the same kind (unless that is a bomb or a rocket), the bombs, and the
    /// rockets (DD-11, DD-28, DD-29).
    #[inline]
    fn count_answers(&self, to_beat: &Play) -> [u32; 3] {
        let (kind, size, start) = (to_beat.kind(), to_beat.size(), to_beat.start());
        if kind == Kind::Rocket {
            return [0; 3];
        }
        let rocket = self.count_rocket();
        if kind == Kind::Bomb {
            return [0, self.count_of(kind), rocket];
        }
        let bombs = count_bombs(self.hand);
        let higher = self.hand.at_least(kind.each()) & ranks::above(start);
        // Usually nothing is higher.
        if higher == 0 {
            return [0, bombs, rocket];
        }
        let same = if size == 1 && kind <= Kind::TripletWithPair {
            // At most one kicker, of any other rank.
            let kickers = match kind.attached_each() {
                0 => 1,
                each => ranks::count(self.hand.at_least(each)).saturating_sub(1),
            };
            ranks::count(higher) * kickers
        } else {
            self.count_of(kind)
        };
        [same, bombs, rocket]
    }

    #[inline]
    fn pick_answer(&self, to_beat: Play, draw: impl FnOnce(u32) -> u32) -> Option<Play> {
        let Some(each) = to_beat.count_alike() else { return self.pick_other_answer(to_beat, draw) };
        let higher = Higher::new(self.rules, self.hand, each, ranks::only(to_beat.start()));
        let n = draw(1 + higher.count + higher.bombs_and_rocket).checked_sub(1)?;
        Some(match n.checked_sub(higher.count) {
            None => Play::alike(each, ranks::lowest(higher.nth(n))),
            Some(n) => self.nth_bomb_or_rocket(n),
        })
    }

    #[inline(never)]
    pub(super) fn pick_other_answer(&self, to_beat: Play, draw: impl FnOnce(u32) -> u32) -> Option<Play> {
        let [same, bombs, rocket] = self.count_answers(&to_beat);
        let n = draw(1 + same + bombs + rocket).checked_sub(1)?;
        Some(match n.checked_sub(same) {
            None => self.nth_of(to_beat.kind(), n),
            Some(n) if n < bombs => self.nth_of(Kind::Bomb, n),
            Some(_) => Play::rocket(self.rules.jokers()),
        })
    }

    #[inline]
    fn count_rocket(&self) -> u32 {
        self.rules.count_rocket(self.hand)
    }

    /// Bomb or rocket `n`, to lead or on a play that is neither; `n` must be below their number.
    #[inline(never)]
    pub(super) fn nth_bomb_or_rocket(&self, n: u32) -> Play {
        self.nth_by_groups(Kind::Bomb, n)
    }

    fn count_of(&self, kind: Kind) -> u32 {
        let mut sum = 0;
        let _ = self.groups(kind, |group| {
            sum += group.count();
            ControlFlow::<()>::Continue(())
        });
        sum
    }

    /// Calls `visit` with each group of a kind, ascending by id, until it breaks.
    #[inline]
    fn groups<R>(&self, kind: Kind, mut visit: impl FnMut(Group) -> ControlFlow<R>) -> ControlFlow<R> {
        if kind == Kind::Rocket {
            return visit(Group { kind, size: 1, starts: ranks::only(RED), each: 1 });
        }
        let beaten = self.to_beat.filter(|play| play.kind() == kind);
        if kind == Kind::Bomb {
            let (size, above) =
                beaten.map_or((4, u64::MAX), |play| (play.size(), ranks::above(play.start())));
            return bombs(self.hand, size, above)
                .try_for_each(|(size, starts)| visit(Group { kind, size, starts, each: 1 }));
        }
        let (smallest, largest) = self.rules.actions().sizes(kind);
        let fewest = beaten.map_or(smallest, |play| play.size());
        let most = beaten.map_or(largest, |play| play.size());
        let available = self.hand.at_least(kind.each());
        let mut mains = if largest == 1 { available } else { ranks::chains(available, fewest) };
        for size in fewest..=most {
            if mains == 0 {
                break;
            }
            let higher = beaten.map_or(u64::MAX, |play| ranks::above(play.start()));
            self.group(kind, size, mains & higher, &mut visit)?;
            mains &= (available & CHAIN) >> (4 * size);
        }
        ControlFlow::Continue(())
    }

    /// Main parts of one size, with the ways to attach cards from the hand.
    #[inline]
    fn group<R>(
        &self,
        kind: Kind,
        size: u8,
        starts: u64,
        visit: &mut impl FnMut(Group) -> ControlFlow<R>,
    ) -> ControlFlow<R> {
        let options = self.rules.options();
        let (attached_each, times) = (kind.attached_each(), kind.attached_times(size).into());
        if starts == 0 {
            return ControlFlow::Continue(());
        }
        if attached_each == 0 {
            return visit(Group { kind, size, starts, each: 1 });
        }
        if options.may_repeat(kind, size) {
            // Which cards may repeat depends on the main part, so each main part is a separate
            // group.
            for start in ranks::each(starts) {
                let each = self.kickers(kind, size, start).count();
                if each > 0 {
                    visit(Group { kind, size, starts: ranks::only(start), each })?;
                }
            }
            return ControlFlow::Continue(());
        }
        // Every rank of a main part could otherwise be attached, so the number left is the same for
        // all.
        let others = ranks::count(self.hand.at_least(attached_each)) - u32::from(size);
        let not_both = attached_each == 1 && !options.kicker_both_jokers && self.has_both_jokers();
        let each = distinct(others, times, not_both);
        if each == 0 { ControlFlow::Continue(()) } else { visit(Group { kind, size, starts, each }) }
    }

    #[inline]
    fn has_both_jokers(&self) -> bool {
        self.hand.count(BLACK) > 0 && self.hand.count(RED) > 0
    }

    /// Combination `n` of a kind; `n` must be below their count.
    #[inline]
    fn nth_of(&self, kind: Kind, n: u32) -> Play {
        match (kind, self.to_beat) {
            (Kind::Single | Kind::Pair | Kind::Triplet, _) => {
                let beaten = self.to_beat.map_or(0, |play| !ranks::above(play.start()));
                let start = ranks::nth(self.hand.at_least(kind.each()) & !beaten, n);
                Play::new(kind, 1, start, Cards::NONE)
            }
            (Kind::TripletWithCard | Kind::TripletWithPair, _) => {
                let beaten = self.to_beat.map_or(0, |play| !ranks::above(play.start()));
                let (each, triplets) = (kind.attached_each(), self.hand.at_least(3) & !beaten);
                self.nth_triplet_with(each, triplets, ranks::count(self.hand.at_least(each)) - 1, n)
            }
            _ => self.nth_by_groups(kind, n),
        }
    }

    /// Triplet `n` of some, with one card (`each` is 1) or pair (2) of another rank.
    #[inline]
    fn nth_triplet_with(&self, each: u8, triplets: u64, kickers: u32, n: u32) -> Play {
        let start = ranks::nth(triplets, n / kickers);
        let rank = ranks::nth(self.hand.at_least(each) & !ranks::only(start), n % kickers);
        Play::triplet_with(each, start, rank)
    }

    #[inline(never)]
    fn nth_by_groups(&self, kind: Kind, mut n: u32) -> Play {
        let found = self.groups(kind, |group| {
            let count = group.count();
            if n < count {
                return ControlFlow::Break(group);
            }
            n -= count;
            ControlFlow::Continue(())
        });
        // `n` is below the count, so a group contains it, or it is the rocket.
        found.break_value().map_or_else(|| Play::rocket(self.rules.jokers()), |group| self.nth_in(group, n))
    }

    fn nth_in(&self, group: Group, n: u32) -> Play {
        let Group { kind, size, starts, each } = group;
        if kind == Kind::Rocket {
            return Play::rocket(self.rules.jokers());
        }
        if kind.attached_each() == 0 {
            return Play::new(kind, size, ranks::nth(starts, n), Cards::NONE);
        }
        let start = ranks::nth(starts, n / each);
        let attached = self.kickers(kind, size, start).nth(n % each);
        Play::new(kind, size, start, attached)
    }

    fn kickers(&self, kind: Kind, size: u8, start: Rank) -> Kickers {
        Kickers::among(self.rules.options(), self.hand, kind, size, start)
    }

    /// Lists the leads, visiting only groups that the hand has.
    fn list_leads(&self, actions: &mut Vec<Action>) {
        let Options { players, sequence_max, quadplex, .. } = *self.rules.options();
        let three_players = players == 3;
        let [one, two, three] = [1, 2, 3].map(|count| self.hand.at_least(count));
        self.list_mains(Kind::Single, 1, one, actions);
        if two != 0 {
            self.list_mains(Kind::Pair, 1, two, actions);
        }
        if three != 0 {
            self.list_mains(Kind::Triplet, 1, three, actions);
            let with = [(Kind::TripletWithCard, one), (Kind::TripletWithPair, two)];
            for (kind, kickers) in with.into_iter().skip(usize::from(!three_players)) {
                let kickers = ranks::bits(kickers);
                for start in ranks::each(three) {
                    append(without(kickers, start, 1), self.first_id(kind, 1, start), actions);
                }
            }
        }
        self.list_chains(Kind::Sequence, one, ranks::chains_of_5(one), 5, sequence_max, actions);
        let (_, most_pairs) = self.rules.actions().sizes(Kind::SequenceOfPairs);
        self.list_chains(Kind::SequenceOfPairs, two, ranks::chains_of_3(two), 3, most_pairs, actions);
        if three & three >> 4 & CHAIN != 0 {
            self.list_kind(Kind::SequenceOfTriplets, actions);
            self.list_kind(Kind::SequenceOfTripletsWithCards, actions);
            self.list_kind(Kind::SequenceOfTripletsWithPairs, actions);
        }
        if self.hand.has_four() {
            if three_players && quadplex {
                self.list_kind(Kind::QuadplexWithCards, actions);
                self.list_kind(Kind::QuadplexWithPairs, actions);
            }
            self.list_kind(Kind::Bomb, actions);
        }
        self.list_rocket(actions);
    }

    /// Lists main parts without attached cards, which have consecutive ids.
    #[inline]
    fn list_mains(&self, kind: Kind, size: u8, starts: u64, actions: &mut Vec<Action>) {
        append(ranks::bits(starts), self.first_id(kind, size, 0), actions);
    }

    /// Lists chains without attached cards, given where the shortest ones start.
    #[inline]
    fn list_chains(
        &self,
        kind: Kind,
        available: u64,
        mut starts: u64,
        shortest: u8,
        longest: u8,
        actions: &mut Vec<Action>,
    ) {
        let mut size = shortest;
        while starts != 0 && size <= longest {
            self.list_mains(kind, size, starts, actions);
            starts &= (available & CHAIN) >> (4 * size);
            size += 1;
        }
    }

    #[inline]
    fn list_rocket(&self, actions: &mut Vec<Action>) {
        if self.count_rocket() > 0 {
            actions.push(self.first_id(Kind::Rocket, 1, RED));
        }
    }

    fn list_kind(&self, kind: Kind, actions: &mut Vec<Action>) {
        if kind == Kind::Rocket {
            return self.list_rocket(actions);
        }
        let _ = self.groups(kind, |group| {
            if kind.attached_each() == 0 {
                self.list_mains(kind, group.size, group.starts, actions);
            } else {
                self.list_with(group, actions);
            }
            ControlFlow::<()>::Continue(())
        });
    }

    #[inline]
    fn first_id(&self, kind: Kind, size: u8, start: Rank) -> Action {
        self.rules.first_play() + self.rules.actions().first(kind, size, start)
    }

    /// Lists main parts with attached cards.
    fn list_with(&self, group: Group, actions: &mut Vec<Action>) {
        let Group { kind, size, starts, .. } = group;
        let (attached_each, times) = (kind.attached_each(), kind.attached_times(size).into());
        if self.rules.options().may_repeat(kind, size) {
            return ranks::each(starts).for_each(|start| self.list_repeating(group, start, actions));
        }
        let kickers = ranks::bits(self.hand.at_least(attached_each));
        let not_both =
            attached_each == 1 && !self.rules.options().kicker_both_jokers && self.has_both_jokers();
        Ids::append(group.count(), actions, |ids| {
            for start in ranks::each(starts) {
                let kickers = Members::new(without(kickers, start, size));
                kickers.write_subsets(times, not_both, self.first_id(kind, size, start), ids);
            }
        });
    }

    #[inline(never)]
    fn list_repeating(&self, group: Group, start: Rank, actions: &mut Vec<Action>) {
        let Group { kind, size, each, .. } = group;
        let first = self.first_id(kind, size, start);
        let deck = Kickers::of_deck(self.rules.options(), kind, size, start);
        let hand = self.kickers(kind, size, start);
        actions.extend((0..each).map(|n| first + deck.number(hand.nth(n))));
    }
}

/// A set of ranks as a set of indices: those of the main part, which cannot be attached to it, are
/// not counted.
#[inline]
const fn without(ranks: u16, start: Rank, size: u8) -> u16 {
    let below = (1 << start) - 1;
    ranks & below | (ranks >> size) & !below
}

/// The set bits of each byte, ascending.
static MEMBERS: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Appends the ids of a set of numbers, counted from `first`.
#[inline]
fn append(set: u16, first: Action, actions: &mut Vec<Action>) {
    for (byte, first) in set.to_le_bytes().into_iter().zip([first, first.wrapping_add(8)]) {
        if byte == 0 {
            continue;
        }
        // Append eight and drop the rest: a copy of fixed length is faster.
        let end = actions.len() + byte.count_ones() as usize;
        actions.extend_from_slice(&MEMBERS[usize::from(byte)].map(|n| first.wrapping_add(n.into())));
        actions.truncate(end);
    }
}

/// The members of a set of numbers, ascending. What follows them in the list is arbitrary.
struct Members {
    list: [Action; 16],
    count: usize,
}

impl Members {
    #[inline]
    fn new(set: u16) -> Self {
        let [low, high] = set.to_le_bytes();
        let (in_low, mut list) = (low.count_ones() as usize, [0; 16]);
        list[..8].copy_from_slice(&MEMBERS[usize::from(low)].map(Action::from));
        let in_high = MEMBERS[usize::from(high)].map(|n| Action::from(n) + 8);
        list[in_low..in_low + 8].copy_from_slice(&in_high);
        Self { list, count: in_low + high.count_ones() as usize }
    }

    /// Writes the ids of all subsets with `times` members, ascending, counted from `first`. With
    /// `not_last_two`, subsets with both of the last two are left out.
    #[inline]
    fn write_subsets(&self, times: u32, not_last_two: bool, first: Action, ids: &mut Ids<'_>) {
        if times == 1 {
            return self.write(self.count, first, ids);
        }
        let last = self.count - 1;
        self.write_below(last, times, first, ids);
        let first = first + binomial(self.list[last], times);
        self.write_below(last - usize::from(not_last_two), times - 1, first, ids);
    }

    /// The same for the first `count` members.
    fn write_below(&self, count: usize, times: u32, first: Action, ids: &mut Ids<'_>) {
        if times == 1 {
            return self.write(count, first, ids);
        }
        // By the highest member; the others are below it.
        for (below, &highest) in self.list[..count].iter().enumerate().skip(times as usize - 1) {
            let first = first + binomial(highest, times);
            if times == 2 {
                self.write(below, first, ids);
            } else {
                self.write_below(below, times - 1, first, ids);
            }
        }
    }

    /// Writes the ids of the first `count` members.
    #[inline]
    fn write(&self, count: usize, first: Action, ids: &mut Ids<'_>) {
        let (low, high) = self.list.split_at(8);
        ids.write_eight(0, low, first);
        if count > 8 {
            ids.write_eight(8, high, first);
        }
        ids.written += count;
    }
}

/// Room for some ids and eight more, because eight are written at a time: a copy of fixed length is
/// faster.
struct Ids<'a> {
    room: &'a mut [Action],
    written: usize,
}

impl Ids<'_> {
    /// Appends as many ids as `write` writes.
    #[inline]
    fn append(count: u32, actions: &mut Vec<Action>, write: impl FnOnce(&mut Ids<'_>)) {
        let (start, count) = (actions.len(), count as usize);
        actions.resize(start + count + 8, 0);
        let mut ids = Ids { room: &mut actions[start..], written: 0 };
        write(&mut ids);
        debug_assert_eq!(ids.written, count);
        actions.truncate(start + count);
    }

    #[inline]
    fn write_eight(&mut self, skipped: usize, numbers: &[Action], first: Action) {
        let room = self.room.get_mut(self.written + skipped..).and_then(|room| room.first_chunk_mut::<8>());
        if let (Some(room), Some(numbers)) = (room, numbers.first_chunk()) {
            *room = numbers.map(|number| first.wrapping_add(number));
        }
    }
}
