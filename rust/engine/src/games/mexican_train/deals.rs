//! The deals of the unseen tiles that fit what is known, and a random one of them.
//!
//! Every tile that a seat holds, or has played since its first kept draw, came from one of its
//! levels: level 0 gave it several tiles, each kept draw one. So a deal assigns a place to each
//! tile: one of a seat's levels, or one in the boneyard.

use super::knowledge::{Clue, Knowledge, Level, Played};
use super::position::Position;
use super::rules::{Rules, SEATS};
use super::tile::{TILES, Tile};
use crate::random::{Chance, SplitMix64, Stream};

/// How many random walks [`Deal::displace`] makes per deal.
const WALKS: u32 = 16;

/// A walk is abandoned after this many steps per tile.
const MAX_STEPS_PER_TILE: usize = 16;

/// Marks a tile without a place, or an empty place.
const NONE: u8 = u8::MAX;

/// The places of one seat: those of level 0 first, then one per kept draw.
#[derive(Clone, Copy, Debug)]
struct Span {
    seat: u8,
    start: u8,
    /// The place of the first kept draw.
    kept: u8,
    end: u8,
}

impl Span {
    /// The first place of a level.
    const fn from(self, level: Level) -> u8 {
        if level == 0 { self.start } else { self.kept + level - 1 }
    }
}

/// The places that a tile may have, as a few ascending ranges.
#[derive(Clone, Copy, Debug)]
struct Ranges {
    spans: [(u8, u8); SEATS],
    len: u8,
    /// The number of places in all ranges.
    count: u8,
}

impl Ranges {
    const EMPTY: Self = Self { spans: [(0, 0); SEATS], len: 0, count: 0 };

    fn add(&mut self, start: u8, end: u8) {
        if start < end {
            self.spans[usize::from(self.len)] = (start, end);
            self.len += 1;
            self.count += end - start;
        }
    }

    fn iter(&self) -> impl Iterator<Item = u8> {
        self.spans[..usize::from(self.len)].iter().flat_map(|&(start, end)| start..end)
    }

    /// Place `n` of the ranges; `n` must be below the count.
    #[inline]
    fn nth(&self, n: u8) -> u8 {
        let mut rest = n;
        for &(start, end) in &self.spans {
            if rest < end - start {
                return start + rest;
            }
            rest -= end - start;
        }
        NONE
    }
}

/// The tiles to be dealt, and all places for them.
#[derive(Clone, Debug)]
pub(super) struct Deals<'a> {
    knowledge: &'a Knowledge,
    spans: [Span; SEATS],
    seats: usize,
    places: u8,
    /// The unseen tiles, then those that were played.
    tiles: [Tile; TILES],
    ranges: [Ranges; TILES],
    count: usize,
    unseen: usize,
    /// Whether a seat's first hand is ruled out for some tile.
    restricted: bool,
}

impl<'a> Deals<'a> {
    pub(super) const fn new(knowledge: &'a Knowledge) -> Self {
        Self {
            knowledge,
            spans: [Span { seat: 0, start: 0, kept: 0, end: 0 }; SEATS],
            seats: 0,
            places: 0,
            tiles: [Tile::numbered(0); TILES],
            ranges: [Ranges::EMPTY; TILES],
            count: 0,
            unseen: 0,
            restricted: false,
        }
    }

    /// Adds a seat with this many tiles. The counts in its knowledge must be possible.
    pub(super) fn add_seat(&mut self, seat: u8, size: u8) {
        let Clue { kept, played, .. } = self.knowledge.of(seat);
        let start = self.places;
        let end = start + size + played.len() as u8;
        self.spans[self.seats] = Span { seat, start, kept: end - kept, end };
        self.seats += 1;
        self.places = end;
    }

    fn spans(&self) -> &[Span] {
        &self.spans[..self.seats]
    }

    fn add(&mut self, tile: Tile, ranges: Ranges) {
        self.tiles[self.count] = tile;
        self.ranges[self.count] = ranges;
        self.count += 1;
    }

    /// Adds the tiles that any of these seats may hold; the others are in the boneyard.
    pub(super) fn add_unseen(&mut self, tiles: impl Iterator<Item = Tile>, boneyard: u8) {
        let end = self.places + boneyard;
        for tile in tiles {
            let mut ranges = Ranges::EMPTY;
            for span in &self.spans[..self.seats] {
                let clue = self.knowledge.of(span.seat);
                let lowest = clue.lowest(tile);
                self.restricted |= lowest > 0;
                if lowest <= clue.kept {
                    ranges.add(span.from(lowest), span.end);
                }
            }
            ranges.add(self.places, end);
            self.add(tile, ranges);
        }
        self.places = end;
        self.unseen = self.count;
    }

