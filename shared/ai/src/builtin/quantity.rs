//! Required numbers other than years and people: per cent, days, stores, beds. Evidence has to reach them too.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::cues::cued;
use super::numbers::{number, spelled_numbers};
use super::text::ascii_bounds;

/// A number and what it counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    value: f64,
    unit: &'static str,
    /// Whether it is an upper limit: within five days.
    is_most: bool,
    /// As written in the criterion.
    pub label: String,
}

/// What a passage says about a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    Enough,
    /// Stated, but not reached.
    Short,
    /// Not stated.
    Silent,
}

const UNITS: &[(&str, &str)] = &[
    ("percent", r"%|％|persen\b|percent\b|per cent\b"),
    ("days", r"个?工作日|天|日内|(?:working |business )?days?\b|hari\b"),
    ("hours", r"个?小时|hours?\b|jam\b"),
    (
        "stores",
        r"家(?:[^\s，,；;。\d]{0,4}?(?:门店|店|分店|超市))?|间?门店|店|stores?\b|outlets?\b|branch(?:es)?\b|cabang\b|toko\b|gerai\b",
    ),
    ("beds", r"张?床|beds?\b|tempat tidur\b"),
    ("accounts", r"(?:家|个)客户|clients?\b|customers?\b|accounts?\b|klien\b"),
    ("area", r"平方米|平米|㎡|m2\b|m²|sqm\b|square met"),
    ("sku", r"(?:个|种)?\s?skus?\b"),
    ("classes", r"个(?:教学)?班|classes\b|rombel\b|kelas\b"),
    ("students", r"(?:个|名|位)?(?:学生|学员|幼儿)|(?:students|pupils|children)\b|siswa\b|murid\b"),
    ("suppliers", r"家供应商|suppliers?\b|vendors?\b|pemasok\b"),
    ("projects", r"个项目|projects?\b|proyek\b"),
    ("lines", r"条(?:生产线|产线|流水线)|production lines?\b|lini\b"),
    ("audits", r"次(?:审核|外审|内审)|audits?\b"),
];

/// Amounts of money, with the currency before or after the number, and what they measure.
static MONEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&ascii_bounds(
        r"(?i)(?P<sign>us\$|s\$|[$€£¥￥]|usd|eur|gbp|sgd|rmb|rp\.?|idr)\s?(?P<number>\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d+)?)\s?(?P<times>k\b|m\b|mm\b|mn\b|bn\b|b\b|thousand|million|billion|ribu|juta|jt\b|miliar|milyar|triliun|万|亿)?|(?P<figure>\d+(?:\.\d+)?)\s?(?P<wan>万|亿|百万|千万)(?P<of>美元|美金|欧元)?",
    ))
    .ok()
});

fn money_in(lower: &str) -> Vec<(f64, &'static str, usize, usize)> {
    let Some(money) = MONEY.as_ref() else { return Vec::new() };
    let times = |text: &str| match text {
        "k" | "thousand" | "ribu" => 1e3,
        "万" => 1e4,
        "m" | "mm" | "mn" | "million" | "juta" | "jt" | "百万" => 1e6,
        "千万" => 1e7,
        "亿" => 1e8,
        "bn" | "b" | "billion" | "miliar" | "milyar" => 1e9,
        "triliun" => 1e12,
        _ => 1.0,
    };
    let amount = |found: Captures<'_>| {
        let whole = found.get(0)?;
        let named = |name: &str| found.name(name).map_or("", |part| part.as_str());
        let (number, factor, unit) = if found.name("sign").is_some() {
            let unit = match named("sign") {
                "€" | "eur" => "eur",
                "£" | "gbp" => "gbp",
                "s$" | "sgd" => "sgd",
                "¥" | "￥" | "rmb" => "cny",
                sign if sign.starts_with("rp") || sign == "idr" => "idr",
                _ => "usd",
            };
            (value(named("number"))?, times(named("times")), unit)
        } else {
            let unit = match named("of") {
                "美元" | "美金" => "usd",
                "欧元" => "eur",
                _ => "cny",
            };
            (named("figure").parse().ok()?, times(named("wan")), unit)
        };
        Some((number * factor, unit, whole.start(), whole.end()))
    };
    money.captures_iter(lower).filter_map(amount).collect()
}

static NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let units: Vec<String> = UNITS.iter().map(|(name, pattern)| format!("(?P<{name}>{pattern})")).collect();
    Regex::new(&ascii_bounds(&format!(
        r"(?i)(?P<number>\d{{1,3}}(?:[.,]\d{{3}})+|\d+(?:[.,]\d+)?)\s*(?:\+|多|余)?\s*(?:working |business )?(?:{})",
        units.join("|")
    )))
    .ok()
});

