//! The longest and the heaviest train of a small hand, against all trains (MT-29).

use oxideal_engine::Chance as _;
use oxideal_engine::mexican_train::{Doubles, LongestTrain, longest_train};

use crate::choices::Choices;

type Tile = (u8, u8);

/// With more tiles there are too many trains.
const MAX_TILES: u32 = 9;

/// Input: the end, the highest number, then the tiles.
pub(crate) fn check(data: &[u8]) {
    let mut choices = Choices::new(data);
    let numbers = 1 + choices.below(19);
    let end = choices.below(numbers) as u8;
    let mut hand: Vec<Tile> = Vec::new();
    for _ in 0..choices.below(MAX_TILES + 1) {
        let [a, b] = [(); 2].map(|()| choices.below(numbers) as u8);
        if !hand.contains(&(a, b)) && !hand.contains(&(b, a)) {
            hand.push((a, b));
        }
    }
    for doubles in [Doubles::Tile, Doubles::Close] {
        let LongestTrain { longest, heaviest } = longest_train(&hand, end, doubles);
        let all = trains(&hand, end, doubles);
        let text = format!("{hand:?} from {end}, {doubles:?}");
        assert!(all.contains(&longest) && all.contains(&heaviest), "{text}");
        let tiles_then_pips = |train: &Vec<Tile>| (train.len(), pips(train));
        let pips_then_tiles = |train: &Vec<Tile>| (pips(train), train.len());
        assert_eq!(Some(tiles_then_pips(&longest)), all.iter().map(tiles_then_pips).max(), "{text}");
        assert_eq!(Some(pips_then_tiles(&heaviest)), all.iter().map(pips_then_tiles).max(), "{text}");
    }
}

/// MT-27: the double blank counts 50.
fn pips(train: &[Tile]) -> u32 {
    train.iter().map(|&(a, b)| if (a, b) == (0, 0) { 50 } else { u32::from(a) + u32::from(b) }).sum()
}

/// All trains that can be laid from an end.
fn trains(hand: &[Tile], end: u8, doubles: Doubles) -> Vec<Vec<Tile>> {
    let mut all = vec![Vec::new()];
    let mut place = 0;
    while place < all.len() {
        let train: Vec<Tile> = all[place].clone();
        let open = train.last().map_or(end, |&(_, open)| open);
        for &(a, b) in hand {
            let used = train.contains(&(a, b)) || train.contains(&(b, a));
            if !used && (a == open || b == open) {
                let next = if a == open { (a, b) } else { (b, a) };
                all.push([train.as_slice(), &[next]].concat());
            }
        }
        place += 1;
    }
    // MT-17: a double at the end must be closed, unless it was the last tile.
    let closes = |train: &Vec<Tile>| {
        doubles == Doubles::Tile || train.len() == hand.len() || train.last().is_none_or(|(a, b)| a != b)
    };
    all.retain(closes);
    all
}
