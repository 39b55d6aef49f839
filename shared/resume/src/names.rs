//! The ranges of names of employers and titles without places, notes, departments and remarks.

use std::ops::Range;

use crate::lexicon::LEXICON;
use crate::page::{Page, is_han};
use crate::roles::{clean, commas, is_field, without_lead};
use crate::words::{self, evidence};

/// Narrows a range to a text within it.
fn narrowed(page: &Page, at: &Range<usize>, part: &str) -> Range<usize> {
    let whole = page.slice(at);
    let from = part.as_ptr().addr().saturating_sub(whole.as_ptr().addr());
    if from + part.len() > whole.len() { at.clone() } else { at.start + from..at.start + from + part.len() }
}

/// The name of an employer.
pub(crate) fn company(page: &Page, at: &Range<usize>) -> Range<usize> {
    let mut at = narrowed(page, at, without_description(page.slice(at)));
    if let Some((len, _)) = LEXICON.begins("company_lead", page.slice(&at)) {
        let rest = page.trim(at.start + len..at.end, char::is_whitespace);
        if evidence(page.slice(&rest)).company >= 3 {
            at = rest;
        }
    }
    at = narrowed(page, &at, without_unit(page.slice(&at)));
    let parts = commas(page, &at);
    let named = parts.iter().find(|part| evidence(page.slice(part)).company >= 3).or(parts.first());
    clean(page, named.cloned().unwrap_or(at))
}

/// "Acme (headlamps, Tier 1)" without its parentheses; 科技（上海） and "Acme (Jakarta)" are names.
fn without_description(name: &str) -> &str {
    let name = name.trim();
    let name = name.find('[').filter(|&open| open > 0).map_or(name, |open| name[..open].trim_end());
    let opens = name.matches('(').count() > name.matches(')').count();
    let name = name.rfind('(').filter(|&open| opens && open > 0).map_or(name, |open| name[..open].trim_end());
    let name = name
        .rsplit_once('·')
        .filter(|(head, unit)| evidence(head).company >= 3 && (words::is_department(unit) || unit.ends_with("中心")))
        .map_or(name, |(head, _)| head.trim_end());
    let (true, Some(open)) = (name.ends_with(')'), name.rfind('(')) else { return words::without_notes(name) };
    let (inner, head) = (&name[open + 1..name.len() - 1], name[..open].trim_end());
    let lower = inner.to_lowercase();
    let part = LEXICON.ends("part_end", &lower).is_some();
    let own = if LEXICON.has("legal", &format!("({lower})")) {
        true
    } else if head.ends_with(is_han) {
        let short = inner.chars().count() <= 3 && inner.chars().all(is_han);
        let place = inner.ends_with(['店', '园', '院', '校', '厂', '仓']) || inner.ends_with("校区");
        let unit = part && !place && evidence(head).company >= 3 && !inner.starts_with(['原', '现']);
        !unit
            && !inner.contains([',', '、', ';', '星'])
            && (words::is_place(inner) || !words::is_note(inner) && (short || part || inner.starts_with(['原', '现'])))
    } else {
        part && inner.is_ascii() || evidence(inner).company == 4 || LEXICON.begins("house", &lower).is_some()
    };
    if own || head.is_empty() { name } else { head }
}

/// 江城某大学人事处: the institution without the department.
fn without_unit(name: &str) -> &str {
    let ends = LEXICON.list("unit_institution").iter().filter_map(|(end, _)| name.rfind(end).map(|at| at + end.len()));
    let Some(cut) = ends.max().filter(|&cut| cut < name.len()) else { return name };
    let (head, rest) = name.split_at(cut);
    // (三甲), (二级专科)
    let (grade, unit) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).unwrap_or(("", rest));
    let unit = unit.trim();
    // 某某医院重症医学科 is the usual employer of nurses.
    let clinical = unit.ends_with('科') && LEXICON.ends("own_clinical", unit).is_none() && rest.starts_with(unit);
    let graded = grade.is_empty() || grade.contains(['级', '甲', '乙', '等']) || unit.is_empty();
    let known = LEXICON.ends("unit_end", unit).is_some() && unit.chars().count() <= 12 && unit.chars().all(is_han);
    let named = head.chars().count() >= 4 && !["第", "附属", "分"].iter().any(|part| unit.contains(part));
    if graded && !clinical && known && named { head } else { name }
}

/// A title.
pub(crate) fn title(page: &Page, at: &Range<usize>) -> Range<usize> {
    // 礼宾员(实习), "Perawat IGD (kontrak)": part of the title.
    let lower = page.low(at);
    if let Some((head, kind)) = lower.strip_suffix(')').and_then(|open| open.rsplit_once('('))
        && (LEXICON.has("kept_note", kind) || head.ends_with(is_han) && matches!(kind, "实习" | "兼职"))
    {
        let head = title(page, &(at.start..at.start + head.trim_end().len()));
        return head.start..at.end;
    }
    let mut at = narrowed(page, at, without_remark(words::without_notes(page.slice(at))));
    at = without_lead(page, &at);
    // 药剂科 主管药师
    if let Some((unit, post)) = page.slice(&at).split_once(' ')
        && unit.chars().all(is_han)
        && words::is_department(unit)
        && evidence(post).title == 3
    {
        at = narrowed(page, &at, post.trim());
    }
    let parts = commas(page, &at);
    let mut kept = parts.len();
    while kept > 1 {
        let last = page.slice(&parts[kept - 1]);
        let state = last.len() == 2 && last.bytes().all(|b| b.is_ascii_uppercase());
        if !(words::is_place(last) || words::is_note(last) || words::is_own_account_alone(last) || state) {
            break;
        }
        kept -= 1;
    }
    match parts.get(kept.wrapping_sub(1)) {
        Some(last) => clean(page, parts[0].start..last.end),
        None => clean(page, at),
    }
}

/// "Engineer (promoted 2020)" without its parentheses: numbers, lists and remarks are no part of a title.
fn without_remark(title: &str) -> &str {
    let (true, Some(open)) = (title.ends_with(')'), title.rfind('(').filter(|&open| open > 0)) else { return title };
    let inner = title[open + 1..title.len() - 1].trim();
    // "Motor Transport Operator (88M)"
    let code = inner.len() <= 12
        && inner.contains(|c: char| c.is_ascii_uppercase())
        && inner.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "-–/".contains(c));
    let numbers = inner.contains(|c: char| c.is_ascii_digit()) && !code;
    let small = inner.starts_with(char::is_lowercase);
    let count = inner.split(' ').count();
    let told = small && (count >= 3 || count == 1 && !is_field(inner) && title.starts_with(char::is_uppercase));
    let noted = count > 1 && inner.split(' ').any(words::is_note);
    let charge = LEXICON.begins("charge", inner).is_some();
    let aside = !charge && words::is_department(inner) && !inner.ends_with("病区") && !inner.ends_with("病房");
    if numbers || inner.contains([',', '、', ';', ':']) || told || noted || aside {
        title[..open].trim_end()
    } else {
        title
    }
}
