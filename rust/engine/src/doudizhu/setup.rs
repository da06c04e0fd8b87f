//! Positions set up by hand, as texts or part by part: taken apart, checked once, and from then on relied upon.

use super::cards::{Cards, RANKS, Rank, letter, too_many};
use super::moves;
use super::play::Play;
use super::position::{Bids, FaceUp, Position, SEATS};
use super::rules::{self, AllPass, Options, Rules};
use crate::Error;
use crate::bytes::wrong;
use crate::text::{quoted, tokens, trimmed};

/// The most characters that a text may have; the longest that is written has less than half of them.
const LONGEST_TEXT: usize = 1000;

/// How often each rank is there, before anybody has looked whether that can be.
type Counts = [u32; RANKS];

/// What is to be beaten.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    /// The combination.
    pub play: Play,
    /// Who played it.
    pub seat: u8,
    /// How many have passed since.
    pub passes: u8,
}

/// The parts of a position; nothing fits together yet.
#[derive(Clone, Debug)]
pub struct Setup {
    /// How it is played.
    pub rules: Rules,
    /// Whose view it is; nobody's for a whole position.
    pub seat: Option<u8>,
    /// Who drew the first card.
    pub dealer: Option<u8>,
    /// Who bids first.
    pub first: Option<u8>,
    /// Which card was shown, and who drew it.
    pub face_up: Option<FaceUp>,
    /// All hands.
    pub hands: Option<Vec<Counts>>,
    /// The hand of the view's seat.
    pub hand: Option<Counts>,
    /// The kitty.
    pub kitty: Option<Counts>,
    /// The auction, 0 for a pass.
    pub bids: Option<Vec<u8>>,
    /// What each seat has played.
    pub played: Option<Vec<Counts>>,
    /// In how many combinations.
    pub plays: Option<Vec<u8>>,
    /// How often the payment has been doubled.
    pub doubled: Option<u8>,
    /// Who leads.
    pub lead: Option<u8>,
    /// What has been led or played since.
    pub beat: Option<Beat>,
}

impl Setup {
    /// With no part yet.
    pub const fn new(rules: Rules) -> Self {
        Self {
            rules,
            seat: None,
            dealer: None,
            first: None,
            face_up: None,
            hands: None,
            hand: None,
            kitty: None,
            bids: None,
            played: None,
            plays: None,
            doubled: None,
            lead: None,
            beat: None,
        }
    }

    fn players(&self) -> u8 {
        self.rules.options().players
    }
}

/// The position in one line, as all of it or as a seat sees it.
pub(super) fn write(rules: &Rules, position: &Position, seat: Option<u8>) -> String {
    let mut fields = vec![write_rules(rules.options())];
    fields.push(format!("dealer {}", position.dealer()));
    fields.push(format!("first {}", position.first_bidder()));
    fields.extend(position.face_up().map(write_face_up));
    if let Some(seat) = seat {
        fields.push(format!("seat {seat}"));
        fields.push(format!("hand {}", position.hands[seat as usize]));
    } else {
        fields.push(format!("hands {}", spaced(position.hands(rules))));
    }
    if seat.is_none() || position.landlord().is_some() {
        fields.push(format!("kitty {}", position.kitty()));
    }
    if rules.options().auction {
        let bids = position.bids();
        let bids = bids.iter().map(|bid| if bid == 0 { " pass".into() } else { format!(" {bid}") });
        fields.push(format!("bids{}", bids.collect::<String>()));
    }
    if position.landlord().is_some() {
        fields.push(format!("played {}", spaced(position.played(rules))));
        fields.push(format!("plays {}", spaced(position.plays(rules))));
        fields.push(format!("doubled {}", position.doublings()));
        fields.push(match position.to_beat() {
            None => format!("lead {}", position.turn()),
            Some((play, seat)) => {
                format!("beat {} by {seat} passes {}", rules.to_play_move(play), position.passes())
            }
        });
    }
    fields.join("; ")
}

