//! The notation of standard cards: `7S`, `TH`. A card's number is 4 · rank + suit, starting at the
//! ace (low) of clubs.

use std::fmt::{self, Write as _};

const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// Parses a card, e.g. `7S`, `TH`, `10h` or `a♠`.
pub(crate) fn read(text: &str) -> Option<u8> {
    let mut chars = text.chars();
    let suit = match chars.next_back()?.to_ascii_uppercase() {
        '♣' => 'C',
        '♦' => 'D',
        '♥' => 'H',
        '♠' => 'S',
        letter => letter,
    };
    let suit = SUITS.iter().position(|&s| s == suit)?;
    let rank = match chars.as_str() {
        "10" => 'T',
        one => {
            let mut rank = one.chars();
            rank.next().filter(|_| rank.as_str().is_empty())?.to_ascii_uppercase()
        }
    };
    let rank = RANKS.iter().position(|&r| r == rank)?;
    Some((rank * SUITS.len() + suit) as u8)
}

/// Returns whether a text is a card as [`write`] writes it.
pub(crate) fn is_card(text: &str) -> bool {
    let mut chars = text.chars();
    let (rank, suit) = (chars.next(), chars.next());
    let (rank, suit) = (rank.unwrap_or(' '), suit.unwrap_or(' '));
    RANKS.contains(&rank) && SUITS.contains(&suit) && chars.next().is_none()
}

/// Returns a card that [`write`] has written for people: `10♥`, or `10H` without symbols.
pub(crate) fn shown(card: &str, symbols: bool) -> String {
    let ten = card.replace('T', "10");
    let symbol = |text: String, (letter, symbol)| text.replace(letter, symbol);
    if symbols { SUITS.into_iter().zip(["♣", "♦", "♥", "♠"]).fold(ten, symbol) } else { ten }
}

/// Returns a card with the symbol of its suit.
pub(crate) fn with_symbol(card: &impl fmt::Display) -> String {
    shown(&card.to_string(), true)
}

/// The cards in quotation marks. Formatting two letters would take longer than all else in a list.
static IN_QUOTES: [[u8; 4]; RANKS.len() * SUITS.len()] = {
    let mut cards = [[b'"'; 4]; RANKS.len() * SUITS.len()];
    let mut number = 0;
    while number < cards.len() {
        cards[number][1] = RANKS[number / SUITS.len()] as u8;
        cards[number][2] = SUITS[number % SUITS.len()] as u8;
        number += 1;
    }
    cards
};

/// The card with this number, in quotation marks.
#[inline]
pub(crate) fn in_quotes(number: u8) -> &'static [u8] {
    &IN_QUOTES[usize::from(number)]
}

/// Writes the card with this number.
pub(crate) fn write(number: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [_, rank, suit, _] = IN_QUOTES[usize::from(number)].map(char::from);
    f.write_char(rank)?;
    f.write_char(suit)
}
