//! Busy times of a calendar (RFC 5545).

use std::collections::HashMap;

use bole_domain::booking::{BusyTime, merge_busy};
use bole_domain::interview::CalendarFailure;
use calcard::common::PartialDateTime;
use calcard::common::timezone::Tz;
use calcard::icalendar::timezone::TzResolver;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarFrequency, ICalendarParameterName,
    ICalendarPeriod, ICalendarProperty, ICalendarRecurrenceRule, ICalendarStatus, ICalendarTransparency,
    ICalendarValue,
};
use calcard::{Entry, Parser};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::question::Question;
use crate::zones;

/// The most occurrences processed, counted from the start of each series.
const MAX_OCCURRENCES: usize = 200_000;
/// The maximum work for recurrences, in days checked, or ten times the hours, minutes or seconds.
pub(crate) const MAX_STEPS: u64 = 40_000_000;
/// The most busy times in a period.
const MAX_BUSY: usize = 5_000;

/// Why a calendar cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ReadError {
    /// It is not a calendar.
    #[error("not a calendar")]
    Unreadable,
    /// It exceeds the limits.
    #[error("too many entries")]
    TooLarge,
}

impl ReadError {
    /// The failure as stored.
    #[must_use]
    pub const fn failure(self) -> CalendarFailure {
        match self {
            Self::Unreadable => CalendarFailure::Unreadable,
            Self::TooLarge => CalendarFailure::TooLarge,
        }
    }
}

/// The busy times, sorted and without overlaps.
///
/// # Errors
/// If the text is not a calendar, or exceeds the limits.
pub fn busy_times(text: &str, question: &Question) -> Result<Vec<BusyTime>, ReadError> {
    if !zones::is_whole(text) {
        return Err(ReadError::Unreadable);
    }
    let zone: Tz = question.zone.parse().unwrap_or(Tz::UTC);
    let mut parser = Parser::new(text);
    let (mut busy, mut is_calendar) = (Vec::new(), false);
    let mut left = MAX_OCCURRENCES;
    loop {
        match parser.entry() {
            Entry::ICalendar(calendar) => {
                is_calendar = true;
                left = collect(calendar, zone, left, question, &mut busy)?;
            }
            Entry::Eof => break,
            _ => {}
        }
    }
    if !is_calendar {
        return Err(ReadError::Unreadable);
    }
    let busy = merge_busy(busy, question.from, question.to);
    if busy.len() > MAX_BUSY { Err(ReadError::TooLarge) } else { Ok(busy) }
}

/// Adds the busy times of a calendar; returns how many more occurrences are allowed.
fn collect(
    mut calendar: ICalendar,
    zone: Tz,
    left: usize,
    question: &Question,
    busy: &mut Vec<BusyTime>,
) -> Result<usize, ReadError> {
    let mut steps = zones::name_defined(&mut calendar, question);
    let known = calendar.build_owned_tz_resolver().with_default(zone);
    let mut series = HashMap::new();
    let mut dates_left_out = 0;
    for component in &mut calendar.components {
        match component.component_type {
            ICalendarComponentType::VEvent if !has_no_length(component) => {
                dates_left_out +=
                    component.properties(&ICalendarProperty::Exdate).map(|dates| dates.values.len()).sum::<usize>();
                number(component, &mut series);
                let zone = zone_of(component, &known);
                steps = steps.saturating_add(end(component, zone, question.to));
            }
            ICalendarComponentType::VTimezone => {}
            _ => {
                if component.component_type == ICalendarComponentType::VFreebusy {
                    free_busy(component, zone, busy);
                }
                component.entries.clear();
            }
        }
    }
    if steps > MAX_STEPS {
        return Err(ReadError::TooLarge);
    }
    let expanded = calendar.expand_dates(zone, left);
    let looked_at = expanded.events.len() + dates_left_out;
    if looked_at >= left {
        return Err(ReadError::TooLarge);
    }
    for event in expanded.events {
        let component = calendar.components.get(event.comp_id as usize);
        let Some(component) = component.filter(|component| is_busy(component)) else { continue };
        if zones::is_unknown(component, |name| known.resolve(name).is_some()) {
            let length = event.timestamps().1 - event.timestamps().0;
            let start = zones::as_if_utc(&event.start.naive_local());
            let time = start.map(|start| BusyTime { start, end: start + time::Duration::seconds(length) });
            busy.extend(time.map(zones::wherever));
            continue;
        }
        busy.extend(busy_time(event.timestamps()));
    }
    Ok(left - looked_at)
}

