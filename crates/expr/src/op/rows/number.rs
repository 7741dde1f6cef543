//! Functions of integers outside the paper's vocabulary.

macro_rules! number {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*
    } } };
}
