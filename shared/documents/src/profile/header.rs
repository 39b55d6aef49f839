//! What the lines of one entry's header say: which piece is the employer, which the title, and how sure that is.

use super::classify::{self, evidence};
use super::lexicon::cities::CHINESE_HOUSES;
use super::lines::Line;
use super::text::is_han;
use super::{fields, places, prose, segments};

/// A piece of a header line with what speaks for its being an employer or a title, in tenths.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) company: i32,
    pub(super) title: i32,
    /// A department or the like: nobody misses it.
    pub(super) silent: bool,
    /// A title that needs no employer.
    own_account: bool,
}

/// An employer or title behind its label.
const LABELLED: i32 = 90;
/// What an entry lacks without one of the two.
const MISSING: i32 = -25;
/// An entry without employer of its own below one that has.
const INHERITED: i32 = -12;
/// A piece that is neither.
const LEFT_OVER: i32 = -10;
/// Shape that names rarely have.
const ODD: i32 = -20;

impl Piece {
    pub(super) fn new(text: String) -> Self {
        let mut e = evidence(&text);
        if e.title == 0 && e.company < 2 && classify::is_agent(&text) {
            e.title = 2;
        }
        let silent = classify::is_department(&text);
        // Titles may have small letters.
        let plain = e.title == 3 && e.company < 3 && text.split(' ').count() <= 4 && !text.contains(" and ");
        let shape = if plain { 0 } else { shape(classify::without_aside(&text)) };
        let mut company = [0, 10, 30, 60, 90][usize::from(e.company.min(4))] + shape;
        let mut title = [0, 0, 30, 60][usize::from(e.title.min(3))] + shape;
        if e.company < 4 {
            company -= [0, 0, 10, 60][usize::from(e.title.min(3))];
            if silent {
                company -= 60;
            }
        }
        title -= match (e.company, e.title) {
            (4, _) => 80,
            (3, 0..=2) => 40,
            (2, 0..=2) => 10,
            _ => 0,
        };
        if silent && e.title < 3 {
            title -= 40;
        }
        if is_own_account_alone(&text) {
            company = company.max(60);
        }
        Self { own_account: is_own_account(&text), text, company, title, silent }
    }

    /// The pieces of a line: at marks that certainly separate, and at those that may.
    pub(super) fn of(residual: &str) -> (Vec<Self>, Vec<Self>) {
        let nothing = |piece: &str| places::is_place(piece) || classify::is_note(piece) || classify::is_duration(piece);
        let strong: Vec<String> = segments::strong(&fields::joined(residual))
            .into_iter()
            .map(|piece| fields::restored(&piece))
            .map(|piece| places::without_place(without_lead(within_sentence(&piece))))
            .filter(|piece| !nothing(piece) && !piece.chars().all(|c| c.is_ascii_digit() || c == '.'))
            .collect();
        let mut cut = false;
        let mut weak = Vec::new();
        for piece in &strong {
            let parts = segments::weak(piece);
            cut |= parts.len() > 1;
            weak.extend(parts.into_iter().filter(|part| !part.is_empty() && !nothing(part)));
        }
        let whole: Vec<Self> = strong.into_iter().map(Self::new).collect();
        let parts = if cut { weak.into_iter().map(Self::new).collect() } else { whole.clone() };
        (whole, parts)
    }
}

/// 在某某县第二中学工作: the employer alone.
fn within_sentence(piece: &str) -> &str {
    let bare =
        ["就职于", "任职于", "供职于", "在", "于"].iter().find_map(|lead| piece.strip_prefix(lead)).unwrap_or(piece);
    let end = ["工作", "任教", "任职", "就职", "上班", "服务"].iter().find_map(|end| bare.strip_suffix(end));
    end.map(str::trim).filter(|name| evidence(name).company >= 3).unwrap_or(piece)
}

/// What speaks against a piece's being a name at all.
fn shape(text: &str) -> i32 {
    let count = text.chars().count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let lower = text.chars().next().is_some_and(char::is_lowercase) && text.contains(' ');
    ODD * (i32::from(count > 50)
        + i32::from(count > 80)
        + i32::from(digits >= 3)
        + i32::from(lower)
        + i32::from(plain_words(text) >= 2)
        + 2 * i32::from(text.contains(['%', '。', '、', ':', '《', '“']))
        + 2 * i32::from(prose::is_prose(text)))
}

/// Words without a capital, but for those that join names.
pub(super) fn plain_words(text: &str) -> usize {
    text.split(' ').filter(|word| word.len() > 3 && word.chars().all(char::is_lowercase)).count()
}

