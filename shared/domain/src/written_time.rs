//! Moments as people write them, with the time zone's name.

use time::{Date, Month, OffsetDateTime, Weekday};

use crate::email::EmailLanguage;
use crate::zone::Zone;

const INDONESIAN: [&str; 12] = [
    "Januari",
    "Februari",
    "Maret",
    "April",
    "Mei",
    "Juni",
    "Juli",
    "Agustus",
    "September",
    "Oktober",
    "November",
    "Desember",
];

/// The date, time and zone of a moment: in the first zone, and beside it in others where the clocks differ.
#[must_use]
pub fn written(at: OffsetDateTime, zones: &[Zone], language: EmailLanguage) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut shown: Vec<OffsetDateTime> = Vec::new();
    for zone in zones {
        let local = zone.local(at);
        if shown.iter().any(|known| known.offset() == local.offset()) {
            continue;
        }
        let is_same_day = shown.first().is_some_and(|first| first.date() == local.date());
        let day = if is_same_day { String::new() } else { day(local, language) };
        let (hour, minute) = (local.hour(), local.minute());
        let name = name(*zone, at, language);
        texts.push(match language {
            EmailLanguage::Zh if is_same_day => format!("{hour:02}:{minute:02}（{name}）"),
            EmailLanguage::Zh => format!("{day}{hour:02}:{minute:02}（{name}）"),
            EmailLanguage::En if is_same_day => format!("{hour:02}:{minute:02} ({name})"),
            EmailLanguage::En => format!("{day}, {hour:02}:{minute:02} ({name})"),
            EmailLanguage::Id if is_same_day => format!("pukul {hour:02}.{minute:02} ({name})"),
            EmailLanguage::Id => format!("{day} pukul {hour:02}.{minute:02} ({name})"),
        });
        shown.push(local);
    }
    let and = match language {
        EmailLanguage::Zh => "，即 ",
        EmailLanguage::En | EmailLanguage::Id => " = ",
    };
    texts.join(and)
}

/// A date as letters write it.
#[must_use]
pub fn written_date(date: Date, language: EmailLanguage) -> String {
    let (year, month, day) = (date.year(), date.month(), date.day());
    match language {
        EmailLanguage::Zh => format!("{year}年{}月{day}日", u8::from(month)),
        EmailLanguage::En => format!("{month} {day}, {year}"),
        EmailLanguage::Id => format!("{day} {} {year}", indonesian_month(month)),
    }
}

/// The date, time and zone of a deadline as letters write it.
#[must_use]
pub fn written_deadline(at: OffsetDateTime, zone: Zone, language: EmailLanguage) -> String {
    let local = zone.local(at);
    let (date, name) = (written_date(local.date(), language), name(zone, at, language));
    let (hour, minute) = (local.hour(), local.minute());
    match language {
        EmailLanguage::Zh => format!("{date} {hour:02}:{minute:02}（{name}）"),
        EmailLanguage::En => format!("{date}, {hour:02}:{minute:02} ({name})"),
        EmailLanguage::Id => format!("{date} pukul {hour:02}.{minute:02} ({name})"),
    }
}

/// A month's Indonesian name.
#[must_use]
pub fn indonesian_month(month: Month) -> &'static str {
    INDONESIAN[usize::from(u8::from(month)) - 1]
}

fn day(at: OffsetDateTime, language: EmailLanguage) -> String {
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let [zh, id] = match at.weekday() {
        Weekday::Monday => ["周一", "Senin"],
        Weekday::Tuesday => ["周二", "Selasa"],
        Weekday::Wednesday => ["周三", "Rabu"],
        Weekday::Thursday => ["周四", "Kamis"],
        Weekday::Friday => ["周五", "Jumat"],
        Weekday::Saturday => ["周六", "Sabtu"],
        Weekday::Sunday => ["周日", "Minggu"],
    };
    match language {
        EmailLanguage::Zh => format!("{year}年{month}月{day}日（{zh}）"),
        EmailLanguage::En => format!("{}, {day} {} {year}", at.weekday(), at.month()),
        EmailLanguage::Id => format!("{id}, {day} {} {year}", indonesian_month(at.month())),
    }
}