/// Gives each series and its changed occurrences a common number. calcard matches them by sequence number, which may
/// differ within a series and repeat across series.
fn number(component: &mut ICalendarComponent, series: &mut HashMap<String, i64>) {
    let uid = component.uid().unwrap_or_default().to_owned();
    let next = i64::try_from(series.len()).unwrap_or(i64::MAX);
    let number = *series.entry(uid).or_insert(next);
    component.entries.retain(|entry| entry.name != ICalendarProperty::Sequence);
    component.entries.push(ICalendarEntry {
        name: ICalendarProperty::Sequence,
        params: Vec::new(),
        values: vec![ICalendarValue::Integer(number)],
    });
}

/// The zone in which an event repeats.
fn zone_of(component: &ICalendarComponent, zones: &TzResolver<String>) -> Tz {
    component.property(&ICalendarProperty::Dtstart).map_or(Tz::UTC, |start| {
        let is_utc =
            matches!(start.values.first(), Some(ICalendarValue::PartialDateTime(time)) if time.tz_hour.is_some());
        if is_utc { Tz::UTC } else { zones.resolve_or_default(start.tz_id()) }
    })
}

/// Ends recurrences with the requested period and returns their work. Existing ends are converted to the event's
/// zone, in which calcard compares them.
pub(crate) fn end(component: &mut ICalendarComponent, zone: Tz, to: OffsetDateTime) -> u64 {
    let begin = component.property(&ICalendarProperty::Dtstart);
    let begin = match begin.and_then(|start| start.values.first()) {
        Some(ICalendarValue::PartialDateTime(start)) => start.to_date_time_with_tz(zone).map(|start| start.timestamp()),
        _ => None,
    };
    // One more day covers every time zone.
    let last = to + time::Duration::days(1);
    let mut steps = 0_u64;
    for entry in &mut component.entries {
        if let (ICalendarProperty::Rrule, Some(ICalendarValue::RecurrenceRule(rule))) =
            (&entry.name, entry.values.first_mut())
        {
            let own = rule.until.as_ref().and_then(|until| until.to_date_time_with_tz(zone));
            let own = own.map(|until| until.with_timezone(&zone).naive_local().and_utc().timestamp());
            let own = own.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
            rule.until = Some(wall_clock(own.map_or(last, |own| own.min(last))));
            let seconds = begin.map_or(0, |begin| last.unix_timestamp().saturating_sub(begin));
            steps = steps.saturating_add(steps_of(rule, u64::try_from(seconds).unwrap_or_default()));
        }
    }
    steps
}

/// The maximum work of a rule over this many seconds.
fn steps_of(rule: &ICalendarRecurrenceRule, seconds: u64) -> u64 {
    const DAY: u64 = 86_400;
    let (period, days) = match rule.freq {
        ICalendarFrequency::Yearly => (365 * DAY, 366),
        ICalendarFrequency::Monthly => (28 * DAY, 31),
        ICalendarFrequency::Weekly => (7 * DAY, 7),
        ICalendarFrequency::Daily => (DAY, 1),
        ICalendarFrequency::Hourly => (3_600, 10),
        ICalendarFrequency::Minutely => (60, 10),
        ICalendarFrequency::Secondly => (1, 10),
    };
    let times = [&rule.byhour, &rule.byminute, &rule.bysecond].map(|list| list.len().max(1) as u64);
    let is_plain = rule.byday.is_empty()
        && rule.bymonthday.is_empty()
        && rule.byyearday.is_empty()
        && rule.byweekno.is_empty()
        && rule.bymonth.is_empty()
        && rule.bysetpos.is_empty()
        && times == [1, 1, 1];
    let periods = seconds / period.saturating_mul(rule.interval.unwrap_or(1).max(1).into()) + 1;
    // Without conditions every period counts.
    let periods = if is_plain { periods.min(rule.count.map_or(u64::MAX, u64::from)) } else { periods };
    times.iter().fold(periods.saturating_mul(days), |steps, times| steps.saturating_mul(*times))
}

