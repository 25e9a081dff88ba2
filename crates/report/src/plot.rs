//! Curves over time, as SVG.

use std::fmt::Write;

/// A curve: what it is called, and its points by seconds.
pub struct Curve<'a> {
    /// Its name.
    pub name: &'a str,
    /// Seconds and counts, in the order of time.
    pub points: &'a [(f64, u64)],
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Room for numbers and names around the curves.
const MARGIN: f64 = 60.0;
const COLOURS: [&str; 4] = ["#1f6f8b", "#c8553d", "#588157", "#6d597a"];
/// How many numbers an axis has, beside 0.
const TICKS: u32 = 5;

/// A picture of some curves, with names for the axes.
pub fn plot(title: &str, x: &str, y: &str, curves: &[Curve<'_>]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_plot(title, (x, y), curves, &mut out);
    out
}

fn write_plot(
    title: &str,
    (x, y): (&str, &str),
    curves: &[Curve<'_>],
    out: &mut String,
) -> std::fmt::Result {
    let points = || curves.iter().flat_map(|curve| curve.points.iter());
    let most_x = points().map(|(x, _)| *x).fold(1.0, f64::max);
    let most_y = points().map(|(_, y)| *y as f64).fold(1.0, f64::max);
    let across = |x: f64| MARGIN + x / most_x * (WIDTH - 2.0 * MARGIN);
    let up = |y: f64| HEIGHT - MARGIN - y / most_y * (HEIGHT - 2.0 * MARGIN);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">"
    )?;
    writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>")?;
    let mut text = |at: (f64, f64), anchor: &str, text: &str| {
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            at.0,
            at.1,
            escaped(text)
        )
    };
    text((WIDTH / 2.0, MARGIN / 2.0), "middle", title)?;
    text((WIDTH / 2.0, HEIGHT - MARGIN / 4.0), "middle", x)?;
    text((MARGIN / 4.0, MARGIN - 12.0), "start", y)?;
    for tick in 0..=TICKS {
        let part = f64::from(tick) / f64::from(TICKS);
        let (at_x, at_y) = (part * most_x, part * most_y);
        text(
            (across(at_x), HEIGHT - MARGIN + 16.0),
            "middle",
            &number(at_x),
        )?;
        text((MARGIN - 6.0, up(at_y) + 4.0), "end", &number(at_y))?;
    }
    for (place, curve) in curves.iter().enumerate() {
        let below = MARGIN + 16.0 * (place as f64 + 1.0);
        let name = format!("— {}", curve.name);
        let colour = COLOURS[place % COLOURS.len()];
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{below:.1}\" fill=\"{colour}\">{}</text>",
            MARGIN + 10.0,
            escaped(&name)
        )?;
        write!(
            out,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\""
        )?;
        for (x, y) in curve.points {
            write!(out, "{:.1},{:.1} ", across(*x), up(*y as f64))?;
        }
        writeln!(out, "\"/>")?;
    }
    writeln!(
        out,
        "<path d=\"M{MARGIN},{MARGIN} V{bottom} H{right}\" fill=\"none\" stroke=\"black\"/>\n</svg>",
        bottom = HEIGHT - MARGIN,
        right = WIDTH - MARGIN
    )
}

fn number(value: f64) -> String {
    match value < 10.0 && value.fract() != 0.0 {
        true => format!("{value:.1}"),
        false => format!("{value:.0}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_inside_and_names_are_escaped() {
        let points = [(0.0, 0), (2.5, 10), (10.0, 17)];
        let curves = [Curve {
            name: "a < b",
            points: &points,
        }];
        let svg = plot("traces & time", "s", "traces", &curves);
        assert!(svg.contains("— a &lt; b") && svg.contains("traces &amp; time"));
        let line = svg.split("points=\"").nth(1).unwrap();
        let line = line.split('"').next().unwrap();
        let drawn: Vec<(f64, f64)> = line
            .split_whitespace()
            .map(|point| {
                let (x, y) = point.split_once(',').unwrap();
                (x.parse().unwrap(), y.parse().unwrap())
            })
            .collect();
        assert_eq!(drawn, [(60.0, 360.0), (210.0, 183.5), (660.0, 60.0)]);
    }

    #[test]
    fn nothing_to_draw_is_drawn_too() {
        let svg = plot("", "", "", &[]);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    }
}