    /// Adds tiles that the last seat holds.
    fn add_held(&mut self, tiles: impl Iterator<Item = Tile>) {
        let Some(&span) = self.spans().last() else { return };
        let clue = self.knowledge.of(span.seat);
        for tile in tiles {
            let (lowest, mut ranges) = (clue.lowest(tile), Ranges::EMPTY);
            if lowest <= clue.kept {
                ranges.add(span.from(lowest), span.end);
            }
            self.add(tile, ranges);
        }
    }

    /// Adds the tiles these seats have played since their first kept draw.
    pub(super) fn add_played(&mut self) {
        for at in 0..self.seats {
            let span = self.spans[at];
            for Played { tile, lowest, highest } in self.knowledge.played(span.seat) {
                let mut ranges = Ranges::EMPTY;
                ranges.add(span.from(lowest), span.from(highest + 1));
                self.add(tile, ranges);
            }
        }
    }

    /// Whether every tile may be in the first hand of any of these seats.
    pub(super) const fn is_unrestricted(&self) -> bool {
        !self.restricted
    }

    /// A deal that fits, if there is one.
    pub(super) fn first(&self) -> Option<Deal<'_>> {
        let mut deal = Deal { deals: self, places: [NONE; TILES], items: [NONE; TILES] };
        (self.unseen..self.count)
            .chain(0..self.unseen)
            .all(|item| deal.find_place(item as u8))
            .then_some(deal)
    }

    /// A random deal that fits, if there is one. Everything known of the places must hold for the
    /// tiles in any order.
    pub(super) fn draw(&mut self, chance: &mut Stream) -> Option<Deal<'_>> {
        let low = u64::from(chance.word());
        self.draw_quickly(&mut SplitMix64::new(low | u64::from(chance.word()) << 32))
    }

    /// The same with a fast generator.
    fn draw_quickly(&mut self, chance: &mut SplitMix64) -> Option<Deal<'_>> {
        for last in (1..self.unseen).rev() {
            let chosen = chance.below(last as u32 + 1) as usize;
            self.tiles.swap(last, chosen);
            self.ranges.swap(last, chosen);
        }
        let boneyard = self.spans().last().map_or(0, |span| span.end);
        let mut deal = self.first()?;
        for _ in 0..WALKS {
            deal.displace(chance);
        }
        chance.shuffle(&mut deal.items[usize::from(boneyard)..usize::from(self.places)]);
        Some(deal)
    }
}

/// Checks that a visible hand fits what is known (15.).
pub(super) fn check_hand(knowledge: &Knowledge, position: &Position, seat: u8) -> Result<(), String> {
    if agrees(knowledge, seat, position.size(seat), position.hand(seat).tiles()) {
        Ok(())
    } else {
        Err(format!("what is known about seat {seat} contradicts its tiles"))
    }
}

/// The message if no deal fits what is known.
pub(super) const NO_DEAL: &str = "no deal of the unseen tiles fits what is known";

/// Checks that some deal of the unseen tiles fits everything known (15.).
pub(super) fn check_any(
    rules: Rules,
    knowledge: &Knowledge,
    position: &Position,
    seat: u8,
) -> Result<(), String> {
    if position.is_over() || unseen_by(rules, knowledge, position, seat).first().is_some() {
        Ok(())
    } else {
        Err(NO_DEAL.into())
    }
}

/// The possible deals of the tiles that a seat does not see.
pub(super) fn unseen_by<'a>(
    rules: Rules,
    knowledge: &'a Knowledge,
    position: &Position,
    seat: u8,
) -> Deals<'a> {
    let mut deals = Deals::new(knowledge);
    for other in (0..rules.seats()).filter(|&other| other != seat) {
        deals.add_seat(other, position.size(other));
    }
    deals.add_unseen(position.unseen(rules), position.boneyard_size());
    deals.add_played();
    deals
}

/// Whether the tiles that a seat holds fit what is known of it.
fn agrees(knowledge: &Knowledge, seat: u8, size: u8, held: impl Iterator<Item = Tile>) -> bool {
    of_seat(knowledge, seat, size, held).first().is_some()
}

