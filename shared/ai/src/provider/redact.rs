//! A resume without who it is of, for jobs in blind mode: name, contact, gender, age and birth date, address, family
//! status, photo.

use std::sync::LazyLock;

use bole_domain::profile::Profile;
use regex::{Captures, Regex, RegexBuilder};

/// What stands in place of what is withheld.
const WITHHELD: &str = "[…]";

/// The text with everything withheld that tells who it is of.
#[must_use]
pub fn redacted(text: &str, profile: &Profile) -> String {
    let mut text = text.to_owned();
    for known in [&profile.email, &profile.phone].into_iter().flatten().filter(|known| !known.trim().is_empty()) {
        text = text.replace(known.as_str(), WITHHELD);
    }
    for pattern in PATTERNS.iter().chain(&profile.name.as_deref().map(name_patterns).unwrap_or_default()) {
        let withheld = |found: &Captures<'_>| {
            let label = found.name("label").map_or("", |label| label.as_str());
            format!("{label}{WITHHELD}")
        };
        text = pattern.replace_all(&text, withheld).into_owned();
    }
    text
}

/// The name in whole and in parts, in any case.
fn name_patterns(name: &str) -> Vec<Regex> {
    let is_chinese = name.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let mut patterns = Vec::new();
    if is_chinese {
        let bare: Vec<String> =
            name.chars().filter(|c| !c.is_whitespace()).map(|c| regex::escape(&c.to_string())).collect();
        patterns.push(bare.join(r"\s*"));
        patterns.extend(bare.first().map(|surname| format!("{surname}(?:先生|女士|小姐|同学)")));
    } else {
        let parts =
            name.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.')).filter(|part| part.chars().count() > 1);
        let parts: Vec<String> = parts.map(regex::escape).collect();
        patterns.push(parts.join(r"[\s,._-]*"));
        patterns.extend(parts);
    }
    let patterns = patterns.iter().filter(|pattern| !pattern.is_empty());
    // A name is escaped letter by letter, so its pattern is always one.
    patterns.filter_map(|pattern| RegexBuilder::new(pattern).case_insensitive(true).build().ok()).collect()
}

/// What tells who somebody is, wherever it stands. A label stays, its value goes.
static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        // Addresses of mailboxes and pages, also where they are spelt out, and numbers to call.
        r"[\w.+-]+\s*(?:@|\(at\)|\[at\]|\s+at\s+)\s*[\w-]+(?:\s*(?:\.|\(dot\)|\[dot\]|\s+dot\s+)\s*[\w-]+)+",
        r"(?:https?://|www\.)\S+|\b(?:linkedin\.com|github\.com|gitee\.com|facebook\.com|instagram\.com)\S*",
        r"(?:\+|\b00)\d[\d ()./-]{6,}\d|\b0\d{2,3}[ -]?\d{6,8}\b|\b1[3-9]\d[ -]?\d{4}[ -]?\d{4}\b|\b08\d{2}[ -]?\d{3,4}[ -]?\d{3,5}\b",
        // Labelled values, up to where the next cell or sentence begins.
        r"(?P<label>(?:姓\s*名|性\s*别|年\s*龄|出生(?:日期|年月|地)?|生\s*日|民\s*族|籍\s*贯|婚姻(?:状况)?|婚\s*否|政治面貌|身高|体重|住\s*址|地\s*址|现居(?:地|住地|住址)?|居住地|户籍(?:所在地)?|户口(?:所在地)?|所在地|身份证号?|照\s*片|电\s*话|手\s*机(?:号码?)?|联系(?:方式|电话)|邮\s*箱|微\s*信号?|QQ)\s*[:：]\s*)[^\n\t|｜,，;；。]{1,60}",
        r"(?P<label>\b(?:full name|name|gender|sex|age|date of birth|birth ?date|d\.?o\.?b\.?|born|place of birth|nationality|citizenship|religion|race|ethnicity|marital status|children|home address|address|residence|photo|phone|mobile|tel(?:ephone)?|e-?mail|whatsapp|wechat|skype|passport(?: no\.?)?)\s*[:：]\s*)[^\n\t|;]{1,80}",
        r"(?P<label>\b(?:nama(?: lengkap)?|jenis kelamin|usia|umur|tempat(?:\s*[,/&]\s*|\s+dan\s+|\s+)tanggal lahir|tanggal lahir|tempat lahir|ttl|agama|suku|kewarganegaraan|status(?: pernikahan| perkawinan)?|alamat(?: rumah| domisili| lengkap)?|domisili|foto|no\.?\s*(?:hp|telepon|telp|ktp)|telepon|telp|hp|nik)\s*[:：]\s*)[^\n\t|;]{1,80}",
        // Values without a label.
        r"\b(?:19|20)\d{2}\s*(?:年|[./-])\s*\d{1,2}\s*(?:月|[./-])?\s*(?:\d{1,2}\s*日?)?\s*(?:出?生)",
        r"\d{2}\s*(?:周?岁)",
        r"\b\d{2}\s*(?:years? old|-year-old|tahun\s*(?:\)|,|$))|\b(?:aged?|usia|umur)\s+\d{2}\b",
        r"(?P<label>^|[\s|｜/,，;；·])(?:男性?|女性?|已婚|未婚|离异|汉族|先生|女士)(?:$|\b)",
        r"\b(?:male|female|married|single|divorced|laki-laki|perempuan|pria|wanita|menikah|belum menikah|kawin|belum kawin|mr|mrs|ms)\b\.?",
    ]
    .into_iter()
    .map(compiled)
    .collect()
});

