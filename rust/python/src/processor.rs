//! What the processor can do, and what this build takes for granted: `python/oxideal/_processor.py` chooses by it.

use pyo3::prelude::*;

/// What x86-64-v3 has beyond the x86-64 of every processor, as the compiler calls it.
macro_rules! of_x86_64_v3 {
    ($with:ident) => {
        $with!(
            "avx",
            "avx2",
            "bmi1",
            "bmi2",
            "cmpxchg16b",
            "f16c",
            "fma",
            "lzcnt",
            "movbe",
            "popcnt",
            "sse3",
            "sse4.1",
            "sse4.2",
            "ssse3",
            "xsave"
        )
    };
}

/// Which of the features that x86-64-v3 asks for the processor has, and the system lets programs use. None elsewhere.
#[pyfunction]
pub(crate) fn processor_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    macro_rules! detected {
        ($($feature:tt),*) => {
            [$(($feature, std::arch::is_x86_feature_detected!($feature))),*]
        };
    }
    #[cfg(not(target_arch = "x86_64"))]
    macro_rules! detected {
        ($($feature:tt),*) => {
            [$(($feature, false)),*]
        };
    }
    those_that_are(of_x86_64_v3!(detected))
}

/// Which of them this build takes for granted.
#[pyfunction]
pub(crate) fn compiled_features() -> Vec<&'static str> {
    macro_rules! compiled {
        ($($feature:tt),*) => {
            [$(($feature, cfg!(target_feature = $feature))),*]
        };
    }
    those_that_are(of_x86_64_v3!(compiled))
}

fn those_that_are<const N: usize>(features: [(&'static str, bool); N]) -> Vec<&'static str> {
    features.into_iter().filter(|&(_, is)| is).map(|(feature, _)| feature).collect()
}

/// `release` or `debug`.
#[pyfunction]
pub(crate) fn build_profile() -> &'static str {
    if cfg!(debug_assertions) { "debug" } else { "release" }
}

/// What stands for the sources that this build was made from.
#[pyfunction]
pub(crate) fn build_sources() -> &'static str {
    env!("OXIDEAL_SOURCES")
}
