//! Normalizes text from all readers: one Unicode form, tidy lines, and a measure of readability.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::radicals::ideograph;

/// The separator between cells of a line.
const GAP: &str = "  ";

/// NFKC with lines kept: full-width and compatibility forms (Skia and XeLaTeX emit Kangxi radicals) become normal
/// characters, tabs and runs of spaces become the two-space cell separator, runs of empty lines become one.
pub(crate) fn normalize(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut pending_blank_line = false;
    let raw = raw.replace("\r\n", "\n");
    let raw = joined_words(&raw);
    for line in raw.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']) {
        let start = text.len();
        push_line(&mut text, line);
        if text.len() == start {
            pending_blank_line = !text.is_empty();
            continue;
        }
        let line = text.split_off(start);
        if std::mem::take(&mut pending_blank_line) {
            text.push('\n');
        }
        text.push_str(&line);
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

/// A soft hyphen at the end of a line is drawn there, and the word goes on in the next line.
fn joined_words(raw: &str) -> Cow<'_, str> {
    let mut parts = raw.split('\u{ad}');
    let first = parts.next().unwrap_or_default();
    if first.len() == raw.len() {
        return Cow::Borrowed(raw);
    }
    let mut text = first.to_owned();
    for part in parts {
        let rest = part.trim_start();
        let is_broken = part[..part.len() - rest.len()].contains(['\n', '\r']);
        let joins = is_broken && text.ends_with(char::is_alphabetic) && rest.starts_with(char::is_lowercase);
        text.push_str(if joins { rest } else { part });
    }
    Cow::Owned(text)
}

fn push_line(text: &mut String, line: &str) {
    let start = text.len();
    let mut blanks = 0;
    let line = line.trim_start();
    // Word's character for a symbol font bullet.
    let bulleted = line
        .strip_prefix(|c| matches!(c, '\u{f020}'..='\u{f0ff}'))
        .filter(|rest| rest.starts_with(char::is_whitespace));
    let line = match bulleted {
        Some(rest) => {
            text.push('•');
            rest
        }
        None => line,
    };
    // NFKC would turn an ideographic space, which separates cells, into an ordinary one.
    let folded = line.chars().map(|c| if c == '\u{3000}' { '\t' } else { ideograph(c) });
    for c in folded.nfkc() {
        if is_invisible(c) {
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            blanks += if c == '\t' { 2 } else { 1 };
            continue;
        }
        if text.len() > start && blanks > 0 {
            text.push_str(if blanks > 1 { GAP } else { " " });
        }
        blanks = 0;
        text.push(c);
    }
}

/// Invisible characters that split words or hide instructions: soft hyphens, zero-width and direction marks, and the
/// tag block.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}' | '\u{fe00}'..='\u{fe0f}')
}

/// The readability of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quality {
    /// Non-blank characters.
    pub(crate) printed: usize,
    /// Of these: U+FFFD, private use and control characters, used for unknown glyphs.
    pub(crate) unmapped: usize,
    /// Of these: letters and digits.
    pub(crate) letters: usize,
}

impl Quality {
    pub(crate) fn of(text: &str) -> Self {
        let mut quality = Self::default();
        for c in text.chars().filter(|c| !c.is_whitespace()) {
            quality.printed += 1;
            if is_unmapped(c) {
                quality.unmapped += 1;
            } else if c.is_alphanumeric() {
                quality.letters += 1;
            }
        }
        quality
    }

    /// The share of unknown characters; a few icons stay below [`Self::GARBLED`].
    pub(crate) fn unmapped_share(self) -> f64 {
        if self.printed == 0 {
            return 0.0;
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of characters are far below 2^52")]
        let share = self.unmapped as f64 / self.printed as f64;
        share
    }

    /// Above this share of unknown characters, another reader is tried.
    pub(crate) const GARBLED: f64 = 0.02;
}

fn is_unmapped(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER
        || c.is_control()
        || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn compatibility_forms_are_normalized() {
        assert_eq!(normalize("⼯⽽ＡＢ： １２"), "工而AB: 12");
        assert_eq!(normalize("⻓沙⺠⽣银⾏ 客⼾经理"), "长沙民生银行 客户经理");
    }

    #[test]
    fn lines_are_kept_and_blank_lines_collapse() {
        assert_eq!(normalize("  a b\r\n\n\n\nc  \n"), "a b\n\nc");
        assert_eq!(normalize("a\r\nb\r\n"), "a\nb");
    }

    #[test]
    fn wide_gaps_stay_wider_than_a_space() {
        assert_eq!(normalize("a\tb   c \u{3000}d"), "a  b  c  d");
        assert_eq!(normalize("北山大学\u{3000}会计"), "北山大学  会计");
    }

    #[test]
    fn invisible_characters_do_not_split_words() {
        assert_eq!(normalize("Post\u{200b}gre\u{ad}SQL\u{e0041}"), "PostgreSQL");
    }

    #[test]
    fn word_broken_at_a_soft_hyphen_is_joined() {
        assert_eq!(normalize("Terraform, Prome\u{ad}\n  theus\u{ad}\nGo"), "Terraform, Prometheus\nGo");
    }

    #[test]
    fn symbol_font_characters_before_an_item_become_bullets() {
        assert_eq!(
            normalize("\u{f0b7} Led a team\n\u{f0a7}\tCut costs\n\u{f095}555 0100"),
            "• Led a team\n•  Cut costs\n\u{f095}555 0100"
        );
    }

    #[test]
    fn private_use_and_replacement_characters_count_as_unmapped() {
        let quality = Quality::of("ab \u{fffd}\u{e001}");
        assert_eq!((quality.printed, quality.unmapped, quality.letters), (4, 2, 2));
        assert!((quality.unmapped_share() - 0.5).abs() < f64::EPSILON);
    }

    proptest! {
        #[test]
        fn normalization_is_idempotent(raw in "\\PC{0,40}[\\n ]{0,3}\\PC{0,40}") {
            let once = normalize(&raw);
            prop_assert_eq!(normalize(&once), once);
        }
    }
}
