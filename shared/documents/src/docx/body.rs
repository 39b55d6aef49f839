//! Converts one part of a DOCX (document, header, footnotes) to text, event by event.
//!
//! Every open element is a frame that inherits its parent's context; properties change the context of the element
//! they belong to. Text goes to the innermost flow: the part itself, a table cell, or a text box.

use std::collections::HashMap;

use bole_domain::failure::DocumentReason;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::package::attribute;
use super::styles::{Behind, Look, Styles, is_on, shading};
use crate::colour::{WHITE, parse_hex};
use crate::extract::DocumentFailure;
use crate::links::{self, Link};
use crate::rtf::link_target;
use crate::tables::row_text;

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
    /// The links whose places the text marks.
    pub(super) links: Vec<Link>,
}

/// What a part refers to.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// Texts of embedded parts by relationship id; each is placed once.
    pub(super) chunks: HashMap<String, Story>,
    /// Addresses of links by relationship id.
    pub(super) addresses: HashMap<String, String>,
}

impl Story {
    pub(super) fn append(&mut self, part: Self) {
        self.text.push_str(&moved(&part.text, self.links.len()));
        self.hidden.extend(part.hidden);
        self.links.extend(part.links);
    }
}

/// A text whose marked links are numbered from `first`.
fn moved(text: &str, first: usize) -> String {
    if first == 0 || !text.contains(links::PLACE) {
        return text.to_owned();
    }
    let number = |(at, part): (usize, &str)| match part.parse::<usize>() {
        Ok(number) if at % 2 == 1 => (number + first).to_string(),
        _ => part.to_owned(),
    };
    let parts: Vec<String> = text.split(links::PLACE).enumerate().map(number).collect();
    parts.join(&links::PLACE.to_string())
}

pub(super) fn read(xml: &str, styles: &Styles, parts: &mut Parts) -> Result<Story, DocumentFailure> {
    let malformed = |detail: String| DocumentFailure::new(DocumentReason::Malformed, detail);
    let mut reader = Reader::from_str(xml);
    let mut walker = Walker::new(styles, parts);
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
    RowProperties,
    Cell,
    CellProperties,
    Alternatives,
    Shape,
    ShapeProperties,
    ShapeFill,
    TextBox,
    /// A content control.
    Control,
    ControlProperties,
    Hyperlink,
    /// The instruction of a field.
    Instruction,
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
            "trPr" => Self::RowProperties,
            "tc" => Self::Cell,
            "tcPr" => Self::CellProperties,
            "AlternateContent" => Self::Alternatives,
            "wsp" | "shape" | "rect" | "roundrect" | "oval" => Self::Shape,
            "spPr" => Self::ShapeProperties,
            "solidFill" => Self::ShapeFill,
            "txbxContent" => Self::TextBox,
            "sdt" => Self::Control,
            "sdtPr" => Self::ControlProperties,
            "hyperlink" => Self::Hyperlink,
            "instrText" => Self::Instruction,
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
    /// A row, cell or paragraph mark deleted under revision, or a content control that shows its placeholder.
    dropped: bool,
}

/// What ends a link: an element, or a field, by its depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinkEnd {
    Element(usize),
    Field(usize),
}

/// Text under construction, and the text boxes anchored in its open paragraph.
#[derive(Debug, Default)]
struct Flow {
    text: String,
    boxes: Vec<String>,
}

struct Walker<'a> {
    styles: &'a Styles,
    parts: &'a mut Parts,
    /// The link under construction.
    link: Option<(Link, LinkEnd)>,
    /// How many fields are open.
    fields: usize,
    instruction: String,
    frames: Vec<Frame>,
    /// Depth at which the skipped subtree began.
    skipping: Option<usize>,
    flows: Vec<Flow>,
    rows: Vec<Vec<String>>,
    hidden_line: String,
    story: Story,
}

