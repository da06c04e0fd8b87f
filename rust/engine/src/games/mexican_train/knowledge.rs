//! What one seat knows: its hand, everything public, and what passes and draws prove about other
//! hands (MT-30).

use super::actions;
use super::hand::Hand;
use super::moves::Move;
use super::notation::Event;
use super::numbers::{NUMBERS, Number, Numbers};
use super::position::Position;
use super::rules::{Rules, SEATS};
use super::tile::{TILES, Tile, TileSet};
use super::{View, deals, notation};
use crate::error::{Error, Refusal};
use crate::game::{self, EventError, Position as _, PublicHistory, Rules as _};
use crate::ids::{Action, Seat};
use crate::observation::spread;
use crate::random::{Chance, SplitMix64, Stream};

/// What is known about the hands of all seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Knowledge {
    clues: [Clue; SEATS],
    /// The lowest and the highest level that each tile in a [`Clue::played`] can have come from.
    levels: [(Level, Level); TILES],
}

/// Where a tile of a seat may come from: 0 is the first hand, each higher level is one kept draw.
pub(super) type Level = u8;

/// The array length for values per number: a power of two, so that the compiler can vectorize
/// loops.
pub(super) const PADDED_NUMBERS: usize = NUMBERS.next_power_of_two();

/// What is known about one seat's tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Clue {
    /// The number of tiles it drew and did not play at once.
    pub(super) kept: u8,
    /// For each number, the lowest level that a tile with it can come from, except its double.
    pub(super) lacks: [Level; PADDED_NUMBERS],
    /// The same for each number's double.
    pub(super) doubles: [Level; PADDED_NUMBERS],
    /// The tiles it has played since its first kept draw.
    pub(super) played: TileSet,
}

/// A tile that was played, and the levels it can have come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Played {
    pub(super) tile: Tile,
    pub(super) lowest: Level,
    pub(super) highest: Level,
}

impl Default for Knowledge {
    fn default() -> Self {
        Self { clues: [Clue::default(); SEATS], levels: [(0, 0); TILES] }
    }
}

impl Knowledge {
    pub(super) const fn of(&self, seat: u8) -> &Clue {
        &self.clues[seat as usize]
    }

    pub(super) const fn of_mut(&mut self, seat: u8) -> &mut Clue {
        &mut self.clues[seat as usize]
    }

    /// The tiles that a seat has played since its first kept draw, ascending.
    pub(super) fn played(&self, seat: u8) -> impl Iterator<Item = Played> {
        self.of(seat).played.tiles().map(|tile| {
            let (lowest, highest) = self.levels[usize::from(tile.number())];
            Played { tile, lowest, highest }
        })
    }

    /// Adds a tile that a seat has played since its first kept draw.
    pub(super) fn add_played(&mut self, seat: u8, Played { tile, lowest, highest }: Played) {
        self.of_mut(seat).played.insert(tile);
        self.levels[usize::from(tile.number())] = (lowest, highest);
    }

    /// Records that a seat played a tile.
    fn play(&mut self, seat: u8, tile: Tile, drew: bool) {
        let clue = self.of_mut(seat);
        if drew {
            clue.kept -= 1; // MT-12: the drawn tile
        } else if clue.kept > 0 {
            let played = Played { tile, lowest: clue.lowest(tile), highest: clue.kept };
            self.add_played(seat, played);
        }
    }

    /// Returns the numbers of which a seat is known to hold no tile, doubles aside.
    pub fn lacks(&self, seat: u8) -> impl Iterator<Item = Number> {
        let Clue { kept, lacks, .. } = self.of(seat);
        (0..).zip(lacks).filter(move |&(_, level)| level > kept).map(|(number, _)| number)
    }
}

impl Clue {
    /// The lowest level that a tile can come from.
    pub(super) fn lowest(&self, tile: Tile) -> Level {
        let (low, high) = tile.ends();
        let level = |number: Number| self.lacks[usize::from(number)];
        if low == high { self.doubles[usize::from(low)] } else { level(low).max(level(high)) }
    }

    /// Records that the seat could play no tile with a number of the first set, nor a double of the
    /// second. Any such tile must come from a later draw.
    fn cannot_play(&mut self, (tiles, doubles): (Numbers, Numbers)) {
        let level = self.kept + 1;
        // Eight levels at a time, since nobody can predict how many numbers there are.
        for (levels, numbers) in [(&mut self.lacks, tiles), (&mut self.doubles, doubles)] {
            let bytes = numbers.bits().to_le_bytes().into_iter().take(NUMBERS.div_ceil(8));
            for (levels, byte) in levels.as_chunks_mut::<8>().0.iter_mut().zip(bytes) {
                let chosen = spread(byte);
                let others = u64::from_le_bytes(*levels) & !(chosen * 0xFF);
                *levels = (others | (chosen * u64::from(level))).to_le_bytes();
            }
        }
    }