fn write_rules(options: &Options) -> String {
    let plain = Options::default();
    let mut words = vec![String::from("doudizhu")];
    let mut field = |name: &str, value: String, usual: String| {
        if value != usual {
            words.push(format!("{name}={value}"));
        }
    };
    field("players", options.players.to_string(), plain.players.to_string());
    field("auction", options.auction.to_string(), plain.auction.to_string());
    field("all_pass", options.all_pass.name().into(), plain.all_pass.name().into());
    field("sequence_max", options.sequence_max.to_string(), plain.sequence_max.to_string());
    field("spring", options.spring.to_string(), plain.spring.to_string());
    field("kicker_repeat", options.kicker_repeat.to_string(), plain.kicker_repeat.to_string());
    let [both, usual] = [options, &plain].map(|options| options.kicker_both_jokers.to_string());
    field("kicker_both_jokers", both, usual);
    let [extends, usual] = [options, &plain].map(|options| options.kicker_extends_chain.to_string());
    field("kicker_extends_chain", extends, usual);
    field("quadplex", options.quadplex.to_string(), plain.quadplex.to_string());
    words.join(" ")
}

pub(super) fn write_face_up(FaceUp { rank, seat }: FaceUp) -> String {
    let rank = letter(rank);
    seat.map_or_else(|| format!("face-up {rank} in kitty"), |seat| format!("face-up {rank} by {seat}"))
}

fn spaced(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads and checks a position, and whose view it is.
pub(super) fn read(text: &str, of_view: bool) -> Result<(Rules, Position, u8), Error> {
    let setup = parse(text).map_err(wrong)?;
    let (rules, seat) = (setup.rules, setup.seat.unwrap_or(0));
    let position = if of_view { setup.check_view() } else { setup.check() }?;
    Ok((rules, position, seat))
}

fn parse(text: &str) -> Result<Setup, String> {
    let length = text.chars().count();
    if length > LONGEST_TEXT {
        return Err(format!(
            "a position's text has at most {LONGEST_TEXT} characters, this one has {length}"
        ));
    }
    let mut fields = text.split(';').map(trimmed);
    let rules = parse_rules(fields.next().unwrap_or_default())?;
    let mut setup = Setup::new(rules);
    let mut seen = Vec::new();
    for field in fields {
        let name = tokens(field).next().unwrap_or_default();
        let Some(&(_, example)) = EXAMPLES.iter().find(|&&(known, _)| known == name) else {
            return Err(format!(
                "{} is no part of a position: expected such as \"dealer 0\", \"hands 334 55 -\" or \"lead 1\"",
                quoted(field)
            ));
        };
        if seen.contains(&name) {
            return Err(format!("\"{name}\" stands twice"));
        }
        seen.push(name);
        let words: Vec<&str> = tokens(field).skip(1).collect();
        setup
            .take(name, &words)?
            .ok_or_else(|| format!("{} cannot be read: expected such as \"{example}\"", quoted(field)))?;
    }
    Ok(setup)
}

/// The fields and how each may look.
const EXAMPLES: [(&str, &str); 13] = [
    ("dealer", "dealer 0"),
    ("first", "first 1"),
    ("face-up", "face-up 7 by 1"),
    ("seat", "seat 1"),
    ("hands", "hands 334 55 -"),
    ("hand", "hand 334"),
    ("kitty", "kitty 3TR"),
    ("bids", "bids pass 1"),
    ("played", "played 334 55 -"),
    ("plays", "plays 2 1 0"),
    ("doubled", "doubled 1"),
    ("lead", "lead 1"),
    ("beat", "beat 333 4 by 1 passes 0"),
];

fn parse_rules(head: &str) -> Result<Rules, String> {
    let mut words = tokens(head);
    if words.next() != Some("doudizhu") {
        return Err(format!(
            "a Dou Dizhu position begins with \"doudizhu\", perhaps with rules such as \"players=4\", not with {}",
            quoted(head)
        ));
    }
    let mut seen = Vec::new();
    let mut options = Options::default();
    let [mut players, mut sequence_max, mut kicker_repeat] =
        [options.players, options.sequence_max, options.kicker_repeat].map(u16::from);
    let mut all_pass = options.all_pass.name();
    for word in words {
        let no_rule = || {
            format!(
                "{} is no rule of Dou Dizhu: expected such as \"players=4\" or \"spring=true\"",
                quoted(word)
            )
        };
        let (name, value) = word.split_once('=').ok_or_else(no_rule)?;
        let number = || {
            let digits = (1..=4).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit());
            value.parse().ok().filter(|_| digits).ok_or_else(no_rule)
        };
        let truth = || value.parse::<bool>().map_err(|_| no_rule());
        match name {
            "players" => players = number()?,
            "auction" => options.auction = truth()?,
            "all_pass" => all_pass = value,
            "sequence_max" => sequence_max = number()?,
            "spring" => options.spring = truth()?,
            "kicker_repeat" => kicker_repeat = number()?,
            "kicker_both_jokers" => options.kicker_both_jokers = truth()?,
            "kicker_extends_chain" => options.kicker_extends_chain = truth()?,
            "quadplex" => options.quadplex = truth()?,
            _ => return Err(no_rule()),
        }
        if seen.contains(&name) {
            return Err(format!("\"{name}\" stands twice"));
        }
        seen.push(name);
    }
    // A number too large for the options is as wrong as the largest that fits; only its message needs it whole.
    let fits = |number: u16, what: &str| u8::try_from(number).map_err(|_| format!("{what}, not {number}"));
    options.players = fits(players, rules::PLAYERS)?;
    if !matches!(options.players, 3 | 4) {
        return Err(format!("{}, not {players}", rules::PLAYERS));
    }
    options.all_pass = AllPass::named(all_pass).ok_or_else(|| rules::no_all_pass(all_pass))?;
    options.sequence_max = fits(sequence_max, rules::SEQUENCE_MAX)?;
    options.kicker_repeat = fits(kicker_repeat, rules::KICKER_REPEAT)?;
    Rules::new(options).map_err(|error| error.to_string())
}

