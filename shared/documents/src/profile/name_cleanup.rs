//! Removes places, notes, departments and remarks from names of employers and titles.

use super::classify::{self, evidence};
use super::lexicon::cities::CHINESE_HOUSES;
use super::text::is_han;
use super::{fields, header, places, segments};

/// Removes the place after a comma, a note in parentheses and a description.
pub(super) fn clean_company(name: &str) -> String {
    // 一、北山样例科技有限公司
    let counted = name.strip_prefix(['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']);
    let name = counted.and_then(|rest| rest.strip_prefix('、')).unwrap_or(name);
    let bare = without_description(name);
    let bare = ["就职于", "任职于", "供职于", "在", "于"]
        .iter()
        .find_map(|lead| {
            bare.strip_prefix(lead).filter(|rest| evidence(rest).company >= 3).map(|rest| rest.trim().to_owned())
        })
        .unwrap_or(bare);
    let bare = without_unit(&bare);
    let bare = without_translation(&bare);
    let parts = segments::commas(bare);
    let named = parts.iter().find(|part| evidence(part).company >= 3).or(parts.first());
    segments::clean(named.map_or(bare, String::as_str))
}

/// Endings of branches in a company's parentheses: 妍丽坊（汇悦城店）.
const PARTS: [char; 9] = ['店', '仓', '部', '园', '院', '校', '区', '厂', '司'];

/// "Acme (headlamps, Tier 1)" without its parentheses; 科技（上海） and "Acme (Jakarta)" are names.
fn without_description(name: &str) -> String {
    let trimmed = name.trim();
    // "Acme [控制器，300人]", complete or cut off.
    let trimmed = trimmed.find('[').filter(|&at| at > 0).map_or(trimmed, |at| trimmed[..at].trim_end());
    // "PT Maju (makanan beku, jual lewat": the rest is on the next line.
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
                // "Rimba (PT Rimba Rekaan)": a brand and its company.
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

/// Endings of institutions that departments follow without a separator.
const WITH_UNITS: [&str; 10] = ["医院", "卫生院", "保健院", "大学", "学院", "学校", "中学", "研究院", "研究所", "公司"];

/// 武汉市某医院(三甲)心血管内科, 江城某大学人事处: the institution without the department.
fn without_unit(name: &str) -> String {
    let cut = WITH_UNITS.iter().filter_map(|end| name.rfind(end).map(|at| at + end.len())).max();
    let Some(cut) = cut.filter(|&cut| cut < name.len()) else { return name.to_owned() };
    let (head, rest) = name.split_at(cut);
    // (三甲), (二级专科)
    let (grade, unit) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((grade, unit)) => (grade, unit.trim()),
        None => ("", rest.trim()),
    };
    // 某某医院重症医学科 is the usual employer of nurses.
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

/// Endings of departments.
const UNITS: [char; 9] = ['科', '室', '处', '部', '组', '系', '办', '区', '课'];

/// "Linden Kindergarten 菩提树幼儿园": the first of a name in two languages.
fn without_translation(name: &str) -> &str {
    let Some(at) = name.find(is_han).filter(|&at| at > 0) else { return name };
    let (latin, chinese) = (name[..at].trim_end(), name[at..].trim());
    let branch =
        ["代表处", "办事处", "分公司", "分所", "分行", "分部", "支行"].iter().any(|end| chinese.ends_with(end));
    let twice = latin.is_ascii() && !branch && evidence(latin).company >= 3 && evidence(chinese).company >= 3;
    if twice && chinese.chars().count() >= 5 { latin } else { name }
}

/// A department: 人力资源中心, 薪酬组.
fn is_unit(text: &str) -> bool {
    classify::is_department(text) || text.ends_with("中心")
}

/// Words before a title in half a sentence.
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
    held.filter(|held| evidence(held).is_title()).unwrap_or(rest)
}

/// "Engineer (promoted 2020)" without its parentheses: numbers, lists, teams and remarks are not part of a title.
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
        // 副校长（分管小学部） has an area of responsibility.
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

/// Types of engagement in parentheses that are part of the title.
const KEPT: [&str; 8] = ["kontrak", "secondment", "locum", "acting", "interim", "honorer", "relief", "maternity cover"];

pub(super) fn clean_title(name: &str) -> String {
    // 礼宾员(实习), 英语助教(兼职): usually written together.
    let kind = ["(实习)", "(兼职)"]
        .into_iter()
        .find(|kind| name.strip_suffix(kind).is_some_and(|head| head.ends_with(is_han)));
    if let Some(kind) = kind {
        return format!("{}{kind}", clean_title(name.strip_suffix(kind).unwrap_or(name)));
    }
    // "Perawat IGD (kontrak)": usually written as part of the title.
    if let Some((head, kind)) = name.trim().strip_suffix(')').and_then(|open| open.rsplit_once('('))
        && KEPT.contains(&kind)
        && head.ends_with(' ')
    {
        return format!("{} ({kind})", clean_title(head));
    }
    let bare = without_remark(&classify::without_notes(name));
    let bare = without_lead(&bare);
    // 药剂科 主管药师: the title without its department.
    let bare = bare
        .split_once(' ')
        .filter(|(unit, post)| unit.chars().all(is_han) && classify::is_department(unit) && evidence(post).title == 3)
        .map_or(bare, |(_, post)| post.trim());
    let mut parts = segments::commas(bare);
    while parts.len() > 1
        && parts.last().is_some_and(|last| {
            places::is_place(last)
                || classify::is_note(last)
                || header::is_own_account_alone(last)
                || last.len() == 2 && last.chars().all(char::is_uppercase)
        })
    {
        parts.pop();
    }
    segments::clean(&parts.join(", "))
}
