//! The figures in the README: copied from the report, never typed.

use anyhow::{Context, Result, bail};

use crate::run::root;

/// What `ansatz evaluate paper --out pkg/models/report` wrote.
const REPORT: &str = "pkg/models/report/report.md";
const BEGIN: &str = "<!-- From pkg/models/report/report.md, by `cargo xtask report`. -->\n";
const END: &str = "<!-- The end of what `cargo xtask report` writes. -->\n";
/// The sections that the README shows; the report has more.
const SHOWN: [&str; 3] = ["OEIS", "In-domain accuracy", "The network alone"];

/// Writes the report's tables into the README.
pub fn write() -> Result<()> {
    let (readme, report) = read()?;
    std::fs::write(root().join("README.md"), with_report(&readme, &report)?)?;
    println!("README.md shows {REPORT}");
    Ok(())
}

/// Fails if the README shows other figures than the report, where there is one.
pub fn check() -> Result<()> {
    if !root().join(REPORT).exists() {
        return Ok(());
    }
    let (readme, report) = read()?;
    if with_report(&readme, &report)? != readme {
        bail!("README.md shows other figures than {REPORT}: run `cargo xtask report`");
    }
    Ok(())
}

fn read() -> Result<(String, String)> {
    let text = |file: &str| std::fs::read_to_string(root().join(file)).context(file.to_owned());
    Ok((text("README.md")?, text(REPORT)?))
}

fn with_report(readme: &str, report: &str) -> Result<String> {
    let (before, rest) = readme.split_once(BEGIN).context("README.md has no place for figures")?;
    let (_, after) = rest.split_once(END).context("the README's place for figures has no end")?;
    let mut text = String::new();
    for title in SHOWN {
        let heading = format!("## {title}\n");
        let section = report.split_once(&heading).with_context(|| format!("no `{title}`"))?.1;
        let section = section.split("\n## ").next().unwrap_or(section);
        text.push_str(&format!("#### {title}\n"));
        // Plots are beside the report, not beside the README.
        let lines = section.lines().filter(|line| !line.starts_with("!["));
        text.push_str(lines.collect::<Vec<_>>().join("\n").trim_end());
        text.push_str("\n\n");
    }
    Ok(format!("{before}{BEGIN}\n{text}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_sections_are_copied_and_the_rest_is_left_alone() {
        let report = "# R\n\n## In-domain accuracy\n\n| a |\n\n## The network alone\n\n| b |\n\n\
                      ## OEIS\n\nnote\n\n| c |\n\n![p](p.svg)\n\n## Noise\n\n| d |\n";
        let readme = format!("first\n{BEGIN}old\n{END}last\n");
        let made = with_report(&readme, report).unwrap();
        let shown = "\n#### OEIS\n\nnote\n\n| c |\n\n#### In-domain accuracy\n\n| a |\n\n\
                     #### The network alone\n\n| b |\n\n";
        assert_eq!(made, format!("first\n{BEGIN}{shown}{END}last\n"));
        assert_eq!(with_report(&made, report).unwrap(), made);
        assert!(with_report("nothing", report).is_err());
        assert!(with_report(&readme, "# R\n").is_err());
    }
}