impl Setup {
    /// Takes in what stands behind the name of a field; nothing where that cannot be read.
    fn take(&mut self, name: &str, words: &[&str]) -> Result<Option<()>, String> {
        let players = self.players();
        let one = || if let [word] = words { Some(*word) } else { None };
        Ok(match name {
            "dealer" => set(&mut self.dealer, one().and_then(|word| seat(word, players))),
            "first" => set(&mut self.first, one().and_then(|word| seat(word, players))),
            "seat" => set(&mut self.seat, one().and_then(|word| seat(word, players))),
            "lead" => set(&mut self.lead, one().and_then(|word| seat(word, players))),
            "hand" => set(&mut self.hand, one().and_then(cards)),
            "kitty" => set(&mut self.kitty, one().and_then(cards)),
            "doubled" => set(&mut self.doubled, one().and_then(number)),
            "face-up" => set(&mut self.face_up, face_up(words, players)),
            "hands" => set(&mut self.hands, each(words, players, cards)),
            "played" => set(&mut self.played, each(words, players, cards)),
            "plays" => set(&mut self.plays, each(words, players, number)),
            "bids" => set(&mut self.bids, words.iter().map(|word| bid(word)).collect()),
            _ => set(&mut self.beat, beat(&self.rules, words)?),
        })
    }
}

/// Whether there was something to put there.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> Option<()> {
    *place = value;
    place.as_ref().map(|_| ())
}

/// What stands behind `beat`.
fn beat(rules: &Rules, words: &[&str]) -> Result<Option<Beat>, String> {
    let &[ref parts @ .., "by", by, "passes", passes] = words else { return Ok(None) };
    let seat = seat(by, rules.options().players);
    let passes = Some(passes).filter(|passes| passes.len() == 1).and_then(number);
    let (Some(seat), Some(passes)) = (seat, passes) else { return Ok(None) };
    let play = moves::play(rules, &parts.join(" ")).map_err(|error| format!("to beat: {error}"))?;
    Ok(Some(Beat { play, seat, passes }))
}

/// One digit below the number of players.
pub(super) fn seat(word: &str, players: u8) -> Option<u8> {
    let &[digit @ b'0'..=b'9'] = word.as_bytes() else { return None };
    Some(digit - b'0').filter(|&seat| seat < players)
}

/// One digit or two.
fn number(word: &str) -> Option<u8> {
    let digits = (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| digits)
}

/// One word of cards.
pub(super) fn cards(word: &str) -> Option<Counts> {
    if word == "-" { Some([0; RANKS]) } else { Cards::read(word) }
}

fn bid(word: &str) -> Option<u8> {
    ["pass", "1", "2", "3"].iter().zip(0..).find_map(|(&known, bid)| (known == word).then_some(bid))
}

fn each<T>(words: &[&str], players: u8, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let all = words.iter().map(|word| read(word)).collect::<Option<Vec<T>>>();
    all.filter(|all| all.len() == usize::from(players))
}

