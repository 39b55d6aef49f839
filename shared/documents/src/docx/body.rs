//! Converts one part of a DOCX (document, header, footnotes) to text, event by event.
//!
//! Every open element is a frame that inherits its parent's context; properties change the context of the element
//! they belong to. Text goes to the innermost flow: the part itself, a table cell, or a text box.

use bole_domain::failure::DocumentReason;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::package::attribute;
use super::styles::{Behind, Look, Styles, shading};
use crate::colour::{WHITE, parse_hex};
use crate::extract::DocumentFailure;

/// Word nests a few dozen elements; thousands are an attack.
const MAX_DEPTH: usize = 1_000;

/// The text of a part.
#[derive(Debug, Default)]
pub(super) struct Story {
    pub(super) text: String,
    pub(super) hidden: Vec<String>,
    /// Relationship ids of the sections' headers and footers, as referenced.
    pub(super) headers: Vec<String>,
    pub(super) footers: Vec<String>,
}

impl Story {
    pub(super) fn append(&mut self, part: Self) {
        self.text.push_str(&part.text);
        self.hidden.extend(part.hidden);
    }
}

pub(super) fn read(xml: &str, styles: &Styles) -> Result<Story, DocumentFailure> {
    let malformed = |detail: String| DocumentFailure::new(DocumentReason::Malformed, detail);
    let mut reader = Reader::from_str(xml);
    let mut walker = Walker::new(styles);
    loop {
        match reader.read_event().map_err(|error| malformed(format!("not XML: {error}")))? {
            Event::Start(element) => {
                walker.start(&element);
                if walker.frames.len() > MAX_DEPTH {
                    return Err(malformed(format!("nested more than {MAX_DEPTH} deep")));
                }
            }
            Event::Empty(element) => {
                walker.start(&element);
                walker.end();
            }
            Event::End(_) => walker.end(),
            Event::Text(text) => walker.text(&text.xml10_content()),
            Event::CData(text) => walker.text(&text.xml10_content()),
            Event::GeneralRef(entity) => walker.text(&resolve(&entity)),
            // Office files have no DTD; one is only used for entity attacks.
            Event::DocType(_) => return Err(malformed("has a document type declaration".into())),
            Event::Eof => return Ok(walker.finish()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

fn resolve(entity: &BytesRef<'_>) -> String {
    match entity.resolve_char_ref() {
        Ok(Some(c)) => c.to_string(),
        _ => resolve_predefined_entity(&entity.xml10_content()).unwrap_or_default().to_owned(),
    }
}

/// Relevant elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    ParagraphProperties,
    Run,
    RunProperties,
    Text,
    Table,
    TableProperties,
    Row,
    Cell,
    CellProperties,
    Alternatives,
    Shape,
    ShapeProperties,
    ShapeFill,
    TextBox,
    Other,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "p" => Self::Paragraph,
            "pPr" => Self::ParagraphProperties,
            "r" => Self::Run,
            "rPr" => Self::RunProperties,
            "t" => Self::Text,
            "tbl" => Self::Table,
            "tblPr" => Self::TableProperties,
            "tr" => Self::Row,
            "tc" => Self::Cell,
            "tcPr" => Self::CellProperties,
            "AlternateContent" => Self::Alternatives,
            "wsp" | "shape" | "rect" | "roundrect" | "oval" => Self::Shape,
            "spPr" => Self::ShapeProperties,
            "solidFill" => Self::ShapeFill,
            "txbxContent" => Self::TextBox,
            _ => Self::Other,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Context {
    look: Look,
    behind: Behind,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    kind: Kind,
    context: Context,
    /// For [`Kind::Alternatives`]: whether a choice was taken, so that the fallback is skipped.
    chosen: bool,
}

/// Text under construction, and the text boxes anchored in its open paragraph.
#[derive(Debug, Default)]
struct Flow {
    text: String,
    boxes: Vec<String>,
}

struct Walker<'a> {
    styles: &'a Styles,
    frames: Vec<Frame>,
    /// Depth at which the skipped subtree began.
    skipping: Option<usize>,
    flows: Vec<Flow>,
    rows: Vec<Vec<String>>,
    hidden_line: String,
    story: Story,
}

impl<'a> Walker<'a> {
    fn new(styles: &'a Styles) -> Self {
        let context = Context { look: Look::default(), behind: Behind::Solid(WHITE) };
        Self {
            styles,
            frames: vec![Frame { kind: Kind::Other, context, chosen: false }],
            skipping: None,
            flows: vec![Flow::default()],
            rows: Vec::new(),
            hidden_line: String::new(),
            story: Story::default(),
        }
    }

    fn start(&mut self, element: &BytesStart<'_>) {
        let name = element.local_name();
        let name = name.as_ref();
        let parent = self.frames.last().copied().unwrap_or(self.frames[0]);
        let kind = Kind::of(name);
        if self.skipping.is_none() {
            if self.is_unread(name, parent) {
                self.skipping = Some(self.frames.len());
            } else {
                self.property(name, element, parent.kind);
            }
        }
        // A property may have changed the grandparent's context, but not the parent's.
        let mut context = parent.context;
        if kind == Kind::Shape {
            context.behind = shape_fill(element, parent.context.behind);
        }
        self.frames.push(Frame { kind, context, chosen: false });
        if self.skipping.is_none() {
            match kind {
                Kind::Cell | Kind::TextBox => self.flows.push(Flow::default()),
                Kind::Row => self.rows.push(Vec::new()),
                _ => {}
            }
        }
    }

    /// Whether a subtree is not part of the current text.
    fn is_unread(&mut self, name: &str, parent: Frame) -> bool {
        match name {
            "del" | "moveFrom" | "delText" | "instrText" | "delInstrText" | "rt" => true,
            "rPrChange" | "pPrChange" | "tcPrChange" | "tblPrChange" | "sectPrChange" => true,
            "Choice" if parent.kind == Kind::Alternatives => {
                let chosen = parent.chosen;
                if let Some(parent) = self.frames.last_mut() {
                    parent.chosen = true;
                }
                chosen
            }
            "Fallback" => parent.chosen,
            _ => false,
        }
    }

    fn property(&mut self, name: &str, element: &BytesStart<'_>, parent: Kind) {
        let styles = self.styles;
        let owner_at = self.frames.len().wrapping_sub(2);
        match (parent, name) {
            (Kind::RunProperties | Kind::ParagraphProperties | Kind::CellProperties, "shd") => {
                if let (Some(owner), Some(behind)) = (self.frames.get_mut(owner_at), shading(element)) {
                    owner.context.behind = behind;
                }
            }
            (Kind::RunProperties, "highlight") => {
                if let Some(owner) = self.frames.get_mut(owner_at) {
                    owner.context.behind = Behind::Unknown;
                }
            }
            (Kind::RunProperties, _) => {
                let Some(owner) = self.frames.get_mut(owner_at).filter(|owner| owner.kind == Kind::Run) else { return };
                match (name, attribute(element, "val")) {
                    ("rStyle", Some(id)) => owner.context.look = owner.context.look.under(styles.look(&id)),
                    _ => owner.context.look.apply(element),
                }
            }
            (Kind::ParagraphProperties, "pStyle") => {
                if let (Some(owner), Some(id)) = (self.frames.get_mut(owner_at), attribute(element, "val")) {
                    owner.context.look = styles.look(&id);
                }
            }
            (Kind::TableProperties, "tblStyle") => {
                if let (Some(owner), Some(id)) = (self.frames.get_mut(owner_at), attribute(element, "val"))
                    && styles.shades_cells(&id)
                {
                    owner.context.behind = Behind::Unknown;
                }
            }
            (Kind::ShapeProperties, "noFill") => {
                let around = self.frames.get(owner_at.wrapping_sub(1)).map(|frame| frame.context.behind);
                if let (Some(shape), Some(around)) = (self.frames.get_mut(owner_at), around) {
                    shape.context.behind = around;
                }
            }
            (Kind::ShapeFill, "srgbClr") => self.fill_shape(element),
            (_, "tab" | "ptab") if parent == Kind::Run => self.push("\t"),
            (_, "br" | "cr") if parent == Kind::Run => self.push("\n"),
            (_, "noBreakHyphen") => self.push("-"),
            (_, "background") => {
                let colour = attribute(element, "color").and_then(|colour| parse_hex(&colour));
                if colour.is_some_and(|colour| colour != WHITE) {
                    self.frames.iter_mut().for_each(|frame| frame.context.behind = Behind::Unknown);
                }
            }
            (_, "headerReference") => self.story.headers.extend(attribute(element, "id")),
            (_, "footerReference") => self.story.footers.extend(attribute(element, "id")),
            _ => {}
        }
    }

    /// A solid fill directly in a shape's properties; a fill inside its outline is not a background.
    fn fill_shape(&mut self, element: &BytesStart<'_>) {
        let [.., shape, properties, _fill] = &mut self.frames[..] else { return };
        if shape.kind == Kind::Shape && properties.kind == Kind::ShapeProperties {
            let colour = attribute(element, "val").and_then(|colour| parse_hex(&colour));
            shape.context.behind = colour.map_or(Behind::Unknown, Behind::Solid);
        }
    }

    fn end(&mut self) {
        if self.frames.len() < 2 {
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        if let Some(depth) = self.skipping {
            if self.frames.len() == depth {
                self.skipping = None;
            }
            return;
        }
        match frame.kind {
            Kind::Paragraph => self.end_paragraph(),
            Kind::TextBox => {
                let text = self.pop_flow();
                if let Some(flow) = self.flows.last_mut() {
                    flow.boxes.push(text);
                }
            }
            Kind::Cell => {
                let text = self.pop_flow();
                match self.rows.last_mut() {
                    Some(row) => row.push(text),
                    None => self.push_block(&text),
                }
            }
            Kind::Row => {
                let row = self.rows.pop().unwrap_or_default();
                self.push_block(&row_text(&row));
            }
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        if !self.hidden_line.is_empty() {
            self.story.hidden.push(std::mem::take(&mut self.hidden_line));
        }
        if let Some(flow) = self.flows.last_mut() {
            flow.text.push('\n');
            for text in std::mem::take(&mut flow.boxes) {
                flow.text.push_str(&text);
                flow.text.push('\n');
            }
        }
    }

    fn pop_flow(&mut self) -> String {
        let flow = if self.flows.len() > 1 { self.flows.pop().unwrap_or_default() } else { Flow::default() };
        [flow.text, flow.boxes.join("\n")].concat()
    }

    fn push_block(&mut self, text: &str) {
        if let Some(flow) = self.flows.last_mut()
            && !text.is_empty()
        {
            flow.text.push_str(text);
            flow.text.push('\n');
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping.is_none() && self.frames.last().is_some_and(|frame| frame.kind == Kind::Text) {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        let hidden = self.frames.last().is_some_and(|Frame { context, .. }| context.look.is_hidden(context.behind));
        if hidden {
            self.hidden_line.push_str(text);
        } else if let Some(flow) = self.flows.last_mut() {
            flow.text.push_str(text);
        }
    }

    fn finish(mut self) -> Story {
        self.end_paragraph();
        while self.flows.len() > 1 {
            let text = self.pop_flow();
            self.push_block(&text);
        }
        self.story.text = self.flows.pop().map(|flow| flow.text).unwrap_or_default();
        self.story
    }
}

/// The text of a table row: single-line cells side by side, cells with several paragraphs one after another.
fn row_text(cells: &[String]) -> String {
    let mut text = String::new();
    let mut beside = false;
    for cell in cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty()) {
        let single = !cell.contains('\n');
        if !text.is_empty() {
            text.push(if beside && single { '\t' } else { '\n' });
        }
        text.push_str(cell);
        beside = single;
    }
    text
}

/// The background of a shape's text. In DrawingML it may follow later, so it is unknown until then.
fn shape_fill(element: &BytesStart<'_>, around: Behind) -> Behind {
    let filled = attribute(element, "filled");
    if matches!(filled.as_deref(), Some("f" | "false" | "0")) {
        return around;
    }
    match attribute(element, "fillcolor").as_deref() {
        Some("white") => Behind::Solid(WHITE),
        Some(colour) => parse_hex(colour).map_or(Behind::Unknown, Behind::Solid),
        None => Behind::Unknown,
    }
}
