//! The parts of a position set up by hand, and the checks that turn them into a position.

use super::deals;
use super::knowledge::{Clue, Knowledge, Level, Played};
use super::numbers::{Number, Numbers};
use super::position::{Position, TrainId, train_ids};
use super::rules::{Rules, SEATS};
use super::tile::Tile;
use crate::error::Error;
use crate::game::Rules as _;
use crate::text::hands::{HandFields, check_sizes, missing};

/// The parts of a position, before they are checked.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// The rules.
    pub(super) rules: Rules,
    /// The seat of a view, or `None` for a complete position.
    pub(super) seat: Option<u8>,
    /// The visible hands.
    pub(super) hands: Vec<Option<Vec<Tile>>>,
    /// The number of tiles in each hand, in a view.
    pub(super) sizes: Option<Vec<u32>>,
    /// The boneyard, next tile first.
    pub(super) boneyard: Option<Vec<Tile>>,
    /// Each seat's train, starting at the hub.
    pub(super) trains: Vec<Option<Vec<Tile>>>,
    /// The Mexican train.
    pub(super) mexican: Option<Vec<Tile>>,
    /// The seats whose trains carry a marker.
    pub(super) marked: Option<Vec<u8>>,
    /// The live open doubles, in the order in which they were played.
    pub(super) open: Option<Vec<Number>>,
    /// The seat to move, whether it has played a double this turn, and whether it has drawn.
    pub(super) turn: Option<(u8, bool, bool)>,
    /// The number of consecutive passes (MT-26).
    pub(super) idle: Option<u32>,
    /// What is known about each seat.
    pub(super) known: Vec<Option<KnowledgeInput>>,
    /// Whether to conclude that a player who has drawn had nothing to play.
    pub(super) draw_was_forced: bool,
}

/// What is claimed to be known about a seat, not yet checked.
#[derive(Clone, Debug, Default)]
pub(super) struct KnowledgeInput {
    pub(super) kept: u32,
    pub(super) lacks: Vec<(Number, u32)>,
    pub(super) doubles: Vec<(Number, u32)>,
    pub(super) played: Vec<(Tile, u32, u32)>,
}

impl KnowledgeInput {
    /// What the first draw of a seat proves, if it could have played on these numbers.
    fn of_draw((tiles, doubles): (Numbers, Numbers)) -> Self {
        let levels = |numbers: Numbers| numbers.into_iter().map(|number| (number, 1)).collect();
        Self { kept: 1, lacks: levels(tiles), doubles: levels(doubles), played: Vec::new() }
    }
}

impl Setup {
    /// No parts except the rules.
    pub(super) fn new(rules: Rules) -> Self {
        let seats = rules.players();
        Self {
            rules,
            seat: None,
            hands: vec![None; seats],
            sizes: None,
            boneyard: None,
            trains: vec![None; seats],
            mexican: None,
            marked: None,
            open: None,
            turn: None,
            idle: None,
            known: vec![None; seats],
            draw_was_forced: false,
        }
    }
}

// Checks, in the order of `docs/rules/checks.md`

