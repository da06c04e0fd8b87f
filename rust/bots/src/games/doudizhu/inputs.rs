//! What a network sees of Dou Dizhu.

use std::iter;

use oxideal_engine::doudizhu::{Auction, Cards, Kind, Move, Phase, Play, Position, Rank, Rules, ranks};
use oxideal_engine::{Position as _, Recent, Rules as _, Seat};

use super::evaluation::{Evaluation, action, evaluate, pass_value};
use super::facts::Facts;
use super::hand_cost::{CostedHand, HandCost};
use super::split::{CHAIN_RANKS, Split, cards_per_rank, highest};
use super::{bidding, plays};
use crate::net::Decision;

/// The number of ranks, and of those whose cards have suits.
const RANKS: usize = 15;
const SUITED: usize = 13;

/// The number of kinds of combinations.
const KINDS: usize = 14;

/// The most actions considered.
const MAX_ACTIONS: usize = 10;

/// What decides in the auction: the payment.
const AUCTION: [f32; 2] = [0.0, 1.0];

/// What decides in play: the chance to win, and the payment where that makes little difference.
const PLAY: [f32; 2] = [1.0, 0.2];

/// Payments are measured in this, or in this many stakes, and cut off at four of them.
const UNIT: f32 = 12.0;
const MOST: f32 = 4.0;

/// One network per place after the landlord, one for bids, and with three players one for calls, robs and doubling.
pub(super) fn roles(rules: &Rules) -> usize {
    rules.players() + if answers(rules) { 2 } else { 1 }
}

/// Whether a network has been trained to call, to rob and to double.
fn answers(rules: &Rules) -> bool {
    rules.players() == 3
}

/// Whether other things than bids and bombs can change the stake. Networks then learn payments as multiples of it.
fn has_answers(rules: &Rules) -> bool {
    let options = rules.options();
    options.auction == Auction::Call || options.doubling || options.open_hand
}

/// The least that a peasant would pay or get, without bombs.
fn stake(rules: &Rules, position: &Position) -> i32 {
    let robs = position.bids().iter().filter(|&answer| answer == 2).count();
    let stakes = position.stakes(rules);
    let least = stakes.and_then(|stakes| stakes[..rules.players()].iter().copied().min());
    least.map_or(1 << robs, |least| (least >> position.doublings()).max(1))
}

/// Whether the seat won, and its payment.
pub(super) fn outcome(rules: &Rules, payoffs: &[i32], seat: Seat) -> [f32; 2] {
    let won = match payoffs[seat].signum() {
        1 => 1.0,
        0 => 0.5,
        _ => 0.0,
    };
    let payment = payoffs[seat] as f32 / UNIT;
    [won, if has_answers(rules) { payment } else { payment.clamp(-MOST, MOST) }]
}

pub(super) fn describe(rules: &Rules, position: &Position, recent: &Recent, decision: &mut Decision) {
    let Some(facts) = Facts::new(rules, position) else {
        return match position.phase() {
            Phase::Auction if rules.options().auction == Auction::Bid => {
                describe_bids(rules, position, decision);
            }
            Phase::Auction | Phase::Doubling if answers(rules) => describe_answers(rules, position, decision),
            // Networks do not use a hand that they see, so among them it costs nothing to show one.
            _ => decision.settle(bidding::choose(rules, position)),
        };
    };
    let split = Split::new(rules, facts.hand);
    if let Some(play) = plays::whole_hand(&facts, &split) {
        return decision.settle(action(&facts, Some(play)));
    }
    let hand = CostedHand::new(&facts, split);
    let mut all: [(i32, HandCost, Option<Play>); 128] = [(0, HandCost::default(), None); 128];
    let mut count = 0;
    let mut keep = |value: i32, cost: HandCost, play: Option<Play>| {
        let known = all[..count].iter().any(|&(_, _, other)| other == play);
        if !known && count < all.len() {
            all[count] = (value, cost, play);
            count += 1;
        }
    };
    let mut keep_play = |play: Play| {
        let Evaluation { value, cost, .. } = evaluate(&facts, &hand, &play);
        keep(value, cost, Some(play));
    };
    match facts.to_beat {
        None => plays::leads(&facts, &split, true, &mut keep_play),
        Some(to_beat) => {
            plays::answers(&facts, &split, &to_beat, true, &mut keep_play);
            keep(pass_value(&facts, &to_beat, &hand), hand.cost, None);
        }
    }
    let all = &mut all[..count];
    all.sort_by_key(|&(value, ..)| -value);
    let all = &all[..count.min(MAX_ACTIONS)];
    if let [(.., play)] = all {
        return decision.settle(action(&facts, *play));
    }
    let most = all.first().map_or(0, |&(value, ..)| value);
    let seat = position.current_player().unwrap_or(0);
    let landlord = usize::from(position.landlord().unwrap_or(0));
    let players = rules.players();
    decision.begin((seat + players - landlord) % players, PLAY);
    if has_answers(rules) {
        decision.pay_in(stake(rules, position) as f32, MOST);
    }
    shared(rules, position, &facts, seat, decision);
    told(rules, recent, seat, landlord, decision);
    for &(value, cost, play) in all {
        decision.action(action(&facts, play));
        own(rules, position, &facts, &hand, seat, (play, cost), decision);
        decision.at_least(steps(most - value), 9);
    }
}

