//! Names within Chinese text: Latin letters and digits are separated from Chinese characters, nothing else is.

/// Private characters around a name.
const MARK: char = '\u{E000}';

/// Marks a name for `space_names`.
pub(crate) fn marked(name: &str) -> String {
    format!("{MARK}{}{MARK}", name.replace(MARK, ""))
}

/// Replaces the marks of names: by a space where Latin meets Chinese, else by nothing.
pub(crate) fn space_names(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != MARK {
            spaced.push(c);
        } else if let (Some(before), Some(after)) = (spaced.chars().next_back(), rest.clone().next())
            && (is_chinese(before) && is_latin(after) || is_latin(before) && is_chinese(after))
        {
            spaced.push(' ');
        }
    }
    spaced
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '\u{c0}'..='\u{24f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_latin_names_are_separated() {
        let within = |name: &str| space_names(&format!("感谢您应聘{}的“{}”一职", marked(name), marked(name)));
        assert_eq!(
            within("云帆科技（上海）有限公司"),
            "感谢您应聘云帆科技（上海）有限公司的“云帆科技（上海）有限公司”一职"
        );
        assert_eq!(within("Yunfan Ltd"), "感谢您应聘 Yunfan Ltd 的“Yunfan Ltd”一职");
        assert_eq!(within("3D视界"), "感谢您应聘 3D视界的“3D视界”一职");
        assert_eq!(within("\u{E000}Évry\u{E000}"), "感谢您应聘 Évry 的“Évry”一职");
        assert_eq!(space_names(&marked("Yunfan")), "Yunfan");
    }
}
