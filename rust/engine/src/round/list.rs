//! A list whose copies share their common part, so a copy costs the same however long the list is.

use std::sync::Arc;

/// A linked list from the last item back.
#[derive(Clone, Debug)]
pub(super) struct List<T>(Option<Arc<Node<T>>>);

#[derive(Debug)]
struct Node<T> {
    item: T,
    /// The length of the list that ends here.
    len: usize,
    rest: List<T>,
}

impl<T> List<T> {
    /// The empty list.
    pub(super) const EMPTY: Self = Self(None);

    /// The memory of an item, with the two counters of the `Arc`.
    pub(super) const NODE_SIZE: usize = size_of::<Node<T>>() + 2 * size_of::<usize>();

    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.len)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The last item.
    pub(super) fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|node| &node.item)
    }

    pub(super) fn push(&mut self, item: T) {
        let (len, rest) = (self.len() + 1, Self(self.0.take()));
        self.0 = Some(Arc::new(Node { item, len, rest }));
    }

    /// Removes the last item.
    pub(super) fn pop(&mut self) -> Option<T>
    where
        T: Clone,
    {
        let (item, rest) = match Arc::try_unwrap(self.0.take()?) {
            Ok(Node { item, rest, .. }) => (item, rest),
            Err(shared) => (shared.item.clone(), Self(shared.rest.0.clone())),
        };
        *self = rest;
        Some(item)
    }

    /// The items, last first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.0.as_deref(), |node| node.rest.0.as_deref()).map(|node| &node.item)
    }
}

/// Drops the items in a loop. The default would drop them recursively, and a long list would
/// overflow the stack.
impl<T> Drop for List<T> {
    fn drop(&mut self) {
        let mut last = self.0.take();
        while let Some(node) = last {
            last = Arc::into_inner(node).and_then(|mut node| node.rest.0.take());
        }
    }
}
