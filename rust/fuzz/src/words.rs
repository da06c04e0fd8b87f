//! Texts of moves, cards and tiles of any content: what is read, prints, and is read again as the same.

use oxideal_engine::doudizhu::{self, Cards, DouDizhu};
use oxideal_engine::foursquare::{self, Cell};
use oxideal_engine::mexican_train::{HIGHEST, read_tile, read_tiles};
use oxideal_engine::rummy::{self, Ace, Meld, listed, read_card, read_cards, read_table};
use oxideal_engine::{Error, ErrorKind, Rules};

use super::choices::Choices;
use super::games::Fuzzed;
use super::sound::is_fit_to_show;

/// The game, its rules, then the text.
pub fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    of_any_game!(choices, moves);
    let mut choices = Choices::new(data);
    match choices.byte() % 4 {
        0 => foursquare_words(&mut choices),
        1 => doudizhu_words(&mut choices),
        2 => mexican_train_words(&mut choices),
        _ => rummy_words(&mut choices),
    }
}

/// The text that the other bytes are.
fn text(choices: &mut Choices<'_>) -> String {
    String::from_utf8_lossy(choices.rest()).into_owned()
}

fn is_refused_fitly<T>(read: Result<T, String>) -> Option<T> {
    read.map_err(|reason| is_fit_to_show(&Error::InvalidArgument(reason))).ok()
}

fn moves<G: Fuzzed>(choices: &mut Choices<'_>) {
    let rules = G::rules(choices);
    match rules.parse(&text(choices)) {
        Ok(read) => {
            assert_eq!(rules.parse(&read.to_string()).as_ref(), Ok(&read));
            let action = rules.action(read).expect("what is read is in the table");
            assert!(action < rules.num_actions());
            assert_eq!(rules.to_move(action), Some(read));
        }
        Err(error) => {
            assert!(error.kind() == ErrorKind::InvalidMove, "{error:?}");
            is_fit_to_show(&error);
        }
    }
}

fn foursquare_words(choices: &mut Choices<'_>) {
    let text = text(choices);
    if let Some(card) = foursquare::Card::parse(&text) {
        assert_eq!(foursquare::Card::read(&card.to_string()), Ok(card));
    }
    match Cell::parse(&text) {
        Ok(cell) => assert_eq!(Cell::parse(&cell.to_string()), Ok(cell)),
        Err(error) => is_fit_to_show(&error),
    }
}

fn doudizhu_words(choices: &mut Choices<'_>) {
    let rules = DouDizhu::rules(choices);
    let text = text(choices);
    if let Some(cards) = is_refused_fitly(Cards::parse(&text, rules.deck())) {
        assert!(rules.deck().contains(cards));
        assert_eq!(Cards::parse(&cards.to_string(), rules.deck()), Ok(cards));
        assert_eq!(Cards::from_counts(&cards.counts()), cards);
        if let Err(error) = rules.classify(cards) {
            is_fit_to_show(&error);
        }
    }
    match rules.combination(&text) {
        Ok(play) => {
            let shown = rules.to_play_move(play).to_string();
            assert_eq!(rules.combination(&shown), Ok(play));
            assert!(rules.parse(&shown).is_ok_and(|read| read.play() == Some(&play)));
        }
        Err(error) => is_fit_to_show(&error),
    }
    let _ = is_refused_fitly(Cards::rank_text(&text));
    if let Err(error) = doudizhu::Rules::preset(&text) {
        is_fit_to_show(&error);
    }
}

fn mexican_train_words(choices: &mut Choices<'_>) {
    let byte = choices.byte();
    let set = (1..=HIGHEST).contains(&byte).then_some(byte);
    let text = text(choices);
    if let Some(tile) = is_refused_fitly(read_tile(&text, set)) {
        assert_eq!(read_tile(&tile.to_string(), set), Ok(tile));
    }
    if let Some(tiles) = is_refused_fitly(read_tiles(&text, set)) {
        let shown: Vec<String> = tiles.iter().map(ToString::to_string).collect();
        assert_eq!(read_tiles(&shown.join(" "), set), Ok(tiles));
    }
}

fn rummy_words(choices: &mut Choices<'_>) {
    let ace = if choices.flag() { Ace::Both } else { Ace::Low };
    let text = text(choices);
    if let Some(card) = is_refused_fitly(read_card(&text)) {
        assert_eq!(read_card(&card.to_string()), Ok(card));
    }
    if let Some(cards) = is_refused_fitly(read_cards(&text)) {
        assert_eq!(read_cards(&listed(cards.iter().copied())).as_ref(), Ok(&cards));
        if let Some(meld) = Meld::of(&cards, ace) {
            assert_eq!(meld.cards(), cards.iter().copied().collect());
            let shown = read_cards(&meld.to_string()).expect("a meld is written as its cards");
            assert_eq!(Meld::of(&shown, ace), Some(meld));
        }
    }
    if let Some(melds) = is_refused_fitly(read_table(text.split(','), ace)) {
        let melds: Vec<Meld> = melds.iter().filter_map(|cards| Meld::of(cards, ace)).collect();
        let table: rummy::Table = melds.iter().copied().collect();
        assert_eq!(table.melds().count(), melds.len());
    }
}