/// How far a value is below the best.
fn steps(below: i32) -> usize {
    [1, 10, 25, 50, 80, 120, 180, 260, 400].iter().filter(|&&least| below >= least).count()
}

/// The features shared by all actions.
fn shared(rules: &Rules, position: &Position, facts: &Facts, seat: Seat, decision: &mut Decision) {
    let players = rules.players();
    let copies = usize::from(rules.deck().count(0));
    let most = rules.max_hand_size() as usize;
    counts(facts.unseen, copies, decision);
    for other in (1..players).map(|place| (seat + place) % players) {
        counts(position.played(rules)[other], copies, decision);
        decision.one_hot(Some(position.left(rules, other as u8) as usize - 1), most);
        // The networks have not been trained with shown hands.
        counts(position.known_from_deal(other as u8), copies.min(4), decision);
    }
    for each in 1..=3 {
        let there = facts.unseen.at_least(each);
        decision.one_hot(if there == 0 { None } else { Some(highest(there).into()) }, RANKS);
    }
    decision.at_least(ranks::count(facts.unseen.at_least(4)) as usize, 8);
    decision.flag(facts.unseen.contains(rules.jokers()));
    decision.one_hot(position.bid(rules).map(|bid| usize::from(bid) - 1), 3);
    decision.at_least(position.doublings().into(), 5);
}

/// What the other seats have told by their last actions: each one's last play, and the lowest play
/// of an enemy on which it passed, by the number of cards per rank.
fn told(rules: &Rules, recent: &Recent, seat: Seat, landlord: Seat, decision: &mut Decision) {
    let players = rules.players();
    let mut last: [Option<Play>; 4] = [None; 4];
    let mut passed_on = [[None; 4]; 4];
    let mut table: Option<(Play, Seat)> = None;
    for (by, action) in recent.iter() {
        match rules.to_move(action) {
            Some(Move::Play { play, .. }) => {
                table = Some((play, by));
                last[by] = Some(play);
            }
            Some(Move::Pass) => {
                let enemy = |other: Seat| (by == landlord) != (other == landlord);
                if let Some((play, whose)) = table.filter(|&(_, whose)| enemy(whose)) {
                    debug_assert_ne!(whose, by);
                    let class = if play.length() > 1 {
                        3
                    } else {
                        usize::from(cards_per_rank(play.kind())).min(3) - 1
                    };
                    let lowest = &mut passed_on[by][class];
                    *lowest = Some(lowest.map_or(play.rank(), |lowest: Rank| lowest.min(play.rank())));
                }
            }
            _ => {}
        }
    }
    for other in (1..players).map(|place| (seat + place) % players) {
        decision.one_hot(last[other].map(|play| play.kind() as usize - 1), KINDS);
        decision.one_hot(last[other].map(|play| play.rank().into()), RANKS);
        for lowest in passed_on[other] {
            decision.one_hot(lowest.map(usize::from), RANKS);
        }
    }
}

