//! What one seat knows: its hand, all that is public, and what that proves of the other hands (MT-30).

use super::clues::Clues;
use super::hand::{Hand, listed};
use super::moves::Move;
use super::numbers::Number;
use super::position::Position;
use super::rules::{Rules, SEATS};
use super::tile::Tile;
use super::{MexicanTrain, deals, draw, moves, read, texts};
use crate::fields::seat;
use crate::game::{Memory as _, Position as _, Rules as _};
use crate::text::{quoted, tokens};
use crate::{Action, Chance, Error, Refusal, Round, Seat, State, Stream};

/// What one seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    rules: Rules,
    seat: u8,
    /// Without the hands of others (but at the end) and the boneyard.
    position: Position,
    clues: Clues,
}

impl View {
    /// What is seen: the hands of others are empty in it before the end, and the boneyard has no tiles.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What passes and draws have proved.
    pub const fn clues(&self) -> &Clues {
        &self.clues
    }

    /// The own hand.
    pub const fn hand(&self) -> &Hand {
        self.position.hand(self.seat)
    }

    /// The tiles that are neither on the table nor in a hand that is seen.
    pub fn unseen(&self) -> Hand {
        self.position.unseen(self.rules).collect()
    }

    /// Whether a seat's hand is seen.
    pub const fn sees(&self, seat: u8) -> bool {
        seat == self.seat || self.position.is_over()
    }

    fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let seat = self.seat;
        (0..self.rules.seats()).filter(move |&other| other != seat)
    }

    /// The unseen tiles as the hands of the others and the boneyard, at random.
    fn deal(&self, chance: &mut Stream) -> Option<Position> {
        let (rules, mut position) = (self.rules, self.position);
        let mut deals = deals::unseen_by(rules, &self.clues, &position, self.seat);
        if position.is_over() || deals.is_free() {
            let mut rest: Vec<Tile> = position.unseen(rules).collect();
            chance.shuffle(&mut rest);
            let mut rest = rest.as_slice();
            for other in self.others().filter(|&other| !self.sees(other)) {
                let hand = rest.split_off(..position.size(other).into())?;
                position.fill_hand(other, hand.iter().copied());
            }
            position.fill_boneyard(rest);
        } else {
            let deal = deals.draw(chance)?;
            for other in self.others() {
                position.fill_hand(other, deal.hand(other));
            }
            let boneyard: Vec<Tile> = deal.boneyard().collect();
            position.fill_boneyard(&boneyard);
        }
        Some(position)
    }
}

impl Round for View {
    type Rules = Rules;

    fn current_player(&self) -> Option<Seat> {
        self.position.current_player()
    }

    fn legal(&self, rules: &Rules, actions: &mut Vec<Action>) {
        if self.position.turn() == self.seat {
            self.position.legal(rules, actions);
        }
    }

    fn is_legal(&self, rules: &Rules, action: Action) -> bool {
        self.position.turn() == self.seat && self.position.is_legal(rules, action)
    }

    fn payoffs(&self, rules: &Rules, payoffs: &mut [i32]) {
        self.position.payoffs(rules, payoffs);
    }

    fn scores(&self, rules: &Rules, scores: &mut [i32]) {
        self.position.scores(rules, scores);
    }

    fn draw(&self, rules: &Rules) -> String {
        draw::draw(*rules, &self.position, Some(self.seat))
    }
}

impl crate::View<MexicanTrain> for View {
    type Witness = Witness;

