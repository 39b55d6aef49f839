//! URLs in plain text.

/// Characters that end a URL: they start the next word, or are Chinese punctuation.
const ENDS: &[char] = &['<', '>', '"', '\'', '，', '。', '；', '！', '？', '、', '（', '）', '《', '》'];
/// Punctuation that may follow a URL.
const BEHIND: &[char] = &['.', ',', ';', ':', '!', '?', ')'];

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Address(&'a str),
}

/// Splits a line into text and URLs, as the web app's preview does.
pub(crate) fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    // The start of the text after the last URL, and of the search for the next one.
    let (mut start, mut from) = (0, 0);
    while let Some(at) = line[from..].find("http").map(|found| found + from) {
        let tail = &line[at..];
        let Some(scheme) = ["https://", "http://"].into_iter().find(|scheme| tail.starts_with(scheme)) else {
            from = at + "http".len();
            continue;
        };
        let end = tail.find(|c: char| c.is_whitespace() || ENDS.contains(&c)).unwrap_or(tail.len());
        let address = tail[..end].trim_end_matches(BEHIND);
        if address.len() <= scheme.len() {
            from = at + scheme.len();
            continue;
        }
        if start < at {
            pieces.push(Piece::Text(&line[start..at]));
        }
        pieces.push(Piece::Address(address));
        start = at + address.len();
        from = start;
    }
    if start < line.len() {
        pieces.push(Piece::Text(&line[start..]));
    }
    pieces
}

/// The URLs in a text, in order.
#[must_use]
pub fn links_in(text: &str) -> Vec<String> {
    let address = |piece| match piece {
        Piece::Address(address) => Some(address.to_owned()),
        Piece::Text(_) => None,
    };
    text.lines().flat_map(pieces).filter_map(address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_ends_before_sentence_punctuation() {
        for (line, links) in [
            ("https://cal.example/x", vec!["https://cal.example/x"]),
            ("see https://cal.example/?a=1&b=2.", vec!["https://cal.example/?a=1&b=2"]),
            ("请点击https://cal.example/x。谢谢", vec!["https://cal.example/x"]),
            ("(http://a.example) and https://b.example/y, too", vec!["http://a.example", "https://b.example/y"]),
            ("http https:// http://. javascript:alert(1)", vec![]),
            ("<https://a.example>\nhttps://b.example\t", vec!["https://a.example", "https://b.example"]),
        ] {
            assert_eq!(links_in(line), links, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn splitting_links_keeps_the_whole_line(line in "(http|https://|[a-z。. <:/])*") {
            let whole: String = pieces(&line)
                .into_iter()
                .map(|piece| match piece { Piece::Text(text) | Piece::Address(text) => text })
                .collect();
            proptest::prop_assert_eq!(whole, line);
        }
    }
}
