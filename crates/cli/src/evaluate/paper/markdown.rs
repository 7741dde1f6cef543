//! The report as Markdown.

use std::fmt::Write;

use super::results::{BedSummary, By, Cell, Line, Results, Section, Table};

/// The whole report.
pub fn render(results: &Results) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_report(&mut text, results);
    text
}

fn write_report(out: &mut String, results: &Results) -> std::fmt::Result {
    let Results { version, seed, limit, effort, proposers, .. } = results;
    let proposers = proposers.join(", ");
    writeln!(out, "# Ansatz beside the paper\n")?;
    writeln!(
        out,
        "Ansatz {version}; proposers: {proposers}; effort: {effort}; at most {limit} sequences a \
         test bed, seed {seed}.\n"
    )?;
    writeln!(
        out,
        "The paper is \"Deep Symbolic Regression for Recurrent Sequences\" (d'Ascoli, Kamienny, \
         Lample, Charton, 2022). Figures are percent of all sequences; where Ansatz abstains it \
         counts as wrong. *Forced to answer* counts its best guess even where it would rather say \
         nothing, as the paper's models must. Floats are shown with four significant digits, as \
         to the paper's models, and what must be predicted is how the true law continues those. A \
         figure near 50 has a standard error of 2.9 points on 300 sequences, of 1.1 on 2,000 and \
         of 0.5 on 10,000.\n"
    )?;
    for section in &results.sections {
        write_section(out, section)?;
    }
    write_beds(out, &results.beds)
}

fn write_section(out: &mut String, section: &Section) -> std::fmt::Result {
    writeln!(out, "## {}\n", section.title)?;
    for note in &section.notes {
        writeln!(out, "{note}\n")?;
    }
    if let Some(reason) = &section.skipped {
        writeln!(out, "**Skipped:** {reason}.\n")?;
    }
    for table in &section.tables {
        write_table(out, table)?;
    }
    for plot in &section.plots {
        writeln!(out, "![{}]({})\n", plot.title, plot.file)?;
    }
    Ok(())
}

fn write_table(out: &mut String, table: &Table) -> std::fmt::Result {
    let figures = |cell: &Option<Cell>| !matches!(cell, Some(Cell::Text(_)));
    let right = table.lines.iter().all(|line| line.cells.iter().all(figures));
    writeln!(out, "| {} | {} |", table.corner, table.columns.join(" | "))?;
    let rule = if right { "---:|" } else { "---|" };
    writeln!(out, "|---|{}", rule.repeat(table.columns.len()))?;
    for Line { label, by, cells } in &table.lines {
        let cells: Vec<String> = cells.iter().map(|cell| shown(cell.as_ref())).collect();
        let label = if *by == By::Ansatz { label.clone() } else { format!("*{label}*") };
        writeln!(out, "| {label} | {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

fn shown(cell: Option<&Cell>) -> String {
    match cell {
        Some(Cell::Percent(figure)) => format!("{figure:.1}"),
        Some(Cell::Count(count)) => count.to_string(),
        // A bar would end the cell, in code too.
        Some(Cell::Text(text)) => text.replace('|', "\\|"),
        None => String::new(),
    }
}

fn write_beds(out: &mut String, beds: &[BedSummary]) -> std::fmt::Result {
    writeln!(out, "## Test beds\n")?;
    writeln!(
        out,
        "Right is what comes within 1e-10 on the next ten terms (OEIS: exactly). *Sure* is the \
         share of verified answers that are right. Times are by the clock, with every \
         core at work on a sequence of its own.\n"
    )?;
    let columns = "rows | right % | forced % | answered % | verified % | sure % | median ms | from";
    writeln!(out, "| bed | proposers | {columns} |")?;
    writeln!(out, "|---|---|{}---|", "---:|".repeat(7))?;
    for bed in beds {
        let sure = bed.verified_precision.map_or_else(String::new, |share| format!("{share:.1}"));
        writeln!(
            out,
            "| {} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {sure} | {:.1} | {} |",
            bed.bed,
            bed.proposers,
            bed.rows,
            bed.accuracy,
            bed.accuracy_if_forced,
            bed.answered,
            bed.verified,
            bed.median_ms,
            bed.source
        )?;
    }
    Ok(())
}