/// What a play, or a pass, leaves.
fn own(
    rules: &Rules,
    position: &Position,
    facts: &Facts,
    hand: &CostedHand,
    seat: Seat,
    (play, cost): (Option<Play>, HandCost),
    decision: &mut Decision,
) {
    let players = rules.players();
    let copies = usize::from(rules.deck().count(0));
    let rest = facts.hand - play.map_or(Cards::NONE, |play| play.cards());
    let left = play.map_or(Some(hand.split), |play| hand.split.without(&play));
    let left = left.unwrap_or_else(|| Split::new(rules, rest));
    counts(rest, copies, decision);
    decision.one_hot(Some(rest.total() as usize), rules.max_hand_size() as usize + 1);
    table(players, position, facts, seat, play, decision);
    decision.one_hot(Some(left.parts() as usize), 14);
    decision.one_hot(Some(cost.losers as usize), 12);
    decision.at_least((cost.total.max(-200) + 200) as usize / 60, 28);
    decision.at_least(left.kicker_slots() as usize, 6);
    for (set, size) in
        [(left.singles, RANKS), (left.pairs, SUITED), (left.triplets, SUITED), (left.bombs, SUITED)]
    {
        decision.each(ranks::each(set).map(u16::from), size);
    }
    decision.flag(left.rocket);
    let chain = |each: u8| left.chains().iter().filter(move |chain| chain.each == each);
    for each in 1..=3 {
        decision.each(chain(each).map(|chain| chain.start.into()), 12);
        decision.each(chain(each).map(|chain| chain.size.into()), 13);
        let tops = chain(each).filter(|chain| facts.is_top_chain(each, chain.size, chain.start)).count();
        decision.at_least(tops, 2);
    }
    let losers = |set: u64, each: u8| ranks::count(set & !facts.top(each)) as usize;
    decision.at_least(losers(left.singles, 1), 8);
    decision.at_least(losers(left.pairs, 2), 6);
    decision.at_least(losers(left.triplets, 3), 4);
}

/// What lies on the table after a play or a pass, and whose it is.
fn table(
    players: usize,
    position: &Position,
    facts: &Facts,
    seat: Seat,
    play: Option<Play>,
    decision: &mut Decision,
) {
    let passes = if play.is_some() { 0 } else { usize::from(position.passes()) + 1 };
    let cleared = passes + 1 == players;
    let on_table = match play {
        Some(play) => Some((play, 0)),
        None => position.to_beat().map(|(play, by)| (play, (usize::from(by) + players - seat) % players)),
    };
    let form = on_table.map(|(play, by)| (by * KINDS) + play.kind() as usize - 1);
    decision.one_hot(form, players * KINDS);
    decision.one_hot(on_table.map(|(play, by)| by * RANKS + usize::from(play.rank())), players * RANKS);
    decision.one_hot(on_table.map(|(play, _)| usize::from(play.length())), 13);
    decision.one_hot(Some(passes), players);
    decision.flag(cleared);
    decision.flag(play.is_some_and(|play| facts.is_top(&play)));
    let cards = play.map_or(0, |play| play.cards().total());
    decision.flag(cards == facts.enemy_left && cards > 0);
    decision.flag(cards == facts.partner_left && cards > 0);
    let enough = |play: &Play| {
        let each = cards_per_rank(play.kind());
        let start: Rank = play.rank() + 1 - play.length();
        let higher = facts.unseen.at_least(each) & ranks::above(start);
        let higher =
            if play.length() > 1 { ranks::chains(higher & CHAIN_RANKS, play.length()) } else { higher };
        ranks::count(higher) as usize
    };
    let plain =
        |play: &Play| !matches!(play.kind(), Kind::Rocket | Kind::Bomb) && cards_per_rank(play.kind()) < 4;
    decision.at_least(play.filter(plain).map_or(0, |play| enough(&play)), 8);
}

/// The numbers of cards per rank.
fn counts(cards: Cards, copies: usize, decision: &mut Decision) {
    if copies == 4 {
        // For each rank a nibble, of whose bits as many are on as there are cards. The highest one counts.
        let bits = (1..=4).fold(0, |bits, count| bits | cards.at_least(count) << (count - 1));
        let lower = bits >> 1 & 0x7777_7777_7777_7777;
        let mut highest = bits & !lower & ((1 << (4 * SUITED)) - 1);
        let each = iter::from_fn(|| {
            let bit = highest.trailing_zeros() as u16;
            highest &= highest.wrapping_sub(1);
            (bit < 64).then_some(bit)
        });
        decision.at_least_each(each, 4, SUITED);
        for joker in SUITED..RANKS {
            decision.flag(cards.count(joker as Rank) > 0);
        }
        return;
    }
    for rank in 0..RANKS {
        let most = if rank < SUITED { copies } else { copies / 4 };
        decision.at_least(cards.count(rank as Rank).into(), most.max(1));
    }
}

