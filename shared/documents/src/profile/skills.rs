//! Lists skills from a skills section.

use super::labels;
use super::text::{Row, is_han};

/// The maximum number of skills.
const MAX_SKILLS: usize = 80;

/// The skills of one section, as listed.
pub(super) fn read(rows: &[Row], skills: &mut Vec<String>) {
    for row in rows {
        let text = match row.text.split_once(':') {
            Some((head, rest)) if head.chars().count() <= 40 && !rest.trim().is_empty() => rest,
            Some((_, rest)) if rest.trim().is_empty() => continue,
            _ => row.text.as_str(),
        };
        if labels::field_of(text).is_some() {
            continue;
        }
        for item in items(text) {
            let skill = tidy(&item);
            let known = skills.iter().any(|seen| seen.to_lowercase() == skill.to_lowercase());
            if !known && is_skill(&skill) && skills.len() < MAX_SKILLS {
                skills.push(skill);
            }
        }
    }
}

/// Splits at list separators outside parentheses.
fn items(text: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut item = String::new();
    let mut depth = 0usize;
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let mark =
            matches!(c, ',' | ';' | '、' | '|' | '•' | '·' | '\t' | '。' | '●' | '▪') || c == ' ' && previous == ' ';
        if mark && depth == 0 {
            items.push(std::mem::take(&mut item));
        } else {
            item.push(c);
        }
        previous = c;
    }
    items.push(item);
    items
        .into_iter()
        .flat_map(|item| match item.rsplit_once(':') {
            Some((head, rest)) if head.chars().count() <= 24 => vec![rest.to_owned()],
            _ => vec![item],
        })
        .flat_map(|item| {
            let han = item.chars().any(is_han);
            let parts: Vec<String> = if han {
                item.split(['与', '和', '及']).map(str::to_owned).collect()
            } else {
                item.split(" and ").flat_map(|part| part.split(" dan ")).map(str::to_owned).collect()
            };
            // A phrase that merely contains the word stays whole.
            let fits = |part: &String| {
                let part = part.trim();
                if han {
                    part.chars().any(|c| c.is_ascii_alphabetic())
                } else {
                    (1..=24).contains(&part.chars().count())
                }
            };
            if parts.len() > 1 && parts.iter().all(fits) { parts } else { vec![item] }
        })
        .collect()
}

fn tidy(item: &str) -> String {
    let mut bare = item.trim().trim_end_matches('.').trim_start_matches(['-', '–', '*', '+']).trim().to_owned();
    for lead in [
        "熟练掌握",
        "熟练使用",
        "熟练运用",
        "熟悉使用",
        "能够熟练",
        "精通",
        "熟悉",
        "熟练",
        "掌握",
        "了解",
        "擅长",
        "使用",
        "具备",
        "Proficient in ",
        "Experienced in ",
        "Familiar with ",
        "Knowledge of ",
        "Expert in ",
        "and ",
        "dan ",
        "Menguasai ",
        "Mahir ",
        "Skilled in ",
    ] {
        if let Some(rest) = bare.strip_prefix(lead) {
            bare = rest.trim().to_owned();
        }
    }
    for end in ["等办公软件", "等工具", "等"] {
        if let Some(rest) = bare.strip_suffix(end)
            && rest.chars().count() > 1
        {
            bare = rest.to_owned();
        }
    }
    bare
}

fn is_skill(skill: &str) -> bool {
    let count = skill.chars().count();
    let han = skill.chars().filter(|&c| is_han(c)).count();
    count >= 1
        && skill.chars().any(char::is_alphabetic)
        && count <= 60
        && han <= 18
        && skill.split_whitespace().count() <= 7
        && !skill.contains('@')
}