/// What stands behind `face-up`.
pub(super) fn face_up(words: &[&str], players: u8) -> Option<FaceUp> {
    let (rank, holder) = match *words {
        [rank, "by", holder] => (rank, Some(seat(holder, players)?)),
        [rank, "in", "kitty"] => (rank, None),
        _ => return None,
    };
    let counts = Cards::read(rank).filter(|counts| counts.iter().sum::<u32>() == 1)?;
    let rank = (0..).zip(counts).find_map(|(rank, count)| (count == 1).then_some(rank))?;
    Some(FaceUp { rank, seat: holder })
}

impl Setup {
    /// Checks the parts of a whole position.
    pub fn check(self) -> Result<Position, Error> {
        self.checked(false).map_err(wrong)
    }

    /// Checks the parts of what one seat sees.
    pub(super) fn check_view(self) -> Result<Position, Error> {
        self.checked(true).map_err(wrong)
    }

    fn checked(self, of_view: bool) -> Result<Position, String> {
        self.check_shape()?;
        self.check_fields(of_view)?;
        let missing = |name: &str| format!("\"{name}\" is missing");
        let dealer = self.dealer.ok_or_else(|| missing("dealer"))?;
        let first = self.first.ok_or_else(|| missing("first"))?;
        if of_view {
            self.seat.ok_or_else(|| missing("seat"))?;
            self.hand.ok_or_else(|| missing("hand"))?;
        } else if self.hands.is_none() {
            return Err(missing("hands"));
        }
        if self.rules.options().auction && self.bids.is_none() {
            return Err(missing("bids"));
        }
        let mut position = Position::empty(dealer, first);
        position.face_up = self.face_up;
        position.bids = self.check_bids()?;
        let landlord = self.landlord(position.bids, first);
        self.check_phase(landlord, of_view)?;

        let parts = Parts::new(&self, landlord);
        parts.check_counts()?;
        let cards = |counts: &Counts| Cards::from_counts(&counts.map(|count| count as u8));
        for (seat, hand) in parts.hands.iter().enumerate() {
            position.hands[seat] = hand.as_ref().map_or(Cards::NONE, cards);
            position.played[seat] = cards(&parts.played[seat]);
        }
        parts.check_sizes()?;
        position.kitty = self.kitty.as_ref().map_or(Cards::NONE, cards);
        if let Some(landlord) = landlord {
            position.set_landlord(landlord);
            let plays = self.plays.iter().flatten();
            position.plays.iter_mut().zip(plays).for_each(|(place, &plays)| *place = plays);
            position.doublings = self.doubled.unwrap_or(0);
        }
        parts.check_kitty(&position)?;
        parts.check_face_up(&position)?;
        if let Some(landlord) = landlord {
            self.check_play(&mut position, landlord)?;
        } else {
            let over = position.bids.is_over(self.players());
            let turn = (first + position.bids.len()) % self.players();
            position.set_turn((!over).then_some(turn));
        }
        if let Some(seat) = self.seat.filter(|_| of_view) {
            check_known(&self.rules, &position, seat)?;
        }
        Ok(position)
    }

    /// What a text cannot get wrong: seats that there are, one item a seat, counts that can be added.
    fn check_shape(&self) -> Result<(), String> {
        let players = self.players();
        let seats = [self.seat, self.dealer, self.first, self.lead];
        let others = [self.face_up.and_then(|face_up| face_up.seat), self.beat.map(|beat| beat.seat)];
        if let Some(seat) = seats.into_iter().chain(others).flatten().find(|&seat| seat >= players) {
            return Err(Error::no_seat(seat, players.into()).to_string());
        }
        let lengths = [
            self.hands.as_ref().map(Vec::len),
            self.played.as_ref().map(Vec::len),
            self.plays.as_ref().map(Vec::len),
        ];
        if let Some(length) = lengths.into_iter().flatten().find(|&length| length != usize::from(players)) {
            return Err(format!("one item a seat is expected: {players}, not {length}"));
        }
        let counts = self.hands.iter().chain(&self.played).flatten().chain(&self.hand).chain(&self.kitty);
        let too_large = counts.flatten().any(|&count| count as usize > LONGEST_TEXT);
        let known = self.bids.iter().flatten().all(|&bid| bid <= 3)
            && self.face_up.is_none_or(|face_up| usize::from(face_up.rank) < RANKS)
            && self.beat.is_none_or(|beat| beat.passes < 10);
        if too_large || !known {
            return Err("there is no such number of cards, bid, rank or number of passes".into());
        }
        Ok(())
    }

