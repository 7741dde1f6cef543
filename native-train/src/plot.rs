//! Curves of a run, as SVG and PNG.

use std::path::{Path, PathBuf};
use std::sync::Once;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use crate::error::{Error, Result};
use crate::log::{self, Entry};

const SIZE: (u32, u32) = (1200, 900);
const FONT: &str = "sans-serif";

/// What is drawn.
struct Curves {
    /// Hours and loss, in training.
    train: Vec<(f64, f64)>,
    /// Hours and loss, in validation.
    validation: Vec<(f64, f64)>,
    /// Hours and percent of right answers.
    accuracy: Vec<(f64, f64)>,
    /// The same by number of operators.
    by_operators: Vec<(usize, Vec<(f64, f64)>)>,
}

/// Draws the curves of a run into its folder; gives the files written.
pub fn plot(folder: &Path) -> Result<Vec<PathBuf>> {
    let curves = Curves::read(folder)?;
    bring_a_font();
    let svg = folder.join("curves.svg");
    draw(&SVGBackend::new(&svg, SIZE).into_drawing_area(), &curves, &svg)?;
    let png = folder.join("curves.png");
    draw(&BitMapBackend::new(&png, SIZE).into_drawing_area(), &curves, &png)?;
    Ok(vec![svg, png])
}

/// Both need the letters' sizes; a machine that trains may have no fonts.
fn bring_a_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It fails only for bytes that are no font, and these are one.
        let _ = register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
    });
}

impl Curves {
    fn read(folder: &Path) -> Result<Self> {
        let mut curves = Curves {
            train: Vec::new(),
            validation: Vec::new(),
            accuracy: Vec::new(),
            by_operators: Vec::new(),
        };
        for entry in log::read(folder)? {
            match entry {
                Entry::Train { hours, loss, .. } => curves.train.push((hours, loss)),
                Entry::Validation { hours, loss, accuracy, by_operators, .. } => {
                    curves.validation.push((hours, loss));
                    curves.accuracy.push((hours, 100.0 * accuracy));
                    for group in by_operators {
                        let operators = group.operators;
                        let point = (hours, 100.0 * group.accuracy);
                        match curves.by_operators.iter_mut().find(|(o, _)| *o == operators) {
                            Some((_, points)) => points.push(point),
                            None => curves.by_operators.push((operators, vec![point])),
                        }
                    }
                }
            }
        }
        if curves.train.is_empty() && curves.validation.is_empty() {
            return Err(Error::BadFile {
                path: folder.join(crate::files::LOG),
                problem: "there is nothing to draw yet".to_owned(),
            });
        }
        curves.by_operators.sort_by_key(|(operators, _)| *operators);
        Ok(curves)
    }

    fn hours(&self) -> f64 {
        let last = |points: &[(f64, f64)]| points.last().map_or(0.0, |point| point.0);
        last(&self.train).max(last(&self.validation)).max(1e-6)
    }

    fn highest_loss(&self) -> f64 {
        let losses = self.train.iter().chain(&self.validation);
        losses.fold(0.1, |highest: f64, point| highest.max(point.1))
    }
}

fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    curves: &Curves,
    path: &Path,
) -> Result<()> {
    try_draw(area, curves)
        .map_err(|error| Error::Drawing { path: path.to_owned(), problem: error.to_string() })
}

fn try_draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    curves: &Curves,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    area.fill(&WHITE)?;
    let (upper, lower) = area.split_vertically(SIZE.1 / 2);
    let hours = 0.0..curves.hours();

    let mut chart = ChartBuilder::on(&upper)
        .caption("Loss", (FONT, 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(hours.clone(), 0.0..curves.highest_loss())?;
    chart.configure_mesh().x_desc("hours").y_desc("nats a token").label_style((FONT, 14)).draw()?;
    for (name, points, colour) in
        [("training", &curves.train, BLUE), ("validation", &curves.validation, RED)]
    {
        chart
            .draw_series(LineSeries::new(points.iter().copied(), &colour))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
    }
    legend(&mut chart)?;

    let mut chart = ChartBuilder::on(&lower)
        .caption("Right on the next ten terms, greedy, by operators", (FONT, 20))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(hours, 0.0..100.0)?;
    chart.configure_mesh().x_desc("hours").y_desc("percent").label_style((FONT, 14)).draw()?;
    for (operators, points) in &curves.by_operators {
        let colour = Palette99::pick(*operators).to_rgba();
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour))?
            .label(operators.to_string())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour));
    }
    chart
        .draw_series(LineSeries::new(curves.accuracy.iter().copied(), BLACK.stroke_width(3)))?
        .label("all")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK.stroke_width(3)));
    legend(&mut chart)?;
    area.present()
}

type Chart<'a, B> = ChartContext<
    'a,
    B,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn legend<'a, B: DrawingBackend + 'a>(
    chart: &mut Chart<'a, B>,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font((FONT, 13))
        .draw()
}
