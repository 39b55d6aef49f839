//! Time zones by their IANA names, and the days of their calendars.

use chrono::{DateTime, Offset, TimeZone};
use chrono_tz::Tz;
use time::{Date, Duration, OffsetDateTime, UtcOffset};

/// A time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Zone(Tz);

impl Zone {
    /// Coordinated Universal Time.
    pub const UTC: Self = Self(Tz::UTC);

    /// The zone of an IANA name such as `Asia/Jakarta`; `None` for unknown names.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    /// The IANA name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// The same moment with the zone's offset, in whole minutes.
    #[must_use]
    pub fn local(self, at: OffsetDateTime) -> OffsetDateTime {
        let minutes = self.offset(at).whole_minutes();
        let offset = UtcOffset::from_whole_seconds(i32::from(minutes) * 60);
        offset.ok().and_then(|offset| at.checked_to_offset(offset)).unwrap_or(at)
    }

    /// The first moment of a day; `None` at the ends of the calendar.
    #[must_use]
    pub fn start_of(self, day: Date) -> Option<OffsetDateTime> {
        let midnight = day.midnight().assume_utc();
        let naive = DateTime::from_timestamp(midnight.unix_timestamp(), 0)?.naive_utc();
        if let Some(offset) = self.0.offset_from_local_datetime(&naive).earliest() {
            return midnight.checked_sub(Duration::seconds(offset.fix().local_minus_utc().into()));
        }
        // Clocks were put forward over midnight: the day begins at that moment.
        let (mut before, mut after) = (midnight.checked_sub(Duration::DAY)?, midnight.checked_add(Duration::DAY)?);
        while after - before > Duration::SECOND {
            let middle = before + (after - before) / 2;
            if self.local(middle).date() < day { before = middle } else { after = middle }
        }
        after.replace_nanosecond(0).ok()
    }

    fn offset(self, at: OffsetDateTime) -> UtcOffset {
        let seconds = DateTime::from_timestamp(at.unix_timestamp(), 0)
            .map_or(0, |utc| self.0.offset_from_utc_datetime(&utc.naive_utc()).fix().local_minus_utc());
        UtcOffset::from_whole_seconds(seconds).unwrap_or(UtcOffset::UTC)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn day_starts_at_midnight_of_its_zone() {
        let shanghai = Zone::named("Asia/Shanghai").unwrap();
        assert_eq!(shanghai.start_of(date!(2026 - 03 - 02)), Some(datetime!(2026-03-01 16:00 UTC)));
        assert_eq!(shanghai.local(datetime!(2026-03-01 23:30 UTC)), datetime!(2026-03-02 07:30 +08));
        assert_eq!(shanghai.local(datetime!(2026-03-01 23:30 UTC)).date(), date!(2026 - 03 - 02));
        assert_eq!(Zone::UTC.start_of(date!(2026 - 03 - 02)), Some(datetime!(2026-03-02 00:00 UTC)));
        assert_eq!((shanghai.name(), Zone::named("Mars/Olympus")), ("Asia/Shanghai", None));
    }

    #[test]
    fn day_without_midnight_starts_at_the_clock_change() {
        // From 2026-04-24 00:00 straight to 01:00.
        let cairo = Zone::named("Africa/Cairo").unwrap();
        let start = cairo.start_of(date!(2026 - 04 - 24)).unwrap();
        assert_eq!((start, cairo.local(start).hour()), (datetime!(2026-04-23 22:00 UTC), 1));
        // A day that its place left out begins with the next one.
        let apia = Zone::named("Pacific/Apia").unwrap();
        assert_eq!(apia.start_of(date!(2011 - 12 - 30)), apia.start_of(date!(2011 - 12 - 31)));
    }

    proptest! {
        /// A moment is in the day that its local date names.
        #[test]
        fn instant_is_within_its_day(
            at in 0_i64..2_000_000_000,
            name in prop::sample::select(&["UTC", "Asia/Shanghai", "Asia/Jakarta", "America/New_York", "Europe/London", "Asia/Kathmandu"][..]),
        ) {
            let zone = Zone::named(name).unwrap();
            let at = OffsetDateTime::from_unix_timestamp(at).unwrap();
            let day = zone.local(at).date();
            prop_assert!(zone.start_of(day).unwrap() <= at);
            prop_assert!(at < zone.start_of(day.next_day().unwrap()).unwrap());
        }
    }
}