    /// Fields that should not be there.
    fn check_fields(&self, of_view: bool) -> Result<(), String> {
        let unwanted = [
            ("seat", !of_view && self.seat.is_some(), "a state's text"),
            ("hands", of_view && self.hands.is_some(), "a view's text"),
            ("hand", !of_view && self.hand.is_some(), "a state's text"),
        ];
        if let Some((name, _, whose)) = unwanted.iter().find(|&&(_, there, _)| there) {
            return Err(format!("{whose} has no \"{name}\""));
        }
        if self.bids.is_some() && !self.rules.options().auction {
            return Err("these rules have no auction: no \"bids\"".into());
        }
        Ok(())
    }

    fn check_bids(&self) -> Result<Bids, String> {
        let mut bids = Bids::default();
        for (place, &bid) in self.bids.iter().flatten().enumerate() {
            if bids.is_over(self.players()) || bid > 0 && bid <= bids.highest() {
                return Err(format!("bid {place} of the auction cannot be [DD-07, DD-08]"));
            }
            bids.push(bid);
        }
        let redeal = self.rules.options().all_pass == AllPass::Redeal;
        if redeal && bids.is_over(self.players()) && bids.highest() == 0 {
            return Err("after these bids the cards are dealt anew [DD-09]".into());
        }
        Ok(bids)
    }

    fn landlord(&self, bids: Bids, first: u8) -> Option<u8> {
        if !self.rules.options().auction {
            return Some(first);
        }
        let found = bids.highest() > 0 && bids.is_over(self.players());
        found.then(|| bids.bidder(first, self.players()))
    }

    /// Which fields are there once there is a landlord, and not before.
    fn check_phase(&self, landlord: Option<u8>, of_view: bool) -> Result<(), String> {
        let fields = [
            ("kitty", self.kitty.is_some()),
            ("played", self.played.is_some()),
            ("plays", self.plays.is_some()),
            ("doubled", self.doubled.is_some()),
            ("lead", self.lead.is_some()),
            ("beat", self.beat.is_some()),
        ];
        if landlord.is_none() {
            let early = fields.iter().skip(usize::from(!of_view)).find(|&&(_, there)| there);
            if let Some((name, _)) = early {
                return Err(format!("\"{name}\" stands there, but there is no landlord yet"));
            }
            if !of_view && self.kitty.is_none() {
                return Err("\"kitty\" is missing".into());
            }
            return Ok(());
        }
        if let Some((name, _)) = fields[..4].iter().find(|&&(_, there)| !there) {
            return Err(format!("\"{name}\" is missing"));
        }
        match (self.lead, &self.beat) {
            (Some(_), Some(_)) => Err("\"lead\" and \"beat\" exclude each other".into()),
            (None, None) => Err("neither \"lead\" nor \"beat\" stands there".into()),
            _ => Ok(()),
        }
    }

    /// Who has played what, and whose turn it is.
    fn check_play(&self, position: &mut Position, landlord: u8) -> Result<(), String> {
        let rules = &self.rules;
        let seats = 0..self.players();
        for seat in seats.clone() {
            let (cards, plays) = (position.played[seat as usize].total(), position.plays[seat as usize]);
            if u32::from(plays) > cards || (plays == 0) != (cards == 0) {
                return Err(format!("seat {seat} cannot have played {cards} cards in {plays} combinations"));
            }
        }
        let nothing_played = position.plays == [0; SEATS];
        let leads_first =
            if nothing_played { self.lead == Some(landlord) } else { position.plays[landlord as usize] > 0 };
        if !leads_first {
            return Err("the landlord leads the first trick [DD-10]".into());
        }
        let most = most_doublings(rules, position);
        if position.doublings > most {
            return Err(format!("no more than {most} bombs and rockets can have been played"));
        }
        if let Some(lead) = self.lead {
            if !nothing_played && position.plays[lead as usize] == 0 {
                return Err(format!("seat {lead} leads, but has not played yet"));
            }
            position.set_turn(Some(lead));
        }
        if let Some(Beat { play, seat, passes }) = self.beat {
            if !position.played[seat as usize].contains(play.cards) {
                return Err(format!(
                    "what is to be beaten is not among the cards that seat {seat} has played"
                ));
            }
            if passes + 1 >= self.players() {
                return Err(format!("after {passes} passes the trick is over [DD-12]"));
            }
            position.to_beat = Some(play);
            position.to_beat_seat = seat;
            position.passes = passes;
            position.set_turn(Some((seat + 1 + passes) % self.players()));
        }
        let mut done = seats.filter(|&seat| position.left(rules, seat) == 0);
        if let Some(one) = done.next() {
            if let Some(other) = done.next() {
                return Err(format!("seats {one} and {other} have no cards left [DD-13]"));
            }
            if !self.beat.is_some_and(|beat| beat.seat == one && beat.passes == 0) {
                return Err(format!(
                    "seat {one} has no cards left: the round ends with its last play, with no passes since [DD-13]"
                ));
            }
            position.set_turn(None);
        }
        Ok(())
    }
}

