//! Cards and melds in texts from outside.

use super::cards::{Card, Cards, listed};
use super::meld::Meld;
use super::rules::Ace;
use super::table::Table;
use crate::text::{quoted, tokens, too_long, trimmed};

/// One card.
///
/// # Errors
/// What is wrong with the text.
pub fn read_card(word: &str) -> Result<Card, String> {
    Card::parse(word).ok_or_else(|| {
        format!(
            "{} is no card: write a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (C D H S), such as \"7S\"",
            quoted(word)
        )
    })
}

/// The cards of a text in their order, each at most once.
///
/// # Errors
/// What is wrong with the text.
pub fn read_cards(text: &str) -> Result<Vec<Card>, String> {
    if let Some(length) = too_long(text, 1000) {
        return Err(format!("a list of cards has at most 1000 characters, this one has {length}"));
    }
    read_each(tokens(text).filter(|_| trimmed(text) != "-"))
}

/// The cards of these words in their order, each at most once.
///
/// # Errors
/// What is wrong with the text.
pub fn read_each<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Card>, String> {
    let mut cards = Vec::new();
    for word in words {
        let card = read_card(word)?;
        if cards.contains(&card) {
            return Err(stands_twice(card));
        }
        cards.push(card);
    }
    Ok(cards)
}

/// The meld of a text, and its cards as they stand there.
pub(super) fn read_meld(text: &str, ace: Ace) -> Result<(Vec<Card>, Meld), String> {
    meld_of(read_cards(text)?, ace)
}

/// The meld of these cards, and the cards.
pub(super) fn meld_of(cards: Vec<Card>, ace: Ace) -> Result<(Vec<Card>, Meld), String> {
    match Meld::of(&cards, ace) {
        Some(meld) => Ok((cards, meld)),
        None => Err(no_meld(&listed(cards))),
    }
}

/// The melds of a table, each a text, as their cards in the order in which they stand there.
///
/// # Errors
/// What is wrong with the text.
pub fn read_table<'a>(melds: impl Iterator<Item = &'a str>, ace: Ace) -> Result<Vec<Vec<Card>>, String> {
    let cards = |text| read_meld(text, ace).map(|(cards, _)| cards);
    let table: Vec<Vec<Card>> = melds.map(cards).collect::<Result<_, _>>()?;
    let mut seen = Cards::NONE;
    for &card in table.iter().flatten() {
        if seen.has(card) {
            return Err(stands_twice(card));
        }
        seen = seen.and(card.alone());
    }
    Ok(table)
}

/// The table of these sets, empty ones left out, beside a hand; the row is named where something is wrong.
///
/// # Errors
/// What is wrong with the text.
pub fn read_sets(row: usize, hand: Cards, melds: &[u64], ace: Ace) -> Result<Table, String> {
    let mut table = Table::default();
    let mut seen = Cards::NONE;
    for &bits in melds.iter().filter(|&&bits| bits != 0) {
        let set = Cards::of_bits(bits).ok_or("a set has a bit that stands for no card")?;
        let cards: Vec<Card> = set.into_iter().collect();
        let name = format!("{set} in table {row}");
        let meld = Meld::of(&cards, ace).ok_or_else(|| no_meld(&name))?;
        if let Some(card) = set.among(seen).first() {
            return Err(format!("{card} stands twice in table {row}"));
        }
        seen = seen.and(set);
        table.meld(meld);
    }
    match hand.among(seen).first() {
        Some(card) => Err(format!("{card} is in hand {row} and on its table")),
        None => Ok(table),
    }
}

/// What is said of a card that stands there again.
pub(super) fn stands_twice(card: Card) -> String {
    format!("{card} stands twice")
}

/// What is said of cards that are no meld.
fn no_meld(cards: &str) -> String {
    format!(
        "{cards} is no meld: a group is three or four cards of one rank [RM-08], a run three or more of one suit in \
         sequence [RM-09]"
    )
}
