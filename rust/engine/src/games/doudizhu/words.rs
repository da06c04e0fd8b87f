//! What is said about a round.

use std::iter::repeat_n;

use super::cards::{Cards, Rank, letter};
use super::moves::Move;
use super::play::Play;
use super::position::{FaceUp, Phase};
use super::rules::{Auction, Rules};
use super::{DouDizhu, Event, View};
use crate::error::Error;
use crate::game::Rules as _;
use crate::ids::Seat;
use crate::narration::{EventValues, Narrated, Narrator};
use crate::words::Values;

type Words = Narrator<DouDizhu>;

/// Returns cards as people read them, with a space between ranks: `33 10 J`.
fn ranks(cards: &str) -> String {
    let mut out = String::new();
    let mut before = None;
    for rank in cards.chars() {
        if before.is_some() && (before != Some(rank) || rank == 'T') {
            out.push(' ');
        }
        match rank {
            'T' => out.push_str("10"),
            other => out.push(other),
        }
        before = Some(rank);
    }
    out
}

fn shown(cards: Cards) -> String {
    ranks(&cards.ranks().map(letter).collect::<String>())
}

fn rank_of(rank: Rank) -> String {
    ranks(&letter(rank).to_string())
}

fn role(view: &View, seat: Seat) -> &'static str {
    match view.position().landlord() {
        None => "none",
        Some(landlord) if Seat::from(landlord) == seat => "landlord",
        Some(_) => "peasant",
    }
}

/// What each peasant would pay or get, also as a multiple of the bid: one number, or each with a name.
fn stakes(words: &Words, view: &View) -> Option<Values> {
    let (stakes, bid) = (view.position().stakes(view.rules())?, view.position().bid(view.rules())?);
    let landlord = view.position().landlord()?;
    let peasants = (0..view.rules().players()).filter(|&seat| seat != Seat::from(landlord));
    let amounts: Vec<(Seat, i32)> = peasants.map(|seat| (seat, stakes[seat])).collect();
    let same = amounts.iter().all(|(_, amount)| *amount == amounts[0].1);
    let listed = |of: &dyn Fn(i32) -> i32| {
        if same {
            return amounts.first().map_or_else(String::new, |&(_, amount)| of(amount).to_string());
        }
        let each = amounts.iter().map(|&(seat, amount)| format!("{} {}", words.name(seat), of(amount)));
        each.collect::<Vec<_>>().join(&words.say("lists.comma", &Values::default()))
    };
    let times = |amount| amount / i32::from(bid.max(1));
    Some(
        Values::default()
            .with("bid", bid)
            .with("stake", listed(&|amount| amount))
            .with("times", listed(&times)),
    )
}

/// The phase; of an auction of calls, after the first call, "robbing".
fn asked(view: &View) -> &'static str {
    let (position, rules) = (view.position(), view.rules());
    let calls = position.phase() == Phase::Auction && rules.options().auction == Auction::Call;
    if calls && position.bid(rules).is_some() { "robbing" } else { position.phase().name() }
}

/// The cards of a combination, with what is attached: `333 + 5`.
fn cards_of(play: &Play) -> String {
    let (main, attached) = (shown(play.main()), play.attached());
    if attached.is_empty() { main } else { format!("{main} + {}", shown(attached)) }
}