    /// Whether it is known that no tile of a lower level could be played on these numbers.
    pub(super) fn cannot_before(&self, (tiles, doubles): (Numbers, Numbers), level: Level) -> bool {
        tiles.into_iter().all(|number| self.lacks[usize::from(number)] >= level)
            && doubles.into_iter().all(|number| self.doubles[usize::from(number)] >= level)
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl game::Knowledge<Position> for Knowledge {
    fn record(&mut self, rules: &Rules, before: &Position, chosen: Move) {
        let seat = before.turn();
        if let Move::Play { tile, .. } = chosen {
            return self.play(seat, tile, before.drew());
        }
        let clue = self.of_mut(seat);
        clue.cannot_play(before.open_to_player(*rules));
        clue.kept += u8::from(chosen == Move::Draw);
    }

    fn hide(rules: &Rules, position: &mut Position, seat: Seat) {
        position.hide_from(*rules, seat as u8);
    }

    fn sample(
        &self,
        rules: &Rules,
        seen: &Position,
        seat: Seat,
        chance: &mut Stream,
    ) -> Result<Position, Error> {
        // Views are checked, so there is a deal.
        self.deal(*rules, seen, seat as u8, chance).ok_or_else(|| Error::invalid_state(deals::NO_DEAL))
    }

    /// Which of its tiles a seat drew when is drawn uniformly from all orders that fit its draws.
    fn rewind(
        &self,
        rules: &Rules,
        now: &Position,
        history: &PublicHistory<Position>,
        chance: &mut SplitMix64,
    ) -> Option<(Position, usize)> {
        let start = history.start?;
        let mut position = start;
        let mut past = [const { Past::NEW }; SEATS];
        let mut drawn: Vec<Option<Tile>> = Vec::new();
        for &action in &history.actions {
            let past = &mut past[usize::from(position.turn())];
            match (actions::to_play(*rules, action), action) {
                (Some((tile, _)), _) => {
                    if position.drew() {
                        *drawn.get_mut(past.kept.pop()?)? = Some(tile);
                    } else if !self.of(position.turn()).played.contains(tile) {
                        past.first.push(tile);
                    }
                    position.show(tile);
                    position.play(rules, action, chance);
                }
                (None, actions::DRAW) => {
                    past.kept.push(drawn.len());
                    drawn.push(None);
                    position.drawn(None);
                }
                _ => position.play(rules, action, chance),
            }
        }
        let mut beginning = start;
        for (seat, mut past) in (0..rules.seats()).zip(past) {
            let before = self.of(seat).kept.checked_sub(past.kept.len() as Level)?;
            let (held, clue) = (now.hand(seat).tiles(), self.of(seat));
            deals::sources(self, seat, clue.kept, now.size(seat), held, chance, |tile, level| {
                match level.checked_sub(before + 1) {
                    Some(kept) => drawn[past.kept[usize::from(kept)]] = Some(tile),
                    None => past.first.push(tile),
                }
            })?;
            beginning.fill_hand(seat, past.first);
        }
        let mut boneyard = drawn.into_iter().collect::<Option<Vec<Tile>>>()?;
        boneyard.extend(now.boneyard());
        beginning.fill_boneyard(&boneyard);
        Some((beginning, history.before.len()))
    }
}

/// What a seat has done since the start.
struct Past {
    /// The draws of tiles that it did not play at once.
    kept: Vec<usize>,
    /// Tiles of its first hand.
    first: Vec<Tile>,
}

impl Past {
    const NEW: Self = Self { kept: Vec::new(), first: Vec::new() };
}

impl Knowledge {
    /// Deals the unseen tiles at random to the other hands and the boneyard.
    fn deal(&self, rules: Rules, seen: &Position, seat: u8, chance: &mut Stream) -> Option<Position> {
        let mut position = *seen;
        let others = || (0..rules.seats()).filter(|&other| other != seat);
        let mut deals = deals::unseen_by(rules, self, &position, seat);
        if position.is_over() || deals.is_unrestricted() {
            let mut rest: Vec<Tile> = position.unseen(rules).collect();
            chance.shuffle(&mut rest);
            let mut rest = rest.as_slice();
            let is_over = position.is_over();
            for other in others().filter(|_| !is_over) {
                let hand = rest.split_off(..position.size(other).into())?;
                position.fill_hand(other, hand.iter().copied());
            }
            position.fill_boneyard(rest);
        } else {
            let deal = deals.draw(chance)?;
            for other in others() {
                position.fill_hand(other, deal.hand(other));
            }
            let boneyard: Vec<Tile> = deal.boneyard().collect();
            position.fill_boneyard(&boneyard);
        }
        Some(position)
    }
}

impl View {
    /// Returns the seat's own hand.
    #[must_use]
    pub const fn hand(&self) -> &Hand {
        self.position.hand(self.seat as u8)
    }

    /// Returns the tiles that are neither on the table nor in a visible hand.
    #[must_use]
    pub fn unseen(&self) -> Hand {
        self.position.unseen(self.rules).collect()
    }

    /// Returns whether a seat's hand is visible.
    #[must_use]
    pub const fn sees(&self, seat: u8) -> bool {
        seat as usize == self.seat || self.position.is_over()
    }
}

/// The next kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    Hand,
    Move,
    Announcement(u8),
    Shown(u8),
    Nothing,
}

/// Builds what a seat knows from its events.
#[derive(Clone, Debug)]
pub struct Tracker {
    rules: Rules,
    seat: u8,
    position: Position,
    knowledge: Knowledge,
    stage: Stage,
}

impl game::Tracker<Position> for Tracker {
    type Event = Event;

