//! Header values decoded as a whole: encoded words whose characters are cut between words or at the end of a line,
//! parameters in pieces (RFC 2231), and undeclared 8-bit text.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, UTF_8, WINDOWS_1252};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode_char;
use mail_parser::{Message, MessagePart};

/// The most pieces of one parameter.
const MAX_PIECES: usize = 100;

/// The values of a header of a part, as they were sent.
pub(super) fn raw<'a>(
    message: &'a Message<'_>,
    part: &'a MessagePart<'_>,
    name: &'a str,
) -> impl Iterator<Item = &'a [u8]> {
    let headers = part.headers.iter().filter(move |header| header.name.as_str().eq_ignore_ascii_case(name));
    headers.filter_map(move |header| message.raw_message.get(header.offset_start as usize..header.offset_end as usize))
}

/// The text of a value. `charset` is that of the body, if declared.
pub(super) fn text(value: &[u8], charset: Option<&str>) -> String {
    let value: Vec<u8> = value.iter().copied().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    let mut text = String::new();
    let mut rest = value.as_slice();
    // Bytes of encoded words in one charset, which may share a character.
    let mut open: Option<Words<'_>> = None;
    while !rest.is_empty() {
        let plain = rest.windows(2).position(|two| two == b"=?").unwrap_or(rest.len());
        let (before, from) = rest.split_at(plain);
        // Blanks between encoded words are not part of the text.
        if !before.is_empty() && (open.is_none() || !before.iter().all(u8::is_ascii_whitespace) || from.is_empty()) {
            text.push_str(&open.take().map(Words::decoded).unwrap_or_default());
            text.push_str(&undeclared(before, charset));
        }
        let Some((word, after)) = Word::first_of(from) else {
            let (mark, after) = from.split_at(from.len().min(2));
            if !mark.is_empty() {
                text.push_str(&open.take().map(Words::decoded).unwrap_or_default());
                text.push_str(&String::from_utf8_lossy(mark));
            }
            rest = after;
            continue;
        };
        rest = after;
        match &mut open {
            Some(words) if words.charset.eq_ignore_ascii_case(word.charset) => words.add(&word),
            _ => {
                text.push_str(&open.take().map(Words::decoded).unwrap_or_default());
                let mut words = Words { charset: word.charset, bytes: Vec::new(), base64: Vec::new() };
                words.add(&word);
                open = Some(words);
            }
        }
    }
    text.push_str(&open.take().map(Words::decoded).unwrap_or_default());
    text.trim().to_owned()
}

/// An encoded word (RFC 2047).
struct Word<'a> {
    charset: &'a str,
    is_base64: bool,
    data: &'a [u8],
}

impl<'a> Word<'a> {
    /// The encoded word at the beginning, and what follows it. One without an end reaches to the end of the value.
    fn first_of(text: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let inner = text.strip_prefix(b"=?")?;
        let end = inner.iter().position(|byte| *byte == b'?').filter(|end| (1..=45).contains(end))?;
        let charset = std::str::from_utf8(&inner[..end]).ok().filter(|name| !name.contains(' '))?;
        // A language may follow the charset.
        let charset = charset.split('*').next().unwrap_or_default();
        let is_base64 = match inner.get(end + 1)? {
            b'b' | b'B' => true,
            b'q' | b'Q' => false,
            _ => return None,
        };
        let data = inner.get(end + 2..)?.strip_prefix(b"?")?;
        if let Some(end) = data.windows(2).position(|two| two == b"?=") {
            return Some((Self { charset, is_base64, data: &data[..end] }, &data[end + 2..]));
        }
        let is_data = |byte: &u8| {
            byte.is_ascii_graphic() && (!is_base64 || byte.is_ascii_alphanumeric() || b"+/=?".contains(byte))
        };
        data.iter().all(is_data).then_some((Self { charset, is_base64, data }, &[][..]))
    }
}

/// Successive encoded words of one charset.
struct Words<'a> {
    charset: &'a str,
    bytes: Vec<u8>,
    /// Base64 that may go on in the next word.
    base64: Vec<u8>,
}

impl Words<'_> {
    fn add(&mut self, word: &Word<'_>) {
        if word.is_base64 {
            self.base64.extend(word.data.iter().filter(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte)));
            if self.base64.len().is_multiple_of(4) {
                self.close();
            }
            return;
        }
        self.close();
        let mut data = word.data.iter();
        while let Some(byte) = data.next() {
            let hex = data.as_slice();
            match byte {
                b'_' => self.bytes.push(b' '),
                b'=' => match hex.get(..2).and_then(|hex| quoted_printable_decode_char(hex[0], hex[1])) {
                    Some(decoded) => {
                        self.bytes.push(decoded);
                        data = hex[2..].iter();
                    }
                    // The end of the word was lost.
                    None if hex.len() < 2 => break,
                    None => self.bytes.push(b'='),
                },
                byte => self.bytes.push(*byte),
            }
        }
    }

    fn close(&mut self) {
        let mut base64 = std::mem::take(&mut self.base64);
        base64.retain(|byte| *byte != b'=');
        // A single digit more holds no byte.
        base64.truncate(base64.len() - usize::from(base64.len() % 4 == 1));
        base64.resize(base64.len().next_multiple_of(4), b'=');
        self.bytes.extend(base64_decode(&base64).unwrap_or_default());
    }

    fn decoded(mut self) -> String {
        self.close();
        let text = decode(&self.bytes, self.charset);
        // A character that was cut at the end.
        text.trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned()
    }
}

