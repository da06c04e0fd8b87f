//! What the seat to move knows: its own hand and everything public.

use oxideal_engine::doudizhu::{Cards, Kind, Phase, Play, Position, Rules, ranks};
use oxideal_engine::{Position as _, Rules as _};

use super::split::{CHAIN_RANKS, cards_per_rank, highest};
use super::weights::{AFTER, BEFORE, FOUR_AFTER, FOUR_BEFORE, FOUR_LANDLORD, LANDLORD, Weights};

/// A number of cards that no seat can have.
const NO_SUCH_SEAT: u32 = 99;

/// What the seat to move knows, once cards are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    pub(super) rules: &'a Rules,
    pub(super) hand: Cards,
    /// The cards in all other hands together.
    pub(super) unseen: Cards,
    /// The play to beat.
    pub(super) to_beat: Option<Play>,
    pub(super) weights: &'static Weights,
    /// Whether a partner made the play to beat.
    pub(super) by_partner: bool,
    /// Whether the next seat is an enemy.
    pub(super) enemy_next: bool,
    /// Whether all enemies have passed on a partner's play.
    pub(super) enemy_passed: bool,
    /// The fewest cards any enemy has left.
    pub(super) enemy_left: u32,
    /// The most cards any enemy has left.
    pub(super) enemy_most: u32,
    /// The fewest cards any partner has left.
    pub(super) partner_left: u32,
    /// The number of cards the next seat has left.
    pub(super) next_left: u32,
    /// The number of cards left to the seat that made the last play.
    pub(super) last_player_left: u32,
    /// The ranks that no other seat can beat with a single card, a pair or a triplet.
    tops: [u64; 3],
}

impl<'a> Facts<'a> {
    /// The facts for the seat to move, or `None` before the first lead.
    #[inline]
    pub(super) fn new(rules: &'a Rules, position: &Position) -> Option<Self> {
        let seat = position.current_player()?;
        let landlord = usize::from(position.landlord().filter(|_| position.phase() == Phase::Play)?);
        let hand = position.hands(rules)[seat];
        let played = position.played(rules);
        let unseen = rules.deck() - played.iter().fold(hand, |sum, &cards| sum + cards);
        let is_landlord = seat == landlord;
        let players = rules.players();
        let next = if seat + 1 == players { 0 } else { seat + 1 };
        let left = |seat: usize| position.left(rules, seat as u8);
        let (mut enemy_left, mut enemy_most, mut partner_left) = (NO_SUCH_SEAT, 0, NO_SUCH_SEAT);
        for other in (0..players).filter(|&other| other != seat) {
            if is_landlord || other == landlord {
                enemy_left = enemy_left.min(left(other));
                enemy_most = enemy_most.max(left(other));
            } else {
                partner_left = partner_left.min(left(other));
            }
        }
        let (to_beat, by) = position.to_beat().map_or((None, seat), |(play, by)| (Some(play), by.into()));
        let by_partner = to_beat.is_some() && !is_landlord && by != landlord;
        let [alone, before, after] = if players == 3 {
            [&LANDLORD, &BEFORE, &AFTER]
        } else {
            [&FOUR_LANDLORD, &FOUR_BEFORE, &FOUR_AFTER]
        };
        let weights = if is_landlord {
            alone
        } else if next == landlord {
            before
        } else {
            after
        };
        // The seats between the last play and the seat to move have passed.
        let since = |other: usize| (other + players - by) % players;
        Some(Self {
            rules,
            hand,
            unseen,
            to_beat,
            weights,
            by_partner,
            enemy_next: is_landlord || next == landlord,
            enemy_passed: by_partner && since(landlord) < since(seat),
            enemy_left,
            enemy_most,
            partner_left,
            next_left: left(next),
            last_player_left: left(by),
            tops: tops(unseen),
        })
    }

    /// The ranks that no other seat can beat with a single card (1), a pair (2) or a triplet (3).
    #[inline]
    pub(super) const fn top(&self, each: u8) -> u64 {
        self.tops[each as usize - 1]
    }

    /// Whether no other seat has a higher chain of this form.
    #[inline]
    pub(super) fn is_top_chain(&self, each: u8, size: u8, start: u8) -> bool {
        let mut higher = self.unseen.at_least(each) & CHAIN_RANKS & ranks::above(start);
        if ranks::count(higher) < u32::from(size) {
            return true;
        }
        // A bit remains at each rank where such a chain starts.
        let single = higher;
        for index in 1..size {
            higher &= single >> (4 * index);
        }
        higher == 0
    }

    /// Whether no enemy can have a higher combination of the same kind. Bombs and rockets are
    /// ignored.
    #[inline]
    pub(super) fn is_top(&self, play: &Play) -> bool {
        if play.cards().total() > self.enemy_most {
            return true;
        }
        let start = play.rank() + 1 - play.length();
        match play.kind() {
            Kind::Rocket => true,
            Kind::Bomb => self.unseen.at_least(4) & ranks::above(start) == 0,
            kind => {
                let each = cards_per_rank(kind);
                if each == 4 {
                    return true;
                }
                if play.length() == 1 {
                    self.top(each) & ranks::only(start) != 0
                } else {
                    self.is_top_chain(each, play.length(), start)
                }
            }
        }
    }
}

/// The ranks above or at the highest rank with one card, a pair and a triplet.
#[inline]
fn tops(unseen: Cards) -> [u64; 3] {
    [1, 2, 3].map(|count| {
        let present = unseen.at_least(count);
        if present == 0 { u64::MAX } else { u64::MAX << (4 * highest(present)) }
    })
}
