//! How much is tested: `OXIDEAL_EFFORT` is `quick` (the default), `full`, or a number of times `full`.

/// How often something is done: this often in the full tier, a tenth of it in the quick one.
pub(crate) fn times(full: usize) -> usize {
    match std::env::var("OXIDEAL_EFFORT").as_deref() {
        Err(_) | Ok("quick") => full.div_ceil(10),
        Ok("full") => full,
        Ok(number) => full * number.parse::<usize>().expect("OXIDEAL_EFFORT is quick, full or a number"),
    }
}