/// The text of bytes in a named charset.
pub(super) fn decode(bytes: &[u8], charset: &str) -> String {
    let named = Encoding::for_label(charset.trim().as_bytes());
    match named {
        // Declared by habit, whatever the bytes are.
        Some(encoding) if encoding == UTF_8 || charset.eq_ignore_ascii_case("us-ascii") => {
            undeclared(bytes, None).into_owned()
        }
        Some(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
        None => match charset_decoder(charset.as_bytes()) {
            Some(decoder) => decoder(bytes),
            None => undeclared(bytes, None).into_owned(),
        },
    }
}

/// The text of bytes whose charset nobody declared: UTF-8, that of the body, GB 18030, or else Windows-1252.
pub(super) fn undeclared<'a>(bytes: &'a [u8], charset: Option<&str>) -> Cow<'a, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => return text.into(),
        // Its last character was cut.
        Err(error) if error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii() => {
            return String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        }
        Err(_) => {}
    }
    let declared = charset.and_then(|charset| Encoding::for_label(charset.trim().as_bytes()));
    let is_telling = |encoding: &&'static Encoding| {
        encoding.is_ascii_compatible() && *encoding != UTF_8 && *encoding != WINDOWS_1252
    };
    // A single letter with an accent is no Chinese character.
    let is_paired = bytes.windows(2).any(|two| !two[0].is_ascii() && !two[1].is_ascii());
    let guesses = declared.filter(is_telling).into_iter().chain(is_paired.then_some(GB18030));
    for encoding in guesses {
        if let Some(text) = encoding.decode_without_bom_handling_and_without_replacement(bytes) {
            return text;
        }
    }
    WINDOWS_1252.decode_without_bom_handling(bytes).0
}

/// A parameter of a value such as `attachment; filename="a.pdf"`.
pub(super) fn parameter(value: &[u8], name: &str, charset: Option<&str>) -> Option<String> {
    let value: Vec<u8> = value.iter().copied().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    let mut plain = None;
    let mut pieces: Vec<(usize, bool, Vec<u8>)> = Vec::new();
    for (key, given) in parameters(&value) {
        let Some(rest) = strip_prefix(&key, name) else { continue };
        let is_encoded = rest.ends_with('*');
        match rest.trim_matches('*') {
            "" if rest.is_empty() => plain = plain.or(Some(given)),
            "" if rest == "*" => pieces.push((0, true, given)),
            number if rest.starts_with('*') && pieces.len() < MAX_PIECES => {
                pieces.extend(number.parse().ok().map(|number| (number, is_encoded, given)));
            }
            _ => {}
        }
    }
    if pieces.is_empty() {
        return plain.map(|plain| text(&plain, charset)).filter(|text| !text.is_empty());
    }
    pieces.sort_by_key(|(number, ..)| *number);
    let (mut bytes, mut declared) = (Vec::new(), None);
    for (at, (_, is_encoded, piece)) in pieces.into_iter().enumerate() {
        let mut piece = piece.as_slice();
        if at == 0 && is_encoded {
            let mut parts = piece.splitn(3, |byte| *byte == b'\'');
            if let (Some(named), Some(_), Some(rest)) = (parts.next(), parts.next(), parts.next()) {
                declared = std::str::from_utf8(named).ok().map(str::to_owned).filter(|named| !named.is_empty());
                piece = rest;
            }
        }
        if is_encoded {
            bytes.extend(percent_encoding::percent_decode(piece));
        } else {
            bytes.extend_from_slice(piece);
        }
    }
    let decoded = match declared {
        Some(declared) => decode(&bytes, &declared),
        None => text(&bytes, charset),
    };
    Some(decoded.trim_end_matches(char::REPLACEMENT_CHARACTER).trim().to_owned()).filter(|text| !text.is_empty())
}

fn strip_prefix<'a>(key: &'a str, name: &str) -> Option<&'a str> {
    let (start, rest) = key.split_at_checked(name.len())?;
    start.eq_ignore_ascii_case(name).then_some(rest)
}