/// The reading of one header, without the words themselves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reading {
    pub(super) score: i32,
    /// Whether the employer stands before the title; unknown where one is missing or has a label.
    pub(super) company_first: Option<bool>,
    /// What speaks for employer and title, the sum of both.
    pub(super) evident: i32,
    /// Whether pieces were also cut at marks that only may separate.
    cut: bool,
    company_at: Option<usize>,
    title_at: Option<usize>,
}

impl Reading {
    /// Whether a piece names the employer.
    pub(super) fn names_company(&self) -> bool {
        self.company_at.is_some()
    }
}

/// Reads the lines of a header. `inherits` says that an entry above names an employer; `company_first` which order to
/// take where words do not tell.
pub(super) fn read(lines: &[&Line], inherits: bool, company_first: bool) -> Reading {
    let whole: Vec<&Piece> = lines.iter().flat_map(|line| &line.whole).collect();
    let parts: Vec<&Piece> = lines.iter().flat_map(|line| &line.parts).collect();
    let company = lines.iter().any(|line| line.company.is_some());
    let title = lines.iter().find_map(|line| line.title.as_deref());
    let uncut = choose(&whole, company, title, inherits, company_first);
    if whole.len() == parts.len() {
        return uncut;
    }
    let cut = choose(&parts, company, title, inherits, company_first);
    if cut.score > uncut.score { Reading { cut: true, ..cut } } else { uncut }
}

/// Employer and title as the reading of these lines has them.
pub(super) fn names(lines: &[&Line], reading: &Reading) -> (Option<String>, Option<String>) {
    let piece = |at: Option<usize>| {
        lines.iter().flat_map(|line| if reading.cut { &line.parts } else { &line.whole }).nth(at?).map(|p| &p.text)
    };
    let company = lines.iter().find_map(|line| line.company.as_ref()).or_else(|| piece(reading.company_at));
    let title = lines.iter().find_map(|line| line.title.as_ref()).or_else(|| piece(reading.title_at));
    let known = company.is_some_and(|name| evidence(name).company >= 2) || lines.len() > 1 && company.is_some();
    let extended = title.filter(|_| known).and_then(|title| with_field(lines, title, company));
    let title = extended.as_ref().or(title);
    let company = company.map(|name| tidy_company(name)).filter(|name| !name.is_empty());
    let title = title.map(|name| tidy_title(name)).filter(|name| !name.is_empty());
    // Nobody is employed by "Freelance"; alone it says what they did.
    match company {
        Some(company) if is_own_account_alone(&company) => (None, title.or(Some(company))),
        company => (company, title),
    }
}

/// "Paralegal – Commercial Property": the title with what stands behind its dash, where the employer is another piece.
fn with_field(lines: &[&Line], title: &str, company: Option<&String>) -> Option<String> {
    let company = company.map(|company| tidy_company(company));
    lines.iter().find_map(|line| {
        let at = line.residual.find(title)?;
        let rest = &line.residual[at + title.len()..];
        let dash = [" - ", " – ", " — ", " ‐ "].iter().find(|dash| rest.starts_with(**dash))?;
        let field = rest[dash.len()..].split(['\t', '|', ',', ';', '(']).next()?.split("  ").next()?.trim_end();
        let names = evidence(field);
        let fits = (2..=40).contains(&field.chars().count())
            && (names.company < 2 || company.as_ref().is_some_and(|company| evidence(company).company > names.company))
            && names.company < 3
            && names.title < 3
            && company.as_ref().is_none_or(|company| !company.contains(field) && !field.contains(company.as_str()))
            && field.starts_with(|c: char| c.is_uppercase() || is_han(c))
            && !places::is_place(field)
            && !classify::is_note(field)
            && !classify::is_duration(field);
        fits.then(|| format!("{title}{dash}{field}"))
    })
}

/// "Freelance", 自由职业, "Self-employed", "Lepas (freelance)", and nothing else.
pub(super) fn is_own_account_alone(name: &str) -> bool {
    let lower = name.to_lowercase();
    let own = |word: &str| {
        OWN_ACCOUNT.contains(&word)
            || matches!(word, "self" | "own" | "sendiri" | "mandiri" | "自由职业者" | "个人" | "employed" | "pekerja")
    };
    let beside = |word: &str| {
        matches!(
            word,
            "pekerjaan" | "my" | "business" | "usaha" | "various" | "clients" | "client" | "projects" | "work"
        )
    };
    let words: Vec<&str> = lower.split(['(', ')', '/', ' ', ',', '-']).filter(|word| !word.is_empty()).collect();
    OWN_ACCOUNT_ALONE.contains(&lower.trim())
        || words.iter().any(|word| own(word)) && words.iter().all(|word| own(word) || beside(word))
}

