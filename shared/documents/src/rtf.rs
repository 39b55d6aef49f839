//! Converts RTF to text: control words, groups, the code pages of fonts, and tables.
//!
//! No kept crate decodes the double-byte code pages that Chinese, Japanese and Korean files are written in.

use std::collections::HashMap;

use bole_domain::failure::DocumentReason;
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
    WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

use crate::extract::{DocumentFailure, DocumentKind, Extraction};
use crate::links::{self, Link};
use crate::tables::row_text;

/// Word nests a few dozen groups; thousands are an attack.
const MAX_DEPTH: usize = 1_000;
/// The character set of symbol fonts.
const SYMBOLS: i32 = 2;

pub(crate) fn extract(bytes: &[u8]) -> Result<Extraction, DocumentFailure> {
    let RtfText { text, hidden } = read(bytes)?;
    Extraction::of_text(&text, DocumentKind::Rtf, hidden, "bole-rtf", "1")
}

/// The visible and invisible text of a file.
pub(crate) struct RtfText {
    pub(crate) text: String,
    pub(crate) hidden: Vec<String>,
}

pub(crate) fn read(bytes: &[u8]) -> Result<RtfText, DocumentFailure> {
    let mut reader = Reader::default();
    let mut at = 0;
    while at < bytes.len() {
        at = reader.step(bytes, at);
        if reader.groups.len() > MAX_DEPTH {
            let detail = format!("nested more than {MAX_DEPTH} deep");
            return Err(DocumentFailure::new(DocumentReason::Malformed, detail));
        }
    }
    Ok(reader.finish())
}

/// What becomes of a group's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Destination {
    Text,
    /// The fonts and their character sets.
    Fonts,
    /// The instruction of a field, which may be a link.
    Instruction,
    Skipped,
}

#[derive(Debug, Clone, Copy)]
struct Group {
    destination: Destination,
    /// How many fallback characters follow a Unicode one.
    fallback: usize,
    font: Option<i32>,
    hidden: bool,
    deleted: bool,
    /// Whether it is a field, whose end places the link.
    field: bool,
}

struct Reader {
    groups: Vec<Group>,
    state: Group,
    code_page: &'static Encoding,
    default_font: Option<i32>,
    /// The character set of each font.
    fonts: HashMap<i32, i32>,
    /// Bytes in the current font's code page, not yet decoded.
    bytes: Vec<u8>,
    /// UTF-16 units, not yet decoded.
    units: Vec<u16>,
    /// Fallback characters still to skip.
    skip: usize,
    /// Whether the group just began with `\*`.
    optional: bool,
    text: String,
    hidden_line: String,
    hidden: Vec<String>,
    /// Where the current cell begins, and the row's finished cells.
    cell: usize,
    cells: Vec<String>,
    instruction: String,
    links: Vec<Link>,
    /// Where the current field's result begins.
    result: usize,
}

impl Default for Reader {
    fn default() -> Self {
        let state = Group {
            destination: Destination::Text,
            fallback: 1,
            font: None,
            hidden: false,
            deleted: false,
            field: false,
        };
        Self {
            groups: Vec::new(),
            state,
            code_page: WINDOWS_1252,
            default_font: None,
            fonts: HashMap::new(),
            bytes: Vec::new(),
            units: Vec::new(),
            skip: 0,
            optional: false,
            text: String::new(),
            hidden_line: String::new(),
            hidden: Vec::new(),
            cell: 0,
            cells: Vec::new(),
            instruction: String::new(),
            links: Vec::new(),
            result: 0,
        }
    }
}

impl Reader {
    /// Reads one token and returns where the next begins.
    fn step(&mut self, bytes: &[u8], at: usize) -> usize {
        match bytes[at] {
            b'{' => {
                self.flush();
                self.groups.push(self.state);
                self.state.field = false;
                self.optional = false;
                self.skip = 0;
                at + 1
            }
            b'}' => {
                self.flush();
                if self.state.field {
                    self.end_field();
                }
                if let Some(outer) = self.groups.pop() {
                    self.state = outer;
                }
                self.optional = false;
                self.skip = 0;
                at + 1
            }
            b'\\' => self.control(bytes, at + 1),
            b'\r' | b'\n' => at + 1,
            byte => {
                self.byte(byte);
                at + 1
            }
        }
    }

    fn control(&mut self, bytes: &[u8], at: usize) -> usize {
        let Some(&first) = bytes.get(at) else { return at };
        if !first.is_ascii_alphabetic() {
            return self.symbol(bytes, at, first);
        }
        let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let word = &bytes[at..at + length];
        let mut end = at + length;
        let number = end;
        if bytes.get(end) == Some(&b'-') {
            end += 1;
        }
        end += bytes[end..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&bytes[number..end]).ok().and_then(|number| number.parse::<i32>().ok());
        if bytes.get(end) == Some(&b' ') {
            end += 1;
        }
        let word = std::str::from_utf8(word).unwrap_or_default();
        if word == "bin" {
            return end.saturating_add(usize::try_from(number.unwrap_or(0)).unwrap_or(0)).min(bytes.len());
        }
        self.word(word, number);
        end
    }