    fn of(state: &State<MexicanTrain>, seat: Seat) -> Self {
        let (rules, mut position, seat) = (*state.rules(), *state.position(), seat as u8);
        position.hide_from(rules, seat);
        Self { rules, seat, position, clues: state.memory() }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seat(&self) -> Seat {
        self.seat.into()
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn memory(&self) -> &Clues {
        &self.clues
    }

    fn sample(&self, mut chance: Stream) -> Result<State<MexicanTrain>, Error> {
        // Every view has been checked: there is a deal.
        let position = self.deal(&mut chance).ok_or_else(|| Error::InvalidState(deals::NO_DEAL.into()))?;
        Ok(State::remembered(self.rules, position, self.clues.clone(), chance))
    }

    fn to_text(&self) -> String {
        texts::write(self.rules, &self.position, &self.clues, Some(self.seat))
    }

    fn from_text(text: &str) -> Result<Self, Error> {
        let (rules, seat, position, clues) = texts::read_view(text)?;
        Ok(Self { rules, seat, position, clues })
    }

    fn deal_events(_: &Rules, dealt: &Position, seat: Seat, events: &mut Vec<String>) {
        events.push(format!("start {}", dealt.turn()));
        events.push(format!("hand {}", dealt.hand(seat as u8)));
    }

    fn action_events(
        rules: &Rules,
        before: &Position,
        action: Action,
        after: &Position,
        seat: Seat,
        events: &mut Vec<String>,
    ) {
        let (turn, seat) = (before.turn(), seat as u8);
        match rules.to_move(action) {
            Some(Move::Draw) if turn == seat => {
                events.push(format!("{turn} draw {}", listed(before.boneyard().take(1))));
            }
            Some(chosen) => events.push(format!("{turn} {chosen}")),
            None => {}
        }
        if matches!(rules.to_move(action), Some(Move::Play { .. })) && after.size(turn) == 1 {
            events.push(format!("{turn} one tile left")); // MT-15
        }
        if after.is_over() {
            let others = (0..rules.seats()).filter(|&other| other != seat);
            events.extend(others.map(|other| format!("{other} holds {}", after.hand(other))));
        }
    }
}

/// What has to be told next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    Hand,
    Move,
    Announcement(u8),
    Shown(u8),
    Nothing,
}

/// Somebody who is told what happened.
#[derive(Clone, Debug)]
pub struct Witness {
    view: View,
    stage: Stage,
}

/// An event, taken apart. Tiles are pairs of numbers of which nobody knows yet whether they are in the set.
enum Told {
    Start(u8),
    Hand(Vec<(Number, Number)>),
    Drawn(u8, (Number, Number)),
    Move(u8, String),
    OneLeft(u8),
    Shown(u8, Vec<(Number, Number)>),
}

impl crate::Witness for Witness {
    type Rules = Rules;
    type View = View;

    fn new(rules: &Rules, seat: Seat) -> Self {
        let mut sizes = [0; SEATS];
        sizes[..rules.players()].fill(rules.hand_size());
        let position = Position::empty(*rules, sizes, rules.first_boneyard());
        let view = View { rules: *rules, seat: seat as u8, position, clues: Clues::default() };
        Self { view, stage: Stage::Start }
    }

    fn resume(view: View) -> Self {
        let stage = if view.position.is_over() { Stage::Nothing } else { Stage::Move };
        Self { view, stage }
    }

    fn see(&mut self, event: &str) -> Result<Option<(Seat, Action)>, String> {
        let told = self.read(event).ok_or_else(|| {
            format!(
                "{} is no event: expected such as \"start 0\", \"hand 1-2 3-4\", \"2 9-12@me\", \"1 draw\", \"1 draw \
                 3-7\", \"2 one tile left\" or \"2 holds 3-7\"",
                quoted(event)
            )
        })?;
        if self.stage == Stage::Nothing {
            return Err("the round is over".into());
        }
        let (own, turn) = (self.view.seat, self.view.position.turn());
        let next = match &told {
            Told::Start(_) => self.stage == Stage::Start,
            Told::Hand(_) => self.stage == Stage::Hand,
            Told::Drawn(seat, _) => self.stage == Stage::Move && *seat == turn && turn == own,
            Told::Move(seat, text) => {
                let draws = text.eq_ignore_ascii_case("draw");
                self.stage == Stage::Move && *seat == turn && !(draws && turn == own)
            }
            Told::OneLeft(seat) => self.stage == Stage::Announcement(*seat),
            Told::Shown(seat, _) => self.stage == Stage::Shown(*seat),
        };
        if !next {
            return Err(format!("{}, not {}", self.comes_next(), quoted(event)));
        }
        // Nothing is kept of what turns out wrong.
        let mut after = self.clone();
        let action = after.take_in(told, event)?;
        *self = after;
        Ok(action)
    }