/// Those one works for without an employer, by no name.
pub(super) fn is_anybody(name: &str) -> bool {
    matches!(name.to_lowercase().as_str(), "clients" | "client" | "klien" | "客户")
}

/// Ways to say that nobody employs one, where nothing else is said.
const OWN_ACCOUNT_ALONE: &[&str] = &[
    "独立顾问",
    "独立咨询顾问",
    "独立咨询",
    "自营",
    "自己经营",
    "个人工作",
    "自主创业",
    "usaha sendiri",
    "usaha mandiri",
    "usaha pribadi",
    "bisnis sendiri",
    "own business",
    "my own business",
];

fn choose(pieces: &[&Piece], company: bool, title: Option<&str>, inherits: bool, company_first: bool) -> Reading {
    let speaking = |at: Option<usize>| at.map_or(0, |at| i32::from(!pieces[at].silent));
    let total: i32 = pieces.iter().map(|piece| i32::from(!piece.silent)).sum();
    let free = |labelled: bool| std::iter::once(None).chain((0..if labelled { 0 } else { pieces.len() }).map(Some));
    let own_title = title.is_some_and(is_own_account);
    let mut best: Option<Reading> = None;
    for company_at in free(company) {
        for title_at in free(title.is_some()) {
            if company_at.is_some() && company_at == title_at {
                continue;
            }
            let named = match (title, title_at) {
                (Some(_), _) => LABELLED,
                (None, Some(at)) => pieces[at].title,
                (None, None) => MISSING,
            };
            let employer = match company_at {
                _ if company => LABELLED,
                Some(at) => pieces[at].company,
                None if own_title || title_at.is_some_and(|at| pieces[at].own_account) => 0,
                None if inherits => INHERITED,
                None => MISSING,
            };
            let left = total - speaking(company_at) - speaking(title_at);
            let order = company_at.zip(title_at).map(|(company, title)| company < title);
            let disorder = i32::from(order.is_some_and(|first| first != company_first));
            let score = employer + named + LEFT_OVER * left - disorder;
            if best.is_none_or(|best| score > best.score) {
                let evident = employer.max(0) + named.max(0);
                best = Some(Reading { score, company_first: order, evident, cut: false, company_at, title_at });
            }
        }
    }
    best.unwrap_or_default()
}

/// Work on one's own account: it needs no employer.
pub(super) fn is_own_account(title: &str) -> bool {
    let lower = title.to_lowercase();
    OWN_ACCOUNT.iter().any(|word| lower.contains(word)) || lower.contains("自由") && !lower.contains("自由贸")
}

/// Whether somebody with the title runs what they work in.
pub(super) fn is_owner(title: &str) -> bool {
    let lower = title.to_lowercase();
    ["owner", "founder", "proprietor", "pemilik", "pendiri", "创始人", "店主", "经营者", "老板"]
        .iter()
        .any(|word| lower.contains(word))
}

const OWN_ACCOUNT: &[&str] = &[
    "freelance",
    "self-employed",
    "self employed",
    "independent",
    "lepas",
    "wiraswasta",
    "wirausaha",
    "自由职业",
    "自由撰稿",
    "自由译者",
    "独立",
    "个体",
    "自主创业",
    "自媒体",
    "usaha sendiri",
    "pekerja mandiri",
    "own business",
    "sole trader",
    "sole proprietor",
];

/// Without the place behind a comma, a note in parentheses or what the company does.
pub(super) fn tidy_company(name: &str) -> String {
    let bare = without_description(name);
    let bare = ["就职于", "任职于", "供职于", "在", "于"]
        .iter()
        .find_map(|lead| {
            bare.strip_prefix(lead).filter(|rest| evidence(rest).company >= 3).map(|rest| rest.trim().to_owned())
        })
        .unwrap_or(bare);
    let bare = without_unit(&bare);
    let bare = without_translation(&bare);
    let parts = segments::commas(&bare);
    let named = parts.iter().find(|part| evidence(part).company >= 3).or(parts.first());
    segments::clean(named.map_or(bare, String::as_str))
}

/// What ends a part of a company that its name has in parentheses: 妍丽坊（汇悦城店）.
const PARTS: [char; 9] = ['店', '仓', '部', '园', '院', '校', '区', '厂', '司'];