    fn new(rules: &Rules, seat: Seat) -> Self {
        let mut sizes = [0; SEATS];
        sizes[..rules.players()].fill(rules.hand_size());
        let position = Position::empty(*rules, sizes, rules.first_boneyard());
        let knowledge = Knowledge::default();
        Self { rules: *rules, seat: seat as u8, position, knowledge, stage: Stage::Start }
    }

    fn resume(rules: &Rules, seat: Seat, position: Position, knowledge: Knowledge) -> Self {
        let stage = if position.is_over() { Stage::Nothing } else { Stage::Move };
        Self { rules: *rules, seat: seat as u8, position, knowledge, stage }
    }

    fn apply(&mut self, event: Event) -> Result<Option<(Seat, Action)>, EventError> {
        if self.stage == Stage::Nothing {
            return Err("the round is over".into());
        }
        let (own, turn) = (self.seat, self.position.turn());
        let next = match &event {
            Event::Start(_) => self.stage == Stage::Start,
            Event::Hand(_) => self.stage == Stage::Hand,
            Event::Drawn(seat, _) => self.stage == Stage::Move && *seat == turn && turn == own,
            Event::Move(seat, told) => {
                self.stage == Stage::Move && *seat == turn && !(told.is(Move::Draw) && turn == own)
            }
            Event::OneLeft(seat) => self.stage == Stage::Announcement(*seat),
            Event::Shown(seat, _) => self.stage == Stage::Shown(*seat),
        };
        if !next {
            return Err(EventError::OutOfOrder(self.expected_event()));
        }
        self.apply_event(event)
    }

    fn finish(self) -> Result<(Position, Knowledge), String> {
        if self.is_complete() { Ok((self.position, self.knowledge)) } else { Err(self.expected_event()) }
    }

    fn is_complete(&self) -> bool {
        matches!(self.stage, Stage::Move | Stage::Nothing)
    }
}

impl Tracker {
    fn expected_event(&self) -> String {
        match self.stage {
            Stage::Start => "expected the start".into(),
            Stage::Hand => "expected the hand".into(),
            Stage::Move => format!("expected a move of seat {}", self.position.turn()),
            Stage::Announcement(seat) => format!("expected the announcement of seat {seat}"),
            Stage::Shown(seat) => format!("expected the hand of seat {seat}"),
            Stage::Nothing => "the round is over".into(),
        }
    }

