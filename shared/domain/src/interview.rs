//! Interviews: where one stands, and its invitation for calendars.

use std::fmt::Write;

use time::OffsetDateTime;
use time::macros::format_description;

use crate::wire_enum;

wire_enum! {
    /// Where a planned interview stands.
    pub enum ScheduleStatus {
        /// It is going to take place.
        Scheduled => "scheduled",
        /// It took place.
        Completed => "completed",
        /// The candidate did not appear.
        NoShow => "no_show",
        /// It was called off.
        Cancelled => "cancelled",
    }
}

/// An interview as calendars take it (RFC 5545).
#[derive(Debug, Clone)]
pub struct CalendarEvent<'a> {
    /// Stays the same when the interview is moved or cancelled, so that calendars update their entry.
    pub uid: &'a str,
    /// Counts the changes.
    pub sequence: i32,
    /// When the invitation was written.
    pub stamp: OffsetDateTime,
    /// Begin.
    pub start: OffsetDateTime,
    /// End.
    pub end: OffsetDateTime,
    /// One line.
    pub summary: &'a str,
    /// Further lines; may be empty.
    pub description: &'a str,
    /// A place; may be empty.
    pub location: &'a str,
    /// A link to join; may be empty.
    pub url: &'a str,
    /// Whether it was called off.
    pub is_cancelled: bool,
}

/// The most bytes of a line, its line break left out.
const MAX_LINE: usize = 75;

impl CalendarEvent<'_> {
    /// The file.
    #[must_use]
    pub fn to_ics(&self) -> String {
        let (method, status) = if self.is_cancelled { ("CANCEL", "CANCELLED") } else { ("PUBLISH", "CONFIRMED") };
        let mut text = String::new();
        let mut line = |name: &str, value: &str| fold(&mut text, &format!("{name}:{value}"));
        line("BEGIN", "VCALENDAR");
        line("VERSION", "2.0");
        line("PRODID", "-//Bole//Interviews//EN");
        line("METHOD", method);
        line("BEGIN", "VEVENT");
        line("UID", &escape(self.uid));
        line("SEQUENCE", &self.sequence.to_string());
        line("DTSTAMP", &utc(self.stamp));
        line("DTSTART", &utc(self.start));
        line("DTEND", &utc(self.end));
        line("STATUS", status);
        line("SUMMARY", &escape(self.summary));
        for (name, value) in [("DESCRIPTION", self.description), ("LOCATION", self.location)] {
            if !value.is_empty() {
                line(name, &escape(value));
            }
        }
        // A URI is no text: it is written as it is, and a line break would begin another property.
        if !self.url.is_empty() && !self.url.chars().any(|c| c.is_control() || c.is_whitespace()) {
            line("URL", self.url);
        }
        line("END", "VEVENT");
        line("END", "VCALENDAR");
        text
    }
}

fn utc(at: OffsetDateTime) -> String {
    let at = at.to_offset(time::UtcOffset::UTC);
    at.format(format_description!("[year][month][day]T[hour][minute][second]Z")).unwrap_or_default()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            ';' => escaped.push_str("\\;"),
            ',' => escaped.push_str("\\,"),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Adds a line, broken where it is longer than calendars read.
fn fold(text: &mut String, line: &str) {
    let mut width = 0;
    for c in line.chars() {
        if width + c.len_utf8() > MAX_LINE {
            text.push_str("\r\n ");
            width = 1;
        }
        width += c.len_utf8();
        let _ = text.write_char(c);
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    fn event<'a>(summary: &'a str, description: &'a str) -> CalendarEvent<'a> {
        CalendarEvent {
            uid: "1@bole",
            sequence: 2,
            stamp: datetime!(2026-03-01 8:00 UTC),
            start: datetime!(2026-03-05 17:30 +8),
            end: datetime!(2026-03-05 18:30 +8),
            summary,
            description,
            location: "",
            url: "https://meet.example.com/a?b=c;d",
            is_cancelled: false,
        }
    }

    #[test]
    fn times_are_utc_and_texts_escaped() {
        let text = event("Interview; Lin, 1", "one\ntwo").to_ics();
        for line in [
            "DTSTART:20260305T093000Z\r\n",
            "SUMMARY:Interview\\; Lin\\, 1\r\n",
            "DESCRIPTION:one\\ntwo\r\n",
            "URL:https://meet.example.com/a?b=c;d\r\n",
            "STATUS:CONFIRMED\r\n",
        ] {
            assert!(text.contains(line), "{line} is not in {text}");
        }
        assert!(!text.contains("LOCATION"));
        let cancelled = CalendarEvent { is_cancelled: true, ..event("a", "") }.to_ics();
        assert!(cancelled.contains("METHOD:CANCEL\r\n") && cancelled.contains("STATUS:CANCELLED\r\n"));
    }

    proptest! {
        /// Whatever people write adds no line of its own, and no line is too long.
        #[test]
        fn hostile_texts_stay_in_their_line(summary in any::<String>(), description in any::<String>()) {
            let text = event(&summary, &description).to_ics();
            prop_assert!(text.split("\r\n").all(|line| line.len() <= MAX_LINE));
            let unfolded = text.replace("\r\n ", "");
            let lines = unfolded.split("\r\n").filter(|line| !line.is_empty()).count();
            let expected = 15 + usize::from(!description.is_empty());
            prop_assert_eq!(lines, expected);
            prop_assert!(!unfolded.replace("\r\n", "").contains(['\r', '\n']));
        }
    }
}