impl Narrated for DouDizhu {
    fn kind(chosen: Move) -> &'static str {
        chosen.kind()
    }

    fn move_event(chosen: Move) -> &'static str {
        chosen.play().map_or(chosen.kind(), |_| "play")
    }

    fn move_values(chosen: Move) -> Values {
        let play = chosen.play();
        let bid = if let Move::Bid(bid) = chosen { Some(bid) } else { None };
        let rank = play.map_or_else(String::new, |play| rank_of(play.rank()));
        let values = Values::default().with("kind", chosen.kind()).none("phase").maybe("bid", bid);
        values.with("rank", rank).with("cards", play.map_or_else(|| "-".into(), cards_of))
    }

    fn event_values(rules: &Rules, event: &Event) -> Result<EventValues<Self>, Error> {
        Ok(match event {
            Event::Dealer(seat) | Event::First(seat) => (Some((*seat).into()), Values::default(), None),
            Event::FaceUp(FaceUp { rank, seat }) => (
                seat.map(Seat::from),
                Values::default().with("card", rank_of(*rank)).maybe("by", *seat),
                None,
            ),
            Event::Hand(counts) | Event::Kitty(counts) | Event::Shown(counts) => {
                let of_rank = |(rank, &count): (Rank, &u32)| repeat_n(letter(rank), count as usize);
                let cards: String = (0..).zip(counts).flat_map(of_rank).collect();
                (None, Values::default().with("cards", ranks(&cards)), None)
            }
            Event::Move(seat, told) => {
                let values = Values::default().with("forced", false).none("hand");
                (Some((*seat).into()), values, Some(told.read(rules)?))
            }
        })
    }

    fn values(words: &Words, view: &View, chosen: Move) -> Values {
        let values = Self::move_values(chosen).with("phase", asked(view));
        let named = words.say(&format!("moves.{}", chosen.kind()), &values);
        values.with("move", named)
    }

    fn tell(words: &Words, before: &View, chosen: Move, after: &View, seat: Seat) -> Vec<String> {
        let is_own = words.own() == Some(seat);
        let is_pass = chosen == Move::Pass;
        let forced = is_pass && is_own && before.legal().len() == 1;
        let hand = (chosen == Move::Show).then(|| shown(after.position().hands(after.rules())[seat]));
        let more = Values::default().with("forced", forced).maybe("hand", hand);
        let mut said = vec![words.say_move(before, chosen, seat, more)];
        let (was, is) = (before.position(), after.position());
        let left = is.left(after.rules(), seat as u8);
        if chosen.play().is_some() && matches!(left, 1 | 2) && !is_own {
            said.push(
                words.say("events.left", &Values::default().with("who", words.name(seat)).with("n", left)),
            );
        }
        if let (None, Some(landlord)) = (was.landlord(), is.landlord()) {
            let values = Values::default().with("kitty", shown(is.kitty()));
            said.push(words.say_of("events.landlord", landlord.into(), values));
        } else if was.phase() == Phase::Auction
            && is.phase() == Phase::Auction
            && is.bids().len() < was.bids().len()
        {
            let auction = before.rules().options().auction.name().unwrap_or("false");
            said.push(words.say("events.redeal", &Values::default().with("auction", auction)));
        } else if is_pass && was.to_beat().is_some() && is.to_beat().is_none() {
            let leads = after.current_player();
            said.extend(leads.map(|seat| words.say_of("events.trick", seat, Values::default())));
        }
        said
    }

    fn label(words: &Words, view: &View, chosen: Move) -> String {
        chosen.play().map_or_else(|| Self::spoken(words, view, chosen), cards_of)
    }

    fn short(words: &Words, view: &View, chosen: Move) -> String {
        words.say("bubbles", &Self::values(words, view, chosen))
    }

    fn table(words: &Words, view: &View) -> Vec<String> {
        let player = |seat| {
            let values = Values::default().with("who", words.name(seat)).with("role", role(view, seat));
            words.say("table.player", &values.with("n", view.position().left(view.rules(), seat as u8)))
        };
        words.others().map(player).collect()
    }

    fn middle(words: &Words, view: &View) -> Vec<String> {
        let position = view.position();
        let Some(stakes) = stakes(words, view) else {
            let line = |face_up: FaceUp| {
                words.say("table.shown", &Values::default().with("card", rank_of(face_up.rank)))
            };
            return position.face_up().map(line).into_iter().collect();
        };
        let kitty = Values::default().with("cards", shown(position.kitty()));
        vec![words.say("table.stake", &stakes), words.say("table.kitty", &kitty)]
    }

    fn hand(words: &Words, view: &View) -> Option<String> {
        Some(words.say("table.hand", &Values::default().with("cards", shown(view.hand()))))
    }

    fn task(words: &Words, view: &View) -> String {
        let position = view.position();
        if position.phase() != Phase::Play {
            let bids = position.phase() == Phase::Auction && view.rules().options().auction == Auction::Bid;
            let key = if bids { "bid" } else { asked(view) };
            return words.say(&format!("tasks.{key}"), &Values::default());
        }
        let Some((play, by)) = position.to_beat() else { return words.say("tasks.lead", &Values::default()) };
        let landlord = position.landlord().map(Seat::from);
        let partner = landlord != Some(by.into()) && landlord != words.own();
        let values = Self::values(words, view, view.rules().to_play_move(play));
        words.say("tasks.beat", &values.with("partner", partner).with("who", words.name(by.into())))
    }

    fn ending(words: &Words, view: &View) -> Vec<String> {
        let (position, rules) = (view.position(), view.rules());
        let out = (0..rules.players()).find(|&seat| position.left(rules, seat as u8) == 0);
        let auction = rules.options().auction;
        let (Some(out), Some(stakes)) = (out, stakes(words, view)) else {
            let auction = auction.name().unwrap_or("false");
            return vec![words.say("results.void", &Values::default().with("auction", auction))];
        };
        let limited = rules.options().max_doublings.is_some();
        let more = auction == Auction::Call || position.doubled(rules).any(|doubled| doubled);
        let more = more || position.shown() || limited;
        let values = stakes
            .with("side", role(view, out))
            .with("settled", if more { "stake" } else { "bid" })
            .with("n", position.doublings());
        vec![words.say_of("results.out", out, values)]
    }

    fn readable(_: &Words, word: &str) -> Option<String> {
        let is_rank = |letter| "3456789TJQKA2BR".contains(letter);
        (word.contains('T') && word.chars().all(is_rank)).then(|| ranks(word))
    }
}