/// A hand before the first lead.
fn whole_hand(rules: &Rules, hand: Cards, decision: &mut Decision) {
    let copies = usize::from(rules.deck().count(0));
    counts(hand, copies, decision);
    let split = Split::new(rules, hand);
    decision.one_hot(Some(split.parts() as usize), 14);
    decision.at_least(split.kicker_slots() as usize, 6);
    for (set, size) in
        [(split.singles, RANKS), (split.pairs, SUITED), (split.triplets, SUITED), (split.bombs, SUITED)]
    {
        decision.each(ranks::each(set).map(u16::from), size);
    }
    decision.flag(split.rocket);
    for each in 1..=3 {
        let chain = || split.chains().iter().filter(move |chain| chain.each == each);
        decision.each(chain().map(|chain| chain.start.into()), 12);
        decision.each(chain().map(|chain| chain.size.into()), 13);
    }
    decision.at_least(((bidding::strength(rules, hand) + 4000).max(0) / 250) as usize, 32);
}

/// Each seat's last answer in the auction, from the seat to move on.
fn last_answers(rules: &Rules, position: &Position, seat: Seat, decision: &mut Decision) {
    let players = rules.players();
    let mut last = [None; 4];
    let first = usize::from(position.first_bidder());
    // A caller who robs back is the landlord, which is told anyway.
    let answers = if rules.options().auction == Auction::Call { players } else { usize::MAX };
    for (index, bid) in position.bids().iter().enumerate().take(answers) {
        last[(first + index + players - seat) % players] = Some(usize::from(bid));
    }
    for bid in &last[..players] {
        decision.one_hot(*bid, 4);
    }
}

fn describe_bids(rules: &Rules, position: &Position, decision: &mut Decision) {
    debug_assert_eq!(position.phase(), Phase::Auction);
    let Some(seat) = position.current_player() else { return };
    let players = rules.players();
    decision.begin(players, AUCTION);
    decision.pay_in(1.0, MOST);
    whole_hand(rules, position.hands(rules)[seat], decision);
    last_answers(rules, position, seat, decision);
    let bids = position.bids();
    let highest = bids.iter().max().unwrap_or(0);
    decision.one_hot(Some(usize::from(highest)), 4);
    let mut legal = [0; 4];
    let mut count = 0;
    for bid in 0..4 {
        if position.is_legal(rules, bid) {
            legal[count] = bid;
            count += 1;
        }
    }
    if count == 1 {
        return decision.settle(legal[0]);
    }
    for &bid in &legal[..count] {
        decision.action(bid);
        decision.one_hot(Some(bid as usize), 4);
    }
}

/// Whether to call, to rob or to double.
fn describe_answers(rules: &Rules, position: &Position, decision: &mut Decision) {
    let Some(seat) = position.current_player() else { return };
    let players = rules.players();
    let place =
        |of: Seat| position.landlord().map(|landlord| (of + players - usize::from(landlord)) % players);
    decision.begin(players + 1, AUCTION);
    decision.pay_in(stake(rules, position) as f32, MOST);
    whole_hand(rules, position.hands(rules)[seat], decision);
    let kitty = if position.landlord().is_some() { position.kitty() } else { Cards::NONE };
    counts(kitty, usize::from(rules.deck().count(0)), decision);
    last_answers(rules, position, seat, decision);
    decision.one_hot(place(seat), players);
    for (other, doubled) in position.doubled(rules).enumerate() {
        decision.one_hot(place(other).filter(|_| doubled), players);
    }
    decision.flag(rules.options().auction == Auction::Call);
    decision.flag(rules.options().doubling);
    let asked = bidding::asked(rules, position);
    let kind = match asked {
        Move::Call => 0,
        Move::Rob => 1 + usize::from(position.bids().len() == rules.options().players),
        _ => 3 + usize::from(place(seat) != Some(0)),
    };
    for (answer, action) in iter::once(0).chain(rules.action(asked)).enumerate() {
        decision.action(action);
        decision.one_hot(Some(2 * kind + answer), 10);
    }
}