/// "Working day four", 第三个工作日: a deadline in days.
static DAYS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&ascii_bounds(r"(?i)(?:\b(?:working |business )?day|\bwd|\bhari(?: kerja)?(?: ke-?)?|\bd\+|第)\s?(?P<number>\d{1,2}|[一二三四五六七八九十]{1,2})\b?")).ok()
});

fn all_in(lower: &str) -> Vec<(f64, &'static str, usize, usize)> {
    let Some(numbers) = NUMBERS.as_ref() else { return Vec::new() };
    let day = |found: Captures<'_>| {
        let whole = found.get(0)?;
        Some((number(found.name("number")?.as_str())?, "days", whole.start(), whole.end()))
    };
    let days = DAYS.iter().flat_map(|days| days.captures_iter(lower).filter_map(day).collect::<Vec<_>>());
    numbers
        .captures_iter(lower)
        .filter_map(|found| {
            let (unit, _) = UNITS.iter().find(|(name, _)| found.name(name).is_some())?;
            let whole = found.get(0)?;
            Some((value(found.name("number")?.as_str())?, *unit, whole.start(), whole.end()))
        })
        .chain(days)
        .chain(money_in(lower))
        .collect()
}

/// 1,200 and 1.200 are thousands; 99.5 and 99,5 are not.
fn value(text: &str) -> Option<f64> {
    let grouped = text.split([',', '.']).skip(1).all(|part| part.len() == 3) && text.contains([',', '.']);
    if grouped { text.replace([',', '.'], "").parse().ok() } else { text.replace(',', ".").parse().ok() }
}

/// The quantities required by a criterion.
pub fn asked_in(lower: &str) -> impl Iterator<Item = Quantity> + '_ {
    all_in(lower).into_iter().map(|(value, unit, start, end)| {
        let before: String = lower[..start].chars().rev().take(16).collect::<Vec<_>>().into_iter().rev().collect();
        let behind: String = lower[end..].chars().take(4).collect();
        let is_most = cued("at.most", &before) || cued("at.most.after", &behind);
        Quantity { value, unit, is_most, label: lower[start..end].trim().to_owned() }
    })
}

impl Quantity {
    /// Whether it counts objects, so that number and noun are the requirement: ten stores.
    pub fn counts_things(&self) -> bool {
        !matches!(self.unit, "percent" | "days" | "hours") && !self.is_most
    }

    /// What a text says about it.
    pub fn reached_in(&self, lower: &str) -> Reached {
        let lower = spelled_numbers(lower);
        let told: Vec<f64> = all_in(&lower).into_iter().filter(|told| told.1 == self.unit).map(|told| told.0).collect();
        if told.is_empty() {
            return Reached::Silent;
        }
        let enough = |told: &f64| if self.is_most { *told <= self.value } else { *told >= self.value };
        if told.iter().any(enough) { Reached::Enough } else { Reached::Short }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_amount_is_compared_in_its_own_currency() {
        let of = |text: &str| asked_in(text).next().unwrap_or_else(|| panic!("{text}"));
        let quota = of("annual quota of at least $500k");
        assert_eq!(quota.reached_in("closed $1.2m against a quota of $0.9 million"), Reached::Enough);
        assert_eq!(quota.reached_in("quota $420k"), Reached::Short);
        assert_eq!(quota.reached_in("年度指标 600 万元"), Reached::Silent);
        assert_eq!(of("年销售额 500 万以上").reached_in("全年销售额 1.2 亿"), Reached::Enough);
        assert_eq!(of("budget minimal rp 100 juta").reached_in("mengelola rp150.000.000 per bulan"), Reached::Enough);
    }

    #[test]
    fn quantity_is_compared_in_its_own_unit_and_direction() {
        let of = |text: &str| asked_in(text).next().unwrap_or_else(|| panic!("{text}"));
        let close = of("owns the month-end close, within 5 working days");
        assert_eq!(close.reached_in("closed the books by day 4, in 4 working days"), Reached::Enough);
        assert_eq!(close.reached_in("close in eight working days"), Reached::Short);
        assert_eq!(close.reached_in("closed the books"), Reached::Silent);
        for text in
            ["the pack is issued on working day four", "selesai pada hari kerja keempat", "每月第三个工作日出具"]
        {
            assert_eq!(close.reached_in(text), Reached::Enough, "{text}");
        }
        let accuracy = of("akurasi stok minimal 99,5%");
        assert_eq!(accuracy.reached_in("akurasi 99,7%"), Reached::Enough);
        assert_eq!(accuracy.reached_in("akurasi 98%"), Reached::Short);
    }
}
