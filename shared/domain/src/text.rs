//! Classification of characters: invisible ones and list bullets.

/// Whether a character is a control or format character (Unicode Cc or Cf), which can disguise a name.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
                | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
                | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'
                | '\u{e0020}'..='\u{e007f}'
        )
}

/// A trimmed line without invisible characters, except the joiners that some scripts need.
#[must_use]
pub fn clean_line(text: &str) -> String {
    const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
    let seen: String = text.chars().filter(|c| JOINERS.contains(c) || !is_unseen(*c)).collect();
    seen.trim().to_owned()
}

/// Whether a character is a control character other than a tab or a line end, which no text may contain: files and other
/// programs that get it would not be readable.
#[must_use]
pub fn is_stray_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// The text without stray control characters; those that separate words, such as Word's line break, become blanks.
#[must_use]
pub fn without_controls(text: &str) -> String {
    let kept = text.chars().filter_map(|c| match c {
        '\u{b}' | '\u{c}' | '\u{85}' => Some(' '),
        c if is_stray_control(c) => None,
        c => Some(c),
    });
    kept.collect()
}

/// Whether a character is a list bullet that rarely starts a sentence.
#[must_use]
pub fn is_list_sign(c: char) -> bool {
    "•●○◦▪▫■□◆◇➢➤►▶▸‣·∙✓✔❖❯⦁*»→♦".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_and_direction_characters_are_removed_from_text() {
        assert_eq!(clean_line("\u{202e}fdp.exe"), "fdp.exe");
        assert_eq!(clean_line(" Si\u{200b}ti\n\u{feff} "), "Siti");
        for name in ["王芳", "Nguyễn Văn A", "O’Brien–Smith", "نام\u{200c}خانوادگی", "👩\u{200d}💻"]
        {
            assert_eq!(clean_line(name), name);
        }
    }

    #[test]
    fn stray_control_characters_are_left_out() {
        assert_eq!(
            without_controls("a\u{b}b\u{c}c\u{1}d\u{7f}e\u{9b}f\tg\r\nh 👩\u{200d}💻"),
            "a b cdef\tg\r\nh 👩\u{200d}💻"
        );
    }

    #[test]
    fn direction_and_invisible_characters_are_removed_from_names() {
        for c in ['\u{202e}', '\u{200b}', '\u{feff}', '\0', '\u{2066}'] {
            assert!(is_unseen(c), "{:x}", u32::from(c));
        }
        assert!("简历 résumé.pdf é".chars().all(|c| !is_unseen(c)));
    }
}
