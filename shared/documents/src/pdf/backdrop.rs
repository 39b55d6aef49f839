//! The background of a page's text: filled areas and images in painting order, so that white text on a dark sidebar
//! is not considered hidden.

use pdfboss_core::content::{ContentOps, Op};
use pdfboss_core::{Dict, Document, Matrix, Object, Page, Point, Rect};

use crate::colour::{Rgb, WHITE};

/// The paint under the text of one page.
#[derive(Debug, Default)]
pub(super) struct Backdrop {
    areas: Vec<(Area, Paint)>,
    /// Whether special colour spaces (spot inks, palettes) are used: the text's colour is unknown as well, so nothing
    /// may be concluded from it.
    pub(super) special_colours: bool,
    budget: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Paint {
    Solid(Rgb),
    Unknown,
}

/// Maximum depth of nested forms.
const MAX_DEPTH: usize = 8;
/// Maximum operators read per page, including forms.
const MAX_OPERATORS: usize = 400_000;

/// A painted area.
#[derive(Debug)]
struct Area {
    /// The bounding boxes of the path's parts.
    parts: Vec<Rect>,
    /// Whether nested parts are holes, as in borders.
    holes: bool,
    /// The visible part.
    clip: Rect,
}

impl Area {
    fn all(rect: Rect, clip: Rect) -> Self {
        Self { parts: vec![rect], holes: false, clip }
    }

    fn contains(&self, point: Point) -> bool {
        let around = self.parts.iter().filter(|part| part.contains(point)).count();
        self.clip.contains(point) && if self.holes { around % 2 == 1 } else { around > 0 }
    }
}

#[derive(Clone, Copy)]
struct State {
    matrix: Matrix,
    fill: Paint,
    clip: Rect,
}

const EVERYWHERE: Rect = Rect { x0: f32::MIN, y0: f32::MIN, x1: f32::MAX, y1: f32::MAX };

impl Backdrop {
    pub(super) fn of(doc: &Document, page: &Page) -> Self {
        let mut backdrop = Self { budget: MAX_OPERATORS, ..Self::default() };
        let state = State { matrix: Matrix::identity(), fill: Paint::Solid((0.0, 0.0, 0.0)), clip: EVERYWHERE };
        if let Ok(content) = page.content(doc) {
            backdrop.walk(doc, &content, &page.resources, state, 0);
        }
        backdrop
    }

    /// The background colour at this point; `None` if unknown (images, gradients).
    pub(super) fn at(&self, point: Point) -> Option<Rgb> {
        match self.areas.iter().rev().find(|(area, _)| area.contains(point)) {
            None => Some(WHITE),
            Some((_, Paint::Solid(rgb))) => Some(*rgb),
            Some((_, Paint::Unknown)) => None,
        }
    }

    fn walk(&mut self, doc: &Document, content: &[u8], resources: &Dict, initial: State, depth: usize) {
        let mut ops = ContentOps::new(content);
        let (mut state, mut saved, mut path) = (initial, Vec::new(), Path::default());
        while let Ok(Some((op, _))) = ops.next_op() {
            self.budget = self.budget.saturating_sub(1);
            if self.budget == 0 {
                return;
            }
            match op {
                Op::Save if saved.len() < 256 => saved.push(state),
                Op::Restore => state = saved.pop().unwrap_or(state),
                Op::Concat(matrix) => state.matrix = matrix.concat(state.matrix),
                Op::MoveTo(x, y) => path.begin(x, y),
                Op::LineTo(x, y) => path.add(x, y),
                Op::CurveTo(_, _, _, _, x, y) | Op::CurveToV(_, _, x, y) | Op::CurveToY(_, _, x, y) => path.add(x, y),
                Op::Rect(x, y, width, height) => {
                    path.begin(x, y);
                    path.add(x + width, y + height);
                }
                Op::ClipNonZero | Op::ClipEvenOdd => path.clips = true,
                Op::Fill
                | Op::FillEvenOdd
                | Op::FillStroke
                | Op::FillStrokeEvenOdd
                | Op::CloseFillStroke
                | Op::CloseFillStrokeEvenOdd => {
                    let holes = matches!(op, Op::FillEvenOdd | Op::FillStrokeEvenOdd | Op::CloseFillStrokeEvenOdd);
                    let parts = path.end(&mut state);
                    if !parts.is_empty() {
                        self.areas.push((Area { parts, holes, clip: state.clip }, state.fill));
                    }
                }
                Op::Stroke | Op::CloseStroke | Op::EndPath => drop(path.end(&mut state)),
                Op::SetFillGray(gray) => state.fill = Paint::Solid((gray, gray, gray)),
                Op::SetFillRGB(r, g, b) => state.fill = Paint::Solid((r, g, b)),
                Op::SetFillCMYK(c, m, y, k) => state.fill = Paint::Solid(cmyk(c, m, y, k)),
                Op::SetFillColorSpace(name) => {
                    state.fill = Paint::Solid((0.0, 0.0, 0.0));
                    self.special_colours |= is_special_space(doc, resources, &name.0);
                }
                Op::SetFillColor(components) | Op::SetFillColorN(components, None) => state.fill = paint(&components),
                Op::SetFillColorN(_, Some(_)) => state.fill = Paint::Unknown,
                Op::XObject(name) => self.x_object(doc, resources, &name.0, state, depth),
                Op::InlineImage(_) => self.picture(state),
                Op::Shading(_) => self.areas.push((Area::all(EVERYWHERE, state.clip), Paint::Unknown)),
                _ => {}
            }
        }
    }

