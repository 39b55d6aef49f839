//! The files in a `winmail.dat`, in which Outlook sends attachments (MS-OXTNEF).

use super::headers::{decode, undeclared};

const SIGNATURE: u32 = 0x223e_9f78;
/// Attributes: the code page of names, the begin of an attachment, its short name, its content, and its properties.
const CODE_PAGE: u32 = 0x0006_9007;
const BEGIN: u32 = 0x0006_9002;
const TITLE: u32 = 0x0001_8010;
const CONTENT: u32 = 0x0006_800f;
const PROPERTIES: u32 = 0x0006_9005;
/// Properties: an attachment's name and long name, and the message that it is.
const FILE_NAME: u16 = 0x3704;
const LONG_FILE_NAME: u16 = 0x3707;
const OBJECT: u16 = 0x3701;
/// The most properties of an attachment.
const MAX_PROPERTIES: u32 = 1_000;

/// The files by name; `None` if the bytes are of another format, or cut.
pub(super) fn files(bytes: &[u8], depth: usize) -> Option<Vec<(String, Vec<u8>)>> {
    let mut input = Input(bytes);
    (input.long()? == SIGNATURE).then_some(())?;
    input.take(2)?;
    let (mut found, mut current, mut code_page) = (Vec::new(), Attached::default(), 0);
    while !input.0.is_empty() {
        input.take(1)?;
        let (id, length) = (input.long()?, input.long()?);
        let data = input.take(usize::try_from(length).ok()?)?;
        // The checksum.
        input.take(2)?;
        match id {
            CODE_PAGE => code_page = Input(data).long()?,
            BEGIN => found.extend(std::mem::take(&mut current).finished(depth)),
            TITLE => current.name = name(data, code_page),
            CONTENT => current.content = data.to_vec(),
            PROPERTIES => current.read(data, code_page)?,
            _ => {}
        }
    }
    found.extend(current.finished(depth));
    Some(found)
}

/// Bytes not yet read.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn short(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }

    fn long(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    /// A value after its length, padded to four bytes.
    fn padded(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.long()?).ok()?;
        let value = self.take(length)?;
        self.take(length.next_multiple_of(4) - length)?;
        Some(value)
    }
}

/// An attachment.
#[derive(Default)]
struct Attached {
    name: String,
    has_long_name: bool,
    content: Vec<u8>,
    /// The TNEF of an attached message.
    message: Vec<u8>,
}

impl Attached {
    fn read(&mut self, properties: &[u8], code_page: u32) -> Option<()> {
        let mut input = Input(properties);
        for _ in 0..input.long()?.min(MAX_PROPERTIES) {
            let (kind, id) = (input.short()?, input.short()?);
            if id >= 0x8000 {
                // A property with a name of its own.
                input.take(16)?;
                if input.long()? == 0 {
                    input.take(4)?
                } else {
                    input.padded()?
                };
            }
            let is_list = kind & 0x1000 != 0;
            let length = match kind & 0x0fff {
                0x02 | 0x03 | 0x04 | 0x0a | 0x0b => Some(4),
                0x05 | 0x06 | 0x07 | 0x14 | 0x40 => Some(8),
                0x48 => Some(16),
                0x0d | 0x1e | 0x1f | 0x102 => None,
                _ => return None,
            };
            let count = if is_list || length.is_none() { input.long()? } else { 1 };
            for _ in 0..count {
                let value = if let Some(length) = length { input.take(length)? } else { input.padded()? };
                let is_unicode = kind & 0x0fff == 0x1f;
                let text = || if is_unicode { name(value, 1200) } else { name(value, code_page) };
                match id {
                    LONG_FILE_NAME => (self.name, self.has_long_name) = (text(), true),
                    FILE_NAME if !self.has_long_name => self.name = text(),
                    // The id of its interface comes first.
                    OBJECT if kind & 0x0fff == 0x0d => self.message = value.get(16..)?.to_vec(),
                    OBJECT if self.content.is_empty() => self.content = value.to_vec(),
                    _ => {}
                }
            }
        }
        Some(())
    }

    fn finished(self, depth: usize) -> Vec<(String, Vec<u8>)> {
        if depth > 0
            && let Some(within) = files(&self.message, depth - 1)
        {
            return within;
        }
        if self.content.is_empty() { Vec::new() } else { vec![(self.name, self.content)] }
    }
}

fn name(bytes: &[u8], code_page: u32) -> String {
    let text = match code_page {
        1200 => decode(bytes, "utf-16le"),
        932 => decode(bytes, "shift_jis"),
        936 => decode(bytes, "gbk"),
        949 => decode(bytes, "euc-kr"),
        950 => decode(bytes, "big5"),
        54936 => decode(bytes, "gb18030"),
        65001 => decode(bytes, "utf-8"),
        874 | 1250..=1258 => decode(bytes, &format!("windows-{code_page}")),
        _ => undeclared(bytes, None).into_owned(),
    };
    text.trim_end_matches('\0').to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn attribute(level: u8, id: u32, data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap();
        let sum = data.iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        [&[level][..], &id.to_le_bytes(), &length.to_le_bytes(), data, &sum.to_le_bytes()].concat()
    }

    fn winmail(attributes: &[Vec<u8>]) -> Vec<u8> {
        [&SIGNATURE.to_le_bytes()[..], &[1, 0], &attributes.concat()].concat()
    }

    #[test]
    fn files_have_their_long_names() {
        let long: Vec<u8> = "简历.docx\0".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut properties =
            [2_u32.to_le_bytes().to_vec(), vec![0x03, 0, 0x05, 0x37], 1_u32.to_le_bytes().to_vec()].concat();
        properties.extend([0x1f, 0, 0x07, 0x37]);
        properties.extend([1_u32.to_le_bytes(), u32::try_from(long.len()).unwrap().to_le_bytes()].concat());
        properties.extend(&long);
        properties.resize(properties.len().next_multiple_of(4), 0);
        let bytes = winmail(&[
            attribute(1, CODE_PAGE, &[0xa8, 3, 0, 0, 0, 0, 0, 0]),
            attribute(2, BEGIN, &[0; 14]),
            attribute(2, TITLE, b"RESUME~1.DOC\0"),
            attribute(2, CONTENT, b"PK"),
            attribute(2, PROPERTIES, &properties),
            attribute(2, BEGIN, &[0; 14]),
            attribute(2, TITLE, b"\xd5\xc5\xc8\xfd.pdf\0"),
            attribute(2, CONTENT, b"%PDF"),
        ]);
        let expected = [("简历.docx".to_owned(), b"PK".to_vec()), ("张三.pdf".to_owned(), b"%PDF".to_vec())];
        assert_eq!(files(&bytes, 1), Some(expected.to_vec()));
        assert_eq!(files(&bytes[..bytes.len() - 1], 1), None);
        assert_eq!(files(b"PK\x03\x04", 1), None);
    }

    proptest! {
        #[test]
        fn hostile_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = files(&winmail(&[attribute(2, PROPERTIES, &bytes), bytes]), 2);
        }
    }
}