/// "Acme (headlamps, Tier 1)" without its parenthesis; 科技（上海） and "Acme (Jakarta)" are names.
fn without_description(name: &str) -> String {
    let trimmed = name.trim();
    // "Acme [控制器，300人]", cut or whole.
    let trimmed = trimmed.find('[').filter(|&at| at > 0).map_or(trimmed, |at| trimmed[..at].trim_end());
    // "PT Maju (makanan beku, jual lewat": the rest is on another line.
    let opens = trimmed.matches('(').count() > trimmed.matches(')').count();
    let trimmed = trimmed.rfind('(').filter(|&at| opens && at > 0).map_or(trimmed, |at| trimmed[..at].trim_end());
    // 锦程置业集团·人力资源中心
    let trimmed = trimmed
        .rsplit_once('·')
        .filter(|(head, unit)| evidence(head).company >= 3 && is_unit(unit))
        .map_or(trimmed, |(head, _)| head.trim_end());
    if let (true, Some(open)) = (trimmed.ends_with(')'), trimmed.rfind('(')) {
        let inner = &trimmed[open + 1..trimmed.len() - 1];
        let head = trimmed[..open].trim_end();
        let own = if head.ends_with(is_han) {
            let part = classify::is_department(inner) || inner.ends_with(PARTS) || inner.ends_with("分所");
            let place = inner.ends_with(['店', '园', '院', '校', '厂', '仓']) || inner.ends_with("校区");
            let unit = part && !place && evidence(head).company >= 3 && !inner.starts_with(['原', '现']);
            !inner.contains([',', '、', ';', '星'])
                && !unit
                && (places::is_place(inner) || !classify::is_note(inner))
                && (places::is_place(inner)
                    || inner.chars().count() <= 3 && inner.chars().all(is_han)
                    || inner.starts_with(['原', '现'])
                    || inner.ends_with(PARTS))
                || inner.ends_with("合伙")
        } else {
            matches!(inner.to_lowercase().as_str(), "persero" | "tbk")
                // "Rimba (PT Rimba Rekaan)": a brand with the company that has it.
                || evidence(inner).company == 4
                || is_chinese_house(inner)
        };
        return if own || head.is_empty() { trimmed.to_owned() } else { head.to_owned() };
    }
    classify::without_notes(trimmed)
}

/// "Acme (Shanghai Pudong)"
fn is_chinese_house(inner: &str) -> bool {
    let lower = inner.to_lowercase();
    CHINESE_HOUSES.iter().any(|city| {
        lower
            .strip_prefix(city)
            .is_some_and(|rest| !rest.contains([',', '-', '/', ' ']) || rest.split(' ').count() == 2)
    })
}

/// Ends of institutions behind which one of their departments may stand without a mark.
const WITH_UNITS: [&str; 10] = ["医院", "卫生院", "保健院", "大学", "学院", "学校", "中学", "研究院", "研究所", "公司"];

/// 武汉市某医院(三甲)心血管内科, 江城某大学人事处: the institution alone.
fn without_unit(name: &str) -> String {
    let cut = WITH_UNITS.iter().filter_map(|end| name.rfind(end).map(|at| at + end.len())).max();
    let Some(cut) = cut.filter(|&cut| cut < name.len()) else { return name.to_owned() };
    let (head, rest) = name.split_at(cut);
    // (三甲), (二级专科)
    let (grade, unit) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((grade, unit)) => (grade, unit.trim()),
        None => ("", rest.trim()),
    };
    // 某某医院重症医学科 is the employer as its nurses write it.
    let office =
        ["人事科", "财务科", "信息科", "总务科", "医务科", "采购科", "宣传科", "后勤科", "设备科", "教务科", "保卫科"];
    let clinical = unit.ends_with('科') && !office.iter().any(|end| unit.ends_with(end));
    let marked = !clinical || !rest.starts_with(unit);
    let graded = grade.is_empty() || grade.contains(['级', '甲', '乙', '等']) || unit.is_empty();
    let known = unit.ends_with(UNITS) && unit.chars().count() <= 12 && unit.chars().all(is_han);
    let named = head.chars().count() >= 4 && !["第", "附属"].iter().any(|part| unit.contains(part));
    let part = !["分公司", "子公司", "医院", "学院", "研究院", "分院"].iter().any(|end| unit.ends_with(end));
    if graded && marked && known && named && part { head.to_owned() } else { name.to_owned() }
}

/// What departments of institutions end in.
const UNITS: [char; 9] = ['科', '室', '处', '部', '组', '系', '办', '区', '课'];

