//! Checks whether a quotation occurs in a resume's text, ignoring line breaks, kinds of space, full-width forms and
//! ligatures.

use unicode_normalization::UnicodeNormalization;

/// A resume's text, normalized once for many lookups.
#[derive(Debug, Clone)]
pub struct QuotableText(String);

impl QuotableText {
    /// Normalizes the text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(normalized(text))
    }

    /// Whether the quotation occurs in the text; false for an empty one.
    #[must_use]
    pub fn contains(&self, quotation: &str) -> bool {
        let wanted = normalized(quotation);
        !wanted.is_empty() && self.0.contains(&wanted)
    }
}

/// NFKC without white space and invisible characters.
fn normalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let plain = plain_length(rest);
        out.extend(rest[..plain].chars().filter(|c| !c.is_whitespace()));
        rest = &rest[plain..];
        // Up to the next character that what precedes it cannot change.
        let other = rest.char_indices().skip(1).find(|(_, c)| is_plain(*c)).map_or(rest.len(), |(at, _)| at);
        out.extend(rest[..other].nfkc().filter(|c| !c.is_whitespace() && !is_invisible(*c)));
        rest = &rest[other..];
    }
    out
}

/// The bytes of a text up to the last of its first plain characters, which the next one may change, or its end.
fn plain_length(text: &str) -> usize {
    let Some((first_other, _)) = text.char_indices().find(|(_, c)| !is_plain(*c)) else { return text.len() };
    text[..first_other].char_indices().next_back().map_or(0, |(last, _)| last)
}

/// Whether NFKC leaves the character as it is, and does not combine it with one before it.
const fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{7f}' | '\u{4e00}'..='\u{9fff}')
}

/// Soft hyphens, zero-width characters and the byte order mark.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn white_space_width_and_ligatures_are_ignored() {
        let text = QuotableText::new("Led the ﬁrst roll-out\nof  ＳＡＰ in three plants。带领 6 人\n团队");
        for quotation in ["the first roll-out of SAP", "带领6人团队", "Led the first roll-out"] {
            assert!(text.contains(quotation), "{quotation}");
        }
        for quotation in ["", "  ", "of Oracle", "led the first", "带领 8 人团队"] {
            assert!(!text.contains(quotation), "{quotation}");
        }
    }

    proptest! {
        #[test]
        fn text_is_normalized_in_parts_as_in_one(
            text in prop_oneof!["(?s).{0,60}", "[a-c \n中文，か\u{3099}e\u{301}\u{323}ﬁＡ\u{ad}\u{1100}\u{1161}①\u{f900}]{0,60}"]
        ) {
            let whole: String = text.nfkc().filter(|c| !c.is_whitespace() && !is_invisible(*c)).collect();
            prop_assert_eq!(normalized(&text), whole);
        }

        #[test]
        fn every_substring_is_found_in_its_text(text in "[a-zA-Z0-9中文字 \n，。]{4,80}", from in 0usize..40, length in 2usize..40) {
            let part: String = text.chars().skip(from).take(length).collect();
            prop_assume!(!part.trim().is_empty());
            prop_assert!(QuotableText::new(&text).contains(&part));
            let foreign = format!("{part}ß{part}");
            prop_assert!(!QuotableText::new(&text).contains(&foreign));
        }
    }
}
