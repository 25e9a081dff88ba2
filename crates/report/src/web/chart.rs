//! Curves over time, drawn in the colours of the page.

use super::html::Html;

/// A curve with no more points than can be told apart.
#[derive(Debug, Clone, Default)]
pub struct Series {
    points: Vec<(f64, f64)>,
    /// Of so many points one is kept.
    stride: usize,
    passed: usize,
    last: Option<(f64, f64)>,
}

/// How many points a curve has at most.
const MOST: usize = 600;

impl Series {
    /// The next point, later than all before.
    pub fn push(&mut self, x: f64, y: f64) {
        self.last = Some((x, y));
        self.passed += 1;
        if self.passed < self.stride {
            return;
        }
        self.passed = 0;
        self.points.push((x, y));
        if self.points.len() > MOST {
            self.stride = (self.stride * 2).max(2);
            let mut place = 0;
            self.points.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
    }

    /// The points that are kept, and the last.
    pub fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let last = self.last.filter(|last| self.points.last() != Some(last));
        self.points.iter().copied().chain(last)
    }
}

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 160.0;
const LEFT: f64 = 52.0;
const BELOW: f64 = 22.0;
const ABOVE: f64 = 8.0;

/// Draws a curve; who cannot see it is told where it ends.
pub fn chart(title: &str, series: &Series, html: &mut Html) {
    let points: Vec<(f64, f64)> = series.points().collect();
    let most = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).fold(1.0, f64::max);
    let (most_x, most_y) = (most(|point| point.0), most(|point| point.1));
    let across = |x: f64| LEFT + x / most_x * (WIDTH - LEFT - 8.0);
    let up = |y: f64| HEIGHT - BELOW - y / most_y * (HEIGHT - BELOW - ABOVE);
    let (seconds, value) = points.last().copied().unwrap_or((0.0, 0.0));
    let told = format!("{title}: {} after {}", number(value), span(seconds));
    html.markup("<figure class=\"chart\"><figcaption>")
        .text(title)
        .markup("</figcaption>");
    let view = format!("0 0 {WIDTH} {HEIGHT}");
    html.open(
        "svg",
        &[("viewBox", &view), ("role", "img"), ("aria-label", &told)],
    );
    for part in [0.0, 0.5, 1.0] {
        let y = format!("{:.1}", up(part * most_y));
        let right = format!("{:.1}", WIDTH - 8.0);
        let left = format!("{LEFT:.1}");
        html.open(
            "line",
            &[
                ("class", "grid"),
                ("x1", &left),
                ("x2", &right),
                ("y1", &y),
                ("y2", &y),
            ],
        )
        .close("line");
        let below = format!("{:.1}", up(part * most_y) + 4.0);
        let before = format!("{:.1}", LEFT - 6.0);
        let at = [("x", &*before), ("y", &*below), ("text-anchor", "end")];
        html.element("text", &at, &number(part * most_y));
        let x = format!("{:.1}", across(part * most_x));
        let bottom = format!("{:.1}", HEIGHT - 6.0);
        let anchor = if part == 1.0 { "end" } else { "middle" };
        let at = [("x", &*x), ("y", &*bottom), ("text-anchor", anchor)];
        html.element("text", &at, &span(part * most_x));
    }
    let drawn: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{:.1},{:.1}", across(*x), up(*y)))
        .collect();
    html.open(
        "polyline",
        &[("class", "curve"), ("points", &drawn.join(" "))],
    )
    .close("polyline")
    .markup("</svg></figure>");
}

/// A number as people write it.
pub fn number(value: f64) -> String {
    let digits = format!("{value:.0}");
    let (sign, digits) = digits
        .strip_prefix('-')
        .map_or(("", &*digits), |rest| ("-", rest));
    let mut out = String::from(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A time span in a few letters.
pub fn span(seconds: f64) -> String {
    let whole = seconds.max(0.0).round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{}:{:02} min", whole / 60, whole % 60),
        _ => format!("{}:{:02} h", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_few_points_and_always_its_last() {
        let mut series = Series::default();
        for x in 0..100_000 {
            series.push(f64::from(x), f64::from(x) * 2.0);
        }
        let points: Vec<(f64, f64)> = series.points().collect();
        assert!(
            (MOST / 3..=MOST + 1).contains(&points.len()),
            "{}",
            points.len()
        );
        assert_eq!(points.last(), Some(&(99_999.0, 199_998.0)));
        assert!(points.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn numbers_and_spans_are_for_people() {
        assert_eq!(
            (number(1_234_567.0), number(999.4), number(-1000.0)),
            ("1,234,567".into(), "999".into(), "-1,000".into())
        );
        assert_eq!(
            (span(59.4), span(61.0), span(7260.0)),
            ("59 s".into(), "1:01 min".into(), "2:01 h".into())
        );
    }
}
