//! The value of cards in a hand.

use oxideal_engine::rummy::{Ace, Card, Cards, Position, Rules};

/// Weights tuned by playing many rounds against other values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// The cost of a point in the hand, and its increase as other hands get smaller.
    pub(super) point: f32,
    pub(super) late: f32,
    /// The value of an unseen card that would complete a meld.
    pub(super) out: f32,
    /// The cost of each pair of cards, possibly in another hand, that would make a meld with a
    /// discard.
    pub(super) danger: f32,
    /// The cost if the next seat can use a discard with a card that it is known to hold.
    pub(super) wanted: f32,
    /// What a card from the stock gains, compared with one that does not fit.
    pub(super) draw: f32,
}

/// The weights in use.
const WEIGHTS: Weights = Weights { point: 0.1, late: 0.4, out: 1.14, danger: 0.29, draw: 2.23, wanted: 1.0 };

/// What the seat to move knows about the cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    ace: Ace,
    /// The cards outside the seat's hand, the table and the discard pile, and those of them that
    /// can still be drawn.
    unseen: Cards,
    live: Cards,
    /// The cards that are two thirds of a meld with one that the next seat is known to hold.
    wanted: u64,
    weights: Weights,
    /// The value of a point.
    point: f32,
}

/// One bit per rank, in the lowest suit.
const RANKS: u64 = 0x0001_1111_1111_1111;
/// All aces.
const ACES: u64 = 0xF;
/// The distance from the low ace of a suit to its high ace.
const HIGH_ACE: u32 = 52;

impl Outlook {
    #[inline]
    pub(super) fn of(rules: Rules, position: &Position) -> Self {
        let weights = WEIGHTS;
        let seen = position.hand(position.turn()).union(position.open_cards());
        let others = (0..rules.seats()).filter(|&seat| seat != position.turn());
        let smallest = others.map(|seat| position.size(seat)).min().unwrap_or_default();
        let point =
            (weights.point + weights.late / f32::from(smallest.max(1))) / f32::from(rules.seats() - 1);
        let unseen = Cards::ALL.without(seen);
        Self { ace: rules.ace(), unseen, live: unseen, wanted: 0, weights, point }
    }

    /// Adds what is known about the cards that the other seats, and the next seat, took from the
    /// discard pile (RM-19).
    pub(super) const fn with_knowledge(mut self, others: Cards, next: Cards) -> Self {
        self.live = self.live.without(others);
        self.wanted = self.pairs(next, Cards::ALL);
        self
    }

    /// The cards as places in runs: an ace that may be high is at both ends (RM-15).
    #[inline]
    const fn places(&self, cards: Cards) -> u64 {
        match self.ace {
            Ace::Low => cards.bits(),
            Ace::Both => cards.bits() | (cards.bits() & ACES) << HIGH_ACE,
        }
    }

    /// The cards at these places.
    #[inline]
    const fn cards(&self, places: u64) -> u64 {
        match self.ace {
            Ace::Low => places & Cards::ALL.bits(),
            Ace::Both => places & Cards::ALL.bits() | places >> HIGH_ACE & ACES,
        }
    }

    /// The cards of `others` that complete a meld with two of these.
    #[inline]
    pub(super) const fn outs(&self, cards: Cards, others: Cards) -> u64 {
        let at = self.places(cards);
        let runs = at << 4 & at << 8 | at << 4 & at >> 4 | at >> 4 & at >> 8;
        let counts = counts(cards.bits());
        let groups = 0xF * ((counts >> 1 | counts >> 2) & RANKS);
        (self.cards(runs) | groups) & others.bits()
    }

    /// The cards of `others` that are two thirds of a meld with one of these.
    #[inline]
    pub(super) const fn pairs(&self, cards: Cards, others: Cards) -> u64 {
        let at = self.places(cards);
        let runs = at << 4 | at << 8 | at >> 4 | at >> 8;
        let counts = counts(cards.bits());
        let groups = 0xF * ((counts | counts >> 1 | counts >> 2) & RANKS);
        (self.cards(runs) | groups) & others.bits()
    }

    /// Those of the cards that are two thirds of a meld with another one. Without any of the others,
    /// the same cards complete melds.
    #[inline]
    const fn linked(&self, cards: Cards) -> u64 {
        let at = self.places(cards);
        let runs = at & (at << 4 | at << 8 | at >> 4 | at >> 8);
        let counts = counts(cards.bits());
        let groups = 0xF * ((counts >> 1 | counts >> 2) & RANKS);
        (self.cards(runs) | groups) & cards.bits()
    }

    /// Whether the cards contain a meld.
    #[inline]
    pub(super) const fn holds_meld(&self, cards: Cards) -> bool {
        let at = self.places(cards);
        let counts = counts(cards.bits());
        at & at >> 4 & at >> 8 != 0 || (counts & counts >> 1 | counts >> 2) & RANKS != 0
    }

