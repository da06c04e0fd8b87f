//! What a network sees of Mexican Train.

use oxideal_engine::mexican_train::{Move, Number, Position, Rules, SEATS, TrainId};
use oxideal_engine::{Recent, Rules as _, Seat};

use super::plays::{self, Partners, Play};
use super::rule_policy::PlayValues;
use crate::net::Decision;

/// The numbers of the largest set, and the highest of them.
const NUMBERS: usize = HIGHEST as usize + 1;
const HIGHEST: Number = 18;

/// The payment decides.
const PAYMENT: [f32; 2] = [0.0, 1.0];

/// Payments are measured in this many points, and cut off at four times that.
const UNIT: f32 = 50.0;

/// The most plays considered.
const MAX_PLAYS: usize = 24;

/// The most tiles of another hand that are told apart.
const MOST: usize = 16;

/// Whether the seat won, and how much more it got than the others on average.
pub(super) fn outcome(payoffs: &[i32], seat: Seat) -> [f32; 2] {
    let all: i32 = payoffs.iter().sum();
    let others = (all - payoffs[seat]) as f32 / (payoffs.len() - 1) as f32;
    let won = f32::from(u8::from(payoffs.iter().all(|&other| other <= payoffs[seat]) && all != 0));
    [won, ((payoffs[seat] as f32 - others) / UNIT).clamp(-4.0, 4.0)]
}

pub(super) fn describe(rules: Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
    let mut plays: Vec<(f32, Play)> = Vec::new();
    plays::each(rules, position, |play| plays.push((0.0, play)));
    if plays.is_empty() {
        return decision.settle(position.forced_action());
    }
    let id = |play: Play| position.play_id(rules, play.train, play.beyond);
    if let [(_, play)] = plays[..] {
        return decision.settle(id(play));
    }
    let mut values = PlayValues::of(rules, position);
    for (value, play) in &mut plays {
        *value = values.value(*play);
    }
    plays.sort_by(|(one, _), (two, _)| two.total_cmp(one));
    plays.truncate(MAX_PLAYS);
    let most = plays[0].0;
    decision.begin(0, PAYMENT);
    shared(rules, position, recent, decision);
    for (rank, (value, play)) in plays.into_iter().enumerate() {
        decision.action(id(play));
        after(rules, position, &values.hand, play, decision);
        decision.flag(rank == 0);
        decision.at_least(((most - value) * 2.0) as usize, 8);
        decision.at_least(((most - value) / 3.0) as usize, 12);
        decision.at_least(((value + 20.0).max(0.0) / 6.0) as usize, 30);
    }
}

/// The seats after the one to move, in order; `None` for those that only larger games have.
fn others(rules: Rules, position: &Position) -> impl Iterator<Item = Option<u8>> + use<> {
    let (seat, seats) = (position.turn(), rules.seats());
    (1..SEATS as u8).map(move |place| (place < seats).then(|| (seat + place) % seats))
}

/// The features shared by all actions.
fn shared(rules: Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
    let numbers = NUMBERS;
    for number in 0..=HIGHEST {
        let left = if number <= rules.set() { position.left(number) } else { 0 };
        decision.at_least(left.into(), numbers);
    }
    decision.at_least(usize::from(position.boneyard_size()) / 3, 16);
    decision.flag(position.is_marked(position.turn()));
    decision.flag(position.doubled());
    decision.flag(position.drew());
    let mut lacking = [0_u32; SEATS];
    for (by, action) in recent.iter() {
        // Who draws or passes can play on no train that is open to it.
        if let Some(Move::Draw | Move::Pass) = rules.to_move(action) {
            lacking[by] |= 1 << position.end(TrainId::MEXICAN) | 1 << position.end(TrainId::of(by as u8));
        }
    }
    for other in others(rules, position) {
        decision.at_least(other.map_or(0, |other| position.size(other).into()), MOST);
        decision.flag(other.is_some_and(|other| position.is_marked(other)));
        decision.one_hot(other.map(|other| position.end(TrainId::of(other)).into()), numbers);
        let lacks = other.map_or(0, |other| lacking[usize::from(other)]);
        decision.each((0..numbers as u16).filter(|number| lacks >> number & 1 == 1), numbers);
    }
}

/// What a play leaves.
fn after(rules: Rules, position: &Position, hand: &Partners, play: Play, decision: &mut Decision) {
    let numbers = NUMBERS;
    let own = TrainId::of(position.turn());
    let left = hand.without(play.end, play.beyond);
    let end = |train: TrainId| if train == play.train { play.beyond } else { position.end(train) };
    decision.at_least(usize::from(position.size(position.turn())) - 1, 24);
    for number in 0..=HIGHEST {
        let fitting = if number <= rules.set() { left.fitting(number) } else { 0 };
        decision.at_least(fitting.count_ones() as usize, 8);
    }
    decision.one_hot(Some(end(own).into()), numbers);
    decision.one_hot(Some(end(TrainId::MEXICAN).into()), numbers);
    decision.one_hot(Some(play.beyond.into()), numbers);
    decision.one_hot(Some(play.end.into()), numbers);
    decision.flag(play.train == own);
    decision.flag(play.train == TrainId::MEXICAN);
    decision.flag(play.is_double());
    decision.flag(play.is_double() && left.fitting(play.beyond) != 0);
    decision.flag(position.open_doubles().len() > usize::from(position.is_open(play.train)));
    decision.at_least(left.fitting(end(own)).count_ones() as usize, 6);
    decision.at_least(left.fitting(end(TrainId::MEXICAN)).count_ones() as usize, 6);
    for other in others(rules, position) {
        let train = other.map(TrainId::of);
        decision.flag(train == Some(play.train));
        let open = train.filter(|_| other.is_some_and(|other| position.is_marked(other)));
        decision.at_least(open.map_or(0, |train| left.fitting(end(train)).count_ones() as usize), 4);
    }
    let pips: usize = (0..=rules.set())
        .map(|number| {
            let fitting = left.fitting(number);
            let double = fitting >> number & 1;
            usize::from(number) * (fitting.count_ones() + double) as usize
        })
        .sum();
    decision.at_least(pips / 5, 40);
    let (longest, weight) = follow(&left, end(own));
    decision.at_least(longest, 16);
    decision.at_least(pips.saturating_sub(weight) / 5, 30);
}

/// The length and the pips of the train that the rest of the hand makes, found greedily.
fn follow(left: &Partners, end: u8) -> (usize, usize) {
    super::playout_policy::greedy(*left, end)
        .fold((0, 0), |(count, pips), (from, to)| (count + 1, pips + usize::from(from + to)))
}
