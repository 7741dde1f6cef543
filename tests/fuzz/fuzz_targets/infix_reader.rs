#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    ansatz_fuzz::formulas::check(data);
});
