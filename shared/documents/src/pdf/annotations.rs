//! The annotations of a page that are part of its text: filled form fields, notes typed on the page, and links.

use std::collections::HashMap;

use pdfboss_core::object::decode_text_string;
use pdfboss_core::{ActionKind, Document, FieldType, FormField, ObjRef, Object, Page, Rect};
use pdfboss_text::TextSpan;

use super::cells::Cell;
use crate::links::Link;

/// The size of text in a field, in points; lower fields have smaller text.
const SIZE: f32 = 10.0;
/// The height of a line, in sizes.
const LINE: f32 = 1.2;

/// The form fields of a document, by the annotations that draw them.
pub(super) struct Fields {
    texts: HashMap<ObjRef, String>,
}

/// A text at a place that is not in the page's content.
#[derive(Debug)]
pub(super) struct Typed {
    pub(super) rect: Rect,
    pub(super) text: String,
}

/// A link and its place.
#[derive(Debug)]
pub(super) struct PlacedLink {
    pub(super) rect: Rect,
    pub(super) link: Link,
}

impl Fields {
    pub(super) fn of(doc: &Document) -> Self {
        let mut texts = HashMap::new();
        for field in doc.form_fields() {
            for widget in &field.widgets {
                let shown = match field.field_type {
                    Some(FieldType::Button) => {
                        let state = widget.appearance_state.as_deref().unwrap_or("Off");
                        (!field.flags.pushbutton() && state != "Off").then(|| "☑".to_owned())
                    }
                    _ => value(&field),
                };
                if let Some(text) = shown.filter(|text| !text.trim().is_empty()) {
                    texts.insert(widget.object, text);
                }
            }
        }
        Self { texts }
    }

    /// The texts of a page's fields and notes, and its links.
    pub(super) fn on(&self, doc: &Document, page: &Page, spans: &[TextSpan]) -> (Vec<Typed>, Vec<PlacedLink>) {
        let (mut typed, mut links) = (Vec::new(), Vec::new());
        for annotation in doc.annotations(page) {
            let Some(rect) = annotation.rect.map(|rect| rect.normalize()) else { continue };
            if annotation.flags.hidden() || annotation.flags.no_view() {
                continue;
            }
            match annotation.subtype.as_str() {
                "Widget" => {
                    let text = annotation.object.and_then(|object| self.texts.get(&object));
                    typed.extend(text.map(|text| Typed { rect, text: text.clone() }));
                }
                "FreeText" => {
                    typed.extend(annotation.contents.map(|text| Typed { rect, text }));
                }
                "Link" => {
                    let uri = annotation.action.and_then(|action| match action.kind {
                        ActionKind::Uri { uri, .. } => Some(uri),
                        _ => None,
                    });
                    links.extend(uri.map(|target| {
                        let text = spans.iter().filter(|span| is_within(span, rect)).map(|span| &*span.text).collect();
                        PlacedLink { rect, link: Link { target, text } }
                    }));
                }
                _ => {}
            }
        }
        (typed, links)
    }
}

/// What a text or choice field shows.
fn value(field: &FormField) -> Option<String> {
    if field.flags.password() {
        return None;
    }
    match field.field_type? {
        FieldType::Text => field.text(),
        FieldType::Choice => {
            let shown = |object: &Object| {
                let value = decode_text_string(object.as_str_bytes()?);
                let option = field.options.iter().find(|option| option.export_value == value);
                Some(option.map_or(value, |option| option.name.clone()))
            };
            match field.value.as_ref()? {
                Object::Array(values) => Some(values.iter().filter_map(shown).collect::<Vec<_>>().join(", ")),
                one => shown(one),
            }
        }
        FieldType::Button | FieldType::Signature => None,
    }
}

/// Whether a span's middle is in a rectangle.
fn is_within(span: &TextSpan, rect: Rect) -> bool {
    let own = span.bbox.normalize();
    let (x, y) = (f32::midpoint(own.x0, own.x1), f32::midpoint(own.y0, own.y1));
    // A link's area may be part of a span.
    let beside = rect.x0.max(own.x0) < rect.x1.min(own.x1);
    (rect.y0..=rect.y1).contains(&y) && ((rect.x0..=rect.x1).contains(&x) || beside)
}

/// Adds typed texts to a page's cells, on the line of the label beside them.
pub(super) fn place(typed: &[Typed], cells: &mut Vec<Cell>) {
    for Typed { rect, text } in typed {
        let height = rect.y1 - rect.y0;
        let lines: Vec<&str> = text.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect();
        let size = SIZE.min(height.max(1.0));
        let one = lines.len() == 1;
        let label = cells
            .iter()
            .filter(|cell| one && (rect.y0..=rect.y1).contains(&cell.baseline))
            .map(|cell| cell.baseline)
            .min_by(|a, b| (a - rect.y0).abs().total_cmp(&(b - rect.y0).abs()));
        for (at, line) in lines.iter().enumerate() {
            let below = f32::from(u16::try_from(at).unwrap_or(u16::MAX));
            let first = if one { rect.y0 + (height - size) / 2.0 } else { rect.y1 - size };
            cells.push(Cell {
                left: rect.x0,
                right: rect.x1,
                baseline: label.unwrap_or(first - below * LINE * size),
                size,
                bold: false,
                text: (*line).to_owned(),
                text_left: rect.x0,
                // Each is an item of its own, whatever precedes it.
                bullet: true,
                drawn: cells.len(),
            });
        }
    }
}

/// Adds addresses that only links have: to the text of the link, or where its area is.
pub(super) fn place_addresses(addresses: &[(Rect, String)], cells: &mut Vec<Cell>) {
    for (rect, address) in addresses {
        let over = cells.iter_mut().find(|cell| {
            (rect.y0..=rect.y1).contains(&(cell.baseline + cell.size / 4.0))
                && rect.x0.max(cell.left) < rect.x1.min(cell.right)
        });
        match over {
            Some(cell) => cell.text.push_str(&format!(" ({address})")),
            None => place(&[Typed { rect: *rect, text: address.clone() }], cells),
        }
    }
}