/// Where the tiles can have come from that a seat holds, or has played since its first kept draw.
fn of_seat(knowledge: &Knowledge, seat: u8, size: u8, held: impl Iterator<Item = Tile>) -> Deals<'_> {
    let mut deals = Deals::new(knowledge);
    deals.add_seat(seat, size);
    deals.add_held(held);
    deals.add_played();
    deals
}

/// Calls `see` with each tile that a seat holds, or has played since its first kept draw, and the
/// level that it came from: a random choice among all that fit. `None` if nothing fits.
pub(super) fn sources(
    knowledge: &Knowledge,
    seat: u8,
    kept: Level,
    size: u8,
    held: impl Iterator<Item = Tile>,
    chance: &mut SplitMix64,
    mut see: impl FnMut(Tile, Level),
) -> Option<()> {
    if kept == 0 {
        held.for_each(|tile| see(tile, 0));
        return Some(());
    }
    let mut deals = of_seat(knowledge, seat, size, held);
    deals.unseen = deals.count;
    let deal = deals.draw_quickly(chance)?;
    let Deals { spans: [span, ..], tiles, count, .. } = deal.deals;
    for (&tile, &place) in tiles.iter().zip(&deal.places).take(*count) {
        see(tile, (place + 1).saturating_sub(span.kept));
    }
    Some(())
}

/// An assignment of a place to every tile.
pub(super) struct Deal<'a> {
    deals: &'a Deals<'a>,
    /// Indexed by tile.
    places: [u8; TILES],
    /// Indexed by place.
    items: [u8; TILES],
}

impl Deal<'_> {
    /// The unseen tiles dealt to a seat.
    pub(super) fn hand(&self, seat: u8) -> impl Iterator<Item = Tile> {
        let span = self.deals.spans().iter().find(move |span| span.seat == seat);
        let places = span.map_or(0..0, |span| usize::from(span.start)..usize::from(span.end));
        self.unseen(&self.items[places])
    }

    /// The tiles in the boneyard.
    pub(super) fn boneyard(&self) -> impl Iterator<Item = Tile> {
        let start = self.deals.spans().last().map_or(0, |span| span.end);
        self.unseen(&self.items[usize::from(start)..usize::from(self.deals.places)])
    }

    fn unseen<'s>(&'s self, items: &'s [u8]) -> impl Iterator<Item = Tile> + 's {
        let unseen = items.iter().filter(|&&item| usize::from(item) < self.deals.unseen);
        unseen.map(|&item| self.deals.tiles[usize::from(item)])
    }

    fn put(&mut self, item: u8, place: u8) {
        self.places[usize::from(item)] = place;
        self.items[usize::from(place)] = item;
    }

    /// Puts a tile in its first free place. If there is none, moves other tiles (Kuhn's algorithm).
    fn find_place(&mut self, item: u8) -> bool {
        let free =
            self.deals.ranges[usize::from(item)].iter().find(|&place| self.items[usize::from(place)] == NONE);
        if let Some(place) = free {
            self.put(item, place);
            return true;
        }
        self.make_room(item, &mut [false; TILES])
    }

    fn make_room(&mut self, item: u8, visited: &mut [bool; TILES]) -> bool {
        let deals = self.deals;
        for place in deals.ranges[usize::from(item)].iter() {
            if std::mem::replace(&mut visited[usize::from(place)], true) {
                continue;
            }
            let other = self.items[usize::from(place)];
            if other == NONE || self.make_room(other, visited) {
                self.put(item, place);
                return true;
            }
        }
        false
    }

    /// Takes out a random tile and puts it in a random possible place. That displaces another tile,
    /// and so on until the place that was emptied first is filled again. Each walk is as likely as
    /// its reverse, so all deals become equally likely. A walk that takes too long is undone.
    fn displace(&mut self, chance: &mut SplitMix64) {
        let before = (self.places, self.items);
        let count = self.deals.count;
        let mut loose = chance.below(count as u32) as u8;
        let empty = self.places[usize::from(loose)];
        for _ in 0..MAX_STEPS_PER_TILE * count {
            let ranges = &self.deals.ranges[usize::from(loose)];
            let place = ranges.nth(chance.below(ranges.count.into()) as u8);
            let other = self.items[usize::from(place)];
            self.put(loose, place);
            if place == empty {
                return;
            }
            loose = other;
        }
        (self.places, self.items) = before;
    }
}