/// The most bombs and rockets that double the payment and can be among what has been played.
fn most_doublings(rules: &Rules, position: &Position) -> u8 {
    let of_seat = |cards: &Cards| {
        let bombs = cards.counts().iter().filter(|&&count| count >= rules.doubling_bomb()).count();
        bombs as u8 + u8::from(cards.contains(rules.jokers()))
    };
    position.played(rules).iter().map(of_seat).sum()
}

/// Whether the others have room for the cards that they are known to hold.
pub(super) fn check_known(rules: &Rules, position: &Position, seat: u8) -> Result<(), String> {
    let others = (0..rules.options().players).filter(|&other| other != seat);
    for other in others {
        if position.known(other).total() > position.left(rules, other) {
            return Err(format!("seat {other} has fewer cards left than it is known to hold"));
        }
    }
    Ok(())
}

/// The cards of a setup, by where they are.
struct Parts<'a> {
    rules: &'a Rules,
    landlord: Option<u8>,
    /// `None` where they are not seen.
    hands: Vec<Option<Counts>>,
    played: Vec<Counts>,
    kitty: Option<Counts>,
    face_up: Option<FaceUp>,
}

impl<'a> Parts<'a> {
    fn new(setup: &'a Setup, landlord: Option<u8>) -> Self {
        let players = usize::from(setup.players());
        let hands = match &setup.hands {
            Some(hands) => hands.iter().copied().map(Some).collect(),
            None => (0..players).map(|seat| setup.hand.filter(|_| Some(seat as u8) == setup.seat)).collect(),
        };
        let played = setup.played.clone().unwrap_or_else(|| vec![[0; RANKS]; players]);
        Self { rules: &setup.rules, landlord, hands, played, kitty: setup.kitty, face_up: setup.face_up }
    }

    /// No rank may be there more often than in the deck.
    fn check_counts(&self) -> Result<(), String> {
        let mut sum = [0; RANKS];
        let mut add = |counts: &Counts| sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        self.hands.iter().flatten().for_each(&mut add);
        self.played.iter().for_each(&mut add);
        let state = self.hands.iter().all(Option::is_some);
        if state {
            self.kitty.iter().filter(|_| self.landlord.is_none()).for_each(&mut add);
        } else {
            for (seat, played) in self.played.iter().enumerate() {
                if self.hands[seat].is_none() {
                    add(&self.known(seat as u8, played));
                }
            }
            if let Some(FaceUp { rank, seat: None }) = self.face_up
                && self.landlord.is_none()
            {
                add(&one(rank));
            }
        }
        check_deck(self.rules, &sum)
    }

    /// As [`Position::known`].
    fn known(&self, seat: u8, played: &Counts) -> Counts {
        let mut shown = self.kitty.filter(|_| self.landlord == Some(seat)).unwrap_or([0; RANKS]);
        if let Some(FaceUp { rank, seat: Some(holder) }) = self.face_up
            && holder == seat
        {
            shown[rank as usize] += 1;
        }
        std::array::from_fn(|rank| shown[rank].saturating_sub(played[rank]))
    }