fn wall_clock(at: OffsetDateTime) -> PartialDateTime {
    let at = at.to_offset(time::UtcOffset::UTC);
    PartialDateTime {
        year: u16::try_from(at.year()).ok(),
        month: Some(at.month().into()),
        day: Some(at.day()),
        hour: Some(at.hour()),
        minute: Some(at.minute()),
        second: Some(at.second()),
        ..PartialDateTime::default()
    }
}

/// A timed event without an end has no length; an all-day event without an end takes the day.
fn has_no_length(event: &ICalendarComponent) -> bool {
    let has_time = event
        .property(&ICalendarProperty::Dtstart)
        .and_then(|start| start.values.first())
        .is_some_and(|value| matches!(value, ICalendarValue::PartialDateTime(start) if start.has_time()));
    has_time && !event.has_property(&ICalendarProperty::Dtend) && !event.has_property(&ICalendarProperty::Duration)
}

fn is_busy(event: &ICalendarComponent) -> bool {
    let says_free = event.entries.iter().any(|entry| {
        matches!(&entry.name, ICalendarProperty::Other(name) if name.eq_ignore_ascii_case("X-MICROSOFT-CDO-BUSYSTATUS"))
            && entry
                .values
                .first()
                .and_then(ICalendarValue::as_text)
                .is_some_and(|status| status.eq_ignore_ascii_case("FREE"))
    });
    event.status() != Some(&ICalendarStatus::Cancelled)
        && event.transparency() != Some(&ICalendarTransparency::Transparent)
        && !says_free
}

/// Adds VFREEBUSY times.
fn free_busy(component: &ICalendarComponent, zone: Tz, busy: &mut Vec<BusyTime>) {
    for entry in component.properties(&ICalendarProperty::Freebusy) {
        let kind = entry.parameter(&ICalendarParameterName::Fbtype).and_then(|kind| kind.as_text());
        if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("FREE")) {
            continue;
        }
        for value in &entry.values {
            let ICalendarValue::Period(period) = value else { continue };
            let stretch = match period {
                ICalendarPeriod::Range { start, end } => {
                    let moment = |time: &PartialDateTime| Some(time.to_date_time_with_tz(zone)?.timestamp());
                    moment(start).zip(moment(end))
                }
                ICalendarPeriod::Duration { start, duration } => {
                    let start = start.to_date_time_with_tz(zone).map(|start| start.timestamp());
                    start.zip(duration.to_time_delta()).map(|(start, length)| (start, start + length.num_seconds()))
                }
            };
            busy.extend(stretch.and_then(busy_time));
        }
    }
}