    fn apply_event(&mut self, event: Event) -> Result<Option<(Seat, Action)>, EventError> {
        let (seat, mut taken) = (self.seat, None);
        self.stage = match event {
            Event::Start(starter) => {
                self.position.set_turn(self.rules, starter, false, false, 0);
                Stage::Hand
            }
            Event::Hand(hand) => {
                let size = self.rules.hand_size();
                let hand = self.new_tiles(&hand, |tiles| {
                    let right = tiles == usize::from(size);
                    if right {
                        Ok(())
                    } else {
                        Err(format!("the hand has {tiles} tiles, expected {size} [MT-04]"))
                    }
                })?;
                self.position.fill_hand(seat, hand);
                Stage::Move
            }
            Event::OneLeft(_) => Stage::Move,
            Event::Shown(holder, hand) => {
                let size = self.position.size(holder);
                let hand = self.new_tiles(&hand, |tiles| {
                    let right = tiles == usize::from(size);
                    if right {
                        Ok(())
                    } else {
                        Err(format!("seat {holder} has {tiles} tiles, expected {size}"))
                    }
                })?;
                self.position.fill_hand(holder, hand);
                deals::check_hand(&self.knowledge, &self.position, holder)?;
                self.next_shown(holder + 1)
            }
            Event::Drawn(_, tile) => {
                let tile = self.new_tiles(&[tile], |_| Ok(()))?;
                taken = Some((seat.into(), actions::DRAW));
                self.play_own(Move::Draw, tile.first().copied())?
            }
            Event::Move(mover, told) => {
                let chosen = told.read(&self.rules).map_err(|error| error.to_string())?;
                taken = self.rules.action(chosen).map(|action| (mover.into(), action));
                if mover != seat {
                    self.play_unseen(chosen)?
                } else if chosen == Move::Draw {
                    return Err(EventError::OutOfOrder(self.expected_event()));
                } else {
                    self.play_own(chosen, None)?
                }
            }
        };
        Ok(taken)
    }

    /// Checks tiles that nobody has seen before.
    fn new_tiles(
        &self,
        pairs: &[(Number, Number)],
        check_size: impl FnOnce(usize) -> Result<(), String>,
    ) -> Result<Vec<Tile>, String> {
        let mut tiles = Vec::new();
        for &pair in pairs {
            let tile = notation::tile_of(pair, self.rules.set())?;
            if tiles.contains(&tile) {
                return Err(format!("duplicate tile {tile}"));
            }
            tiles.push(tile);
        }
        check_size(tiles.len())?;
        tiles.iter().try_for_each(|&tile| self.check_unseen(tile))?;
        Ok(tiles)
    }

    fn check_unseen(&self, tile: Tile) -> Result<(), String> {
        let Self { rules, position, .. } = self;
        let held = (0..rules.seats()).any(|seat| position.hand(seat).has(tile));
        if held || tile == rules.hub() || position.laid().has(tile) {
            return Err(format!("{tile} has been seen before"));
        }
        Ok(())
    }

    /// Plays the seat's own move; `drawn` is the tile it drew.
    fn play_own(&mut self, chosen: Move, drawn: Option<Tile>) -> Result<Stage, String> {
        let Self { rules, position, .. } = self;
        if !position.allows(rules, chosen) {
            return Err(position.refusal(rules, chosen).to_string());
        }
        self.play(chosen, drawn)
    }

    /// Plays a move of a seat whose hand is hidden.
    fn play_unseen(&mut self, chosen: Move) -> Result<Stage, String> {
        if let Move::Play { tile, .. } = chosen {
            self.check_unseen(tile)?;
        }
        let Self { rules, position, knowledge, .. } = self;
        let refused = match chosen {
            Move::Draw => position.refused_draw(),
            Move::Pass => position.refused_pass(),
            Move::Play { tile, column } => position.refused_train(*rules, tile, column),
        };
        refused.map_or(Ok(()), |refusal: Refusal| Err(refusal.to_string()))?;
        if let Move::Play { tile, .. } = chosen {
            let clue = knowledge.of(position.turn());
            if !position.drew() && clue.lowest(tile) > clue.kept {
                return Err(deals::NO_DEAL.into()); // it could have played this tile before
            }
            position.show(tile);
        }
        self.play(chosen, None)
    }

    /// Plays a legal move and returns the stage that follows.
    fn play(&mut self, chosen: Move, drawn: Option<Tile>) -> Result<Stage, String> {
        let Self { rules, seat, position, knowledge, .. } = self;
        let (before, turn) = (*position, position.turn());
        if chosen == Move::Draw {
            position.drawn(drawn);
        } else {
            position.play_move(rules, chosen, &mut Stream::without_seed());
        }
        game::Knowledge::record(knowledge, rules, &before, chosen);
        if turn != *seat || drawn.is_some() {
            deals::check_any(*rules, knowledge, position, *seat)?;
        }
        let is_play = matches!(chosen, Move::Play { .. });
        Ok(match position.size(turn) {
            _ if position.is_over() => self.next_shown(0),
            1 if is_play => Stage::Announcement(turn),
            _ => Stage::Move,
        })
    }

    fn others(&self) -> impl Iterator<Item = u8> + use<> {
        let seat = self.seat;
        (0..self.rules.seats()).filter(move |&other| other != seat)
    }

    /// At the end, the other seats show their hands.
    fn next_shown(&self, from: u8) -> Stage {
        let next = self.others().find(|&other| other >= from);
        next.map_or(Stage::Nothing, Stage::Shown)
    }
}
