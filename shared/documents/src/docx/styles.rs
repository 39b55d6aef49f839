//! Text styles, as far as they can hide text.

use std::collections::{HashMap, HashSet};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::package::attribute;
use crate::colour::{Rgb, WHITE, blends_in, is_light, parse_hex};

/// Smaller text is hidden, in points.
const TINY: f32 = 3.0;
/// The maximum length of a chain of based-on styles.
const MAX_CHAIN: usize = 16;

/// The look of a run; `None` is inherited.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Look {
    vanish: Option<bool>,
    colour: Option<Option<Rgb>>,
    /// In points.
    size: Option<f32>,
}

/// The background of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Behind {
    Solid(Rgb),
    Unknown,
}

impl Look {
    /// Applies one property of a `w:rPr`.
    pub(super) fn apply(&mut self, element: &BytesStart<'_>) {
        match element.local_name().as_ref() {
            "vanish" | "specVanish" => self.vanish = Some(is_on(element)),
            "color" => self.colour = attribute(element, "val").map(|value| parse_hex(&value)),
            "sz" => {
                self.size = attribute(element, "val").and_then(|value| value.parse().ok()).map(|half: f32| half / 2.0)
            }
            _ => {}
        }
    }

    /// This look overridden by another.
    pub(super) fn under(self, over: Self) -> Self {
        Self { vanish: over.vanish.or(self.vanish), colour: over.colour.or(self.colour), size: over.size.or(self.size) }
    }

    /// Whether text of this look is invisible on that background.
    pub(super) fn is_hidden(self, behind: Behind) -> bool {
        let lost =
            |colour: Rgb| matches!(behind, Behind::Solid(behind) if is_light(colour) && blends_in(colour, behind));
        self.vanish == Some(true)
            || self.size.is_some_and(|size| size < TINY)
            || self.colour.flatten().is_some_and(lost)
    }
}

/// A toggle property: present means on, unless its value says otherwise.
pub(super) fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(attribute(element, "val").as_deref(), Some("0" | "false" | "off"))
}

/// The fill of a `w:shd`, if any.
pub(super) fn shading(element: &BytesStart<'_>) -> Option<Behind> {
    let fill = attribute(element, "fill");
    let pattern = attribute(element, "val");
    match (pattern.as_deref(), fill.as_deref()) {
        (Some("clear" | "nil") | None, None | Some("auto")) => None,
        (Some("clear" | "nil") | None, Some(fill)) => Some(parse_hex(fill).map_or(Behind::Unknown, Behind::Solid)),
        _ => Some(Behind::Unknown),
    }
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(super) struct Styles {
    looks: HashMap<String, Style>,
    shaded_tables: HashSet<String>,
}

#[derive(Debug, Default)]
struct Style {
    look: Look,
    based_on: Option<String>,
}

impl Styles {
    /// Parses `styles.xml`; unreadable parts are ignored.
    pub(super) fn parse(xml: &str) -> Self {
        let mut styles = Self::default();
        let mut reader = Reader::from_str(xml);
        let (mut id, mut style, mut in_paragraph_properties) = (None, Style::default(), 0_usize);
        loop {
            match reader.read_event() {
                Ok(Event::Start(element)) => match element.local_name().as_ref() {
                    "style" => (id, style) = (attribute(&element, "styleId"), Style::default()),
                    "pPr" => in_paragraph_properties += 1,
                    _ => styles.property(id.as_deref(), &mut style, &element, in_paragraph_properties > 0),
                },
                Ok(Event::Empty(element)) => {
                    styles.property(id.as_deref(), &mut style, &element, in_paragraph_properties > 0);
                }
                Ok(Event::End(element)) => match element.local_name().as_ref() {
                    "style" => {
                        if let Some(id) = id.take() {
                            styles.looks.insert(id, std::mem::take(&mut style));
                        }
                    }
                    "pPr" => in_paragraph_properties = in_paragraph_properties.saturating_sub(1),
                    _ => {}
                },
                Ok(Event::Eof) | Err(_) => return styles,
                Ok(_) => {}
            }
        }
    }

    fn property(&mut self, id: Option<&str>, style: &mut Style, element: &BytesStart<'_>, in_paragraph: bool) {
        let Some(id) = id else { return };
        match element.local_name().as_ref() {
            "basedOn" => style.based_on = attribute(element, "val"),
            "shd" if matches!(shading(element), Some(behind) if behind != Behind::Solid(WHITE)) => {
                self.shaded_tables.insert(id.to_owned());
            }
            _ if !in_paragraph => style.look.apply(element),
            _ => {}
        }
    }

    /// The look of a paragraph or character style, including inherited properties.
    pub(super) fn look(&self, id: &str) -> Look {
        let mut look = Look::default();
        let mut next = self.looks.get(id);
        for _ in 0..MAX_CHAIN {
            let Some(style) = next else { break };
            look = style.look.under(look);
            next = style.based_on.as_deref().and_then(|id| self.looks.get(id));
        }
        look
    }

    /// Whether a table style or its ancestors shade cells, which makes white text visible.
    pub(super) fn shades_cells(&self, id: &str) -> bool {
        let mut next = Some(id);
        for _ in 0..MAX_CHAIN {
            let Some(id) = next else { return false };
            if self.shaded_tables.contains(id) {
                return true;
            }
            next = self.looks.get(id).and_then(|style| style.based_on.as_deref());
        }
        false
    }
}