    fn check_sizes(&self) -> Result<(), String> {
        let rules = self.rules;
        let total = |counts: &Counts| counts.iter().sum::<u32>();
        if let Some(kitty) = &self.kitty {
            check_kitty_size(rules, total(kitty))?;
        }
        let Some(landlord) = self.landlord else {
            for (seat, hand) in self.hands.iter().enumerate() {
                if let Some(cards) = hand.as_ref().map(total).filter(|&cards| cards != rules.hand_size()) {
                    return Err(format!("seat {seat} has {cards} cards, not {} [DD-05]", rules.hand_size()));
                }
            }
            return Ok(());
        };
        let had: Vec<(u32, bool)> = self
            .hands
            .iter()
            .zip(&self.played)
            .map(|(hand, played)| (total(played) + hand.as_ref().map_or(0, total), hand.is_some()))
            .collect();
        if had.iter().all(|&(_, seen)| seen) {
            let mut most = (0..had.len()).filter(|&seat| had[seat].0 == rules.most_cards());
            if let (Some(one), Some(other)) = (most.next(), most.next()) {
                return Err(format!(
                    "two landlords: seats {one} and {other} have had {} cards [DD-02]",
                    rules.most_cards()
                ));
            }
        }
        for (seat, (had, seen)) in had.into_iter().enumerate() {
            let most = if seat == usize::from(landlord) { rules.most_cards() } else { rules.hand_size() };
            if had > most || seen && had < most {
                return Err(format!("seat {seat} has had {had} cards, not {most} [DD-10]"));
            }
        }
        Ok(())
    }

    fn check_kitty(&self, position: &Position) -> Result<(), String> {
        let Some(landlord) = self.landlord else { return Ok(()) };
        let seen = self.hands[usize::from(landlord)].is_some();
        if seen && !had(position, landlord).contains(position.kitty) {
            return Err(format!("the kitty is not among the cards of seat {landlord} [DD-10]"));
        }
        Ok(())
    }

    fn check_face_up(&self, position: &Position) -> Result<(), String> {
        let Some(FaceUp { rank, seat }) = self.face_up else { return Ok(()) };
        let card = Cards::of(rank, 1);
        match seat {
            Some(seat) if seat != position.first => {
                Err("who drew the face-up card bids first [DD-06]".into())
            }
            None if position.dealer != position.first => {
                Err("with the face-up card in the kitty the dealer bids first [DD-06]".into())
            }
            Some(seat) if self.hands[usize::from(seat)].is_some() => {
                let kitty = if self.landlord == Some(seat) { position.kitty } else { Cards::NONE };
                check_face_up_held(had(position, seat) - kitty, card, seat)
            }
            None if self.kitty.is_some() => check_face_up_in_kitty(position.kitty, card),
            _ => Ok(()),
        }
    }
}

pub(super) fn check_face_up_held(cards: Cards, card: Cards, seat: u8) -> Result<(), String> {
    if cards.contains(card) {
        return Ok(());
    }
    Err(format!("the face-up card is not among the cards of seat {seat}"))
}

pub(super) fn check_face_up_in_kitty(kitty: Cards, card: Cards) -> Result<(), String> {
    if kitty.contains(card) { Ok(()) } else { Err("the face-up card is not in the kitty".into()) }
}

pub(super) fn check_kitty_size(rules: &Rules, cards: u32) -> Result<(), String> {
    let size = rules.kitty_size();
    if cards == size { Ok(()) } else { Err(format!("the kitty has {cards} cards, not {size} [DD-05]")) }
}

/// The lowest rank of which there are too many.
pub(super) fn check_deck(rules: &Rules, counts: &Counts) -> Result<(), String> {
    let deck = rules.deck();
    let wrong = (0..RANKS as Rank).find(|&rank| counts[rank as usize] > deck.count(rank).into());
    wrong.map_or(Ok(()), |rank| Err(too_many(counts[rank as usize], rank, deck)))
}

pub(super) fn one(rank: Rank) -> Counts {
    std::array::from_fn(|other| u32::from(other == usize::from(rank)))
}

/// All cards that a seat has ever held, for a hand that is seen.
fn had(position: &Position, seat: u8) -> Cards {
    position.hands[seat as usize] + position.played[seat as usize]
}

/// A position in the middle of play, as far as somebody cares to describe it.
#[derive(Clone, Debug)]
pub struct InPlay {
    /// All hands.
    pub hands: Vec<Cards>,
    /// Who plays alone. The landlord also dealt and bid first.
    pub landlord: u8,
    /// What the landlord bid.
    pub bid: u8,
    /// Who leads, where nothing is to be beaten.
    pub lead: Option<u8>,
    /// What is to be beaten.
    pub beat: Option<Beat>,
    /// What each seat has played; else all cards that are in no hand, as [`Setup`] needs them.
    pub played: Option<Vec<Cards>>,
    /// In how many combinations; else one for each card, but for what is to be beaten.
    pub plays: Option<Vec<u8>>,
    /// The kitty; else some of what the landlord has played, or holds.
    pub kitty: Option<Cards>,
    /// How often the payment has been doubled.
    pub doublings: u8,
}

