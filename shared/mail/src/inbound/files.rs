//! The files attached to a message and to the messages forwarded in it.

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use super::headers::{parameter, raw};
use super::{MAX_DEPTH, ReceivedFile, is_direction, tnef};

/// The most attachments, and their total size.
const MAX_ATTACHMENTS: usize = 100;
const MAX_ATTACHED: usize = 40 << 20;
/// The most characters of a name, and of its extension.
const MAX_NAME: usize = 200;
const MAX_EXTENSION: usize = 10;

pub(super) fn collect(message: &Message<'_>, charset: Option<&str>, files: &mut Vec<ReceivedFile>, depth: usize) {
    for part in message.attachments() {
        if let PartType::Message(forwarded) = &part.body {
            if depth < MAX_DEPTH {
                collect(forwarded, charset, files, depth + 1);
            }
            continue;
        }
        if is_decoration(part) {
            continue;
        }
        // Parts without a name are not attached documents.
        let Some(name) = name(message, part, charset) else { continue };
        let content = part.contents();
        let is_tnef = part.is_content_type("application", "ms-tnef")
            || part.is_content_type("application", "vnd.ms-tnef")
            || name.eq_ignore_ascii_case("winmail.dat");
        // One that cannot be read stays as it is, so that a person learns of it.
        match is_tnef.then(|| tnef::files(content, MAX_DEPTH)).flatten() {
            Some(within) => {
                for (name, content) in within {
                    add(files, file_name(&name), &content);
                }
            }
            None => add(files, name, content),
        }
    }
}

fn add(files: &mut Vec<ReceivedFile>, name: String, content: &[u8]) {
    let taken: usize = files.iter().map(|file| file.content.len()).sum();
    if !name.is_empty() && !content.is_empty() && files.len() < MAX_ATTACHMENTS && taken + content.len() <= MAX_ATTACHED
    {
        files.push(ReceivedFile { name, content: content.to_vec() });
    }
}

/// A picture that the text shows, such as a logo in a signature.
fn is_decoration(part: &MessagePart<'_>) -> bool {
    let is_picture = part.content_type().is_some_and(|kind| kind.ctype().eq_ignore_ascii_case("image"));
    let is_attachment = part.content_disposition().is_some_and(mail_parser::ContentType::is_attachment);
    is_picture && part.content_id().is_some() && !is_attachment
}

fn name(message: &Message<'_>, part: &MessagePart<'_>, charset: Option<&str>) -> Option<String> {
    let of = |header, key| raw(message, part, header).find_map(|value| parameter(value, key, charset));
    let given = of("Content-Disposition", "filename").or_else(|| of("Content-Type", "name"))?;
    Some(file_name(&given)).filter(|name| !name.is_empty())
}

/// The last path segment of a name, without special characters. One that is too long keeps its extension.
fn file_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|c| !c.is_control() && !is_direction(*c)).collect();
    let plain = plain.trim().trim_start_matches('.');
    let length = plain.chars().count();
    if length <= MAX_NAME {
        return plain.to_owned();
    }
    let extension = plain.rsplit_once('.').map(|(_, extension)| extension);
    match extension.filter(|extension| extension.chars().count() <= MAX_EXTENSION) {
        Some(extension) => {
            let stem: String = plain.chars().take(MAX_NAME - 1 - extension.chars().count()).collect();
            format!("{}.{extension}", stem.trim_end())
        }
        None => plain.chars().take(MAX_NAME).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_one_segment_that_shows_what_it_is() {
        assert_eq!(file_name("C:\\cv\\..\\.htaccess"), "htaccess");
        assert_eq!(file_name("cv\u{202e}fdp.exe"), "cvfdp.exe");
        let long = file_name(&format!("{}.docx", "简历".repeat(200)));
        assert!(long.ends_with("简历.docx") || long.ends_with("简.docx"), "{long}");
        assert_eq!(long.chars().count(), MAX_NAME);
        assert_eq!(file_name(&"a".repeat(300)).len(), MAX_NAME);
        assert_eq!(file_name(&format!("a.{}", "b".repeat(300))).len(), MAX_NAME);
    }
}
