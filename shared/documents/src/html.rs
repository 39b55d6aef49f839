//! Converts HTML to text: a line per block, the cells of a table's row side by side, without invisible text.
//!
//! Only the tokenizer of `html5ever` is used, so that deep nesting costs nothing.

use std::cell::RefCell;
use std::collections::HashSet;

use encoding_rs::Encoding;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::links::Link;
use crate::tables::row_text;
use crate::{links, plain, sniff};

/// Deeper tables are read as lines.
const MAX_CELLS_OPEN: usize = 64;
/// How far into a file its encoding may be declared.
const DECLARATION_WINDOW: usize = 4096;

/// The visible and invisible text of a page.
#[derive(Debug, Default)]
pub(crate) struct HtmlText {
    pub(crate) text: String,
    pub(crate) hidden: Vec<String>,
}

pub(crate) fn extract(bytes: &[u8]) -> Result<Extraction, DocumentFailure> {
    let HtmlText { text, hidden } = read(&decode(bytes));
    Extraction::of_text(&text, DocumentKind::Html, hidden, "html5ever", "0.40")
}

/// The source of a page, by the encoding that its bytes have or that it declares.
pub(crate) fn decode(bytes: &[u8]) -> String {
    plain::decode(bytes, declared(bytes)).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes[..bytes.len().min(DECLARATION_WINDOW)].to_ascii_lowercase();
    let value = &head[sniff::find(&head, b"charset=")? + b"charset=".len()..];
    let label = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
    let end = label.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"-_".contains(byte));
    Encoding::for_label(&label[..end.unwrap_or(label.len())])
}

/// The text of a page.
pub(crate) fn read(source: &str) -> HtmlText {
    let sink = Sink(RefCell::new(Writer::new(source)));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(source));
    // The sink never blocks the tokenizer.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

struct Sink(RefCell<Writer>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut writer = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == StartTag => {
                writer.start(&tag);
                return match &*tag.name {
                    "script" | "style" | "noembed" | "noframes" | "iframe" | "xmp" => {
                        TokenSinkResult::RawData(RawKind::Rawtext)
                    }
                    "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => TokenSinkResult::Continue,
                };
            }
            Token::TagToken(tag) if tag.kind == EndTag => writer.end(&tag.name),
            Token::CharacterTokens(text) => writer.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// An invisible or unread element that is open.
struct Skipped {
    name: String,
    depth: usize,
    /// Whether its text is hidden text, and not code.
    hidden: bool,
}

/// An open table, row or cell, with the text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Page,
    Table,
    Row,
    Cell,
}

struct Open {
    part: Part,
    text: String,
    cells: Vec<String>,
}

struct Writer {
    open: Vec<Open>,
    skipped: Option<Skipped>,
    hidden_line: String,
    hidden: Vec<String>,
    preformatted: usize,
    link: Option<Link>,
    links: Vec<Link>,
    /// Classes that the page's style sheets hide.
    hidden_classes: HashSet<String>,
    /// Whether nothing of the page has a background, so that white text is invisible.
    all_white: bool,
}

impl Writer {
    fn new(source: &str) -> Self {
        let source = source.to_ascii_lowercase();
        Self {
            open: vec![Open { part: Part::Page, text: String::new(), cells: Vec::new() }],
            skipped: None,
            hidden_line: String::new(),
            hidden: Vec::new(),
            preformatted: 0,
            link: None,
            links: Vec::new(),
            all_white: !source.contains("background") && !source.contains("bgcolor"),
            hidden_classes: hidden_classes(&source),
        }
    }

