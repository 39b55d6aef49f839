//! Time zones that only the calendar defines (VTIMEZONE). calcard knows zones by name, so each is given the name of a
//! known zone with the same offsets in the period.

use bole_domain::booking::BusyTime;
use calcard::common::PartialDateTime;
use calcard::common::timezone::Tz;
use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarProperty, ICalendarValue,
};
use chrono::{DateTime, Offset, TimeZone};
use chrono_tz::TZ_VARIANTS;
use time::{Duration, OffsetDateTime};

use crate::question::Question;
use crate::read::end;

/// The property by which a definition names a known zone.
const KNOWN_AS: &str = "X-LIC-LOCATION";
/// Offsets are compared this far around the period, this often.
const AROUND: Duration = Duration::days(9);
const STEP: Duration = Duration::hours(1);
/// The most changes of offset of a definition.
const MAX_CHANGES: usize = 2_000;
/// The most definitions that are looked at.
const MAX_ZONES: usize = 200;
/// How far the offsets of the world's zones are from UTC.
const EASTERNMOST: Duration = Duration::hours(14);
const WESTERNMOST: Duration = Duration::hours(12);

/// Names the zones that the calendar defines; returns the work of reading them.
pub(crate) fn name_defined(calendar: &mut ICalendar, question: &Question) -> u64 {
    let mut steps = 0_u64;
    let defined = calendar.components.iter().enumerate();
    let unnamed: Vec<usize> = defined
        .filter(|(_, one)| one.component_type == ICalendarComponentType::VTimezone && one.timezone().is_none())
        .map(|(at, _)| at)
        .take(MAX_ZONES)
        .collect();
    for at in unnamed {
        let (changes, work) = changes(calendar, at, question);
        steps = steps.saturating_add(work);
        if let Some(name) = zone_with(&changes, question) {
            calendar.components[at].entries.push(ICalendarEntry {
                name: ICalendarProperty::Other(KNOWN_AS.to_owned()),
                params: Vec::new(),
                values: vec![ICalendarValue::Text(name.to_owned())],
            });
        }
    }
    steps
}

/// A change of offset: when, and to how many seconds east of UTC.
type Change = (i64, i32);

/// The changes of offset that a definition lists, in order, and the work of reading them.
fn changes(calendar: &ICalendar, at: usize, question: &Question) -> (Vec<Change>, u64) {
    let children = calendar.components[at].component_ids.iter().filter_map(|id| calendar.components.get(*id as usize));
    let rules: Vec<(ICalendarComponent, i32, i32)> = children
        .filter(|one| matches!(one.component_type, ICalendarComponentType::Standard | ICalendarComponentType::Daylight))
        .filter_map(|one| {
            let from = offset(one, &ICalendarProperty::Tzoffsetfrom);
            let to = offset(one, &ICalendarProperty::Tzoffsetto)?;
            Some((event_of(one), from.unwrap_or(to), to))
        })
        .collect();
    let (mut found, mut steps) = (Vec::new(), 0_u64);
    for (mut rule, from, to) in rules {
        steps = steps.saturating_add(end(&mut rule, Tz::UTC, question.to + AROUND));
        if steps > crate::read::MAX_STEPS {
            return (Vec::new(), steps);
        }
        let mut alone = ICalendar::default();
        alone.components.push(rule);
        let expanded = alone.expand_dates(Tz::UTC, MAX_CHANGES);
        found.extend(expanded.events.iter().map(|event| (event.start.timestamp() - i64::from(from), to)));
    }
    found.sort_unstable();
    (found, steps)
}

/// The onsets of a rule as an event in UTC.
fn event_of(rule: &ICalendarComponent) -> ICalendarComponent {
    let is_time = |entry: &&ICalendarEntry| {
        matches!(entry.name, ICalendarProperty::Dtstart | ICalendarProperty::Rrule | ICalendarProperty::Rdate)
    };
    let mut event =
        ICalendarComponent { component_type: ICalendarComponentType::VEvent, ..ICalendarComponent::default() };
    event.entries.extend(rule.entries.iter().filter(is_time).cloned());
    event
}

/// Seconds east of UTC.
fn offset(rule: &ICalendarComponent, name: &ICalendarProperty) -> Option<i32> {
    match rule.property(name)?.values.first()? {
        ICalendarValue::PartialDateTime(value) => {
            let PartialDateTime { tz_hour, tz_minute, tz_minus, .. } = **value;
            let seconds = i32::from(tz_hour?) * 3_600 + i32::from(tz_minute.unwrap_or_default()) * 60;
            Some(if tz_minus { -seconds } else { seconds })
        }
        _ => None,
    }
}

/// A known zone with these offsets around the period.
fn zone_with(changes: &[Change], question: &Question) -> Option<&'static str> {
    let first = changes.first()?;
    let (from, to) = (question.from - AROUND, question.to + AROUND);
    let mut wanted = Vec::new();
    let mut at = from;
    while at < to {
        let seconds = at.unix_timestamp();
        let passed = changes.partition_point(|(onset, _)| *onset <= seconds);
        let (_, offset) = passed.checked_sub(1).and_then(|last| changes.get(last)).unwrap_or(first);
        wanted.push((DateTime::from_timestamp(seconds, 0)?.naive_utc(), *offset));
        at += STEP;
    }
    let has_offsets = |zone: &&chrono_tz::Tz| {
        wanted.iter().all(|(at, offset)| zone.offset_from_utc_datetime(at).fix().local_minus_utc() == *offset)
    };
    TZ_VARIANTS.iter().find(has_offsets).map(|zone| zone.name())
}

/// Whether an event's time is in a zone that nobody knows.
pub(crate) fn is_unknown(event: &ICalendarComponent, is_known: impl Fn(&str) -> bool) -> bool {
    let start = event.property(&ICalendarProperty::Dtstart);
    let start = start.or_else(|| event.property(&ICalendarProperty::RecurrenceId));
    let is_local = |entry: &&ICalendarEntry| matches!(entry.values.first(), Some(ICalendarValue::PartialDateTime(time)) if time.tz_hour.is_none());
    start.filter(is_local).and_then(ICalendarEntry::tz_id).is_some_and(|name| !is_known(name))
}

/// All the time that an event in an unknown zone may take, given its time in UTC.
pub(crate) fn wherever(BusyTime { start, end }: BusyTime) -> BusyTime {
    BusyTime { start: start - EASTERNMOST, end: end + WESTERNMOST }
}

/// Whether the text holds whole calendars: one that was cut would leave busy times open.
pub(crate) fn is_whole(text: &str) -> bool {
    let count = |wanted: &str| text.lines().filter(|line| line.trim().eq_ignore_ascii_case(wanted)).count();
    let begun = count("BEGIN:VCALENDAR");
    begun > 0 && begun == count("END:VCALENDAR")
}

/// The moment of a local time in an unknown zone, as if in UTC.
pub(crate) fn as_if_utc(local: &chrono::NaiveDateTime) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp(local.and_utc().timestamp()).ok()
}