    /// The number of cards that can still be drawn and complete a meld with two of these.
    pub(super) const fn live_outs(&self, cards: Cards) -> u32 {
        self.outs(cards, self.live).count_ones()
    }

    /// The value of a hand.
    #[inline]
    pub(super) fn hand_value(&self, hand: Cards) -> f32 {
        self.weights.out * f32::from(self.outs(hand, self.live).count_ones() as u8)
    }

    /// The value of getting rid of a card, whatever the rest of the hand is.
    #[inline]
    pub(super) fn discard_value(&self, card: Card) -> f32 {
        let Weights { danger, wanted, .. } = self.weights;
        let gain = self.point * self.points(card) - danger * f32::from(self.uses(card));
        if self.wanted >> card.number() & 1 == 0 { gain } else { gain - wanted }
    }

    /// For each card of a hand, the value of the hand after discarding it.
    #[inline]
    pub(super) fn gains(&self, hand: Cards) -> impl Fn(Card) -> f32 {
        let (outlook, linked, whole) = (*self, self.linked(hand), self.hand_value(hand));
        move |card| {
            let changes = linked >> card.number() & 1 == 1;
            let rest = if changes { outlook.hand_value(hand.without(card.alone())) } else { whole };
            rest + outlook.discard_value(card)
        }
    }

    /// The most that a card can add to the value of the hand that discards it.
    #[inline]
    pub(super) fn most_discard_value(&self) -> f32 {
        self.point * f32::from(self.ace.points().max(10) as u8)
    }

    /// The cost of a card's points (RM-13, RM-15).
    #[inline]
    fn points(&self, card: Card) -> f32 {
        let rank = card.number() / 4;
        f32::from(if rank == 0 { self.ace.points() as u8 } else { (rank + 1).min(10) })
    }

    /// The number of pairs of unseen cards that make a meld with this one.
    #[inline]
    pub(super) const fn uses(&self, card: Card) -> u8 {
        let (number, others) = (card.number(), self.places(self.unseen));
        let same = (self.unseen.bits() >> (number & !3) & 0xF).count_ones() as u8;
        let two = others & others >> 4;
        let mut pairs = same * same.saturating_sub(1) / 2;
        pairs += (two >> (number + 4) & 1) as u8;
        if number >= 4 {
            pairs += (others >> (number - 4) & others >> (number + 4) & 1) as u8;
        }
        if number >= 8 {
            pairs += (two >> (number - 8) & 1) as u8;
        } else if number < 4 && matches!(self.ace, Ace::Both) {
            // RM-15: a queen and a king.
            pairs += (two >> (number as u32 + HIGH_ACE - 8) & 1) as u8;
        }
        pairs
    }

    /// The value of a card from the stock.
    #[inline]
    pub(super) const fn draw_value(&self) -> f32 {
        self.weights.draw
    }
}

/// The number of cards of each rank.
#[inline]
const fn counts(cards: u64) -> u64 {
    let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

#[cfg(test)]
mod tests {
    use oxideal_engine::rummy::{Ace, Card, Cards, Options, Position, Rules, melds};
    use oxideal_engine::{Chance as _, Position as _, SplitMix64};

    use super::Outlook;

    /// Whether some meld of three contains this card.
    fn meld_with(card: Card, cards: Cards, ace: Ace) -> bool {
        melds(cards, ace).into_iter().any(|meld| meld.cards().has(card))
    }

    /// Bit shifts find the same as trying every card.
    #[test]
    fn outs_and_uses_are_those_of_melds() {
        for ace in [Ace::Low, Ace::Both] {
            let rules = Rules::new(Options { ace, ..Options::default() }).expect("they are allowed");
            for seed in 0..60 {
                let mut chance = SplitMix64::new(seed);
                let position = Position::deal(&rules, None, &mut chance);
                let outlook = Outlook::of(rules, &position);
                let (hand, unseen) = (position.hand(position.turn()), outlook.unseen);
                assert_eq!(outlook.holds_meld(hand), !melds(hand, ace).is_empty(), "{hand}");
                let outs = unseen.into_iter().filter(|&card| meld_with(card, hand.union(card.alone()), ace));
                assert_eq!(outlook.outs(hand, unseen), outs.collect::<Cards>().bits(), "{hand}");
                let card = hand.into_iter().nth(chance.below(10) as usize).expect("there are ten");
                let with = |one: Card, two: Card| card.alone().union(one.alone()).union(two.alone());
                let pair = |one: Card, two: Card| one < two && meld_with(card, with(one, two), ace);
                let uses =
                    unseen.into_iter().map(|one| unseen.into_iter().filter(|&two| pair(one, two)).count());
                assert_eq!(usize::from(outlook.uses(card)), uses.sum::<usize>(), "{card}");
                let near =
                    |&one: &Card| Cards::ALL.into_iter().any(|two| meld_with(card, with(one, two), ace));
                let near: Cards = unseen.into_iter().filter(near).collect();
                assert_eq!(outlook.pairs(card.alone(), unseen), near.bits(), "{card}");
            }
        }
    }
}
