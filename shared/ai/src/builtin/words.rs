//! The engine's texts in the job's language: default criteria, summaries and interview questions.

use bole_domain::evaluation::Language;

use super::judge::{Finding, Missing, Subject};

fn years(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded >= 10.0 || rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

/// What the person does, or did last: title and employer.
pub fn position(language: Language, is_current: bool, title: &str, company: &str) -> String {
    let place = match (language, title.trim(), company.trim()) {
        (Language::Zh, "", "") => return "简历中没有任职经历。".to_owned(),
        (Language::En, "", "") => return "The resume shows no employment.".to_owned(),
        (Language::Id, "", "") => return "CV tidak menunjukkan riwayat kerja.".to_owned(),
        (_, place, "") | (_, "", place) => place.to_owned(),
        (Language::Zh, title, company) => format!("{company}的{title}"),
        (Language::En, title, company) => format!("{title} at {company}"),
        (Language::Id, title, company) => format!("{title} di {company}"),
    };
    // "Pte. Ltd." already ends the sentence.
    let place = place.trim_end_matches(['.', '。']);
    match (language, is_current) {
        (Language::Zh, true) => format!("目前是{place}。"),
        (Language::Zh, false) => format!("最近一份工作是{place}。"),
        (Language::En, true) => format!("Currently {place}."),
        (Language::En, false) => format!("Most recently {place}."),
        (Language::Id, true) => format!("Saat ini {place}."),
        (Language::Id, false) => format!("Terakhir {place}."),
    }
}

/// The interview question for an undecided criterion, by its subject.
pub fn question(language: Language, finding: &Finding, criterion: &str) -> String {
    let named = finding.missing.iter().find_map(|missing| match missing {
        Missing::Named(label) | Missing::Listed(label) | Missing::Begun(label) | Missing::Denied(label) => Some(label),
        _ => None,
    });
    let name = crate::summary::shortened(named.filter(|label| !label.is_empty()).map_or(criterion, String::as_str));
    let begun = finding.missing.iter().any(|missing| matches!(missing, Missing::Listed(_) | Missing::Begun(_)));
    match (language, finding.subject) {
        (Language::Zh, Subject::Years) => "请按时间说明每段经历中真正从事该类工作的起止年月和主要职责。".to_owned(),
        (Language::En, Subject::Years) => {
            "In which positions, and when, was this kind of work your main responsibility?".to_owned()
        }
        (Language::Id, Subject::Years) => {
            "Di posisi mana saja, dari kapan sampai kapan, Anda terutama menjalankan pekerjaan ini?".to_owned()
        }
        (Language::Zh, Subject::Degree) => "您的最高学历、专业和毕业时间是什么？能否提供学历证明？".to_owned(),
        (Language::En, Subject::Degree) => {
            "What is your highest completed degree, in which subject, and when did you finish it?".to_owned()
        }
        (Language::Id, Subject::Degree) => {
            "Apa pendidikan terakhir yang sudah Anda selesaikan, jurusan apa, dan kapan lulus?".to_owned()
        }
        (Language::Zh, Subject::Language) => "请用该语言介绍一项您最近负责的工作。".to_owned(),
        (Language::En, Subject::Language) => {
            "Could you describe a recent piece of your work in that language?".to_owned()
        }
        (Language::Id, Subject::Language) => {
            "Bisakah Anda menceritakan pekerjaan terakhir Anda dalam bahasa tersebut?".to_owned()
        }
        (Language::Zh, Subject::Paper) => format!("“{name}”目前是否持有？证书编号和有效期是什么？"),
        (Language::En, Subject::Paper) => format!("Do you currently hold “{name}”? What are its number and expiry date?"),
        (Language::Id, Subject::Paper) => {
            format!("Apakah saat ini Anda memiliki “{name}”? Berapa nomor dan masa berlakunya?")
        }
        (Language::Zh, Subject::Skill) if begun => format!("“{name}”用在哪个项目里？您负责哪一部分？"),
        (Language::En, Subject::Skill) if begun => {
            format!("Which project did you use “{name}” on, and what was your part in it?")
        }
        (Language::Id, Subject::Skill) if begun => {
            format!("Di proyek mana Anda memakai “{name}”, dan bagian mana yang Anda kerjakan sendiri?")
        }
        (Language::Zh, Subject::Skill) => format!("您在工作中接触过“{name}”吗？用它解决过什么问题？"),
        (Language::En, Subject::Skill) => format!("Have you worked with “{name}”? What problems did you solve with it?"),
        (Language::Id, Subject::Skill) => {
            format!("Pernahkah Anda bekerja dengan “{name}”? Masalah apa yang Anda selesaikan?")
        }
        (Language::Zh, Subject::Duty) => format!("请举一个您亲自承担“{name}”的例子：当时的情况、您的做法和结果。"),
        (Language::En, Subject::Duty) => {
            format!("Can you give an example of “{name}” that you handled yourself? How did it turn out?")
        }
        (Language::Id, Subject::Duty) => {
            format!("Berikan satu contoh “{name}” yang Anda lakukan sendiri dan bagaimana hasilnya.")
        }
        (Language::Zh, Subject::People) => "您直接带过多少人？负责他们的哪些事（排班、考核、培养、招聘）？".to_owned(),
        (Language::En, Subject::People) => {
            "How many people reported to you directly, and what were you responsible for, such as scheduling or reviews?".to_owned()
        }
        (Language::Id, Subject::People) => {
            "Berapa orang yang melapor langsung kepada Anda, dan apa saja yang Anda putuskan untuk mereka?".to_owned()
        }
        (Language::Zh, Subject::Results) => "最近一年您负责的指标是多少？比之前变化了多少？".to_owned(),
        (Language::En, Subject::Results) => {
            "Which metrics were you responsible for in the past year, and how did they change?".to_owned()
        }
        (Language::Id, Subject::Results) => {
            "Angka apa yang menjadi tanggung jawab Anda setahun terakhir, dan bagaimana perubahannya?".to_owned()
        }
        (Language::Zh, Subject::Tenure) => "最近几次离职的原因是什么？中间的空窗期在做什么？".to_owned(),
        (Language::En, Subject::Tenure) => {
            "Why did you leave your last positions, and what did you do in between?".to_owned()
        }
        (Language::Id, Subject::Tenure) => {
            "Apa alasan Anda keluar dari pekerjaan terakhir, dan apa kegiatan Anda di antaranya?".to_owned()
        }
        (Language::Zh, Subject::Trait) => format!("请用一个真实的例子说明“{name}”。"),
        (Language::En, Subject::Trait) => format!("Can you describe a real situation that shows “{name}”?"),
        (Language::Id, Subject::Trait) => format!("Situasi nyata apa yang paling menunjukkan “{name}”?"),
    }
}

/// One sentence on what is missing.
pub fn missing(language: Language, missing: &[Missing]) -> Option<String> {
    let names = |of: fn(&Missing) -> Option<&String>| {
        let names: Vec<String> = missing
            .iter()
            .filter_map(of)
            .filter(|name| !name.is_empty())
            .map(|name| crate::summary::shortened(name))
            .collect();
        let comma = if language == Language::Zh { "、" } else { ", " };
        (!names.is_empty()).then(|| names.join(comma))
    };
    let mut said: Vec<String> = Vec::new();
    let lists: [(Option<String>, [&str; 3]); 4] = [
        (
            names(|one| if let Missing::Named(name) = one { Some(name) } else { None }),
            ["未找到：", "Not found: ", "Tidak ditemukan: "],
        ),
        (
            names(|one| if let Missing::Listed(name) = one { Some(name) } else { None }),
            [
                "仅在技能或自述中提到，工作经历未体现：",
                "Listed, but not backed up by work experience: ",
                "Hanya tercantum, tidak terlihat di riwayat kerja: ",
            ],
        ),
        (
            names(|one| if let Missing::Begun(name) = one { Some(name) } else { None }),
            [
                "仅为协助、入门或有保留：",
                "Only at a beginner or assistant level, or with reservations: ",
                "Baru sebatas membantu, pemula, atau dengan catatan: ",
            ],
        ),
        (
            names(|one| if let Missing::Denied(name) = one { Some(name) } else { None }),
            [
                "简历写明没有做过或由他人负责：",
                "The resume says this wasn't done, or was done by others: ",
                "Dinyatakan tidak dilakukan atau dikerjakan orang lain: ",
            ],
        ),
    ];
    let at = match language {
        Language::Zh => 0,
        Language::En => 1,
        Language::Id => 2,
    };
    said.extend(lists.into_iter().filter_map(|(names, heads)| names.map(|names| format!("{}{names}", heads[at]))));
    said.extend(missing.iter().filter_map(|one| one_missing(language, one)));
    (!said.is_empty()).then(|| said.join(if language == Language::Zh { "；" } else { "; " }))
}

fn one_missing(language: Language, missing: &Missing) -> Option<String> {
    let comma = |value: f64| years(value).replace('.', ",");
    let text = match (language, missing) {
        (Language::Zh, Missing::Years(short)) => format!("还差 {} 年", years(*short)),
        (Language::En, Missing::Years(short)) => {
            let count = years(*short);
            if count == "1" { "1 year short".to_owned() } else { format!("{count} years short") }
        }
        (Language::Id, Missing::Years(short)) => format!("Kurang {} tahun", comma(*short)),
        (Language::Zh, Missing::Dates) => "相关经历没有写时间".to_owned(),
        (Language::En, Missing::Dates) => "Relevant positions have no dates".to_owned(),
        (Language::Id, Missing::Dates) => "Posisi yang relevan tidak bertanggal".to_owned(),
        (Language::Zh, Missing::Scope(_)) => "年限够，但未写明是否为所要求的行业或类型".to_owned(),
        (Language::En, Missing::Scope(_)) => {
            "Enough years, but not stated to be in the required industry or type of work".to_owned()
        }
        (Language::Id, Missing::Scope(_)) => "Masa kerja cukup, tetapi jenis yang diminta tidak disebutkan".to_owned(),
        (Language::Zh, Missing::People(Some(told), needed)) => format!("写明 {told:.0} 人，要求 {needed:.0} 人"),
        (Language::En, Missing::People(Some(told), needed)) => format!("{told:.0} people stated, {needed:.0} required"),
        (Language::Id, Missing::People(Some(told), needed)) => format!("Tertulis {told:.0} orang, diminta {needed:.0}"),
        (Language::Zh, Missing::People(None, needed)) => format!("未写明人数，要求 {needed:.0} 人"),
        (Language::En, Missing::People(None, needed)) => format!("Number of people not stated, {needed:.0} required"),
        (Language::Id, Missing::People(None, needed)) => format!("Jumlah orang tidak disebut, diminta {needed:.0}"),
        (Language::Zh, Missing::Quantity(label)) => format!("未达到或未写明：{label}"),
        (Language::En, Missing::Quantity(label)) => format!("Not reached or not stated: {label}"),
        (Language::Id, Missing::Quantity(label)) => format!("Tidak tercapai atau tidak disebut: {label}"),
        (Language::Zh, Missing::Major) => "专业不是所要求的".to_owned(),
        (Language::En, Missing::Major) => "Not in the required subject".to_owned(),
        (Language::Id, Missing::Major) => "Bukan jurusan yang diminta".to_owned(),
        (Language::Zh, Missing::Level) => "学历层次低于要求".to_owned(),
        (Language::En, Missing::Level) => "Below the required level".to_owned(),
        (Language::Id, Missing::Level) => "Jenjang di bawah yang diminta".to_owned(),
        (Language::Zh, Missing::Unfinished) => "尚未毕业".to_owned(),
        (Language::En, Missing::Unfinished) => "Not completed".to_owned(),
        (Language::Id, Missing::Unfinished) => "Belum lulus".to_owned(),
        (Language::Zh, Missing::Fluency) => "语言水平低于要求".to_owned(),
        (Language::En, Missing::Fluency) => "Below the required fluency".to_owned(),
        (Language::Id, Missing::Fluency) => "Kefasihan di bawah yang diminta".to_owned(),
        (Language::Zh, Missing::Tenure(average)) => format!("平均每份工作约 {} 年", years(*average)),
        (Language::En, Missing::Tenure(average)) => {
            let count = years(*average);
            if count == "1" {
                "1 year per position on average".to_owned()
            } else {
                format!("{count} years per position on average")
            }
        }
        (Language::Id, Missing::Tenure(average)) => format!("Rata-rata {} tahun per posisi", comma(*average)),
        (Language::Zh, Missing::Gap(months)) => format!("有 {months} 个月空窗"),
        (Language::En, Missing::Gap(months)) => format!("A gap of {months} months"),
        (Language::Id, Missing::Gap(months)) => format!("Jeda {months} bulan"),
        (_, Missing::Named(_) | Missing::Listed(_) | Missing::Begun(_) | Missing::Denied(_)) => return None,
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_about_the_position_ends_once() {
        let said = |language, is_current| position(language, is_current, "Data Analyst", "Northlight Pte. Ltd.");
        assert_eq!(said(Language::En, true), "Currently Data Analyst at Northlight Pte. Ltd.");
        assert_eq!(said(Language::Id, false), "Terakhir Data Analyst di Northlight Pte. Ltd.");
        assert_eq!(said(Language::Zh, true), "目前是Northlight Pte. Ltd.的Data Analyst。");
        assert_eq!(position(Language::En, false, "", ""), "The resume shows no employment.");
    }

    #[test]
    fn one_year_short_is_singular() {
        let short = |years| missing(Language::En, &[Missing::Years(years)]);
        assert_eq!(short(1.0).as_deref(), Some("1 year short"));
        assert_eq!(short(1.9).as_deref(), Some("1.9 years short"));
    }
}
