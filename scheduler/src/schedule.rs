//! When crons run.

use std::str::FromStr;

use bole_store::crons::Slot;
use chrono::{DateTime, Utc};
use croner::Cron as Expression;
use croner::parser::{CronParser, Seconds};
use time::OffsetDateTime;

/// Why a text is no schedule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    #[error("`{0}` is no cron expression; it has minute, hour, day, month and weekday, as `*/10 * * * *`")]
    Expression(String),
    #[error("`{0}` has to be a cron's name, `=` and its expression, as `expire_offers=*/10 * * * *`")]
    Setting(String),
}

/// A cron expression of five fields, in UTC.
#[derive(Debug, Clone)]
pub struct Schedule {
    text: String,
    expression: Expression,
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let text = text.trim();
        // As the scheduler parses it.
        let parser = CronParser::builder().seconds(Seconds::Required).dom_and_dow(true).build();
        let wrong = || ScheduleError::Expression(text.to_owned());
        if text.split_whitespace().count() != 5 {
            return Err(wrong());
        }
        let expression = parser.parse(&format!("0 {text}")).map_err(|_| wrong())?;
        // Such as 31 February, which would be looked for in vain at each look.
        expression.find_next_occurrence(&DateTime::UNIX_EPOCH, true).map_err(|_| wrong())?;
        Ok(Self { text: text.to_owned(), expression })
    }
}

impl Schedule {
    /// With a field for seconds before the others.
    pub(crate) fn with_seconds(&self) -> String {
        format!("0 {}", self.text)
    }

    /// The cron's slot that contains `now`, which is the same on every machine. None if the expression has no time.
    #[must_use]
    pub fn slot_of<'a>(&self, cron: &'a str, now: OffsetDateTime) -> Option<Slot<'a>> {
        let now: DateTime<Utc> = DateTime::from_timestamp(now.unix_timestamp(), 0)?;
        let start = self.expression.find_previous_occurrence(&now, true).ok()?;
        let next = self.expression.find_next_occurrence(&now, false).ok()?;
        let every = (next - start).to_std().ok()?;
        Some(Slot { cron, every, start: OffsetDateTime::from_unix_timestamp(start.timestamp()).ok()? })
    }
}

/// Another time for a cron than its own, as `expire_offers=*/5 * * * *`.
#[derive(Debug, Clone)]
pub struct CronSetting {
    /// The cron's name.
    pub name: String,
    /// When it runs.
    pub schedule: Schedule,
}

impl FromStr for CronSetting {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let (name, schedule) = text.split_once('=').ok_or_else(|| ScheduleError::Setting(text.to_owned()))?;
        Ok(Self { name: name.trim().to_owned(), schedule: schedule.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use time::macros::datetime;

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn every_machine_computes_the_same_slots() {
        let hourly: Schedule = "0 * * * *".parse().unwrap();
        for now in [
            datetime!(2026-03-01 10:00 UTC),
            datetime!(2026-03-01 10:00:00.5 UTC),
            datetime!(2026-03-01 10:59:59.999 UTC),
        ] {
            let slot = hourly.slot_of("cron", now).unwrap();
            assert_eq!((slot.start, slot.every), (datetime!(2026-03-01 10:00 UTC), HOUR), "{now}");
        }
        let weekly: Schedule = "30 6 * * MON".parse().unwrap();
        let slot = weekly.slot_of("cron", datetime!(2026-03-01 10:00 UTC)).unwrap();
        assert_eq!((slot.start, slot.every), (datetime!(2026-02-23 06:30 UTC), 7 * 24 * HOUR));
    }

    #[test]
    fn settings_name_a_cron_and_its_expression() {
        let setting: CronSetting = " expire_offers = */5 * * * * ".parse().unwrap();
        assert_eq!(setting.name, "expire_offers");
        assert_eq!(setting.schedule.with_seconds(), "0 */5 * * * *");
        for text in [
            "expire_offers",
            "expire_offers=",
            "expire_offers=hourly",
            "expire_offers=0 */5 * * * *",
            "a=61 * * * *",
            "a=0 0 31 2 *",
        ] {
            text.parse::<CronSetting>().unwrap_err();
        }
    }
}
