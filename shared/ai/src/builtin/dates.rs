//! Date ranges in resumes, used for employments missing in the profile.

use std::sync::LazyLock;

use bole_domain::period::{Period, YearMonth};
use regex::{Captures, Regex};

use super::text::ascii_bounds;

const MONTHS: &str = r"\b(?:jan(?:uary|uari)?|feb(?:ruary|ruari)?|mar(?:ch|et)?|apr(?:il)?|may|mei|june?|juni|july?|juli|aug(?:ust)?|agustus|agu|agt|ags|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|des(?:ember)?)";

static RANGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let point = |n: u8| {
        format!(
            r"(?:(?P<name{n}>{MONTHS})\.?,?\s*(?P<after{n}>(?:19|20)\d\d)|(?P<first{n}>\d{{1,2}})[/.](?P<slash{n}>(?:19|20)\d\d)|(?P<year{n}>(?:19|20)\d\d)(?:\s*(?:年|[./-])\s*(?P<month{n}>1[0-2]|0?[1-9])(?:\s*月)?(?:[./-]\d{{1,2}}\b)?|\s*年)?)"
        )
    };
    let now = r"(?P<now>至今|今|现在|目前|present|now|current|currently|today|sekarang|saat ini|kini)";
    Regex::new(&ascii_bounds(&format!(
        r"(?i)(?:\b|^){}\s*(?:-|–|—|~|～|－|至|到|to|until|sampai|hingga|s\.?d\.?|s/d)+\s*(?:{}|{now})",
        point(1),
        point(2)
    )))
    .ok()
});

/// The first period in a line, and its position.
pub fn period_in(line: &str, today: YearMonth) -> Option<(Period, bool, (usize, usize))> {
    // Fast path: most lines contain no year.
    if !line.contains("20") && !line.contains("19") {
        return None;
    }
    let found = RANGE.as_ref()?.captures(line)?;
    let whole = found.get(0)?;
    let start = point(&found, 1, 1)?;
    let current = found.name("now").is_some();
    let end = if current { today } else { point(&found, 2, 12)? };
    Some((Period::new(start, end.min(today))?, current, (whole.start(), whole.end())))
}

fn point(found: &Captures<'_>, n: u8, default_month: u8) -> Option<YearMonth> {
    let get = |name: &str| found.name(&format!("{name}{n}")).map(|part| part.as_str());
    if let (Some(name), Some(year)) = (get("name"), get("after")) {
        return YearMonth::new(year.parse().ok()?, month_of(name)?);
    }
    if let (Some(month), Some(year)) = (get("first"), get("slash")) {
        return YearMonth::new(year.parse().ok()?, month.parse().ok()?);
    }
    let month = get("month").and_then(|month| month.parse().ok()).unwrap_or(default_month);
    YearMonth::new(get("year")?.parse().ok()?, month)
}

fn month_of(name: &str) -> Option<u8> {
    let start: String = name.to_lowercase().chars().take(3).collect();
    let names: [&[&str]; 12] = [
        &["jan"],
        &["feb"],
        &["mar"],
        &["apr"],
        &["may", "mei"],
        &["jun"],
        &["jul"],
        &["aug", "agu", "agt", "ags"],
        &["sep"],
        &["oct", "okt"],
        &["nov"],
        &["dec", "des"],
    ];
    let index = names.iter().position(|forms| forms.contains(&start.as_str()))?;
    u8::try_from(index + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_period_notations_are_parsed() {
        let today = YearMonth::new(2025, 6).unwrap();
        for (line, start, end) in [
            ("某公司　工程师　2019年7月 至 2024年6月", "2019-07", "2024-06"),
            ("2019.07–2024.06 某公司", "2019-07", "2024-06"),
            ("Acme, Jul 2019 - Present", "2019-07", "2025-06"),
            ("PT Fiktif, Agustus 2019 s.d. sekarang", "2019-08", "2025-06"),
            ("03/2016 - 12/2018", "2016-03", "2018-12"),
            ("2016 - 2018", "2016-01", "2018-12"),
            ("2020/03-至今", "2020-03", "2025-06"),
        ] {
            let (period, ..) = period_in(line, today).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((period.start.to_string(), period.end.to_string()), (start.into(), end.into()), "{line}");
        }
    }

    #[test]
    fn numbers_without_a_period_are_ignored() {
        let today = YearMonth::new(2025, 6).unwrap();
        for line in ["P99 from 480 to 95 ms", "电话：138-0000-1234", "+62 812-0000-4321", "2022 award"] {
            assert!(period_in(line, today).is_none(), "{line}");
        }
    }
}
