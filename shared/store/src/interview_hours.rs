//! Members' bookable hours for interviews, and their free slots.

use bole_domain::booking::{HORIZON_DAYS, Holiday, InterviewHours, WeeklyRange};
use bole_domain::ids::{InterviewScheduleId, UserId};
use time::OffsetDateTime;

use crate::{StoreError, StoreResult, TenantTx, dashboard, interviewer_calendars};

/// The time zone of organizations without a setting.
pub(crate) const DEFAULT_ZONE: &str = "Asia/Shanghai";

/// A member's hours; default hours in the organization's zone if not set.
pub async fn of_member(tx: &mut TenantTx, user: UserId) -> StoreResult<InterviewHours> {
    let row = sqlx::query!(
        r#"SELECT time_zone, weekly, holidays AS "holidays: Vec<Holiday>", slot_minutes, buffer_minutes, notice_hours,
                  location, meeting_link
           FROM interview_hours WHERE organization_id = $1 AND user_id = $2"#,
        tx.organization().0,
        user.0,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    let Some(row) = row else { return Ok(InterviewHours::usual(dashboard::zone(tx).await?.name().to_owned())) };
    let weekly: Vec<WeeklyRange> =
        serde_json::from_value(row.weekly).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(InterviewHours {
        time_zone: row.time_zone,
        weekly,
        holidays: row.holidays,
        slot_minutes: row.slot_minutes,
        buffer_minutes: row.buffer_minutes,
        notice_hours: row.notice_hours,
        location: row.location,
        meeting_link: row.meeting_link,
    })
}

/// Whether the database knows the time zone. Reads all of them, so it is only asked when one is set.
pub async fn is_zone(tx: &mut TenantTx, zone: &str) -> StoreResult<bool> {
    let exists =
        sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = $1) AS "exists!""#, zone)
            .fetch_one(&mut *tx.conn()?)
            .await?;
    Ok(exists)
}

/// Saves a member's hours.
pub async fn put(tx: &mut TenantTx, user: UserId, hours: &InterviewHours) -> StoreResult<()> {
    let weekly = serde_json::to_value(&hours.weekly).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    sqlx::query!(
        "INSERT INTO interview_hours (organization_id, user_id, time_zone, weekly, holidays, slot_minutes, buffer_minutes,
                                      notice_hours, location, meeting_link)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (organization_id, user_id) DO UPDATE
         SET time_zone = $3, weekly = $4, holidays = $5, slot_minutes = $6, buffer_minutes = $7, notice_hours = $8,
             location = $9, meeting_link = $10, updated_at = now()",
        tx.organization().0,
        user.0,
        hours.time_zone,
        weekly,
        &hours.holidays as _,
        hours.slot_minutes,
        hours.buffer_minutes,
        hours.notice_hours,
        hours.location,
        hours.meeting_link,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Filter of an interviewer's free slots.
#[derive(Debug, Clone, Copy)]
pub struct SlotFilter {
    /// Only slots after the notice period from this time.
    pub now: OffsetDateTime,
    /// Only the slot starting then.
    pub start: Option<OffsetDateTime>,
    /// The interview being moved, which does not count as busy.
    pub moved: Option<InterviewScheduleId>,
}

/// The slots at which the member can be booked, earliest first: within their hours and not during interviews or busy
/// times of their calendar.
pub async fn free_slots(
    tx: &mut TenantTx,
    user: UserId,
    hours: &InterviewHours,
    SlotFilter { now, start, moved }: SlotFilter,
) -> StoreResult<Vec<OffsetDateTime>> {
    let ranges: Vec<_> = hours
        .weekly
        .iter()
        .filter_map(|range| range.minutes().map(|(from, to)| (i32::from(range.weekday), from, to)))
        .collect();
    let weekdays: Vec<i32> = ranges.iter().map(|range| range.0).collect();
    let froms: Vec<i32> = ranges.iter().map(|range| range.1).collect();
    let tos: Vec<i32> = ranges.iter().map(|range| range.2).collect();
    let slots = sqlx::query_scalar!(
        r#"SELECT DISTINCT slot.start_time AS "start_time!"
           FROM generate_series(0, $4::int) AS ahead(days)
           CROSS JOIN LATERAL (SELECT ($14::timestamptz AT TIME ZONE $3)::date + ahead.days AS day) d
           JOIN unnest($5::int[], $6::int[], $7::int[]) AS w(weekday, from_minute, to_minute)
             ON w.weekday = extract(isodow FROM d.day)::int
           CROSS JOIN LATERAL generate_series(w.from_minute, w.to_minute - $8::int, $8::int + $9::int) AS m(minute)
           CROSS JOIN LATERAL (SELECT (d.day::timestamp + make_interval(mins => m.minute)) AT TIME ZONE $3
                                      AS start_time) slot
           WHERE d.day <> ALL ($10::date[]) AND slot.start_time >= $14 + make_interval(hours => $11::int)
             AND ($13::timestamptz IS NULL OR slot.start_time = $13)
             AND NOT EXISTS (
                 SELECT FROM interview_schedules s
                 WHERE s.organization_id = $1 AND s.interviewer_id = $2 AND s.status = 'scheduled'
                   AND s.id IS DISTINCT FROM $12::uuid
                   AND tstzrange(s.start_time, s.end_time)
                       && tstzrange(slot.start_time - make_interval(mins => $9::int),
                                    slot.start_time + make_interval(mins => $8::int + $9::int)))
           ORDER BY 1"#,
        tx.organization().0,
        user.0,
        hours.time_zone,
        HORIZON_DAYS,
        &weekdays,
        &froms,
        &tos,
        hours.slot_minutes,
        hours.buffer_minutes,
        &hours.holidays as _,
        hours.notice_hours,
        moved.map(|id| id.0),
        start,
        now,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let busy = interviewer_calendars::busy_times(tx, user).await?;
    Ok(hours.free_of(slots, &busy))
}
