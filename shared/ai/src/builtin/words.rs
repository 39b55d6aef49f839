//! What the engine says in the job's language: criteria of its own, summaries and interview questions.

use bole_domain::evaluation::{Dimension, Language};

/// Whether a name means one of the sides that everybody is judged by.
pub fn names_a_side(name: &str) -> bool {
    Dimension::ALL.iter().any(|side| names_side(name, *side))
}

/// Whether a stated side's name means one of the default sides.
pub fn names_side(name: &str, side: Dimension) -> bool {
    let lower = name.to_lowercase();
    let words: &[&str] = match side {
        Dimension::SkillsMatch => &[
            "技能",
            "技术",
            "专业能力",
            "专业知识",
            "能力",
            "skill",
            "technical",
            "competenc",
            "keahlian",
            "teknis",
            "keterampilan",
            "kompetensi",
        ],
        Dimension::ExperienceRelevance => &["经验", "经历", "履历", "业绩", "experience", "track record", "pengalaman"],
        Dimension::Education => &[
            "学历",
            "教育",
            "学位",
            "证书",
            "资质",
            "educat",
            "degree",
            "qualification",
            "certif",
            "pendidikan",
            "sertifikat",
        ],
        Dimension::CareerStability => &["稳定", "stabil", "tenure"],
        Dimension::CareerFit => &[],
        Dimension::Communication => &[
            "沟通",
            "协作",
            "语言",
            "表达",
            "软技能",
            "综合素质",
            "素质",
            "communic",
            "language",
            "soft",
            "collabor",
            "komunikasi",
            "bahasa",
            "kerja sama",
        ],
    };
    words.iter().any(|word| lower.contains(word))
}

fn years(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded >= 10.0 || rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

/// One sentence on how many years of work like the job's there are, and where it came nearest.
pub fn experience(language: Language, relevant_years: f64, nearest: Option<(&str, &str)>) -> String {
    let shown = relevant_years >= 0.5;
    let count = years(relevant_years);
    let place = nearest.map(|(title, company)| match (language, title.trim(), company.trim()) {
        (_, "", "") => String::new(),
        (_, title, "") => title.to_owned(),
        (_, "", company) => company.to_owned(),
        (Language::Zh, title, company) => format!("{company}的{title}"),
        (Language::En, title, company) => format!("{title} at {company}"),
        (Language::Id, title, company) => format!("{title} di {company}"),
    });
    let place = place.filter(|place| !place.is_empty());
    match (language, shown, place) {
        (Language::Zh, true, Some(place)) => {
            format!("候选人约有 {count} 年与该岗位相关的工作经验，其中最接近的是{place}。")
        }
        (Language::Zh, true, None) => format!("候选人约有 {count} 年与该岗位相关的工作经验。"),
        (Language::Zh, false, Some(place)) => format!("候选人的工作经历与该岗位关联不大，最接近的是{place}。"),
        (Language::Zh, false, None) => "简历中没有与该岗位相关的工作经历。".to_owned(),
        (Language::En, true, Some(place)) => {
            format!("The candidate has about {count} years of relevant experience, most closely as {place}.")
        }
        (Language::En, true, None) => format!("The candidate has about {count} years of relevant experience."),
        (Language::En, false, Some(place)) => {
            format!("The candidate's work history has little to do with this role; the closest position is {place}.")
        }
        (Language::En, false, None) => "The resume shows no work experience relevant to this role.".to_owned(),
        (Language::Id, true, Some(place)) => format!(
            "Kandidat memiliki sekitar {} tahun pengalaman yang relevan, yang paling mendekati sebagai {place}.",
            count.replace('.', ",")
        ),
        (Language::Id, true, None) => {
            format!("Kandidat memiliki sekitar {} tahun pengalaman yang relevan.", count.replace('.', ","))
        }
        (Language::Id, false, Some(place)) => {
            format!("Riwayat kerja kandidat kurang berkaitan dengan posisi ini; yang paling mendekati adalah {place}.")
        }
        (Language::Id, false, None) => {
            "Resume tidak menunjukkan pengalaman kerja yang relevan dengan posisi ini.".to_owned()
        }
    }
}

/// What to ask where the resume does not settle a criterion; `hinted` when it says something about it.
pub fn question(language: Language, criterion: &str, hinted: bool) -> String {
    let name = crate::summary::shortened(criterion);
    match (language, hinted) {
        (Language::Zh, true) => format!("关于“{name}”，请结合一段具体经历说明您的职责、做法和结果。"),
        (Language::Zh, false) => format!("简历中没有体现“{name}”，您在这方面有哪些实际经验？"),
        (Language::En, true) => {
            format!("On “{name}”: please walk us through one concrete case, your part in it and the result.")
        }
        (Language::En, false) => {
            format!("The resume does not mention “{name}”. What hands-on experience do you have with it?")
        }
        (Language::Id, true) => {
            format!("Mengenai “{name}”: ceritakan satu pengalaman konkret, peran Anda, dan hasilnya.")
        }
        (Language::Id, false) => {
            format!("Resume belum menyebutkan “{name}”. Pengalaman nyata apa yang Anda miliki di bidang ini?")
        }
    }
}