impl InPlay {
    /// Fills in what was left out.
    pub fn set_up(self, rules: Rules) -> Result<Setup, Error> {
        let Self { hands, landlord, bid, lead, beat, played, plays, kitty, doublings } = self;
        let auction = rules.options().auction;
        let players = rules.options().players;
        let seats = [Some(landlord), lead, beat.map(|beat| beat.seat)];
        if let Some(seat) = seats.into_iter().flatten().find(|&seat| seat >= players) {
            return Err(Error::no_seat(seat, players.into()));
        }
        let lengths = [Some(hands.len()), played.as_ref().map(Vec::len)];
        if let Some(length) = lengths.into_iter().flatten().find(|&length| length != usize::from(players)) {
            return Err(wrong(format!("one item a seat is expected: {players}, not {length}")));
        }
        if !auction && bid != 1 {
            return Err(wrong("without auction the bid is 1"));
        }
        let played = played.unwrap_or_else(|| elsewhere(&rules, &hands, landlord, beat));
        let plays = plays.unwrap_or_else(|| {
            let in_one = |seat, cards: &Cards| {
                let beat = beat.filter(|beat| beat.seat == seat && cards.contains(beat.play.cards));
                beat.map_or(0, |beat| beat.play.cards.total() - 1)
            };
            let plays = |(seat, cards): (u8, &Cards)| (cards.total() - in_one(seat, cards)) as u8;
            (0..).zip(&played).map(plays).collect()
        });
        let kitty = kitty.unwrap_or_else(|| {
            let had = played[usize::from(landlord)].ranks().chain(hands[usize::from(landlord)].ranks());
            had.take(rules.kitty_size() as usize).fold(Cards::NONE, |sum, rank| sum + Cards::of(rank, 1))
        });
        let passes = if bid == 3 { 0 } else { players - 1 };
        let bids = std::iter::once(bid).chain(std::iter::repeat_n(0, passes.into()));
        let counts = |cards: &Cards| cards.counts().map(u32::from);
        Ok(Setup {
            dealer: Some(landlord),
            first: Some(landlord),
            hands: Some(hands.iter().map(counts).collect()),
            kitty: Some(counts(&kitty)),
            bids: auction.then(|| bids.collect()),
            played: Some(played.iter().map(counts).collect()),
            plays: Some(plays),
            doubled: Some(doublings),
            lead: if beat.is_none() { lead.or(Some(landlord)) } else { lead },
            beat,
            ..Setup::new(rules)
        })
    }
}

/// The cards that are in no hand, as if the seats had played them.
fn elsewhere(rules: &Rules, hands: &[Cards], landlord: u8, beat: Option<Beat>) -> Vec<Cards> {
    let mut left = hands.iter().fold(rules.deck(), |left, &hand| left.without(hand));
    let mut played = vec![Cards::NONE; hands.len()];
    if let Some(Beat { play, seat, .. }) = beat {
        // Where not all of them are there, that is found out later.
        let there = play.cards.without(play.cards.without(left));
        played[usize::from(seat)] = there;
        left = left - there;
    }
    let mut left = left.ranks();
    for (seat, (hand, played)) in hands.iter().zip(&mut played).enumerate() {
        let given = if seat == usize::from(landlord) { rules.most_cards() } else { rules.hand_size() };
        let more = given.saturating_sub(hand.total() + played.total()) as usize;
        *played = left.by_ref().take(more).fold(*played, |sum, rank| sum + Cards::of(rank, 1));
    }
    played
}

impl Position {
    /// A round at the beginning of the auction (without one, of the play) with these cards. The dealer is the first
    /// bidder where none is given.
    pub fn from_deal(
        rules: Rules,
        hands: &[Cards],
        kitty: Cards,
        first: u8,
        dealer: Option<u8>,
    ) -> Result<Self, Error> {
        let counts = |cards: &Cards| cards.counts().map(u32::from);
        // Without an auction, too, this is checked as it is before the landlord takes the kitty.
        let setup = Setup {
            dealer: dealer.or(Some(first)),
            first: Some(first),
            hands: Some(hands.iter().map(counts).collect()),
            kitty: Some(counts(&kitty)),
            bids: Some(Vec::new()),
            ..Setup::new(rules.with_auction())
        };
        let mut position = setup.check()?;
        if !rules.options().auction {
            position.become_landlord(first);
        }
        Ok(position)
    }
}
