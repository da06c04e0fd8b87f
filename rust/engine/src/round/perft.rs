//! Counts action sequences, which tests a move generator as a whole.

use crate::game::Position;
use crate::ids::Action;
use crate::random::Stream;

/// The number of inner nodes visited between two calls of `keep_going`.
const NODES_PER_CHECK: u32 = 1 << 14;

/// A position whose actions are being tried.
struct Node<P> {
    position: P,
    /// The stream it draws from; `None` if nothing can be drawn.
    chance: Option<Box<Stream>>,
    /// The index of its first action in `actions`.
    first: usize,
}

/// The number of action sequences of exactly this length, or `None` once `keep_going` returns `false`.
pub(super) fn count<P: Position>(
    rules: &P::Rules,
    position: &P,
    mut chance: Stream,
    depth: u8,
    mut keep_going: impl FnMut() -> bool,
) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return Some(position.count_legal(rules) as u64),
        _ => {}
    }
    let (mut sum, mut nodes) = (0, 0_u32);
    // The untried actions of all nodes on the path, node by node.
    let mut actions: Vec<Action> = Vec::new();
    position.legal(rules, &mut actions);
    let drawn = position.chance_ahead(rules).then(|| Box::new(chance.clone()));
    // On the heap, because 255 positions would overflow the stack of some threads.
    let mut path = vec![Node { position: position.clone(), chance: drawn, first: 0 }];
    while let Some(node) = path.last() {
        // Nearly all nodes are leaves. They are only counted.
        if path.len() + 1 == usize::from(depth) {
            for action in actions.drain(node.first..) {
                let mut next = node.position.clone();
                let mut drawn = node.chance.as_deref().cloned();
                next.play(rules, action, drawn.as_mut().unwrap_or(&mut chance));
                sum += next.count_legal(rules) as u64;
            }
        }
        if actions.len() == node.first {
            path.pop();
            continue;
        }
        let Some(action) = actions.pop() else { break };
        let mut next = node.position.clone();
        let mut drawn = node.chance.clone();
        next.play(rules, action, drawn.as_deref_mut().unwrap_or(&mut chance));
        nodes = nodes.wrapping_add(1);
        if nodes.is_multiple_of(NODES_PER_CHECK) && !keep_going() {
            return None;
        }
        let first = actions.len();
        next.legal(rules, &mut actions);
        let chance = drawn.filter(|_| next.chance_ahead(rules));
        path.push(Node { position: next, chance, first });
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use std::thread::Builder;

    use crate::game::Game;
    use crate::games::{doudizhu, foursquare, mexican_train, rummy};
    use crate::random::Seed;
    use crate::round::State;

    /// A thread's stack size in bytes; some systems provide no more.
    const SMALL: usize = 128 << 10;

    /// Descends to the maximum depth, and stops at the first check.
    fn count_on_a_small_stack<G: Game + 'static>(rules: G::Rules)
    where
        G::Rules: Send,
    {
        let count = move || State::<G>::deal(rules, Seed::from(5), 0).perft(255, || false);
        let counting = Builder::new().stack_size(SMALL).spawn(count).expect("a thread");
        assert_eq!(counting.join().expect("nothing goes wrong"), None);
    }

    #[test]
    fn the_greatest_depth_takes_little_stack() {
        let four = doudizhu::Options { players: 4, ..doudizhu::Options::default() };
        let four = doudizhu::Rules::new(four).expect("four play");
        count_on_a_small_stack::<doudizhu::DouDizhu>(four);
        count_on_a_small_stack::<mexican_train::MexicanTrain>(mexican_train::Rules::default());
        count_on_a_small_stack::<rummy::Rummy>(rummy::Rules::default());
        count_on_a_small_stack::<foursquare::FourSquare>(foursquare::Rules::default());
    }
}