impl<'a> Walker<'a> {
    fn new(styles: &'a Styles, parts: &'a mut Parts) -> Self {
        let context = Context { look: Look::default(), behind: Behind::Solid(WHITE) };
        Self {
            styles,
            parts,
            link: None,
            fields: 0,
            instruction: String::new(),
            frames: vec![Frame { kind: Kind::Other, context, chosen: false, dropped: false }],
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
            self.revision(name, element, parent.kind);
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
        self.frames.push(Frame { kind, context, chosen: false, dropped: false });
        if self.skipping.is_none() {
            match kind {
                Kind::Hyperlink => {
                    let target = attribute(element, "id").and_then(|id| self.parts.addresses.get(&id).cloned());
                    if let Some(target) = target {
                        self.open_link(target, LinkEnd::Element(self.frames.len()));
                    }
                }
                Kind::Cell | Kind::TextBox => self.flows.push(Flow::default()),
                Kind::Row => self.rows.push(Vec::new()),
                _ => {}
            }
        }
    }

    /// Notes what a property says about its owner: a deleted row, cell or paragraph mark, or a placeholder.
    fn revision(&mut self, name: &str, element: &BytesStart<'_>, parent: Kind) {
        let up = match (parent, name) {
            (Kind::RowProperties, "del") | (Kind::CellProperties, "cellDel") => 1,
            (Kind::ControlProperties, "showingPlcHdr") if is_on(element) => 1,
            (Kind::RunProperties, "del" | "moveFrom") => 2,
            _ => return,
        };
        let Some(at) = self.frames.len().checked_sub(up + 1) else { return };
        // The mark of a paragraph is in the run properties of the paragraph's.
        if up == 2 && self.frames[at + 1].kind != Kind::ParagraphProperties {
            return;
        }
        self.frames[at].dropped = true;
    }

    /// Whether a subtree is not part of the current text.
    fn is_unread(&mut self, name: &str, parent: Frame) -> bool {
        match name {
            "del" | "moveFrom" | "delText" | "delInstrText" | "rt" => true,
            "sdtContent" => parent.kind == Kind::Control && parent.dropped,
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
            (_, "altChunk") => self.place_chunk(attribute(element, "id")),
            (_, "relIds") => self.place_chunk(attribute(element, "dm")),
            // Text drawn along a path.
            (_, "textpath") => {
                let text = attribute(element, "string").unwrap_or_default();
                if let Some(flow) = self.flows.last_mut().filter(|_| !text.is_empty()) {
                    flow.boxes.push(text.replace(links::PLACE, ""));
                }
            }
            (_, "fldSimple") => {
                let target = attribute(element, "instr").as_deref().and_then(link_target);
                if let Some(target) = target {
                    self.open_link(target, LinkEnd::Element(self.frames.len() + 1));
                }
            }
            (_, "fldChar") => self.field(attribute(element, "fldCharType").as_deref()),
            (_, "headerReference") => self.story.headers.extend(attribute(element, "id")),
            (_, "footerReference") => self.story.footers.extend(attribute(element, "id")),
            _ => {}
        }
    }

    /// The begin, middle or end of a field, whose instruction may be a link.
    fn field(&mut self, place: Option<&str>) {
        match place {
            Some("begin") => {
                self.fields += 1;
                self.instruction.clear();
            }
            Some("separate") => {
                if let Some(target) = link_target(&self.instruction) {
                    self.open_link(target, LinkEnd::Field(self.fields));
                }
                self.instruction.clear();
            }
            Some("end") => {
                self.end_link(LinkEnd::Field(self.fields));
                self.fields = self.fields.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn open_link(&mut self, target: String, end: LinkEnd) {
        self.close_link();
        self.link = Some((Link { target, text: String::new() }, end));
    }

    fn end_link(&mut self, end: LinkEnd) {
        if self.link.as_ref().is_some_and(|(_, ends)| *ends == end) {
            self.close_link();
        }
    }

    fn close_link(&mut self) {
        if let Some((link, _)) = self.link.take()
            && let Some(flow) = self.flows.last_mut()
        {
            let (place, number) = (links::PLACE, self.story.links.len());
            flow.text.push_str(&format!("{place}{number}{place}"));
            self.story.links.push(link);
        }
    }

    /// The text of an embedded part, in lines of its own.
    fn place_chunk(&mut self, id: Option<String>) {
        let Some(chunk) = id.and_then(|id| self.parts.chunks.remove(&id)) else { return };
        let text = moved(&chunk.text, self.story.links.len());
        self.story.hidden.extend(chunk.hidden);
        self.story.links.extend(chunk.links);
        let Some(flow) = self.flows.last_mut() else { return };
        // Within a paragraph, as a diagram, it follows the paragraph.
        if self.frames.iter().any(|frame| frame.kind == Kind::Paragraph) {
            flow.boxes.push(text);
        } else {
            flow.text.push_str(&text);
            flow.text.push('\n');
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
        self.end_link(LinkEnd::Element(self.frames.len() + 1));
        match frame.kind {
            Kind::Paragraph => self.end_paragraph(!frame.dropped),
            Kind::TextBox => {
                let text = self.pop_flow();
                if let Some(flow) = self.flows.last_mut() {
                    flow.boxes.push(text);
                }
            }
            Kind::Cell => {
                let text = self.pop_flow();
                match self.rows.last_mut() {
                    _ if frame.dropped => {}
                    Some(row) => row.push(text),
                    None => self.push_block(&text),
                }
            }
            Kind::Row => {
                let row = self.rows.pop().unwrap_or_default();
                if !frame.dropped {
                    self.push_block(&row_text(&row));
                }
            }
            _ => {}
        }
    }

    /// Without its mark, a paragraph goes on in the next one.
    fn end_paragraph(&mut self, has_mark: bool) {
        if !self.hidden_line.is_empty() {
            self.story.hidden.push(std::mem::take(&mut self.hidden_line));
        }
        if let Some(flow) = self.flows.last_mut() {
            if has_mark || !flow.boxes.is_empty() {
                flow.text.push('\n');
            }
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
        if self.skipping.is_some() {
            return;
        }
        match self.frames.last().map(|frame| frame.kind) {
            Some(Kind::Text) => self.push(&text.replace(links::PLACE, "")),
            Some(Kind::Instruction) => self.instruction.push_str(text),
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        let hidden = self.frames.last().is_some_and(|Frame { context, .. }| context.look.is_hidden(context.behind));
        if hidden {
            return self.hidden_line.push_str(text);
        }
        if let Some((link, _)) = &mut self.link {
            link.text.push_str(text);
        }
        if let Some(flow) = self.flows.last_mut() {
            flow.text.push_str(text);
        }
    }

    fn finish(mut self) -> Story {
        self.close_link();
        self.end_paragraph(true);
        while self.flows.len() > 1 {
            let text = self.pop_flow();
            self.push_block(&text);
        }
        self.story.text = self.flows.pop().map(|flow| flow.text).unwrap_or_default();
        self.story
    }
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
