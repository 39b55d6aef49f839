//! What the engine says in the job's language: criteria of its own, summaries and interview questions.

use bole_domain::evaluation::{Dimension, Language};

/// The criterion that stands for the job's own role.
pub fn role_criterion(language: Language, title: &str) -> String {
    match language {
        Language::Zh => format!("同类岗位经验：{title}"),
        Language::En => format!("Experience in the role: {title}"),
        Language::Id => format!("Pengalaman pada posisi serupa: {title}"),
    }
}

/// Whether a criterion is [`role_criterion`], whichever language the rubric was read in.
pub fn is_role_criterion(criterion: &str, title: &str) -> bool {
    !title.is_empty()
        && (criterion == title
            || [Language::Zh, Language::En, Language::Id]
                .iter()
                .any(|language| criterion == role_criterion(*language, title)))
}

/// The sides everybody is judged by, for a job that says too little.
pub fn default_criteria(language: Language, title: &str) -> [(Dimension, String); 4] {
    let text = |side| match (language, side) {
        (Language::Zh, Dimension::SkillsMatch) => format!("{title}所需的专业技能"),
        (Language::Zh, Dimension::Education) => "相关专业学历".to_owned(),
        (Language::Zh, Dimension::CareerStability) => "职业稳定性".to_owned(),
        (Language::Zh, _) => "沟通与表达".to_owned(),
        (Language::En, Dimension::SkillsMatch) => format!("Professional skills for {title}"),
        (Language::En, Dimension::Education) => "Degree in a related field".to_owned(),
        (Language::En, Dimension::CareerStability) => "Career stability".to_owned(),
        (Language::En, _) => "Communication".to_owned(),
        (Language::Id, Dimension::SkillsMatch) => format!("Keahlian profesional untuk {title}"),
        (Language::Id, Dimension::Education) => "Pendidikan di bidang terkait".to_owned(),
        (Language::Id, Dimension::CareerStability) => "Stabilitas karier".to_owned(),
        (Language::Id, _) => "Komunikasi".to_owned(),
    };
    [Dimension::SkillsMatch, Dimension::CareerStability, Dimension::Communication, Dimension::Education]
        .map(|side| (side, text(side)))
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

/// What the summary is made of.
pub struct Told<'a> {
    /// Years of work like the job's.
    pub relevant_years: f64,
    /// Title and employer of the nearest employment.
    pub nearest: Option<(&'a str, &'a str)>,
    /// Criteria shown, the heaviest first, with a quotation for the first.
    pub met: Vec<&'a str>,
    /// A quotation that shows the first of them.
    pub quote: Option<&'a str>,
    /// Must-haves settled as missing.
    pub missed: Vec<&'a str>,
    /// What is shown in part or not told.
    pub open: Vec<&'a str>,
    /// Whether instructions to the evaluator were found.
    pub instructed: bool,
    /// Whether skills were pasted in bulk.
    pub stuffed: bool,
}

/// Two to four sentences in the job's language.
pub fn summary(language: Language, told: &Told<'_>) -> String {
    let mut sentences = vec![experience(language, told)];
    sentences.extend(strengths(language, told));
    sentences.extend(gaps(language, told));
    sentences.extend(warnings(language, told));
    match language {
        Language::Zh => sentences.concat(),
        _ => sentences.join(" "),
    }
}

fn years(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded >= 10.0 || rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

fn experience(language: Language, told: &Told<'_>) -> String {
    let shown = told.relevant_years >= 0.5;
    let count = years(told.relevant_years);
    let place = told.nearest.map(|(title, company)| match (language, title.trim(), company.trim()) {
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

fn listed(language: Language, names: &[&str], most: usize) -> String {
    let short: Vec<String> = names.iter().take(most).map(|name| shortened(name)).collect();
    match language {
        Language::Zh => short.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>().join("、"),
        _ => short.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", "),
    }
}

fn shortened(name: &str) -> String {
    const MOST: usize = 60;
    let one_line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if one_line.chars().count() <= MOST {
        return one_line;
    }
    let cut: String = one_line.chars().take(MOST).collect();
    let whole_words =
        cut.rsplit_once(' ').map(|(head, _)| head.to_owned()).filter(|head| head.chars().count() > MOST / 2);
    format!("{}…", whole_words.unwrap_or(cut))
}

fn strengths(language: Language, told: &Told<'_>) -> Option<String> {
    if told.met.is_empty() {
        return None;
    }
    let names = listed(language, &told.met, 3);
    Some(match (language, told.quote.map(shortened)) {
        (Language::Zh, Some(quote)) => format!("简历能够证明{names}，例如：“{quote}”。"),
        (Language::Zh, None) => format!("简历能够证明{names}。"),
        (Language::En, Some(quote)) => format!("The resume backs up {names}, for instance: “{quote}”."),
        (Language::En, None) => format!("The resume backs up {names}."),
        (Language::Id, Some(quote)) => format!("Resume membuktikan {names}, misalnya: “{quote}”."),
        (Language::Id, None) => format!("Resume membuktikan {names}."),
    })
}

fn gaps(language: Language, told: &Told<'_>) -> Option<String> {
    let missed = listed(language, &told.missed, 2);
    let open = listed(language, &told.open, 2);
    Some(match (language, told.missed.is_empty(), told.open.is_empty()) {
        (Language::Zh, false, _) => format!("未达到的必备要求：{missed}。"),
        (Language::Zh, true, false) => format!("{open}尚不充分，建议在面试中核实。"),
        (Language::En, false, _) => format!("Must-haves that are missing: {missed}."),
        (Language::En, true, false) => format!("Not fully shown, and worth asking about: {open}."),
        (Language::Id, false, _) => format!("Syarat wajib yang belum terpenuhi: {missed}."),
        (Language::Id, true, false) => format!("Belum sepenuhnya terbukti dan perlu digali saat wawancara: {open}."),
        (_, true, true) => return None,
    })
}

fn warnings(language: Language, told: &Told<'_>) -> Option<String> {
    let text = match (language, told.instructed, told.stuffed) {
        (_, false, false) => return None,
        (Language::Zh, true, _) => "简历中含有试图影响评分的文字，未予采信。",
        (Language::Zh, false, true) => "技能关键词罗列较多，但缺少相应的工作经历支撑。",
        (Language::En, true, _) => "The resume contains text that tries to influence the score; it was disregarded.",
        (Language::En, false, true) => "Many skills are listed without work experience behind them.",
        (Language::Id, true, _) => "Resume memuat teks yang mencoba memengaruhi penilaian; teks itu diabaikan.",
        (Language::Id, false, true) => "Banyak kata kunci keahlian dicantumkan tanpa pengalaman kerja yang mendukung.",
    };
    Some(text.to_owned())
}

/// What to ask where the resume does not settle a criterion; `hinted` when it says something about it.
pub fn question(language: Language, criterion: &str, hinted: bool) -> String {
    let name = shortened(criterion);
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