impl Setup {
    fn hand_fields(&self) -> HandFields<'_, Tile> {
        HandFields {
            seat: self.seat,
            sizes: self.sizes.as_deref(),
            hands: &self.hands,
            pile: ("boneyard", self.boneyard.is_some()),
        }
    }

    /// Checks the parts of a complete position.
    pub(super) fn check(self) -> Result<(Position, Knowledge), Error> {
        self.check_state().map_err(Error::invalid_state)
    }

    fn check_state(self) -> Result<(Position, Knowledge), String> {
        let sizes = self.hand_fields().check_state()?;
        let (turn, doubled, drew) = self.turn.ok_or_else(|| missing("turn"))?;
        self.check_tiles(&sizes)?;
        let position = self.build_position(&sizes, turn, doubled, drew)?;
        let knowledge = self.check_known(&position)?;
        for seat in 0..self.rules.seats() {
            deals::check_hand(&knowledge, &position, seat)?;
        }
        Ok((position, knowledge))
    }

    /// Checks the parts of a view.
    pub(super) fn check_view(self) -> Result<(u8, Position, Knowledge), Error> {
        self.check_seen().map_err(Error::invalid_state)
    }

    fn check_seen(self) -> Result<(u8, Position, Knowledge), String> {
        let is_over = self.is_over_by_sizes();
        let (seat, sizes) = self.hand_fields().check_view(is_over)?;
        let (turn, doubled, drew) = self.turn.ok_or_else(|| missing("turn"))?;
        self.check_tiles(&sizes)?;
        let position = self.build_position(&sizes, turn, doubled, drew)?;
        let knowledge = self.check_known(&position)?;
        for holder in (0..self.rules.seats()).filter(|&holder| holder == seat || is_over) {
            deals::check_hand(&knowledge, &position, holder)?;
        }
        deals::check_any(self.rules, &knowledge, &position, seat)?;
        Ok((seat, position, knowledge))
    }

    /// Whether the hand sizes are those of a finished round.
    fn is_over_by_sizes(&self) -> bool {
        let empty = |&(turn, ..): &(u8, bool, bool)| {
            self.sizes.as_ref().is_some_and(|sizes| sizes[usize::from(turn)] == 0)
        };
        self.turn.as_ref().is_some_and(empty) || self.idle == Some(self.rules.seats().into())
    }

    /// All trains with their tiles, the Mexican train last.
    fn all_trains(&self) -> impl Iterator<Item = (TrainId, &[Tile])> {
        let trains =
            self.trains.iter().chain([&self.mexican]).map(|train| train.as_deref().unwrap_or_default());
        train_ids(self.rules).zip(trains)
    }

    /// Checks that no tile is there twice, and their number: all in a state, those that are visible
    /// in a view (6.).
    fn check_tiles(&self, sizes: &[u32]) -> Result<(), String> {
        let hub = [self.rules.hub()];
        let hands = self.hands.iter().flatten().flatten();
        let boneyard = self.boneyard.iter().flatten();
        let trains = self.all_trains().flat_map(|(_, train)| train);
        let mut seen = vec![false; usize::from(self.rules.tile_count())];
        for &tile in hub.iter().chain(hands).chain(boneyard).chain(trains) {
            if std::mem::replace(&mut seen[usize::from(tile.number())], true) {
                return Err(format!("duplicate tile {tile}"));
            }
        }
        if self.boneyard.is_some() {
            return match self.rules.tiles().find(|tile| !seen[usize::from(tile.number())]) {
                Some(tile) => Err(format!("{tile} is missing")),
                None => Ok(()),
            };
        }
        check_sizes(&self.hands, sizes, "tiles")
    }

    /// Builds the position and checks its trains, markers and turn (7. to 12.).
    fn build_position(&self, sizes: &[u32], turn: u8, doubled: bool, drew: bool) -> Result<Position, String> {
        let rules = self.rules;
        let laid: usize = self.all_trains().map(|(_, train)| train.len()).sum();
        let mut position = Position::empty(rules, [0; SEATS], 0);
        for (id, train) in self.all_trains() {
            for &tile in train {
                let end = position.end(id);
                let Some(beyond) = tile.beyond(end) else {
                    let train = if id == TrainId::MEXICAN {
                        "the Mexican train".into()
                    } else {
                        format!("the train of seat {id}")
                    };
                    return Err(format!("{tile} does not follow {end} on {train} [MT-07]"));
                };
                position.put(id, end, beyond);
            }
        }

        let held: u32 = sizes.iter().sum();
        let not_laid = u32::from(rules.tile_count()) - 1 - laid as u32;
        let Some(boneyard) = not_laid.checked_sub(held) else {
            let own = self.seat.map_or(0, |seat| sizes[usize::from(seat)]);
            let (unseen, others) = (not_laid.saturating_sub(own), held - own);
            return Err(format!("{unseen} unseen tiles cannot fill the other hands, which have {others}"));
        };
        let first = u32::from(rules.first_boneyard());
        let Some(drawn) = first.checked_sub(boneyard) else {
            let size = rules.hand_size();
            return Err(format!(
                "the boneyard has {boneyard} tiles, but started with {first}; for hands of another size, set \
                 hand_size in the rules, now {size} [MT-04]"
            ));
        };
        if let Some(seat) = sizes.iter().position(|&size| size > u32::from(rules.hand_size()) + drawn) {
            let size = sizes[seat];
            return Err(format!("seat {seat} has {size} tiles, more than it can have drawn [MT-04]"));
        }
        let mut small = [0; SEATS];
        small.iter_mut().zip(sizes).for_each(|(small, &size)| *small = size as u8);
        position.set_sizes(small, boneyard as u8);
        for (seat, hand) in (0..).zip(&self.hands) {
            position.fill_hand(seat, hand.iter().flatten().copied());
        }
        position.fill_boneyard(self.boneyard.as_deref().unwrap_or_default());

        self.check_markers(&mut position)?;
        self.check_turn(&mut position, turn, doubled, drew)?;
        Ok(position)
    }

    /// Checks markers and open doubles (9.).
    fn check_markers(&self, position: &mut Position) -> Result<(), String> {
        for &seat in self.marked.iter().flatten() {
            if position.is_marked(seat) {
                return Err(format!("seat {seat} is marked twice"));
            }
            position.set_marked(seat);
        }
        let ends_with = |position: &Position, double: Number| {
            train_ids(self.rules).find(|&id| position.ends_with_double(id) && position.end(id) == double)
        };
        for &double in self.open.iter().flatten() {
            let name = format!("{double}-{double}");
            if position.open_doubles().any(|open| open == double) {
                return Err(format!("{name} is open twice"));
            }
            let id = ends_with(position, double).ok_or_else(|| format!("{name} does not end a train"))?;
            if position.is_dead(double) {
                return Err(format!(
                    "{name} is dead: every other tile with its number is on the table [MT-24]"
                ));
            }
            position.push_open(id);
        }
        let is_open = |double: Number| position.open_doubles().any(|open| open == double);
        let mut doubles = 0..=self.rules.set();
        let forgotten = doubles.find(|&double| {
            ends_with(position, double).is_some() && !position.is_dead(double) && !is_open(double)
        });
        match forgotten {
            Some(double) => Err(format!(
                "{double}-{double} ends a train and can be closed, but is not listed as open [MT-16]"
            )),
            None => Ok(()),
        }
    }

    /// Checks whose turn it is (10. to 12.).
    fn check_turn(&self, position: &mut Position, turn: u8, doubled: bool, drew: bool) -> Result<(), String> {
        let rules = self.rules;
        if doubled {
            let unavailable = position.open().iter().find(|&&id| !position.is_available(id, turn));
            if let Some(&id) = unavailable {
                let double = position.end(id);
                return Err(format!(
                    "seat {turn} cannot have laid {double}-{double}: the train is not available to it [MT-09]"
                ));
            }
            if !position.available(rules, turn).any(|id| position.ends_with_double(id)) {
                return Err(format!("no train available to seat {turn} ends with a double [MT-16]"));
            }
        }
        let idle = self.idle.unwrap_or(0);
        let mut empty = (0..rules.seats()).filter(|&seat| position.size(seat) == 0);
        match (empty.next(), empty.next()) {
            (Some(seat), Some(other)) => {
                return Err(format!("seats {seat} and {other} have no tiles left [MT-26]"));
            }
            (Some(seat), None) if seat != turn => {
                return Err(format!(
                    "seat {seat} has no tiles left, but it is the turn of seat {turn} [MT-26]"
                ));
            }
            (Some(seat), None) if doubled || drew || idle > 0 => {
                return Err(format!("seat {seat} has no tiles left: the round is over"));
            }
            _ => {}
        }
        if idle > rules.seats().into() {
            return Err(format!("idle must be 0 to {}, got {idle}", rules.seats()));
        }
        if idle > 0 && position.boneyard_size() > 0 {
            return Err("idle must be 0 while the boneyard has tiles [MT-26]".into());
        }
        position.set_turn(rules, turn, doubled, drew, idle as u8);
        if let Some(seat) = idle_seats(rules, position).find(|&seat| !position.is_marked(seat)) {
            return Err(format!("seat {seat} passed, but its train is not marked [MT-13]"));
        }
        if position.is_over() && (doubled || drew) {
            return Err("the round is over".into());
        }
        let what = if doubled { "laying a double" } else { "drawing a tile" };
        if idle > 0 && (doubled || drew) {
            return Err(format!("idle must be 0 after {what} [MT-26]"));
        }
        Ok(())
    }

    /// Checks the knowledge about each seat as far as possible without tiles (13. and 14.).
    fn check_known(&self, position: &Position) -> Result<Knowledge, String> {
        let rules = self.rules;
        let mut knowledge = Knowledge::default();
        let mut drawn = u32::from(rules.first_boneyard() - position.boneyard_size());
        let laid = position.laid();
        let mut played = Vec::new();
        let mut known = self.known.clone();
        if self.draw_was_forced {
            known[usize::from(position.turn())] =
                Some(KnowledgeInput::of_draw(position.open_to_player(rules)));
        }
        for (seat, known) in (0..).zip(&known) {
            let Some(KnowledgeInput { kept, lacks, doubles, played: tiles }) = known else { continue };
            let (kept, had) = (*kept, u32::from(position.size(seat)) + tiles.len() as u32);
            if kept > had || kept > drawn {
                return Err(format!("seat {seat} cannot have kept {kept} tiles"));
            }
            drawn -= kept;
            let clue = knowledge.of_mut(seat);
            clue.kept = kept as u8;
            // A tile just drawn is neither among those that something was proved about, nor among
            // those played.
            let pending = position.drew() && seat == position.turn() && kept > 0;
            let before = kept - u32::from(pending);
            let most = before + 1;
            for (levels, known) in [(&mut clue.lacks, lacks), (&mut clue.doubles, doubles)] {
                for &(number, level) in known {
                    if !(1..=most).contains(&level) {
                        return Err(format!("the levels of {number} must be 1 to {most} for seat {seat}"));
                    }
                    levels[usize::from(number)] = level as Level;
                }
            }
            for &(tile, lowest, highest) in tiles {
                if !laid.has(tile) {
                    return Err(format!("{tile} has not been played"));
                }
                if played.contains(&tile) {
                    return Err(format!("{tile} is listed as played twice"));
                }
                played.push(tile);
                if !(1..=before).contains(&highest) || lowest > highest {
                    return Err(format!("the levels of {tile} must be 0 to {before} for seat {seat}"));
                }
                let (lowest, highest) = (lowest as Level, highest as Level);
                knowledge.add_played(seat, Played { tile, lowest, highest });
            }
        }
        if position.drew() {
            let turn = position.turn();
            let Clue { kept, .. } = *knowledge.of(turn);
            if kept == 0 || !knowledge.of(turn).cannot_before(position.open_to_player(rules), kept) {
                return Err(format!("seat {turn} drew a tile, but is not known to have been unable to play"));
            }
        }
        let can_play = |&seat: &u8| {
            let clue = knowledge.of(seat);
            !clue.cannot_before(position.open_to(rules, seat), clue.kept + 1)
        };
        match idle_seats(rules, position).find(can_play) {
            Some(seat) => Err(format!("seat {seat} passed, but is not known to be unable to play")),
            None => Ok(knowledge),
        }
    }
}

/// The seats that made the consecutive passes, the last one first.
fn idle_seats(rules: Rules, position: &Position) -> impl Iterator<Item = u8> + use<> {
    let last = if position.is_over() { position.turn() } else { rules.before(position.turn()) };
    std::iter::successors(Some(last), move |&seat| Some(rules.before(seat))).take(position.idle().into())
}