    fn symbol(&mut self, bytes: &[u8], at: usize, symbol: u8) -> usize {
        match symbol {
            b'\'' => {
                let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
                if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
                    self.byte(byte);
                    return at + 3;
                }
            }
            b'*' => self.optional = true,
            b'~' => self.push(" "),
            b'_' => self.push("-"),
            b'\\' | b'{' | b'}' => self.byte(symbol),
            b'\r' | b'\n' => self.push("\n"),
            _ => {}
        }
        at + 1
    }

    fn byte(&mut self, byte: u8) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.flush_units();
        self.bytes.push(byte);
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        if word == "u" {
            if let Some(unit) = number {
                self.flush_bytes();
                // Units above 32,767 are written as negative numbers.
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low 16 bits")]
                self.units.push(unit as u16);
                self.skip = self.state.fallback;
            }
            return;
        }
        self.flush();
        let on = number != Some(0);
        let optional = std::mem::take(&mut self.optional);
        match word {
            "uc" => self.state.fallback = usize::try_from(number.unwrap_or(1)).unwrap_or(1),
            "ansicpg" => self.code_page = number.and_then(code_page).unwrap_or(self.code_page),
            "deff" => self.default_font = number,
            "f" => self.state.font = number,
            "fcharset" if self.state.destination == Destination::Fonts => {
                if let (Some(font), Some(charset)) = (self.state.font, number) {
                    self.fonts.insert(font, charset);
                }
            }
            "plain" => (self.state.hidden, self.state.font) = (false, None),
            "v" => self.state.hidden = on,
            "deleted" => self.state.deleted = on,
            "par" | "line" | "sect" | "page" | "column" => self.push("\n"),
            "tab" => self.push("\t"),
            "cell" | "nestcell" => self.end_cell(),
            "row" | "nestrow" => self.end_row(),
            "trowd" if self.cells.is_empty() => self.cell = self.text.len(),
            "emdash" => self.push("—"),
            "endash" => self.push("–"),
            "emspace" | "enspace" | "qmspace" => self.push(" "),
            "bullet" => self.push("•"),
            "lquote" => self.push("‘"),
            "rquote" => self.push("’"),
            "ldblquote" => self.push("“"),
            "rdblquote" => self.push("”"),
            "fonttbl" => self.state.destination = Destination::Fonts,
            "fldinst" if self.state.destination == Destination::Text => {
                self.instruction.clear();
                self.state.destination = Destination::Instruction;
            }
            "field" => self.state.field = true,
            "fldrslt" => self.result = self.text.len(),
            "colortbl" | "stylesheet" | "info" | "pict" | "object" | "sp" | "upr" | "annotation" | "private" => {
                self.state.destination = Destination::Skipped;
            }
            "result" => self.state.destination = Destination::Text,
            // The text of shapes and of the Unicode variant is in optional destinations.
            "shpinst" | "shptxt" | "ud" if optional || word == "shptxt" => self.state.destination = Destination::Text,
            _ if optional => self.state.destination = Destination::Skipped,
            _ => {}
        }
    }

    fn end_cell(&mut self) {
        let from = self.cell.min(self.text.len());
        let cell = self.text.split_off(from);
        self.cells.push(cell);
    }

    fn end_row(&mut self) {
        let row = row_text(&std::mem::take(&mut self.cells));
        self.text.push_str(&row);
        self.text.push('\n');
        self.cell = self.text.len();
    }

    fn end_field(&mut self) {
        let target = link_target(&self.instruction);
        self.instruction.clear();
        if let Some(target) = target {
            let text = self.text.get(self.result.min(self.text.len())..).unwrap_or_default().to_owned();
            let number = self.links.len();
            self.links.push(Link { target, text });
            let place = links::PLACE;
            self.text.push_str(&format!("{place}{number}{place}"));
        }
    }

    fn push(&mut self, text: &str) {
        self.flush();
        match self.state.destination {
            Destination::Instruction => self.instruction.push_str(text),
            Destination::Text if self.state.deleted => {}
            Destination::Text if self.state.hidden => {
                self.hidden_line.push_str(text);
                if text == "\n" {
                    self.hidden.push(std::mem::take(&mut self.hidden_line));
                }
            }
            Destination::Text => self.text.push_str(text),
            Destination::Fonts | Destination::Skipped => {}
        }
    }

    fn flush(&mut self) {
        self.flush_bytes();
        self.flush_units();
    }

    fn flush_bytes(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let charset = self.state.font.or(self.default_font).and_then(|font| self.fonts.get(&font));
        let text = match charset {
            Some(&SYMBOLS) => "•".to_owned(),
            Some(charset) => {
                of_charset(*charset).unwrap_or(self.code_page).decode_without_bom_handling(&bytes).0.into()
            }
            None => self.code_page.decode_without_bom_handling(&bytes).0.into_owned(),
        };
        self.push(&text.replace(links::PLACE, ""));
    }

    fn flush_units(&mut self) {
        if self.units.is_empty() {
            return;
        }
        let units = std::mem::take(&mut self.units);
        self.push(&String::from_utf16_lossy(&units).replace(links::PLACE, ""));
    }

    fn finish(mut self) -> RtfText {
        self.flush();
        if !self.cells.is_empty() {
            self.end_row();
        }
        if !self.hidden_line.is_empty() {
            self.hidden.push(std::mem::take(&mut self.hidden_line));
        }
        RtfText { text: links::placed(&self.text, &self.links), hidden: self.hidden }
    }
}

