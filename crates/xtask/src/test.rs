//! Every test, from crates to browser.

use anyhow::Result;

use crate::run::{cargo, run};
use crate::{browser, check, site};

/// Checks, Rust tests, then the built page in a real browser.
pub fn test(with_browser: bool) -> Result<()> {
    check::check()?;
    run(cargo().args(["test", "--workspace"]))?;
    if !with_browser {
        println!("tests in a browser: left out, as asked");
        return Ok(());
    }
    let site = site::build()?;
    browser::test(site)
}
