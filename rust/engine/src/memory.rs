//! Lists whose length a caller chooses. Too little memory is an error, where `collect` would end the
//! process.

use std::collections::TryReserveError;

/// Collects items into a list.
///
/// ```
/// assert_eq!(oxideal_engine::memory::collect(0..3)?, [0, 1, 2]);
/// let endless = std::iter::repeat_n(0_u64, usize::MAX);
/// assert!(oxideal_engine::memory::collect(endless).is_err());
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
///
/// # Errors
/// Fails if there is too little memory.
pub fn collect<T>(items: impl IntoIterator<Item = T>) -> Result<Vec<T>, TryReserveError> {
    try_collect(items.into_iter().map(Ok))
}

/// Collects items up to the first error.
///
/// ```
/// use oxideal_engine::Error;
///
/// let numbers = ["1", "2", "x"].into_iter();
/// let numbers = numbers.map(|text| text.parse().map_err(|_| Error::InvalidArgument(text.into())));
/// let numbers: Result<Vec<i32>, Error> = oxideal_engine::memory::try_collect(numbers);
/// assert_eq!(numbers, Err(Error::InvalidArgument("x".into())));
/// ```
///
/// # Errors
/// Fails with the first item that is an error, or if there is too little memory.
pub fn try_collect<T, E: From<TryReserveError>>(
    items: impl IntoIterator<Item = Result<T, E>>,
) -> Result<Vec<T>, E> {
    let items = items.into_iter();
    let mut list = Vec::new();
    list.try_reserve_exact(items.size_hint().0)?;
    for item in items {
        push(&mut list, item?)?;
    }
    Ok(list)
}

/// Appends an item to a list.
///
/// ```
/// let mut list = vec![1];
/// oxideal_engine::memory::push(&mut list, 2)?;
/// assert_eq!(list, [1, 2]);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
///
/// # Errors
/// Fails if there is too little memory. The list is unchanged then.
#[inline]
pub fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), TryReserveError> {
    if list.len() == list.capacity() {
        list.try_reserve(1)?;
    }
    list.push(item);
    Ok(())
}

/// Checks that some kilobytes are left for small allocations that would end the process.
///
/// ```
/// oxideal_engine::memory::check()?;
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
///
/// # Errors
/// Fails if there is too little memory.
pub fn check() -> Result<(), TryReserveError> {
    let mut spare: Vec<u8> = Vec::new();
    spare.try_reserve_exact(1 << 14)?;
    std::hint::black_box(&spare); // else the compiler may leave the allocation out
    Ok(())
}

/// Copies a text.
///
/// ```
/// assert_eq!(oxideal_engine::memory::text("pass")?, "pass");
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
///
/// # Errors
/// Fails if there is too little memory.
pub fn text(text: &str) -> Result<String, TryReserveError> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy)
}

/// Returns whether there is memory to start this many threads: for the stack of each, and to spare.
/// A thread that starts with no memory left would end the process.
///
/// ```
/// assert!(oxideal_engine::memory::allows_threads(1));
/// assert!(!oxideal_engine::memory::allows_threads(usize::MAX));
/// ```
#[must_use]
pub fn allows_threads(threads: usize) -> bool {
    const BYTES: usize = 4 << 20;
    Vec::<u8>::new().try_reserve_exact(threads.saturating_mul(BYTES)).is_ok()
}
