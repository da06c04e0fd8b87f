//! The features of the processor, and those that this build requires. `python/oxideal/_internal/builds.py` chooses a
//! build by them.

use pyo3::prelude::*;

/// The features that x86-64-v3 adds to baseline x86-64, by the compiler's names.
macro_rules! with_x86_64_v3_features {
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

/// Return the x86-64-v3 features that the processor and the system support; empty on other architectures.
///
/// processor_features() -> list[str]
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
    present(with_x86_64_v3_features!(detected))
}

/// Return the x86-64-v3 features that this build requires.
///
/// compiled_features() -> list[str]
#[pyfunction]
pub(crate) fn compiled_features() -> Vec<&'static str> {
    macro_rules! compiled {
        ($($feature:tt),*) => {
            [$(($feature, cfg!(target_feature = $feature))),*]
        };
    }
    present(with_x86_64_v3_features!(compiled))
}

fn present<const N: usize>(features: [(&'static str, bool); N]) -> Vec<&'static str> {
    features.into_iter().filter(|&(_, is)| is).map(|(feature, _)| feature).collect()
}

/// Return the build profile: "release" or "debug".
///
/// build_profile() -> str
#[pyfunction]
pub(crate) fn build_profile() -> &'static str {
    if cfg!(debug_assertions) { "debug" } else { "release" }
}

/// Return a hash of the sources of this build.
///
/// build_sources() -> str
#[pyfunction]
pub(crate) fn build_sources() -> &'static str {
    env!("OXIDEAL_SOURCES")
}
