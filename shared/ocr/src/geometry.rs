//! Boxes of lines: the smallest rectangles around connected pixels, turned as the lines are.

/// Lines at least this many times wider than high show how far the page is turned.
const LONG: f32 = 4.0;

/// A rectangle around a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LineBox {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// In radians, between -45 and 45 degrees.
    pub(crate) angle: f32,
    pub(crate) half_width: f32,
    pub(crate) half_height: f32,
}

impl LineBox {
    pub(crate) const fn width(&self) -> f32 {
        2.0 * self.half_width
    }

    pub(crate) const fn height(&self) -> f32 {
        2.0 * self.half_height
    }

    pub(crate) const fn half_turn(&mut self, width: f32, height: f32) {
        self.x = width - 1.0 - self.x;
        self.y = height - 1.0 - self.y;
    }

    /// Left, right, top and bottom on a page that is turned back by an angle.
    pub(crate) fn levelled(&self, angle: f32) -> (f32, f32, f32, f32) {
        let (sin, cos) = angle.sin_cos();
        let (x, y) = (self.x * cos + self.y * sin, self.y * cos - self.x * sin);
        (x - self.half_width, x + self.half_width, y - self.half_height, y + self.half_height)
    }

    /// The detected areas are narrower than the text by this share of their area to their perimeter.
    pub(crate) fn grow(&mut self, share: f32) {
        let by = self.width() * self.height() * share / (2.0 * (self.width() + self.height()));
        self.half_width += by;
        self.half_height += by;
    }

    /// The rectangle at an angle around points.
    fn around(points: &[(f32, f32)], angle: f32) -> Self {
        let (sin, cos) = angle.sin_cos();
        let (mut left, mut right, mut top, mut bottom) = (f32::MAX, f32::MIN, f32::MAX, f32::MIN);
        for &(x, y) in points {
            let (along, across) = (x * cos + y * sin, y * cos - x * sin);
            (left, right) = (left.min(along), right.max(along));
            (top, bottom) = (top.min(across), bottom.max(across));
        }
        let (along, across) = (f32::midpoint(left, right), f32::midpoint(top, bottom));
        Self {
            x: along * cos - across * sin,
            y: along * sin + across * cos,
            angle,
            half_width: (right - left) / 2.0,
            half_height: (bottom - top) / 2.0,
        }
    }
}

/// The rectangles around groups of points; short ones are turned as the page is.
pub(crate) fn boxes(groups: &[Vec<(f32, f32)>]) -> Vec<LineBox> {
    let hulls: Vec<_> = groups.iter().map(|points| hull(points.clone())).collect();
    let mut boxes: Vec<LineBox> = hulls.iter().map(|hull| smallest(hull)).collect();
    let angle = page_angle(&boxes);
    for (line, hull) in boxes.iter_mut().zip(&hulls) {
        if line.width() < LONG * line.height() {
            *line = LineBox::around(hull, angle);
        }
    }
    boxes
}

/// How far the page is turned: the median of its long lines.
pub(crate) fn page_angle(boxes: &[LineBox]) -> f32 {
    let mut angles: Vec<f32> =
        boxes.iter().filter(|line| line.width() >= LONG * line.height()).map(|line| line.angle).collect();
    angles.sort_by(f32::total_cmp);
    angles.get(angles.len() / 2).copied().unwrap_or(0.0)
}

/// The smallest rectangle around a convex polygon lies along one of its sides.
fn smallest(hull: &[(f32, f32)]) -> LineBox {
    let quarter = std::f32::consts::FRAC_PI_2;
    let sides = hull.iter().zip(hull.iter().cycle().skip(1));
    let turned = sides.map(|(from, to)| {
        let angle = (to.1 - from.1).atan2(to.0 - from.0);
        LineBox::around(hull, angle - quarter * (angle / quarter).round())
    });
    let area = |line: &LineBox| (line.width() + 1.0) * (line.height() + 1.0);
    turned.min_by(|a, b| area(a).total_cmp(&area(b))).unwrap_or_else(|| LineBox::around(hull, 0.0))
}

/// The convex hull by Andrew's monotone chain.
fn hull(mut points: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turns_left =
        |a: (f32, f32), b: (f32, f32), c: (f32, f32)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 0.0;
    let half = |points: &mut dyn Iterator<Item = (f32, f32)>| {
        let mut chain: Vec<(f32, f32)> = Vec::new();
        for point in points {
            while chain.len() >= 2 && !turns_left(chain[chain.len() - 2], chain[chain.len() - 1], point) {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x: f32, y: f32, width: f32, height: f32, degrees: f32) -> Vec<(f32, f32)> {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, 0.5)];
        let corner = |(a, b): (f32, f32)| (a * width / 2.0, b * height / 2.0);
        let place = |(a, b): (f32, f32)| (x + a * cos - b * sin, y + a * sin + b * cos);
        corners.into_iter().map(corner).map(place).collect()
    }

    #[test]
    fn boxes_are_turned_as_their_lines() {
        let found = boxes(&[rectangle(100.0, 50.0, 80.0, 10.0, 3.0), rectangle(20.0, 20.0, 10.0, 12.0, 3.0)]);
        for (line, (width, height)) in found.iter().zip([(80.0, 10.0), (10.0, 12.0)]) {
            assert!((line.angle.to_degrees() - 3.0).abs() < 0.1, "{line:?}");
            assert!((line.width() - width).abs() < 0.1 && (line.height() - height).abs() < 0.1, "{line:?}");
        }
    }

    #[test]
    fn levelled_boxes_of_a_skewed_row_are_at_the_same_height() {
        let angle = 2.0_f32.to_radians();
        let at = |along: f32| LineBox {
            x: along * angle.cos(),
            y: along * angle.sin(),
            angle,
            half_width: 40.0,
            half_height: 5.0,
        };
        let (near, far) = (at(50.0).levelled(angle), at(900.0).levelled(angle));
        assert!((near.2 - far.2).abs() < 0.01 && (far.0 - 860.0).abs() < 0.1, "{near:?} {far:?}");
    }

    #[test]
    fn points_without_area_have_a_box() {
        for points in [vec![(3.0, 4.0)], vec![(3.0, 4.0), (3.0, 4.0)], vec![(0.0, 0.0), (4.0, 0.0), (8.0, 0.0)]] {
            let found = boxes(&[points]);
            assert!(found[0].width().is_finite() && found[0].height() < 0.01);
        }
    }
}