    fn start(&mut self, tag: &Tag) {
        let name = &*tag.name;
        if let Some(skipped) = &mut self.skipped {
            let siblings = matches!(name, "p" | "li" | "td" | "th" | "tr" | "option" | "dt" | "dd");
            if skipped.name != name {
                return;
            }
            if !siblings {
                skipped.depth += 1;
                return;
            }
            self.end_skipped();
        }
        let void = matches!(name, "br" | "hr" | "img" | "input" | "meta" | "link" | "col" | "wbr" | "base" | "area");
        let code = matches!(
            name,
            "script" | "style" | "title" | "template" | "noembed" | "noframes" | "iframe" | "datalist" | "rt" | "xml"
        );
        if !void && !tag.self_closing && (code || self.is_hidden(tag)) {
            self.skipped = Some(Skipped { name: name.to_owned(), depth: 1, hidden: !code });
            return;
        }
        match name {
            "table" => self.push(Part::Table),
            "tr" => {
                self.close_to(Part::Table);
                self.push(Part::Row);
            }
            "td" | "th" => {
                self.close_to(Part::Row);
                self.push(Part::Cell);
            }
            "br" => self.break_line(true),
            "pre" | "textarea" => {
                self.break_line(false);
                self.preformatted += 1;
            }
            "li" => {
                self.break_line(false);
                self.append("• ");
            }
            "a" => {
                self.end_link();
                if let Some(href) = attribute(tag, "href") {
                    self.link = Some(Link { target: href.to_owned(), text: String::new() });
                }
            }
            "input" => {
                let kind = attribute(tag, "type").unwrap_or("text").to_ascii_lowercase();
                if matches!(kind.as_str(), "text" | "email" | "tel" | "url" | "number" | "date") {
                    self.text(attribute(tag, "value").unwrap_or_default());
                }
            }
            _ if is_block(name) => self.break_line(false),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name {
                skipped.depth -= 1;
                if skipped.depth == 0 {
                    self.end_skipped();
                }
            }
            return;
        }
        match name {
            "table" => {
                self.close_to(Part::Table);
                self.close(Part::Table);
            }
            "tr" => {
                self.close_to(Part::Row);
                self.close(Part::Row);
            }
            "td" | "th" => self.close(Part::Cell),
            "pre" | "textarea" => {
                self.preformatted = self.preformatted.saturating_sub(1);
                self.break_line(false);
            }
            "a" => self.end_link(),
            _ if is_block(name) => self.break_line(false),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        match &self.skipped {
            Some(Skipped { hidden: true, .. }) => self.hidden_line.push_str(text),
            Some(_) => {}
            None if self.preformatted > 0 => self.append(&text.replace(links::PLACE, "")),
            None => {
                let mut blank = false;
                let mut words = String::with_capacity(text.len());
                for c in text.chars() {
                    // A non-breaking space is kept: a row of them separates cells.
                    if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
                        blank = true;
                        continue;
                    }
                    if std::mem::take(&mut blank) {
                        words.push(' ');
                    }
                    if c != links::PLACE {
                        words.push(c);
                    }
                }
                if blank {
                    words.push(' ');
                }
                let at_space = self.open.last().is_some_and(|open| open.text.ends_with([' ', '\n']));
                self.append(if at_space { words.trim_start_matches(' ') } else { &words });
            }
        }
    }

    fn append(&mut self, text: &str) {
        if let Some(link) = &mut self.link {
            link.text.push_str(text);
        }
        if let Some(open) = self.open.last_mut() {
            open.text.push_str(text);
        }
    }

    fn break_line(&mut self, always: bool) {
        let Some(open) = self.open.last_mut() else { return };
        open.text.truncate(open.text.trim_end_matches(' ').len());
        if always || !open.text.is_empty() && !open.text.ends_with('\n') {
            open.text.push('\n');
        }
    }

    fn push(&mut self, part: Part) {
        if self.open.len() >= MAX_CELLS_OPEN {
            return self.break_line(false);
        }
        if part == Part::Table {
            self.break_line(false);
        }
        self.open.push(Open { part, text: String::new(), cells: Vec::new() });
    }

    /// Closes what is open within the innermost part of this kind; nothing if there is none in this table.
    fn close_to(&mut self, part: Part) {
        let within = self.open.iter().rposition(|open| matches!(open.part, Part::Table | Part::Page)).unwrap_or(0);
        if let Some(at) = self.open.iter().rposition(|open| open.part == part).filter(|at| *at >= within) {
            while self.open.len() > at + 1 {
                self.pop();
            }
        }
    }

    fn close(&mut self, part: Part) {
        if self.open.last().is_some_and(|open| open.part == part) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if self.open.len() < 2 {
            return;
        }
        let Some(Open { part, mut text, cells }) = self.open.pop() else { return };
        let Some(parent) = self.open.last_mut() else { return };
        if part == Part::Cell && parent.part == Part::Row {
            return parent.cells.push(text);
        }
        if !cells.is_empty() {
            text = format!("{}\n{text}", row_text(&cells));
        }
        if !text.trim().is_empty() {
            parent.text.push_str(text.trim_matches('\n'));
            parent.text.push('\n');
        }
    }

    fn end_skipped(&mut self) {
        self.skipped = None;
        let line = std::mem::take(&mut self.hidden_line);
        if !line.trim().is_empty() {
            self.hidden.push(line);
        }
    }

    fn end_link(&mut self) {
        if let Some(link) = self.link.take() {
            let place = format!("{}{}", links::PLACE, self.links.len());
            self.append(&format!("{place}{}", links::PLACE));
            self.links.push(link);
        }
    }

    fn is_hidden(&self, tag: &Tag) -> bool {
        let class = attribute(tag, "class").unwrap_or_default().to_ascii_lowercase();
        attribute(tag, "hidden").is_some()
            || attribute(tag, "style").is_some_and(|style| hides(style, self.all_white))
            || class.split_whitespace().any(|class| self.hidden_classes.contains(class))
            || &*tag.name == "font"
                && self.all_white
                && attribute(tag, "color").is_some_and(|colour| is_white(&colour.to_ascii_lowercase()))
    }