#[expect(clippy::expect_used, reason = "the patterns are constants, and a test compiles them")]
fn compiled(pattern: &str) -> Regex {
    RegexBuilder::new(pattern).case_insensitive(true).multi_line(true).build().expect("a constant pattern is one")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> String {
        redacted(text, &Profile { name: Some(name.into()), ..Profile::default() })
    }

    #[test]
    fn who_a_resume_is_of_is_withheld_in_three_languages() {
        let zh = of(
            "林晓雨",
            "林 晓 雨\n性别：女 | 年龄：28岁 | 已婚\n出生日期：1996年5月\n手机：13800001234 邮箱：lin@example.com\n现居地：上海市徐汇区\n星河数据 后端工程师 2019.07 - 至今\n林女士负责支付系统",
        );
        for withheld in ["林", "女", "28", "已婚", "1996", "138", "lin@", "徐汇"] {
            assert!(!zh.contains(withheld), "{withheld} in {zh}");
        }
        assert!(zh.contains("星河数据 后端工程师 2019.07 - 至今") && zh.contains("负责支付系统"), "{zh}");

        let en = of(
            "Ada B. Lovelace",
            "ADA LOVELACE\nFemale, 36 years old, married\nDate of birth: 10 Dec 1985\nAddress: 12 St James's Square, London\nada dot lovelace at example dot com | +44 20 7946 0958 | linkedin.com/in/ada-l\nAnalyst, Engine Ltd, 2015 - 2020\nAda led a team of 6",
        );
        for withheld in
            ["ADA", "Ada", "Lovelace", "LOVELACE", "Female", "36", "married", "1985", "Square", "7946", "linkedin"]
        {
            assert!(!en.contains(withheld), "{withheld} in {en}");
        }
        assert!(en.contains("Analyst, Engine Ltd, 2015 - 2020") && en.contains("led a team of 6"), "{en}");

        let id = of(
            "Budi Santoso",
            "BUDI SANTOSO\nJenis Kelamin: Laki-laki\nTempat, Tanggal Lahir: Bandung, 3 Mei 1994\nStatus: Belum Menikah\nAlamat: Jl. Merdeka No. 5\nNo. HP: 0812-3456-7890\nStaf Akuntansi PT Maju, 2018 - 2023\nUsia 29 tahun, pria",
        );
        for withheld in ["BUDI", "SANTOSO", "Laki", "1994", "Belum", "Merdeka", "0812", "29", "pria"] {
            assert!(!id.contains(withheld), "{withheld} in {id}");
        }
        assert!(id.contains("Staf Akuntansi PT Maju, 2018 - 2023"), "{id}");
    }
}
