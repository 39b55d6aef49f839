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
    text.nfkc().filter(|c| !c.is_whitespace() && !is_invisible(*c)).collect()
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
        fn every_substring_is_found_in_its_text(text in "[a-zA-Z0-9中文字 \n，。]{4,80}", from in 0usize..40, length in 2usize..40) {
            let part: String = text.chars().skip(from).take(length).collect();
            prop_assume!(!part.trim().is_empty());
            prop_assert!(QuotableText::new(&text).contains(&part));
            let foreign = format!("{part}ß{part}");
            prop_assert!(!QuotableText::new(&text).contains(&foreign));
        }
    }
}
