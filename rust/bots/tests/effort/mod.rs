//! The test effort: `OXIDEAL_EFFORT` is `quick` (the default), `full`, or a multiple of `full`.

/// The number of repetitions: `full` in the full tier, a tenth of it in the quick tier.
pub(crate) fn times(full: usize) -> usize {
    match std::env::var("OXIDEAL_EFFORT").as_deref() {
        Err(_) | Ok("quick") => full.div_ceil(10),
        Ok("full") => full,
        Ok(number) => full * number.parse::<usize>().expect("OXIDEAL_EFFORT is quick, full or a number"),
    }
}
