//! The text of a message.

use mail_parser::decoders::html::html_to_text;
use mail_parser::{Encoding, Message, MessagePart, MimeHeaders, PartType};

use super::headers::undeclared;

/// Elements whose content is no text.
const HIDDEN: &[&str] = &["style", "script", "title", "template", "noscript"];
/// Elements that begin a new line.
const BLOCKS: &[&str] = &[
    "div",
    "tr",
    "li",
    "ul",
    "ol",
    "table",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "section",
    "article",
];

/// The plain text of a message, or that of its HTML.
pub(super) fn text(message: &Message<'_>) -> String {
    let bodies = message.text_body.iter().chain(&message.html_body);
    let parts = bodies.filter_map(|at| message.parts.get(*at as usize));
    let mut texts = parts.map(|part| part_text(message, part)).filter(|text| !text.trim().is_empty());
    texts.next().unwrap_or_default()
}

/// The text of a text part; empty for others.
pub(super) fn part_text(message: &Message<'_>, part: &MessagePart<'_>) -> String {
    let written = |decoded: &str| match as_sent(message, part) {
        Some(bytes) => undeclared(bytes, None).into_owned(),
        None => decoded.to_owned(),
    };
    match &part.body {
        PartType::Text(text) => written(text),
        PartType::Html(html) => html_to_text(&shown(&written(html))),
        _ => String::new(),
    }
}

/// The bytes of a part that was sent as it is, without a charset.
fn as_sent<'a>(message: &'a Message<'_>, part: &MessagePart<'_>) -> Option<&'a [u8]> {
    let declared = part.content_type().and_then(|kind| kind.attribute("charset"));
    let is_declared = declared
        .is_some_and(|charset| !["us-ascii", "utf-8", "utf8"].iter().any(|name| charset.eq_ignore_ascii_case(name)));
    if is_declared || part.encoding != Encoding::None {
        return None;
    }
    let bytes = message.raw_message.get(part.offset_body as usize..part.offset_end as usize)?;
    std::str::from_utf8(bytes).is_err().then_some(bytes)
}

/// HTML without what is not shown, and with line breaks between blocks.
fn shown(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        text.push_str(before);
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        if !tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            text.push_str("&lt;");
            rest = &tag[1..];
            continue;
        }
        let name = tag[1..].trim_start_matches('/');
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        let is_named = |names: &[&str]| names.iter().any(|one| one.eq_ignore_ascii_case(name));
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        if is_named(HIDDEN) && !tag.starts_with("</") {
            rest = after_element(&tag[end..], name);
            continue;
        }
        text.push_str(if is_named(BLOCKS) { "<br>" } else { &tag[..end] });
        rest = &tag[end..];
    }
    text.push_str(rest);
    text
}

/// What follows the end of an element.
fn after_element<'a>(content: &'a str, name: &str) -> &'a str {
    let mut rest = content;
    while let Some(at) = rest.find("</") {
        let closing = &rest[at + 2..];
        if closing.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return closing.find('>').map_or("", |end| &closing[end + 1..]);
        }
        rest = closing;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_html_shows_is_its_text() {
        let html = "<html><head><title>T</title><style>p { color: red }</style></head><body>\
            <STYLE type=\"text/css\">.a > b {}</STYLE><!--[if mso]><p>Outlook</p><![endif]-->\
            <div>Dear team,</div><div>I accept.</div><script>if (a < b) track('</p>')</script>\
            <table><tr><td>Tuesday</td></tr><tr><td>Friday</td></tr></table></body></html>";
        let text = html_to_text(&shown(html));
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["Dear team,", "I accept.", "Tuesday", "Friday"]);
        assert_eq!(html_to_text(&shown("a<style>never closed")).trim(), "a");
        assert_eq!(html_to_text(&shown("1 < 2 and 名 <b>x</b>")).trim(), "1 < 2 and 名 x");
    }
}