    fn view(self) -> Result<View, String> {
        match self.stage {
            Stage::Move | Stage::Nothing => Ok(self.view),
            _ => Err(self.comes_next()),
        }
    }
}

impl Witness {
    fn read(&self, event: &str) -> Option<Told> {
        let players = self.view.rules.seats();
        let words: Vec<&str> = tokens(event).collect();
        let (&name, rest) = words.split_first()?;
        let tiles = |words: &[&str]| if words.is_empty() { None } else { read::pairs(words.iter().copied()) };
        match name {
            "start" => {
                let &[word] = rest else { return None };
                seat(word, players).map(Told::Start)
            }
            "hand" => tiles(rest).map(Told::Hand),
            _ => {
                let seat = seat(name, players)?;
                match rest {
                    ["draw"] => Some(Told::Move(seat, "draw".into())),
                    ["draw", tile] => read::numbers(tile).map(|tile| Told::Drawn(seat, tile)),
                    [] | ["draw", ..] => None,
                    ["one", "tile", "left"] => Some(Told::OneLeft(seat)),
                    ["holds", held @ ..] => tiles(held).map(|tiles| Told::Shown(seat, tiles)),
                    _ => Some(Told::Move(seat, rest.join(" "))),
                }
            }
        }
    }

    fn comes_next(&self) -> String {
        match self.stage {
            Stage::Start => "the start comes next".into(),
            Stage::Hand => "the hand comes next".into(),
            Stage::Move => format!("a move of seat {} comes next", self.view.position.turn()),
            Stage::Announcement(seat) => format!("the announcement of seat {seat} comes next"),
            Stage::Shown(seat) => format!("the hand of seat {seat} comes next"),
            Stage::Nothing => "the round is over".into(),
        }
    }

    fn take_in(&mut self, told: Told, event: &str) -> Result<Option<(Seat, Action)>, String> {
        let (seat, mut taken) = (self.view.seat, None);
        self.stage = match told {
            Told::Start(starter) => {
                self.view.position.set_turn(self.view.rules, starter, false, false, 0);
                Stage::Hand
            }
            Told::Hand(hand) => {
                let size = self.view.rules.hand_size();
                let hand = self.new_tiles(&hand, |tiles| {
                    let right = tiles == usize::from(size);
                    if right {
                        Ok(())
                    } else {
                        Err(format!("the hand has {tiles} tiles, not {size} [MT-04]"))
                    }
                })?;
                self.view.position.fill_hand(seat, hand);
                Stage::Move
            }
            Told::OneLeft(_) => Stage::Move,
            Told::Shown(holder, hand) => {
                let size = self.view.position.size(holder);
                let hand = self.new_tiles(&hand, |tiles| {
                    let right = tiles == usize::from(size);
                    if right { Ok(()) } else { Err(format!("seat {holder} has {tiles} tiles, not {size}")) }
                })?;
                self.view.position.fill_hand(holder, hand);
                deals::check_hand(&self.view.clues, &self.view.position, holder)?;
                self.next_shown(holder + 1)
            }
            Told::Drawn(_, tile) => {
                let tile = self.new_tiles(&[tile], |_| Ok(()))?;
                taken = Some((seat.into(), moves::DRAW));
                self.play_own(Move::Draw, tile.first().copied())?
            }
            Told::Move(mover, text) => {
                let chosen = self.view.rules.parse(&text).map_err(|error| error.to_string())?;
                taken = self.view.rules.action(chosen).map(|action| (mover.into(), action));
                if mover != seat {
                    self.play_unseen(chosen)?
                } else if chosen == Move::Draw {
                    return Err(format!("{}, not {}", self.comes_next(), quoted(event)));
                } else {
                    self.play_own(chosen, None)?
                }
            }
        };
        Ok(taken)
    }