/// The zone's name and its offset, such as `Beijing time, UTC+8`.
fn name(zone: Zone, at: OffsetDateTime, language: EmailLanguage) -> String {
    let offset = offset(zone.local(at));
    let iana = zone.name();
    let [zh, en] = match iana {
        "Asia/Shanghai" | "Asia/Chongqing" | "Asia/Harbin" | "PRC" => ["北京时间", "Beijing"],
        "Asia/Hong_Kong" | "Hongkong" => ["香港时间", "Hong Kong"],
        "Asia/Macau" | "Asia/Macao" => ["澳门时间", "Macao"],
        "Asia/Taipei" => ["台北时间", "Taipei"],
        "Asia/Singapore" | "Singapore" => ["新加坡时间", "Singapore"],
        "Asia/Kuala_Lumpur" => ["吉隆坡时间", "Kuala Lumpur"],
        "Asia/Jakarta" => ["雅加达时间", "Jakarta"],
        "Asia/Makassar" => ["望加锡时间", "Makassar"],
        "Asia/Jayapura" => ["查亚普拉时间", "Jayapura"],
        "Asia/Bangkok" => ["曼谷时间", "Bangkok"],
        "Asia/Ho_Chi_Minh" | "Asia/Saigon" => ["胡志明市时间", "Ho Chi Minh City"],
        "Asia/Manila" => ["马尼拉时间", "Manila"],
        "Asia/Tokyo" | "Japan" => ["东京时间", "Tokyo"],
        "Asia/Seoul" => ["首尔时间", "Seoul"],
        "Asia/Kolkata" | "Asia/Calcutta" => ["印度时间", "India"],
        "Asia/Dubai" => ["迪拜时间", "Dubai"],
        "Europe/London" => ["伦敦时间", "London"],
        "Europe/Paris" => ["巴黎时间", "Paris"],
        "Europe/Berlin" => ["柏林时间", "Berlin"],
        "America/New_York" => ["纽约时间", "New York"],
        "America/Chicago" => ["芝加哥时间", "Chicago"],
        "America/Los_Angeles" => ["洛杉矶时间", "Los Angeles"],
        "Australia/Sydney" => ["悉尼时间", "Sydney"],
        _ => ["", ""],
    };
    let indonesian = match iana {
        "Asia/Jakarta" | "Asia/Pontianak" => "WIB",
        "Asia/Makassar" | "Asia/Ujung_Pandang" => "WITA",
        "Asia/Jayapura" => "WIT",
        _ => "",
    };
    // Zones such as UTC and Etc/GMT+8 are not named after a city.
    let is_city = iana.contains('/') && !iana.starts_with("Etc/");
    let city = iana.rsplit('/').next().filter(|_| is_city).map(|city| city.replace('_', " ")).unwrap_or_default();
    let city = if en.is_empty() { city } else { en.to_owned() };
    match language {
        _ if city.is_empty() => offset,
        EmailLanguage::Zh if zh.is_empty() => format!("{city} 时间，{offset}"),
        EmailLanguage::Zh => format!("{zh}，{offset}"),
        EmailLanguage::En => format!("{city} time, {offset}"),
        EmailLanguage::Id if indonesian.is_empty() => format!("waktu {city}, {offset}"),
        EmailLanguage::Id => format!("{indonesian}, {offset}"),
    }
}

/// The offset, such as `UTC+5:30`.
fn offset(local: OffsetDateTime) -> String {
    let minutes = local.offset().whole_minutes();
    let sign = if minutes < 0 { '-' } else { '+' };
    match (minutes.abs() / 60, minutes.abs() % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, rest) => format!("UTC{sign}{hours}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn zones(names: &[&str]) -> Vec<Zone> {
        names.iter().map(|name| Zone::named(name).unwrap()).collect()
    }

    #[test]
    fn moment_is_written_in_each_language() {
        let at = datetime!(2030-03-05 01:00 UTC);
        let zones = zones(&["Asia/Shanghai", "Asia/Jakarta"]);
        for (language, expected) in [
            (EmailLanguage::Zh, "2030年3月5日（周二）09:00（北京时间，UTC+8），即 08:00（雅加达时间，UTC+7）"),
            (EmailLanguage::En, "Tuesday, 5 March 2030, 09:00 (Beijing time, UTC+8) = 08:00 (Jakarta time, UTC+7)"),
            (EmailLanguage::Id, "Selasa, 5 Maret 2030 pukul 09.00 (waktu Beijing, UTC+8) = pukul 08.00 (WIB, UTC+7)"),
        ] {
            assert_eq!(written(at, &zones, language), expected);
        }
    }

    #[test]
    fn letters_write_dates_and_deadlines_in_their_language() {
        let (at, zone) = (datetime!(2030-03-05 15:59:59 UTC), Zone::named("Asia/Shanghai").unwrap());
        for (language, date, deadline) in [
            (EmailLanguage::Zh, "2030年3月5日", "2030年3月5日 23:59（北京时间，UTC+8）"),
            (EmailLanguage::En, "March 5, 2030", "March 5, 2030, 23:59 (Beijing time, UTC+8)"),
            (EmailLanguage::Id, "5 Maret 2030", "5 Maret 2030 pukul 23.59 (waktu Beijing, UTC+8)"),
        ] {
            assert_eq!(written_date(zone.local(at).date(), language), date);
            assert_eq!(written_deadline(at, zone, language), deadline);
        }
    }

    #[test]
    fn other_zone_has_its_own_day_and_equal_clocks_are_named_once() {
        let at = datetime!(2030-03-05 01:00 UTC);
        let english = |names: &[&str]| written(at, &zones(names), EmailLanguage::En);
        assert_eq!(
            english(&["Asia/Shanghai", "America/New_York"]),
            "Tuesday, 5 March 2030, 09:00 (Beijing time, UTC+8) = Monday, 4 March 2030, 20:00 (New York time, UTC-5)"
        );
        assert_eq!(english(&["Asia/Shanghai", "Asia/Singapore"]), "Tuesday, 5 March 2030, 09:00 (Beijing time, UTC+8)");
        assert_eq!(english(&["UTC"]), "Tuesday, 5 March 2030, 01:00 (UTC)");
        assert_eq!(english(&["Asia/Kathmandu"]), "Tuesday, 5 March 2030, 06:45 (Kathmandu time, UTC+5:45)");
    }
}