fn busy_time((start, end): (i64, i64)) -> Option<BusyTime> {
    let moment = |seconds| OffsetDateTime::from_unix_timestamp(seconds).ok();
    Some(BusyTime { start: moment(start)?, end: moment(end)? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    fn question() -> Question {
        Question {
            zone: "Asia/Shanghai".to_owned(),
            from: datetime!(2026-03-02 0:00 UTC),
            to: datetime!(2026-03-16 0:00 UTC),
        }
    }

    fn calendar(events: &str) -> String {
        format!("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\n{events}\nEND:VCALENDAR\n").replace('\n', "\r\n")
    }

    fn event(lines: &str) -> String {
        format!("BEGIN:VEVENT\n{lines}\nEND:VEVENT\n")
    }

    /// Start and end of the busy times, as day and time in UTC.
    fn busy(events: &str) -> Vec<String> {
        let found = busy_times(&calendar(events), &question()).unwrap();
        let moment = |at: OffsetDateTime| format!("{:02} {:02}:{:02}", at.day(), at.hour(), at.minute());
        found.iter().map(|busy| format!("{} - {}", moment(busy.start), moment(busy.end))).collect()
    }

    #[test]
    fn events_in_utc_in_named_zones_and_without_zone_are_read() {
        let events = [
            "UID:1\nDTSTART:20260303T010000Z\nDTEND:20260303T020000Z",
            "UID:2\nDTSTART;TZID=Asia/Jakarta:20260303T100000\nDURATION:PT30M",
            "UID:3\nDTSTART;TZID=China Standard Time:20260303T180000\nDTEND;TZID=China Standard Time:20260303T190000",
            "UID:4\nDTSTART:20260304T090000\nDTEND:20260304T093000",
            "UID:5\nDTSTART;VALUE=DATE:20260305\nDTEND;VALUE=DATE:20260306",
        ];
        let expected = [
            "03 01:00 - 03 02:00",
            "03 03:00 - 03 03:30",
            "03 10:00 - 03 11:00",
            "04 01:00 - 04 01:30",
            "04 16:00 - 05 16:00",
        ];
        assert_eq!(busy(&events.map(event).concat()), expected);
    }

    #[test]
    fn free_cancelled_and_empty_events_are_skipped() {
        let events = [
            "UID:1\nDTSTART:20260303T010000Z\nDTEND:20260303T020000Z\nTRANSP:TRANSPARENT",
            "UID:2\nDTSTART:20260303T010000Z\nDTEND:20260303T020000Z\nSTATUS:CANCELLED",
            "UID:3\nDTSTART:20260303T010000Z",
            "UID:4\nDTSTART:20260303T010000Z\nDTEND:20260303T020000Z\nX-MICROSOFT-CDO-BUSYSTATUS:FREE",
            "UID:5\nDTSTART:20260203T010000Z\nDTEND:20260203T020000Z",
        ];
        let todo = "BEGIN:VTODO\nUID:6\nDTSTART:20260303T010000Z\nDUE:20260303T020000Z\nEND:VTODO\n";
        assert_eq!(busy(&(events.map(event).concat() + todo)), Vec::<String>::new());
    }

    #[test]
    fn series_repeats_without_moved_or_cancelled_occurrences() {
        let series = event(
            "UID:s\nSEQUENCE:1\nDTSTART;TZID=Asia/Shanghai:20200106T090000\nDTEND;TZID=Asia/Shanghai:20200106T093000\n\
             RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR\nEXDATE;TZID=Asia/Shanghai:20260304T090000",
        );
        let moved = event(
            "UID:s\nSEQUENCE:3\nRECURRENCE-ID;TZID=Asia/Shanghai:20260306T090000\n\
             DTSTART;TZID=Asia/Shanghai:20260306T140000\nDTEND;TZID=Asia/Shanghai:20260306T143000",
        );
        let off = event(
            "UID:s\nRECURRENCE-ID;TZID=Asia/Shanghai:20260309T090000\nSTATUS:CANCELLED\n\
             DTSTART;TZID=Asia/Shanghai:20260309T090000\nDTEND;TZID=Asia/Shanghai:20260309T093000",
        );
        let other = event(
            "UID:o\nSEQUENCE:3\nDTSTART;TZID=Asia/Shanghai:20260306T090000\nDTEND;TZID=Asia/Shanghai:20260306T091000\n\
             RRULE:FREQ=DAILY;COUNT=1",
        );
        let expected = [
            "02 01:00 - 02 01:30",
            "06 01:00 - 06 01:10",
            "06 06:00 - 06 06:30",
            "11 01:00 - 11 01:30",
            "13 01:00 - 13 01:30",
        ];
        assert_eq!(busy(&(series + &moved + &off + &other)), expected);
    }

    #[test]
    fn series_ends_with_its_last_named_occurrence() {
        let series = "UID:s\nDTSTART;TZID=Asia/Shanghai:20260302T090000\nDTEND;TZID=Asia/Shanghai:20260302T093000\n";
        let expected = ["02 01:00 - 02 01:30", "03 01:00 - 03 01:30", "04 01:00 - 04 01:30"];
        for end in ["UNTIL=20260304T010000Z", "UNTIL=20260304T155959Z", "UNTIL=20260304T090000", "COUNT=3"] {
            assert_eq!(busy(&event(&format!("{series}RRULE:FREQ=DAILY;{end}"))), expected, "{end}");
        }
    }

    #[test]
    fn zones_defined_in_the_calendar_count() {
        let fixed = "BEGIN:VTIMEZONE\nTZID:Customized Time Zone\nBEGIN:STANDARD\nDTSTART:16010101T000000\n\
            TZOFFSETFROM:+0530\nTZOFFSETTO:+0530\nEND:STANDARD\nEND:VTIMEZONE\n";
        // Summer time begins on 8 March 2026, as in New York.
        let summer = "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:16011104T020000\n\
            RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\nTZOFFSETFROM:-0400\nTZOFFSETTO:-0500\nEND:STANDARD\n\
            BEGIN:DAYLIGHT\nDTSTART:16010311T020000\nRRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\nTZOFFSETFROM:-0500\n\
            TZOFFSETTO:-0400\nEND:DAYLIGHT\nEND:VTIMEZONE\n";
        let events = [
            "UID:1\nDTSTART;TZID=Customized Time Zone:20260303T093000\nDTEND;TZID=Customized Time Zone:20260303T100000",
            "UID:2\nDTSTART;TZID=Ours:20260306T090000\nDTEND;TZID=Ours:20260306T100000\nRRULE:FREQ=DAILY;COUNT=4",
        ];
        let expected = [
            "03 04:00 - 03 04:30",
            "06 14:00 - 06 15:00",
            "07 14:00 - 07 15:00",
            "08 13:00 - 08 14:00",
            "09 13:00 - 09 14:00",
        ];
        assert_eq!(busy(&(fixed.to_owned() + summer + &events.map(event).concat())), expected);
    }

    #[test]
    fn event_in_an_unknown_zone_blocks_wherever_that_is() {
        let unknown =
            event("UID:1\nDTSTART;TZID=Nowhere/Lost:20260304T120000\nDTEND;TZID=Nowhere/Lost:20260304T130000");
        assert_eq!(busy(&unknown), ["03 22:00 - 05 01:00"]);
    }

    #[test]
    fn cut_calendar_is_refused() {
        let whole = calendar(&event("UID:1\nDTSTART:20260303T010000Z\nDTEND:20260303T020000Z").repeat(3));
        assert!(busy_times(&whole, &question()).is_ok());
        for at in [whole.len() / 2, whole.len() - "END:VCALENDAR\r\n".len(), whole.len() - 4] {
            assert_eq!(busy_times(&whole[..at], &question()), Err(ReadError::Unreadable), "{}", &whole[..at]);
        }
    }

    #[test]
    fn published_week_is_busy_as_it_says() {
        let text =
            String::from_utf8_lossy(&std::fs::read("../../testdata/calendars/outlook-week.ics").unwrap()).into_owned();
        let (from, to) = (datetime!(2026-12-07 00:00 +08), datetime!(2026-12-12 00:00 +08));
        let question = Question { zone: "Asia/Shanghai".to_owned(), from, to };
        let shown = |at: OffsetDateTime| {
            let at = at.to_offset(time::macros::offset!(+8));
            format!("{:02} {:02}:{:02}", at.day(), at.hour(), at.minute())
        };
        let busy: Vec<String> = busy_times(&text, &question)
            .unwrap()
            .into_iter()
            .map(|busy| format!("{} - {}", shown(busy.start), shown(busy.end)))
            .collect();
        let expected = [
            "07 10:00 - 07 11:00",
            "07 12:00 - 07 12:30",
            "07 16:00 - 07 17:00",
            "07 19:00 - 07 20:00",
            "08 10:00 - 08 11:00",
            "08 12:00 - 08 12:30",
            "08 15:00 - 08 16:00",
            "08 17:00 - 08 17:45",
            "09 12:00 - 09 12:30",
            "09 16:00 - 09 17:00",
            "09 17:30 - 10 09:30",
            "10 15:00 - 10 16:00",
            "11 00:00 - 12 00:00",
        ];
        assert_eq!(busy, expected);
    }

    #[test]
    fn free_busy_calendar_is_read() {
        let events = "BEGIN:VFREEBUSY\nUID:1\nDTSTART:20260101T000000Z\nDTEND:20261231T000000Z\n\
                      FREEBUSY;FBTYPE=BUSY:20260303T010000Z/20260303T020000Z,20260303T040000Z/PT1H\n\
                      FREEBUSY;FBTYPE=FREE:20260304T010000Z/20260304T020000Z\nEND:VFREEBUSY\n";
        assert_eq!(busy(events), ["03 01:00 - 03 02:00", "03 04:00 - 03 05:00"]);
    }

    #[test]
    fn invalid_and_oversized_calendars_are_reported() {
        for text in ["", "<html>Sign in</html>", "BEGIN:VCARD\r\nEND:VCARD\r\n"] {
            assert_eq!(busy_times(text, &question()), Err(ReadError::Unreadable), "{text}");
        }
        let endless = event("UID:1\nDTSTART:20200101T000000Z\nDTEND:20200101T000001Z\nRRULE:FREQ=SECONDLY");
        assert_eq!(busy_times(&calendar(&endless), &question()), Err(ReadError::TooLarge));
        // February 30 never occurs.
        let never =
            event("UID:1\nDTSTART:20260101T000000Z\nDTEND:20260101T010000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30");
        assert_eq!(busy(&never), Vec::<String>::new());
    }

    #[test]
    fn expansion_without_results_counts_towards_the_limit() {
        let rules = |count: usize, rule: &str| {
            let one = |at| event(&format!("UID:{at}\nDTSTART:19700101T000000Z\nDTEND:19700101T010000Z\nRRULE:{rule}"));
            calendar(&(0..count).map(one).collect::<String>())
        };
        for (count, rule) in [
            (3_000, "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"),
            (3_000, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
            (1, "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30"),
            (
                1,
                "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYSECOND=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
            ),
        ] {
            assert_eq!(busy_times(&rules(count, rule), &question()), Err(ReadError::TooLarge), "{rule}");
        }
        // Birthdays, and a reminder that has ended.
        assert!(busy_times(&rules(300, "FREQ=YEARLY"), &question()).is_ok());
        assert!(busy_times(&rules(300, "FREQ=MINUTELY;COUNT=10"), &question()).is_ok());
    }

    #[test]
    fn malformed_calendars_are_refused_or_read() {
        let deep = "BEGIN:VEVENT\r\n".repeat(100_000);
        let long = format!("BEGIN:VCALENDAR\r\nX:{}\r\nEND:VCALENDAR\r\n", "x".repeat(1 << 20));
        let folded = format!("BEGIN:VCALENDAR\r\nX:a{}\r\nEND:VCALENDAR\r\n", "\r\n b".repeat(200_000));
        let listed = event(&format!("UID:1\nDTSTART:20260303T010000Z\nEXDATE:{}", "20260303T010000Z,".repeat(50_000)));
        for text in [format!("BEGIN:VCALENDAR\r\n{deep}"), deep.clone(), long, folded, calendar(&listed)] {
            let read = busy_times(&text, &question());
            assert!(read.as_ref().is_ok_and(Vec::is_empty) || read.is_err(), "{read:?}");
        }
    }

    #[test]
    fn child_process_round_trips_a_request() {
        let text = calendar(&event("UID:1\nDTSTART:20260303T010000Z\nDTEND:20260303T020000Z"));
        let asked = question().to_bytes(text.as_bytes()).unwrap();
        let answered = crate::serve(asked.strip_prefix(crate::PREFIX).unwrap()).unwrap();
        assert_eq!(crate::answer(&answered), busy_times(&text, &question()));
        let asked = question().to_bytes(b"nothing").unwrap();
        assert_eq!(crate::answer(&crate::serve(&asked[crate::PREFIX.len()..]).unwrap()), Err(ReadError::Unreadable));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        /// Any calendar is read or rejected, and its busy times are sorted and within the period.
        #[test]
        fn hostile_calendars_stay_within_limits(
            lines in proptest::collection::vec(
                "(BEGIN:VEVENT|END:VEVENT|BEGIN:VTIMEZONE|END:VTIMEZONE|DTSTART(;TZID=[A-Za-z/]{0,12})?:[0-9TZ]{0,16}|DTEND:[0-9TZ]{0,16}|\
                 DURATION:P?[0-9A-Z]{0,8}|RRULE:FREQ=(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY);(COUNT|INTERVAL|BYDAY|BYHOUR|BYSETPOS|UNTIL)=[-0-9A-Z,]{0,9}|\
                 EXDATE:[0-9TZ,]{0,30}|RECURRENCE-ID:[0-9TZ]{0,16}|UID:[a-c]|[\\PC]{0,60})",
                0..30,
            ),
        ) {
            let (question, text) = (question(), calendar(&lines.join("\n")));
            if let Ok(busy) = busy_times(&text, &question) {
                prop_assert!(busy.iter().all(|one| one.start >= question.from && one.start < one.end && one.end <= question.to));
                prop_assert!(busy.windows(2).all(|two| two[0].end < two[1].start));
            }
        }

        /// Bytes that are not a calendar.
        #[test]
        fn hostile_bytes_are_refused_or_read(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            let _ = busy_times(&String::from_utf8_lossy(&bytes), &question());
            let _ = crate::serve(&bytes);
            let _ = crate::answer(&bytes);
        }
    }
}
