//! A plot as an SVG image.

use std::fmt::Write;

use ansatz_expr::math;

use super::results::{By, Plot, Scale, Series};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 48.0;
const HEIGHT: f64 = 300.0;
const BELOW: f64 = 52.0;
const LEGEND_LINE: f64 = 20.0;
const INNER: f64 = WIDTH - LEFT - RIGHT;

/// Told apart by the colour-blind too (Okabe and Ito).
const COLORS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"];

/// The image.
pub fn draw(plot: &Plot) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_plot(&mut text, plot);
    text
}

/// How a series looks.
struct Style {
    color: &'static str,
    dashes: &'static str,
    by: By,
}

fn write_plot(out: &mut String, plot: &Plot) -> std::fmt::Result {
    let legend_lines = plot.series.len().div_ceil(2) as f64;
    let height = TOP + HEIGHT + BELOW + legend_lines * LEGEND_LINE + 8.0;
    let title = escape(&plot.title);
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="#222">"##
    )?;
    writeln!(out, "<title>{title}</title>")?;
    writeln!(out, r##"<rect width="{WIDTH}" height="{height}" fill="#fff"/>"##)?;
    writeln!(out, r##"<text x="{LEFT}" y="22" font-size="15" font-weight="600">{title}</text>"##)?;
    write_axes(out, plot)?;
    let styles = styles(&plot.series);
    if plot.x.scale == Scale::Bars {
        write_bars(out, plot, &styles)?;
    } else {
        for (series, style) in plot.series.iter().zip(&styles) {
            write_curve(out, plot, series, style)?;
        }
    }
    write_legend(out, plot, &styles)?;
    writeln!(out, "</svg>")
}

fn write_axes(out: &mut String, plot: &Plot) -> std::fmt::Result {
    for percent in [0.0, 20.0, 40.0, 60.0, 80.0, 100.0] {
        let y = up(percent);
        let (end, beside, base) = (WIDTH - RIGHT, LEFT - 8.0, y + 4.0);
        writeln!(out, r##"<path d="M{LEFT} {y}H{end}" stroke="#ddd"/>"##)?;
        writeln!(out, r##"<text x="{beside}" y="{base}" text-anchor="end">{percent}</text>"##)?;
    }
    writeln!(out, r##"<text x="12" y="{}" font-size="11">%</text>"##, TOP - 8.0)?;
    let bottom = TOP + HEIGHT;
    for (value, name) in &plot.x.ticks {
        let (x, y) = (across(plot, *value), bottom + 18.0);
        let name = escape(name);
        writeln!(out, r##"<path d="M{x:.1} {bottom}v5" stroke="#888"/>"##)?;
        writeln!(out, r##"<text x="{x:.1}" y="{y}" text-anchor="middle">{name}</text>"##)?;
    }
    let (middle, y, label) = (LEFT + INNER / 2.0, bottom + 38.0, escape(&plot.x.label));
    writeln!(out, r##"<text x="{middle}" y="{y}" text-anchor="middle">{label}</text>"##)
}

fn write_curve(out: &mut String, plot: &Plot, series: &Series, style: &Style) -> std::fmt::Result {
    let at = |&(value, percent): &(f64, f64)| (across(plot, value), up(percent));
    let line: Vec<String> =
        series.points.iter().map(at).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let Style { color, dashes, .. } = style;
    if is_connected(plot, series) {
        writeln!(
            out,
            r##"<polyline points="{}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"##,
            line.join(" ")
        )?;
    }
    for (x, y) in series.points.iter().map(at) {
        write_mark(out, x, y, style)?;
    }
    Ok(())
}

/// A line through a few single figures of others would claim those between.
fn is_connected(plot: &Plot, series: &Series) -> bool {
    series.by == By::Ansatz || series.points.len() == plot.x.ticks.len()
}

/// Ours are filled circles; what others measured is hollow.
fn write_mark(out: &mut String, x: f64, y: f64, style: &Style) -> std::fmt::Result {
    let color = style.color;
    match style.by {
        By::Ansatz => {
            writeln!(out, r##"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" fill="{color}"/>"##)
        }
        By::Paper => writeln!(
            out,
            r##"<path d="M{x:.1} {:.1}l5 5l-5 5l-5 -5z" fill="#fff" stroke="{color}" stroke-width="1.5"/>"##,
            y - 5.0
        ),
        By::Notebook | By::Fricas => writeln!(
            out,
            r##"<rect x="{:.1}" y="{:.1}" width="7" height="7" fill="#fff" stroke="{color}" stroke-width="1.5"/>"##,
            x - 3.5,
            y - 3.5
        ),
    }
}

fn write_bars(out: &mut String, plot: &Plot, styles: &[Style]) -> std::fmt::Result {
    let slot = INNER / plot.x.ticks.len().max(1) as f64;
    let width = 0.84 * slot / plot.series.len().max(1) as f64;
    for (index, (series, style)) in plot.series.iter().zip(styles).enumerate() {
        for &(value, percent) in &series.points {
            let x = across(plot, value) - 0.42 * slot + index as f64 * width;
            let (y, color) = (up(percent), style.color);
            let (bar, tall) = (0.9 * width, (TOP + HEIGHT - y).max(0.0));
            // Ours are filled; what others measured is hollow.
            let fill = if style.by == By::Ansatz { color } else { "#fff" };
            writeln!(
                out,
                r##"<rect x="{x:.1}" y="{y:.1}" width="{bar:.1}" height="{tall:.1}" fill="{fill}" stroke="{color}"/>"##
            )?;
            let (middle, above) = (x + bar / 2.0, y - 4.0);
            // Beside narrow bars there is no room for decimals.
            let decimals = usize::from(bar > 20.0);
            writeln!(
                out,
                r##"<text x="{middle:.1}" y="{above:.1}" font-size="9" text-anchor="middle">{percent:.decimals$}</text>"##
            )?;
        }
    }
    Ok(())
}

fn write_legend(out: &mut String, plot: &Plot, styles: &[Style]) -> std::fmt::Result {
    for (index, (series, style)) in plot.series.iter().zip(styles).enumerate() {
        let x = LEFT + (index % 2) as f64 * INNER / 2.0;
        let y = TOP + HEIGHT + BELOW + (index / 2) as f64 * LEGEND_LINE + 8.0;
        let Style { color, dashes, by } = style;
        if plot.x.scale == Scale::Bars {
            let fill = if *by == By::Ansatz { color } else { "#fff" };
            let y = y - 5.0;
            writeln!(
                out,
                r##"<rect x="{x}" y="{y}" width="26" height="10" fill="{fill}" stroke="{color}"/>"##
            )?;
        } else {
            if is_connected(plot, series) {
                writeln!(
                    out,
                    r##"<path d="M{x} {y}h28" stroke="{color}" stroke-width="2" stroke-dasharray="{dashes}"/>"##
                )?;
            }
            write_mark(out, x + 14.0, y, style)?;
        }
        let (x, y, label) = (x + 36.0, y + 4.0, escape(&series.label));
        writeln!(out, r##"<text x="{x}" y="{y}">{label}</text>"##)?;
    }
    Ok(())
}

/// One colour a group; within it, dashes tell series apart.
fn styles(series: &[Series]) -> Vec<Style> {
    let mut groups: Vec<&str> = Vec::new();
    let mut styles = Vec::new();
    for (index, one) in series.iter().enumerate() {
        let known = groups.iter().position(|group| *group == one.group);
        let color = known.unwrap_or(groups.len());
        if known.is_none() {
            groups.push(&one.group);
        }
        let same = |other: &&Series| other.group == one.group && other.by == one.by;
        let before = series[..index].iter().filter(same).count();
        let dashes = match (one.by, before) {
            (By::Ansatz, 0) => "none",
            (By::Ansatz, _) => "7 4",
            (By::Paper, _) => "2 4",
            (By::Notebook | By::Fricas, _) => "8 3 2 3",
        };
        styles.push(Style { color: COLORS[color % COLORS.len()], dashes, by: one.by });
    }
    styles
}

/// Where a percentage is, from the top.
fn up(percent: f64) -> f64 {
    TOP + HEIGHT * (1.0 - percent.clamp(0.0, 100.0) / 100.0)
}

/// Where a value is, from the left.
fn across(plot: &Plot, value: f64) -> f64 {
    let spread = |value: f64| if plot.x.scale == Scale::Log { math::log10(value) } else { value };
    if plot.x.scale == Scale::Bars {
        return LEFT + INNER * (value + 0.5) / plot.x.ticks.len().max(1) as f64;
    }
    let ticks = || plot.x.ticks.iter().map(|tick| spread(tick.0));
    let (low, high) = (ticks().fold(f64::INFINITY, f64::min), ticks().fold(f64::MIN, f64::max));
    // A little room at both ends; one value alone is in the middle.
    let part = if high > low { (spread(value) - low) / (high - low) } else { 0.5 };
    LEFT + INNER * (0.04 + 0.92 * part)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