    /// Tiles that nobody has seen before.
    fn new_tiles(
        &self,
        pairs: &[(Number, Number)],
        check_size: impl FnOnce(usize) -> Result<(), String>,
    ) -> Result<Vec<Tile>, String> {
        let mut tiles = Vec::new();
        for &pair in pairs {
            let tile = read::tile_of(pair, self.view.rules.set())?;
            if tiles.contains(&tile) {
                return Err(format!("{tile} stands twice"));
            }
            tiles.push(tile);
        }
        check_size(tiles.len())?;
        tiles.iter().try_for_each(|&tile| self.check_unseen(tile))?;
        Ok(tiles)
    }

    fn check_unseen(&self, tile: Tile) -> Result<(), String> {
        let View { rules, position, .. } = &self.view;
        let held = (0..rules.seats()).any(|seat| position.hand(seat).has(tile));
        if held || tile == rules.hub() || position.laid().has(tile) {
            return Err(format!("{tile} has been seen before"));
        }
        Ok(())
    }

    /// An own move; the tile is the one that has been drawn.
    fn play_own(&mut self, chosen: Move, drawn: Option<Tile>) -> Result<Stage, String> {
        let View { rules, position, .. } = &self.view;
        let action = rules.action(chosen).ok_or("there is no such move")?;
        if !position.is_legal(rules, action) {
            return Err(position.refusal(rules, action).to_string());
        }
        self.play(action, drawn)
    }

    /// A move of a seat whose hand is not seen.
    fn play_unseen(&mut self, chosen: Move) -> Result<Stage, String> {
        if let Move::Play { tile, .. } = chosen {
            self.check_unseen(tile)?;
        }
        let View { rules, position, clues, .. } = &mut self.view;
        let refused = match chosen {
            Move::Draw => position.refused_draw(),
            Move::Pass => position.refused_pass(),
            Move::Play { tile, column } => position.refused_place(*rules, tile, column),
        };
        refused.map_or(Ok(()), |refusal: Refusal| Err(refusal.to_string()))?;
        if let Move::Play { tile, .. } = chosen {
            let clue = clues.of(position.turn());
            if !position.drew() && clue.lowest(tile) > clue.kept {
                return Err(deals::NO_DEAL.into()); // it could have played this before
            }
            position.show(tile);
        }
        let action = rules.action(chosen).ok_or("there is no such move")?;
        self.play(action, None)
    }

    /// Plays a move that may be played, and says what has to be told after it.
    fn play(&mut self, action: Action, drawn: Option<Tile>) -> Result<Stage, String> {
        let View { rules, seat, position, clues } = &mut self.view;
        let (rules, before, chosen) = (&*rules, *position, rules.to_move(action));
        let turn = before.turn();
        if chosen == Some(Move::Draw) {
            position.drawn(drawn);
        } else {
            position.play(rules, action, &mut Stream::without_seed());
        }
        clues.see(rules, &before, action);
        if turn != *seat || drawn.is_some() {
            deals::check_any(*rules, clues, position, *seat)?;
        }
        let is_play = matches!(chosen, Some(Move::Play { .. }));
        Ok(match position.size(turn) {
            _ if position.is_over() => self.next_shown(0),
            1 if is_play => Stage::Announcement(turn),
            _ => Stage::Move,
        })
    }

    /// At the end the others show their hands.
    fn next_shown(&self, from: u8) -> Stage {
        let next = self.view.others().find(|&other| other >= from);
        next.map_or(Stage::Nothing, Stage::Shown)
    }
}
