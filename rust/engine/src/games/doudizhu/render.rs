//! A round drawn for a terminal.

use super::cards::letter;
use super::position::{FaceUp, Phase, Position};
use super::rules::{Auction, Options, Rules};
use crate::game::Rules as _;
use crate::text::{count, joined};

/// Draws the position, in full or as a seat sees it.
pub(super) fn render(rules: &Rules, position: &Position, seen_by: Option<u8>) -> String {
    let mut lines =
        vec![format!("Dou Dizhu, {} players: {}", rules.options().players, headline(rules, position))];
    for seat in 0..rules.options().players {
        let shown = position.shown() && position.landlord() == Some(seat);
        let role = match position.landlord() {
            Some(_) if shown => " (landlord, shown)",
            Some(landlord) if landlord == seat => " (landlord)",
            _ => "",
        };
        let hand = if shown || seen_by.is_none_or(|own| own == seat) {
            position.hands[seat as usize].to_string()
        } else {
            count(position.left(rules, seat) as usize, "card")
        };
        let played = position.landlord().map(|_| format!(" | played {}", position.played[seat as usize]));
        lines.push(format!("seat {seat}{role}: {hand}{}", played.unwrap_or_default()));
    }
    let kitty_is_hidden = seen_by.is_some() && position.landlord().is_none();
    lines.push(if kitty_is_hidden {
        format!("kitty: {}", count(rules.kitty_size() as usize, "card"))
    } else {
        format!("kitty: {}", position.kitty())
    });
    lines.extend(position.face_up().map(|FaceUp { rank, seat }| {
        let rank = letter(rank);
        seat.map_or_else(
            || format!("face-up: {rank}, in the kitty"),
            |seat| format!("face-up: {rank}, drawn by seat {seat}"),
        )
    }));
    if rules.has_auction() {
        lines.push(format!("auction: {}", auction(rules, position)));
    }
    let Options { auction, doubling, open_hand, max_doublings, .. } = *rules.options();
    if doubling && position.landlord().is_some() {
        let doubled = (0..).zip(position.doubled(rules)).filter(|&(_, doubled)| doubled);
        let seats: Vec<String> = doubled.map(|(seat, _): (u8, bool)| format!("seat {seat}")).collect();
        lines.push(format!("doubled: {}", if seats.is_empty() { "-".into() } else { seats.join(", ") }));
    }
    if auction == Auction::Call || doubling || open_hand || max_doublings.is_some() {
        let stakes = position.stakes(rules);
        lines.extend(stakes.map(|stakes| format!("stakes: {}", joined(&stakes[..rules.players()]))));
    } else if let (Some(_), Some(bid)) = (position.landlord(), position.bid(rules)) {
        let doublings = position.doublings();
        let stake = u32::from(bid) << doublings;
        lines.push(format!("stake: {stake} (bid {bid}, doubled {doublings} times)"));
    }
    lines.join("\n")
}

fn headline(rules: &Rules, position: &Position) -> String {
    let turn = position.turn();
    match (position.phase(), position.to_beat()) {
        (Phase::Auction, _) if rules.options().auction == Auction::Call => {
            format!("seat {turn} to {}", if position.bids().highest() == 0 { "call" } else { "rob" })
        }
        (Phase::Doubling, _) => format!("seat {turn} to double or pass"),
        (Phase::Showing, _) => format!("seat {turn} to show or pass"),
        (Phase::Auction, _) => position.bid(rules).map_or_else(
            || format!("seat {turn} to bid, no bid yet"),
            |bid| format!("seat {turn} to bid above {bid}"),
        ),
        (Phase::Play, None) => format!("seat {turn} leads"),
        (Phase::Play, Some((play, seat))) => {
            format!("seat {turn} to beat {} of seat {seat}", rules.to_play_move(play))
        }
        (Phase::Over, Some((_, seat))) if Some(seat) == position.landlord() => {
            format!("seat {seat} has won, the landlord")
        }
        (Phase::Over, Some((_, seat))) => format!("seat {seat} has won against the landlord"),
        (Phase::Over, None) => "everybody passed".into(),
    }
}

fn auction(rules: &Rules, position: &Position) -> String {
    if position.bids().is_empty() {
        return "-".into();
    }
    let bids = position.bids();
    let answer = |(index, bid): (u8, u8)| {
        let answer = match (bid, rules.options().auction) {
            (0, _) => "pass".into(),
            (1, Auction::Call) => "call".into(),
            (_, Auction::Call) => "rob".into(),
            (bid, _) => format!("bid {bid}"),
        };
        format!("{} {answer}", bids.seat(index, rules, position.first_bidder()))
    };
    (0..).zip(bids.iter()).map(answer).collect::<Vec<String>>().join(", ")
}