/// "Linden Kindergarten 菩提树幼儿园": the name as it comes first, where another language says it again.
fn without_translation(name: &str) -> &str {
    let Some(at) = name.find(is_han).filter(|&at| at > 0) else { return name };
    let (latin, chinese) = (name[..at].trim_end(), name[at..].trim());
    let branch =
        ["代表处", "办事处", "分公司", "分所", "分行", "分部", "支行"].iter().any(|end| chinese.ends_with(end));
    let twice = latin.is_ascii() && !branch && evidence(latin).company >= 3 && evidence(chinese).company >= 3;
    if twice && chinese.chars().count() >= 5 { latin } else { name }
}

/// A part of an employer: 人力资源中心, 薪酬组.
fn is_unit(text: &str) -> bool {
    classify::is_department(text) || text.ends_with("中心")
}

/// What stands before a title in half a sentence.
const TITLE_LEADS: &[&str] = &[
    "sebagai ",
    "as an ",
    "as a ",
    "as the ",
    "as ",
    "担任",
    "任职",
    "working as ",
    "worked as ",
    "jadi ",
    "menjadi ",
];

pub(super) fn without_lead(title: &str) -> &str {
    let lead =
        TITLE_LEADS.iter().find(|lead| title.get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead)));
    let rest = lead.map_or(title, |lead| title[lead.len()..].trim_start());
    let held = ["先后任", "历任", "出任", "聘任", "受聘", "现任", "任"].iter().find_map(|lead| rest.strip_prefix(lead));
    held.filter(|held| evidence(held).title == 3 && evidence(held).company < 3).unwrap_or(rest)
}

/// "Engineer (promoted 2020)" without its parenthesis: numbers, lists, teams and half sentences are no part of a title.
fn without_remark(title: &str) -> String {
    if let (true, Some(open)) = (title.ends_with(')'), title.rfind('(')) {
        let inner = title[open + 1..title.len() - 1].trim();
        // "Motor Transport Operator (88M)", "Registrar (ST1–ST3)"
        let code = inner.len() <= 12
            && inner.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "-–/".contains(c));
        let numbers = inner.chars().any(|c| c.is_ascii_digit())
            && !(code
                && inner.starts_with(|c: char| c.is_alphanumeric())
                && inner.contains(|c: char| c.is_ascii_uppercase()));
        let listed = inner.contains([',', '、', ';', ':']) || numbers;
        let words = inner.split(' ').count();
        let small = inner.starts_with(char::is_lowercase);
        // "Barrister (tenant)", but "Teacher (maths)".
        let told =
            small && (words >= 3 || words == 1 && !fields::is_of_work(inner) && title.starts_with(char::is_uppercase));
        // 副校长（分管小学部） says what of.
        let charge = ["分管", "主管", "兼", "主持", "负责"].iter().any(|lead| inner.starts_with(lead));
        let charge = charge || inner.ends_with("病区") || inner.ends_with("病房");
        let aside = !charge && classify::is_department(inner) || inner.starts_with("业余") || told;
        let noted = inner.split(' ').any(classify::is_note) && inner.contains(' ');
        if open > 0 && (listed || aside || noted) {
            return title[..open].trim_end().to_owned();
        }
    }
    title.to_owned()
}

/// Engagements in parentheses that stay with their title.
const KEPT: [&str; 8] = ["kontrak", "secondment", "locum", "acting", "interim", "honorer", "relief", "maternity cover"];

fn tidy_title(name: &str) -> String {
    // 礼宾员(实习), 英语助教(兼职): written as one word.
    let kind = ["(实习)", "(兼职)"]
        .into_iter()
        .find(|kind| name.strip_suffix(kind).is_some_and(|head| head.ends_with(is_han)));
    if let Some(kind) = kind {
        return format!("{}{kind}", tidy_title(name.strip_suffix(kind).unwrap_or(name)));
    }
    // "Perawat IGD (kontrak)": an engagement that is part of the title as people write it.
    if let Some((head, kind)) = name.trim().strip_suffix(')').and_then(|open| open.rsplit_once('('))
        && KEPT.contains(&kind)
        && head.ends_with(' ')
    {
        return format!("{} ({kind})", tidy_title(head));
    }
    let bare = without_remark(&classify::without_notes(name));
    let bare = without_lead(&bare);
    // 药剂科 主管药师: the post, in whatever department.
    let bare = bare
        .split_once(' ')
        .filter(|(unit, post)| unit.chars().all(is_han) && classify::is_department(unit) && evidence(post).title == 3)
        .map_or(bare, |(_, post)| post.trim());
    let mut parts = segments::commas(bare);
    while parts.len() > 1
        && parts.last().is_some_and(|last| {
            places::is_place(last)
                || is_own_account_alone(last)
                || last.len() == 2 && last.chars().all(char::is_uppercase)
        })
    {
        parts.pop();
    }
    segments::clean(&parts.join(", "))
}
