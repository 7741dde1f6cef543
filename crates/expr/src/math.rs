//! Elementary functions of doubles that give the same last bit everywhere.
//!
//! The standard library asks the system: glibc natively, another library in wasm, and
//! the two round some values differently. A law that amplifies its last digit, or a
//! threshold that a probability just misses, would then answer one thing in the
//! browser and another on the command line. These are compiled from the same source
//! wherever we run; clippy refuses the others (`clippy.toml`).
//!
//! What laws use most is correctly rounded (`pxfm`), as glibc's is nearly always: with
//! functions that may be off by one in the last place, fifteen of the 7,750 published
//! float sequences no longer replay, `tan(exp(n))` among them. What only measures and
//! weighs, powers and two arcs may be off, and are much smaller (`libm`).

pub use libm::{
    acos, asin, atan2, cbrt, cosh, exp2, expf as exp_f32, hypot, log1p as ln_1p, log2, log10,
    logf as ln_f32, pow as powf, sincos as sin_cos, sinh, tanh,
};
pub use pxfm::{
    f_atan as atan, f_cos as cos, f_exp as exp, f_log as ln, f_sin as sin, f_tan as tan,
};
