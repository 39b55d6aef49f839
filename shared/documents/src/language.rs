//! Recognizes text whose characters are wrong, as from fonts with a wrong or without a Unicode map.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Letters of a part that is judged; shorter texts are not.
const PART: usize = 150;
/// Ideographs of a text that is judged.
const MIN_IDEOGRAPHS: usize = 60;
/// The share of the most frequent ideographs in any Chinese text, far below the usual half.
const COMMON_SHARE: f64 = 0.2;
/// The information per letter, in bits: at most 4.75 in languages written with Latin letters and in lists of names,
/// 4.9 to 6 if each letter stands for another.
const MAX_BITS: f64 = 4.85;
/// The share of wrong parts that makes the whole unusable.
const WRONG_SHARE: f64 = 0.4;

/// Frequencies of the letters a to z, per thousand, averaged over English, Indonesian, German, French and Spanish.
const LETTERS: [f64; 26] = [
    115.0, 18.0, 28.0, 42.0, 120.0, 12.0, 22.0, 30.0, 72.0, 4.0, 20.0, 38.0, 30.0, 78.0, 60.0, 24.0, 4.0, 62.0, 62.0,
    62.0, 38.0, 10.0, 10.0, 3.0, 14.0, 4.0,
];

/// The most frequent ideographs; texts in traditional ones share more than half of them.
static COMMON: LazyLock<HashSet<char>> = LazyLock::new(|| {
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学\
     法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前\
     外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系\
     很情者最立代想已通并提直题程展五果料象员位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别手\
     期根论运指几九区强放决西被干做必先回则任取据处队南给光门即保治北造百规领七海口东导器世金增术极交受联认六共权收证改\
     清美再采转更单风切打白教速安场身车例真务具万每目至达走示议报完类八离华名确才科张信节整元集传广记需段研界林究观织装\
     算低持书布复容际商验连断深难近千周委技备半办省列习约支感便团历市克除构准精值号率维划选标写存候快效院查江型按格易置\
     层专状育识适属调满县局照参引价本科硕士博士岗职聘负责项产销售客户财会计工程师软件系统开发经理熟悉英语"
        .chars()
        .collect()
});

/// Whether the characters of a text occur as in a language. A text of unknown script or too short counts as one.
pub(crate) fn is_language(text: &str) -> bool {
    has_common_ideographs(text) && has_frequent_letters(text)
}

fn has_common_ideographs(text: &str) -> bool {
    // Japanese and Korean texts use other ideographs.
    if text.chars().any(|c| matches!(c, '\u{3041}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}')) {
        return true;
    }
    let ideographs = || text.chars().filter(|c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}'));
    let all = ideographs().count();
    let common = ideographs().filter(|c| COMMON.contains(c)).count();
    all < MIN_IDEOGRAPHS || share(common, all) >= COMMON_SHARE
}

fn has_frequent_letters(text: &str) -> bool {
    let letters: Vec<usize> = text
        .bytes()
        .filter(u8::is_ascii_alphabetic)
        .map(|byte| usize::from(byte.to_ascii_lowercase() - b'a'))
        .collect();
    let parts = letters.chunks(PART).filter(|part| part.len() == PART);
    let (mut all, mut wrong) = (0, 0);
    let total: f64 = LETTERS.iter().sum();
    for part in parts {
        let bits: f64 = part.iter().map(|letter| -(LETTERS[*letter] / total).log2()).sum();
        all += 1;
        wrong += usize::from(bits / f64::from(u16::try_from(PART).unwrap_or(u16::MAX)) > MAX_BITS);
    }
    all == 0 || share(wrong, all) <= WRONG_SHARE
}

fn share(part: usize, all: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of characters are far below 2^52")]
    let share = part as f64 / all.max(1) as f64;
    share
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "Payroll specialist with nine years of experience in SAP HCM, responsible for the monthly \
        payroll of two thousand employees at Harbour Foods, tax filings and the yearly audit. Led a team of three.";
    const INDONESIAN: &str = "Berpengalaman lima tahun sebagai akuntan di perusahaan distribusi, menyusun laporan \
        keuangan bulanan, SPT tahunan badan dan rekonsiliasi bank, serta memimpin tim yang terdiri dari empat orang.";
    const SKILLS: &str = "Kubernetes, PostgreSQL, Jenkins, Terraform, AWS, GCP, Python, TypeScript, GraphQL, Kafka, \
        Prometheus, Grafana, Docker, Ansible, Bash, Linux, Nginx, Redis, MySQL, MongoDB, Elasticsearch, Git, CI/CD";
    const CHINESE: &str = "二零一九年七月至今于上海某科技有限公司担任高级后端工程师，负责支付系统的设计与开发，带领五人团队完成核心\
        服务拆分，系统可用性提升到四个九，获得年度优秀员工称号。北京大学计算机科学与技术专业本科毕业。";

    fn shifted(text: &str, by: u8) -> String {
        let shift = |c: char| match c {
            'a'..='z' => char::from(b'a' + (c as u8 - b'a' + by) % 26),
            'A'..='Z' => char::from(b'A' + (c as u8 - b'A' + by) % 26),
            '\u{4e00}'..='\u{9fff}' => char::from_u32(c as u32 + u32::from(by)).unwrap_or(c),
            _ => c,
        };
        text.chars().map(shift).collect()
    }

    #[test]
    fn languages_and_lists_are_text() {
        let traditional = "臺灣積體電路製造股份有限公司資深工程師，負責後端系統開發與維護，帶領團隊完成核心服務的拆分與上線，\
            國立臺灣大學資訊工程學系碩士畢業，熟悉資料庫與雲端架構，具備良好的溝通協調能力。";
        for text in [ENGLISH, INDONESIAN, SKILLS, CHINESE, traditional, "", "QWXZ"] {
            assert!(is_language(text), "{text}");
        }
    }

    #[test]
    fn other_letters_in_place_of_each_are_no_language() {
        for text in [ENGLISH, INDONESIAN, CHINESE] {
            for by in [1, 2, 3, 5, 7, 13] {
                assert!(!is_language(&shifted(text, by)), "{by}: {}", shifted(text, by));
            }
        }
    }
}
