//! libFuzzer's entry point: checks the property that the environment variable `PROPERTY` names.

#![no_main]

use std::sync::LazyLock;

use oxideal_fuzz::{Property, all_properties};

static PROPERTY: LazyLock<Property> = LazyLock::new(|| {
    let name = std::env::var("PROPERTY").expect("PROPERTY names a property");
    let found = all_properties().into_iter().find(|&(known, _)| known == name);
    found.unwrap_or_else(|| panic!("unknown property {name}")).1
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| PROPERTY(data));