    fn picture(&mut self, state: State) {
        self.areas.push((Area::all(unit_square(state.matrix), state.clip), Paint::Unknown));
    }

    fn x_object(&mut self, doc: &Document, resources: &Dict, name: &str, state: State, depth: usize) {
        let Some(object) = resource(doc, resources, "XObject", name) else { return };
        let Some(stream) = object.as_stream() else { return };
        match stream.dict.get_name("Subtype").map(|subtype| subtype.0.as_str()) {
            Some("Image") => self.picture(state),
            Some("Form") if depth < MAX_DEPTH => {
                let matrix = stream.dict.get("Matrix").and_then(|matrix| form_matrix(doc, matrix));
                let state =
                    State { matrix: matrix.map_or(state.matrix, |matrix| matrix.concat(state.matrix)), ..state };
                let own = stream.dict.get("Resources").and_then(|own| doc.resolve(own).ok());
                let resources = own.as_ref().and_then(Object::as_dict).unwrap_or(resources);
                if let Ok(content) = doc.stream_data(stream) {
                    self.walk(doc, &content, resources, state, depth + 1);
                }
            }
            _ => {}
        }
    }
}

/// A path under construction, as bounding boxes of its parts.
#[derive(Default)]
struct Path {
    parts: Vec<Rect>,
    /// Whether it also clips later painting.
    clips: bool,
}

/// A path with more parts is treated as its bounding box.
const MAX_PARTS: usize = 64;

impl Path {
    fn begin(&mut self, x: f32, y: f32) {
        if self.parts.len() < MAX_PARTS {
            self.parts.push(Rect::new(x, y, x, y));
        } else {
            self.add(x, y);
        }
    }

    fn add(&mut self, x: f32, y: f32) {
        match self.parts.last_mut() {
            Some(rect) => *rect = Rect::new(rect.x0.min(x), rect.y0.min(y), rect.x1.max(x), rect.y1.max(y)),
            None => self.parts.push(Rect::new(x, y, x, y)),
        }
    }

    /// Ends a path and returns its boxes on the page; a clip is added to the state.
    fn end(&mut self, state: &mut State) -> Vec<Rect> {
        let parts: Vec<Rect> =
            std::mem::take(&mut self.parts).into_iter().map(|part| part.transform(state.matrix).normalize()).collect();
        if std::mem::take(&mut self.clips)
            && let Some(around) = parts.iter().copied().reduce(Rect::union)
        {
            state.clip = state.clip.intersect(around).unwrap_or(Rect::new(0.0, 0.0, 0.0, 0.0));
        }
        parts
    }
}

fn unit_square(matrix: Matrix) -> Rect {
    Rect::new(0.0, 0.0, 1.0, 1.0).transform(matrix).normalize()
}

fn paint(components: &[f32]) -> Paint {
    match *components {
        [gray] => Paint::Solid((gray, gray, gray)),
        [r, g, b] => Paint::Solid((r, g, b)),
        [c, m, y, k] => Paint::Solid(cmyk(c, m, y, k)),
        _ => Paint::Unknown,
    }
}

fn cmyk(c: f32, m: f32, y: f32, k: f32) -> Rgb {
    ((1.0 - c) * (1.0 - k), (1.0 - m) * (1.0 - k), (1.0 - y) * (1.0 - k))
}

fn resource(doc: &Document, resources: &Dict, category: &str, name: &str) -> Option<Object> {
    let category = doc.resolve(resources.get(category)?).ok()?;
    doc.resolve(category.as_dict()?.get(name)?).ok()
}

fn form_matrix(doc: &Document, object: &Object) -> Option<Matrix> {
    let object = doc.resolve(object).ok()?;
    let numbers: Vec<f32> = object
        .as_array()?
        .iter()
        .filter_map(|number| doc.resolve(number).ok()?.as_f64())
        .map(|number| {
            #[expect(clippy::cast_possible_truncation, reason = "page coordinates")]
            let number = number as f32;
            number
        })
        .collect();
    match numbers[..] {
        [a, b, c, d, e, f] => Some(Matrix { a, b, c, d, e, f }),
        _ => None,
    }
}

/// Whether a colour space's components are not gray, RGB or CMYK.
fn is_special_space(doc: &Document, resources: &Dict, name: &str) -> bool {
    if matches!(name, "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "Pattern" | "G" | "RGB" | "CMYK") {
        return false;
    }
    let Some(space) = resource(doc, resources, "ColorSpace", name) else { return true };
    let family = match &space {
        Object::Name(name) => Some(name.0.clone()),
        other => other.as_array().and_then(|array| Some(doc.resolve(array.first()?).ok()?.as_name()?.0.clone())),
    };
    !matches!(
        family.as_deref(),
        Some("ICCBased" | "CalGray" | "CalRGB" | "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "Pattern")
    )
}
