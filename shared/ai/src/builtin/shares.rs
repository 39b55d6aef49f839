//! Shares that a job's criteria state for its sides and items, in the ways people write them.

use std::sync::LazyLock;

use regex::Regex;

use super::cues::cued;
use super::facet;
use super::job::sentences;
use super::text::amount;

static WEIGHT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[(（\[【]?\s*(?:权重|占比|比重|占|分值|满分|weight(?:ing|age)?|bobot|worth)?\s*[:：=]?\s*(\d{1,3})\s*(?:%|分(?:值)?|points?|pts|poin)\s*(?:权重|weight|bobot)?\s*[)）\]】]?").ok()
});
static BRACKETED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[(（]\s*(\d{1,3})\s*[)）]").ok());

static LEADER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(.*?[^\s.·…_-])\s*(?:[.·_-]{3,}|…+|\t+)\s*(\d{1,3})\s*(?:%|分|points?|pts|poin)?\s*$").ok()
});
static RUNG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\s*(?:=|＝|->|→)\s*(\d{1,3})\s*(?:%|分|points?|pts|poin)?\s*[.。]?\s*$").ok());

static POINTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:[-*•·]\s*|\(?\d{1,2}\s*[.、)）]\s*|[（(]?[一二三四五六七八九十]{1,2}[、)）.]\s*|\(?[a-h][.)]\s*)?([^;；。()（）]{2,90}?)\s*[-–—:：,，]*\s*(\d{1,3})\s*(?:分|%|points?|pts|poin|marks?)\s*(?:[-–—:：.。,，]+\s*(\S.*)?)?$").ok()
});
static WEIGHED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:[-*•·]\s*|\(?\d{1,2}\s*[.、)）]\s*|[（(]?[一二三四五六七八九十]{1,2}[、)）.]\s*|\(?[a-h][.)]\s*)?(\S[^；;。]{1,160}?)\s*[-–—:：,，(（\[]*\s*(?:bobot|weight|权重|占比|比重)\s*[:：=]?\s*(\d{1,3})\s*(?:%|分|points?|pts|poin)?\s*[)）\]]?\s*(?:[-–—:：.。,，;；]+\s*(\S.*)?)?$").ok()
});
static RUNG_FIRST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\d{1,2}\s*(?:分|points?|pts|poin)?\s*(?:bila|jika|kalau|untuk|if|for|when)(?-u:\b)").ok()
});
static EARNS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\s*(?:=|＝|->|→|给|得|算|计|记|earns?|gets?|scores?|for|mendapat|dapat|nilai|bernilai)?\s*(?:up to|满|about)?\s*(\d{1,3})\s*(?:分|%|points?|pts|poin|marks?)?\s*$").ok()
});

/// A list of sides with their points and what earns them, "结算 30分——本人主办的给30；配合的给15", as shares: of what earns
/// points only what earns them all is asked for.
fn pointed(text: &str) -> String {
    let weighed = sided(text, &WEIGHED, 0);
    if weighed == text { sided(text, &POINTED, 2) } else { weighed }
}

