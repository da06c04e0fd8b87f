#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxideal_fuzz::events::check(data));