/// The parameters behind the first semicolon, unquoted.
fn parameters(value: &[u8]) -> Vec<(String, Vec<u8>)> {
    let (mut found, mut current, mut is_quoted) = (Vec::new(), Vec::new(), false);
    let mut close = |current: &mut Vec<u8>| {
        let part = std::mem::take(current);
        let Some(at) = part.iter().position(|byte| *byte == b'=') else { return };
        let key = String::from_utf8_lossy(&part[..at]).trim().to_owned();
        let given = part[at + 1..].trim_ascii();
        let unquoted = given.strip_prefix(b"\"").map(|rest| rest.strip_suffix(b"\"").unwrap_or(rest));
        // In GBK a backslash may be the second half of a character.
        let unquoted = unquoted.map(|text| if text.is_ascii() { unescaped(text) } else { text.to_vec() });
        found.push((key, unquoted.unwrap_or_else(|| given.to_vec())));
    };
    let mut bytes = value.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\\' if is_quoted && value.is_ascii() => {
                current.push(*byte);
                current.extend(bytes.next());
                continue;
            }
            b';' if !is_quoted => {
                close(&mut current);
                continue;
            }
            _ => {}
        }
        current.push(*byte);
    }
    close(&mut current);
    found
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        let next = bytes.as_slice().first();
        let is_escape = *byte == b'\\' && next.is_some_and(|next| matches!(next, b'"' | b'\\'));
        plain.extend(if is_escape { bytes.next() } else { Some(byte) });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_words_are_decoded_together() {
        for (value, expected) in [
            // A character of three bytes is cut between words.
            (&b"=?utf-8?B?5byg5Lg=?= =?utf-8?B?ieeahOeugOWOhg==?="[..], "张三的简历"),
            (b"=?utf-8?B?5byg5L?=\r\n =?utf-8?B?iJ?=", "张三"),
            (b"=?utf-8?Q?=E5=BC=A0=E4?=\r\n =?utf-8?q?=B8=89_CV?=", "张三 CV"),
            (b"=?gb18030?B?1cXI?= =?GB18030?B?/Q==?=", "张三"),
            (b"=?gb2312?B?1cXI/Q==?=", "张三"),
            (b"=?GBK?Q?=D5=C5=C8=FD?= (CV)", "张三 (CV)"),
            (b"Re: =?utf-8*zh?B?5byg5LiJ?= and =?utf-8?Q?Caf=C3=A9?=", "Re: 张三 and Café"),
            // A line that was cut within a word.
            (b"=?utf-8?B?5byg5LiJ55qE566", "张三的"),
            (b"=?utf-8?Q?Caf=C3=A9_r=C", "Café r"),
            // No encoded words.
            (b"1 =? 2 and =?x", "1 =? 2 and =?x"),
            (b"=?utf-8?X?abc?=", "=?utf-8?X?abc?="),
        ] {
            assert_eq!(text(value, None), expected, "{}", String::from_utf8_lossy(value));
        }
    }

    #[test]
    fn undeclared_text_is_decoded_by_the_charset_that_fits() {
        assert_eq!(text("张三的简历".as_bytes(), Some("gbk")), "张三的简历");
        assert_eq!(text(&GB18030.encode("张三的简历").0, None), "张三的简历");
        assert_eq!(text(&encoding_rs::BIG5.encode("張三的履歷").0, Some("big5")), "張三的履歷");
        assert_eq!(text(b"Jos\xe9 Mu\xf1oz", None), "José Muñoz");
        assert_eq!(text(b"Mu\xf1oz", Some("us-ascii")), "Muñoz");
        assert_eq!(text(&"张三的简历".as_bytes()[..14], None), "张三的简");
        assert_eq!(decode(&GB18030.encode("张三").0, "utf-8"), "张三");
    }

    #[test]
    fn parameters_in_pieces_are_joined_before_they_are_decoded() {
        let name = |value: &[u8]| parameter(value, "filename", None).unwrap();
        assert_eq!(name(b"attachment; filename*=UTF-8''%E5%BC%A0%E4%B8%89.pdf"), "张三.pdf");
        assert_eq!(
            name(b"attachment;\r\n filename*0*=UTF-8''%E5%BC%A0%E4;\r\n filename*1*=%B8%89%20CV;\r\n filename*2=\".pdf\""),
            "张三 CV.pdf"
        );
        assert_eq!(name(b"attachment; filename*1=\"b.pdf\"; filename*0=\"a;\""), "a;b.pdf");
        assert_eq!(name(b"attachment; filename=x.pdf; filename*=gb18030''%D5%C5%C8%FD.pdf"), "张三.pdf");
        assert_eq!(name(b"attachment; filename=\"=?GBK?B?1cXI/Q==?=.pdf\""), "张三.pdf");
        assert_eq!(name(b"attachment; filename=\"a \\\"b\\\".pdf\"; size=3"), "a \"b\".pdf");
        assert_eq!(
            name(&[b"attachment; filename=\"", &GB18030.encode("镕的简历.docx").0[..], b"\""].concat()),
            "镕的简历.docx"
        );
        assert_eq!(parameter(b"attachment; name=x", "filename", None), None);
    }
}