/// The lines of a text that a pattern reads as a side, its points and the rest, as shares: where there are at least three,
/// that come to about a hundred, and so many of them tell what earns how much.
fn sided(text: &str, pattern: &LazyLock<Option<Regex>>, ladders: usize) -> String {
    let Some(pattern) = pattern.as_ref() else { return text.to_owned() };
    let told = |line: &str| {
        let found = pattern.captures(line)?;
        let points = found.get(2)?.as_str().parse::<u32>().ok()?;
        let rest = found.get(3).map_or("", |rest| rest.as_str());
        Some((found.get(1)?.as_str().trim().to_owned(), points, rest.to_owned()))
    };
    let sides: Vec<(String, u32, String)> = text.lines().filter_map(told).collect();
    let laddered = sides.iter().filter(|(_, points, rest)| earning(rest, *points).is_some()).count();
    if sides.len() < 3
        || laddered < ladders
        || !(90..=110).contains(&sides.iter().map(|(_, points, _)| points).sum::<u32>())
    {
        return text.to_owned();
    }
    let lines = text.lines().map(|line| match told(line) {
        Some((name, points, rest)) => {
            let top = earning(&rest, points).unwrap_or(rest);
            let top = top.trim().trim_end_matches(['。', '.', '；', ';', '，', ',']);
            let top = if top.is_empty() { String::new() } else { format!("，{top}") };
            format!("{name}（{points}%）：{name}{top}")
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Where a text says what earns how many points: what earns them all, and what is told without any.
fn earning(text: &str, points: u32) -> Option<String> {
    let earns = EARNS.as_ref()?;
    let mut kept: Vec<String> = Vec::new();
    let mut ladder = false;
    let mut parts = sentences(text);
    if parts.len() < 2 {
        parts = text.split(['，', ',', '；', ';', '。']).map(|part| part.trim().to_owned()).collect();
    }
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        if cued("earns.all", &part.to_lowercase()) {
            ladder = true;
            kept.push(part);
            continue;
        }
        // Below the top of a ladder, fewer years and nothing at all are rungs.
        if ladder && (facet::years_in(&part.to_lowercase()).is_some() || cued("earns.none", &part.to_lowercase())) {
            continue;
        }
        if RUNG_FIRST.as_ref().is_some_and(|rung| rung.is_match(&part)) {
            ladder = true;
            continue;
        }
        match earns
            .captures(&part)
            .and_then(|found| Some((found.get(0)?.start(), found.get(1)?.as_str().parse::<u32>().ok()?)))
        {
            Some((at, value)) if value <= points => {
                ladder = true;
                if value == points {
                    kept.push(part[..at].trim_end_matches(['，', ',', ' ', '—', '-']).to_owned());
                }
            }
            _ => kept.push(part),
        }
    }
    ladder.then(|| kept.join("，"))
}

/// A scorecard whose lines run in dots to their numbers, "Production ownership ........ 30", with the number as a share;
/// the line that tells what earns it stands behind it.
fn leaders(text: &str) -> String {
    let Some(leader) = LEADER.as_ref() else { return text.to_owned() };
    let numbers = text.lines().filter_map(|line| leader.captures(line)?.get(2)?.as_str().parse::<u32>().ok());
    let numbers: Vec<u32> = numbers.collect();
    if numbers.len() < 3 || numbers.iter().sum::<u32>() != 100 {
        return text.to_owned();
    }
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        if leader.is_match(line) {
            let bare = leader.replace(line, "$1").into_owned();
            let name = bare.trim_start().split_once(['.', ')', '、', '）']).filter(|(number, _)| number.len() <= 2);
            let name = name.map_or(bare.as_str(), |(_, name)| name).trim().to_owned();
            lines.push(format!("{}: {name}", leader.replace(line, "$1 ($2%)")));
            open = true;
        } else if let Some(last) = lines.last_mut().filter(|_| open && rungs(line).is_some()) {
            *last = format!("{last}: {}", line.trim());
            open = false;
        } else {
            lines.push(line.to_owned());
            open = false;
        }
    }
    lines.join("\n")
}

/// The rungs of a ladder, "4 years or more = 30; 2-4 years = 15; none = 0": what earns how much, from the top down.
/// Numbers that rise, or that add up to a hundred, are shares of different things.
fn rungs(line: &str) -> Option<Vec<(String, u32)>> {
    let rung = RUNG.as_ref()?;
    let told = |part: &str| {
        let found = rung.captures(part)?;
        let name = part[..found.get(0)?.start()].trim().to_owned();
        Some((name, found.get(1)?.as_str().parse::<u32>().ok()?))
    };
    let of = |stops: &[char]| line.split(stops).filter(|part| !part.trim().is_empty()).map(told).collect();
    let found: Option<Vec<(String, u32)>> = of(&[';', '；']);
    let found = found.filter(|found| found.len() > 1).or_else(|| of(&[',', '，', '、', ';', '；']))?;
    let falls = found.windows(2).all(|pair| pair[0].1 > pair[1].1);
    (found.len() > 1 && falls && found.iter().map(|(_, value)| value).sum::<u32>() != 100).then_some(found)
}

/// Of a ladder only what earns the most is asked for; the other rungs say how much less the lack of it is worth.
fn top_rungs(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let top = rungs(line).and_then(|found| Some(found.first()?.0.clone()));
        top.unwrap_or_else(|| line.to_owned())
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Shares told as bare numbers, "experience 50, team 20, cost 30" or "Experience (50): …", as shares with their sign:
/// numbers that add up to a hundred are nothing else.
pub fn with_shares(text: &str) -> String {
    let text = &top_rungs(&pointed(&leaders(text)));
    let sum = |numbers: &[&str]| numbers.iter().filter_map(|number| number.parse::<u32>().ok()).sum::<u32>();
    if let Some(bracketed) = BRACKETED.as_ref() {
        let numbers: Vec<&str> =
            bracketed.captures_iter(text).filter_map(|found| Some(found.get(1)?.as_str())).collect();
        if numbers.len() >= 3 && sum(&numbers) == 100 {
            return bracketed.replace_all(text, "($1%)").into_owned();
        }
    }
    let lines = text.lines().map(|line| {
        let list = line.split_once([':', '：']).map_or(line, |(_, list)| list);
        let list = list.split(['.', '。']).next().unwrap_or(list);
        let parts: Vec<&str> = list.split([',', '，', '、', ';', '；']).map(str::trim).collect();
        let named = |part: &str| {
            let name = part.trim_end_matches(|c: char| c.is_ascii_digit());
            (name.len() < part.len() && amount(name) >= 3)
                .then(|| (name.trim().to_owned(), part[name.len()..].to_owned()))
        };
        let shares: Vec<(String, String)> = parts.iter().filter_map(|part| named(part)).collect();
        let numbers: Vec<&str> = shares.iter().map(|(_, number)| number.as_str()).collect();
        if shares.len() < 3 || shares.len() < parts.len() || sum(&numbers) != 100 {
            return line.to_owned();
        }
        shares.iter().map(|(name, number)| format!("{name}: {number}%")).collect::<Vec<_>>().join("\n")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// One line that states several shares, "Skills (40%): … Experience (30%): …", is a line for each.
pub fn split_weighted(line: &str) -> Vec<String> {
    let shares: Vec<(usize, usize)> = WEIGHT
        .as_ref()
        .map(|weight| weight.find_iter(line).map(|found| (found.start(), found.end())).collect())
        .unwrap_or_default();
    if shares.len() < 2 || ["推荐", "ecommend", "rekomendasi"].iter().any(|word| line.contains(word)) {
        return vec![line.to_owned()];
    }
    // Where a share stands in brackets, one in the running text is part of what it opens: "Level (35). Below 3 years 12".
    let bracketed = |&(start, _): &(usize, usize)| line[start..].starts_with(['(', '（', '[', '【']);
    let shares: Vec<(usize, usize)> =
        if shares.iter().any(bracketed) { shares.into_iter().filter(bracketed).collect() } else { shares };
    // Where shares open what a colon follows, the others are parts of it: "Degree (10%): bachelor 6, SAP 4".
    let opens = |&(_, end): &(usize, usize)| line[end..].trim_start().starts_with([':', '：']);
    let shares: Vec<(usize, usize)> =
        if shares.iter().any(opens) { shares.into_iter().filter(opens).collect() } else { shares };
    if shares.len() < 2 {
        return vec![line.to_owned()];
    }
    let mut pieces = Vec::new();
    let mut from = 0;
    for (index, &(start, _)) in shares.iter().enumerate() {
        let after = if index == 0 { 0 } else { shares[index - 1].1 };
        let stop = |c: char| matches!(c, '。' | '；' | ';' | '.' | '，' | ',' | '、' | '\t');
        if let Some((at, c)) = line[after..start].char_indices().rfind(|(_, c)| stop(*c)) {
            let cut = after + at + c.len_utf8();
            pieces.push(line[from..cut].to_owned());
            from = cut;
        }
    }
    pieces.push(line[from..].to_owned());
    // "Weights: Skills (40%)" opens with a word for the whole.
    if let Some(first) = pieces.first_mut()
        && let Some((head, rest)) = first.split_once([':', '：'])
        && ["weight", "权重", "评分", "bobot", "分值"].iter().any(|word| head.to_lowercase().contains(word))
        && weight_in(head).is_none()
    {
        *first = rest.trim().to_owned();
    }
    pieces
}

/// The share a text states, and where it stands.
pub fn weight_in(text: &str) -> Option<(f64, (usize, usize))> {
    let found = WEIGHT.as_ref()?.captures_iter(text).last()?;
    let whole = found.get(0)?;
    let before = &text[..whole.start()];
    let bare = before.trim_end_matches(['~', '～', '-', '–']);
    if before.ends_with('.') || (bare.len() < before.len() && bare.ends_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    let value: f64 = found.get(1)?.as_str().parse().ok()?;
    // "100% owned", "37% less" and "CET-6 425分" are no shares: a share stands at an end or in brackets or is named.
    let named = whole.as_str().chars().any(|c| "权重占比重值weightbobot([（【".contains(c) && !c.is_ascii_digit());
    let last = text[whole.end()..].trim().is_empty();
    ((named || last) && value > 0.0 && value <= 100.0).then_some((value, (whole.start(), whole.end())))
}

/// What a text says beside its share.
pub fn without_weight(text: &str) -> String {
    let left = match weight_in(text) {
        Some((_, (from, to))) => format!("{}{}", &text[..from], &text[to..]),
        None => text.to_owned(),
    };
    left.trim().trim_matches(|c: char| matches!(c, ':' | '：' | '-' | '–' | '—' | ',' | '，' | ' ')).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dotted_lines_are_shares_and_a_ladder_keeps_its_top() {
        let card = "A. Care .... 60\n  2 years = 60; less = 10.\nB. Notes …… 30\nC. English .... 10";
        assert_eq!(with_shares(card), "A. Care (60%): Care: 2 years\nB. Notes (30%): Notes\nC. English (10%): English");
    }

    #[test]
    fn shares_of_different_things_are_no_ladder() {
        for line in ["Skills = 50; experience = 30; degree = 20", "a = 5; b = 10", "one = 30"] {
            assert_eq!(top_rungs(line), line);
        }
    }

    #[test]
    fn points_behind_a_name_are_shares_and_what_earns_them_all_is_asked_for() {
        let card = "结算 30分——本人主办的给30；配合的给15；没写的给0。\n年限 50分——满3年50，1到3年8。\n学历 20分。";
        assert_eq!(with_shares(card), "结算（30%）：结算，本人主办的\n年限（50%）：年限，满3年\n学历（20%）：学历");
    }

    #[test]
    fn weights_in_words_are_shares() {
        let card = "1) Mengajar — bobot 60. Empat tahun ke atas penuh; 2-4 tahun sekitar 30; di bawah setahun hampir nol.\n2) Lab: router — bobot 30.\n3) Siap pindah — bobot 10. Tidak disebut = separuh.";
        let shares = with_shares(card);
        assert!(
            shares.starts_with("Mengajar（60%）：Mengajar，Empat tahun ke atas penuh\nLab: router（30%）"),
            "{shares}"
        );
        assert!(!shares.contains("2-4") && !shares.contains("nol"), "{shares}");
    }
}