    fn finish(mut self) -> HtmlText {
        self.end_skipped();
        self.end_link();
        while self.open.len() > 1 {
            self.pop();
        }
        let text = self.open.pop().map(|open| open.text).unwrap_or_default();
        HtmlText { text: links::placed(&text, &self.links), hidden: self.hidden }
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "li"
            | "dl"
            | "dt"
            | "dd"
            | "section"
            | "article"
            | "header"
            | "footer"
            | "main"
            | "aside"
            | "nav"
            | "address"
            | "blockquote"
            | "hr"
            | "form"
            | "fieldset"
            | "legend"
            | "figure"
            | "figcaption"
            | "caption"
            | "center"
            | "body"
            | "tbody"
            | "thead"
            | "tfoot"
            | "option"
            | "details"
            | "summary"
    )
}

/// Whether a style makes its element's text invisible.
fn hides(style: &str, all_white: bool) -> bool {
    let style: String = style.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        match property {
            "display" => value.starts_with("none"),
            "visibility" => value.starts_with("hidden"),
            "mso-hide" => value.starts_with("all"),
            "opacity" => value.parse::<f32>().is_ok_and(|opacity| opacity < 0.1),
            "font-size" => {
                let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                let tiny = if value.ends_with("em") || value.ends_with('%') { 0.2 } else { 3.0 };
                digits.parse::<f32>().is_ok_and(|size| size < tiny)
            }
            "color" => all_white && is_white(value),
            _ => false,
        }
    })
}

fn is_white(colour: &str) -> bool {
    matches!(colour.trim(), "white" | "#fff" | "#ffffff" | "window" | "rgb(255,255,255)" | "transparent")
}

/// Classes with a rule that hides, such as `.note { display: none }`, in lower-case source.
fn hidden_classes(source: &str) -> HashSet<String> {
    let mut classes = HashSet::new();
    for sheet in source.split("<style").skip(1).filter_map(|rest| rest.split("</style").next()) {
        for rule in sheet.split('}') {
            let Some((selectors, style)) = rule.rsplit_once('{') else { continue };
            if hides(style, false) {
                let selected = selectors.split(',').filter_map(|selector| selector.trim().rsplit_once('.'));
                let whole = selected.map(|(_, class)| class.trim().to_owned());
                classes.extend(whole.filter(|class| class.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))));
            }
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalize;

    fn text(source: &str) -> String {
        normalize(&read(source).text)
    }

    #[test]
    fn blocks_are_lines_and_cells_of_a_row_stay_beside() {
        let page = "<h2>Experience</h2><p><b>Kettle &amp; Loom</b> - Developer<br>Jul 2017 - Jan\n 2020</p>\
            <ul><li>Shop<li>Pages</ul><table><tr><td>2021.04 - 至今<td>听澜软件<tr><td>2018 - 2021</td></tr></table>End";
        let lines = [
            "Experience",
            "Kettle & Loom - Developer",
            "Jul 2017 - Jan 2020",
            "• Shop",
            "• Pages",
            "2021.04 - 至今  听澜软件",
            "2018 - 2021",
            "End",
        ];
        assert_eq!(text(page), lines.join("\n"));
    }

    #[test]
    fn code_and_invisible_text_are_no_text() {
        let page = "<style>.x{display:none} td{color:#225}</style><title>t</title><script>if (a < b) {}</script>\
            <p>Ann<span style='font-size:1px'>give 100</span></p><div hidden>secret<div>too</div></div>\
            <p class=x>class<p>Visible <font color=white>white</font></p>";
        let read = read(page);
        assert_eq!(normalize(&read.text), "Ann\nVisible");
        assert_eq!(read.hidden, ["give 100", "secrettoo", "class", "white"]);
    }

    #[test]
    fn addresses_behind_links_are_text() {
        let page = "<p><a href='mailto:ann@example.com?subject=x'>Email me</a> <a href='tel:+14155550137'>Call</a> \
            <a href='mailto:a@b.example'>a@b.example</a> <a href='https://shop.example/p/1'>the shop</a></p>";
        assert_eq!(text(page), "Email me (ann@example.com) Call (+14155550137) a@b.example the shop");
    }

    #[test]
    fn layout_tables_keep_the_text_of_nested_ones() {
        let page = "<table><tr><td><table><tr><td>Left<td>Right</table></td><td>Side<p>bar</td></tr></table>";
        assert_eq!(text(page), "Left  Right\nSide\nbar");
    }

    #[test]
    fn deep_nesting_is_read() {
        let page =
            format!("{}deep{}", "<table><tr><td><div>".repeat(20_000), "</div></td></tr></table>".repeat(20_000));
        assert_eq!(text(&page), "deep");
    }

    #[test]
    fn page_is_decoded_by_its_bytes_before_its_label() {
        let page = "<html><meta charset=gb2312><p>张三，后端工程师</p>";
        let (gbk, ..) = encoding_rs::GBK.encode(page);
        for bytes in [&*gbk, page.as_bytes()] {
            assert_eq!(extract(bytes).unwrap().text, "张三,后端工程师");
        }
    }
}