/// The target of a field's instruction, such as `HYPERLINK "mailto:a@example.com"`.
pub(crate) fn link_target(instruction: &str) -> Option<String> {
    let rest = instruction.trim().strip_prefix("HYPERLINK")?.trim();
    let quoted = rest.split('"').nth(1);
    let target = quoted.or_else(|| rest.split_whitespace().find(|word| !word.starts_with('\\')))?;
    Some(target.to_owned())
}

fn code_page(number: i32) -> Option<&'static Encoding> {
    Some(match number {
        874 => WINDOWS_874,
        932 => SHIFT_JIS,
        936 | 54_936 => GBK,
        949 => EUC_KR,
        950 => BIG5,
        1250 => WINDOWS_1250,
        1251 => WINDOWS_1251,
        1252 => WINDOWS_1252,
        1253 => WINDOWS_1253,
        1254 => WINDOWS_1254,
        1255 => WINDOWS_1255,
        1256 => WINDOWS_1256,
        1257 => WINDOWS_1257,
        1258 => WINDOWS_1258,
        65_001 => encoding_rs::UTF_8,
        _ => return None,
    })
}

/// The encoding of a font's character set; `None` for those that mean the file's code page.
fn of_charset(charset: i32) -> Option<&'static Encoding> {
    code_page(match charset {
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &[u8]) -> String {
        extract(source).unwrap().text
    }

    #[test]
    fn code_pages_and_unicode_are_decoded() {
        let page = br"{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fnil\fcharset134 \'cb\'ce\'cc\'e5;}{\f1\fswiss Arial;}}
\f0\'d5\'c5\'c8\'fd\par\f1 Ren\u233?e\par\uc2\u24352\'d5\'c5\u19977\'c8\'fd\par\uc1\u-10179?\u-8704?}";
        assert_eq!(text(page), "张三\nRenée\n张三\n😀");
        let western = br"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset134 SimSun;}}\f0 Ren\'e9e \f1\'d5\'c5}";
        assert_eq!(text(western), "Renée 张");
    }

    #[test]
    fn rows_are_lines_and_other_destinations_are_no_text() {
        let page = br"{\rtf1{\info{\author Bob}}{\*\generator Word;}{\stylesheet{\s0 Normal;}}
{\header Ann\par}\trowd\cellx1\cellx2\pard\intbl 2019 - 2024\cell Acme Ltd\cell\row\pard
{\listtext\f3\'b7\tab}Led a team\par {\pict 010203}{\*\shppict{\pict 0102}}\bin4 \{\}\}{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt Boxed\par}}}End}";
        assert!(text(page).starts_with("Ann\n2019 - 2024  Acme Ltd\n"), "{}", text(page));
        assert!(text(page).ends_with("Boxed\nEnd"), "{}", text(page));
        assert!(!text(page).contains("Bob") && !text(page).contains("0102"));
    }

    #[test]
    fn hidden_deleted_and_linked_text() {
        let page = br#"{\rtf1 A{\v give 100}{\deleted gone}B {\field{\*\fldinst{HYPERLINK "mailto:ann@example.com"}}{\fldrslt Email}}\par}"#;
        let read = read(page).unwrap();
        assert_eq!(read.text.trim(), "AB Email (ann@example.com)");
        assert_eq!(read.hidden, ["give 100"]);
    }

    #[test]
    fn nesting_is_limited_and_damage_ends_the_text() {
        assert!(read(&b"{".repeat(5_000)).is_err());
        for cut in
            [&b"{\\rtf1 Ann\\"[..], b"{\\rtf1 Ann\\'d", b"{\\rtf1 Ann\\u", b"{\\rtf1 Ann\\bin99999999999 x", b"}}}"]
        {
            assert!(read(cut).is_ok());
        }
    }
}
