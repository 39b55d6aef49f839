//! Private links for booking interviews. All links of an application lead to the same booking.

use bole_domain::employer::employer;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, UserId};
use bole_domain::zone::Zone;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// The target of a booking link.
#[derive(Debug, Clone)]
pub struct BookingLink {
    pub application_id: ApplicationId,
    /// The interviewer of its interview, else the one it was made for.
    pub interviewer_id: UserId,
    /// The one interview it leads to, while that is scheduled.
    pub schedule_id: Option<InterviewScheduleId>,
    pub employer: String,
    /// The hash of the organization's uploaded logo.
    pub logo_sha256: Option<String>,
}

/// A booking link to create.
#[derive(Debug, Clone, Copy)]
pub struct NewBookingLink {
    pub token_hash: [u8; 32],
    pub application_id: ApplicationId,
    pub interviewer_id: UserId,
}

/// Creates one link per application; earlier links stay valid.
pub async fn create_links(tx: &mut TenantTx, links: &[NewBookingLink], expires_at: OffsetDateTime) -> StoreResult<()> {
    let applications: Vec<_> = links.iter().map(|link| link.application_id.0).collect();
    let interviewers: Vec<_> = links.iter().map(|link| link.interviewer_id.0).collect();
    let hashes: Vec<Vec<u8>> = links.iter().map(|link| link.token_hash.to_vec()).collect();
    sqlx::query!(
        "INSERT INTO booking_links (organization_id, token_hash, application_id, interviewer_id, expires_at)
         SELECT $1, hash, application, interviewer, $5
         FROM unnest($2::uuid[], $3::uuid[], $4::bytea[]) AS link(application, interviewer, hash)",
        tx.organization().0,
        &applications,
        &interviewers,
        &hashes,
        expires_at,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Creates a link to one interview of an application, and to the interviewer's free slots.
pub async fn create_interview_link(
    tx: &mut TenantTx,
    link: &NewBookingLink,
    schedule: InterviewScheduleId,
    expires_at: OffsetDateTime,
) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO booking_links (organization_id, token_hash, application_id, interviewer_id, expires_at, schedule_id)
         VALUES ($1, $2, $3, $4, $5, $6)",
        tx.organization().0,
        link.token_hash.as_slice(),
        link.application_id.0,
        link.interviewer_id.0,
        expires_at,
        schedule.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// How a candidate can be invited to book a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitationTarget {
    pub application_id: ApplicationId,
    /// The external booking link of their job, if any.
    pub outside_link: Option<String>,
    /// The job's interviewer, if exactly one is assigned.
    pub interviewer_id: Option<UserId>,
}

/// The booking options for these candidates.
pub async fn invitation_targets(tx: &mut TenantTx, ids: &[ApplicationId]) -> StoreResult<Vec<InvitationTarget>> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT a.id, (SELECT l.details FROM job_locations jl
                         JOIN interview_locations l ON l.organization_id = jl.organization_id AND l.id = jl.location_id
                         WHERE jl.organization_id = $1 AND jl.job_id = a.job_id AND l.type = 'online'
                         ORDER BY l.name LIMIT 1) AS outside_link,
                  assigned.users AS "users!"
           FROM applications a
           CROSS JOIN LATERAL (
               SELECT array(SELECT m.user_id FROM member_jobs mj
                            JOIN organization_members m ON m.organization_id = mj.organization_id AND m.id = mj.member_id
                            WHERE mj.organization_id = $1 AND mj.job_id = a.job_id AND m.is_active
                              AND m.role = 'interviewer'
                            LIMIT 2) AS users) assigned
           WHERE a.organization_id = $1 AND a.id = ANY ($2)"#,
        tx.organization().0,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let target = |(id, outside_link, users): (_, _, Vec<uuid::Uuid>)| InvitationTarget {
        application_id: ApplicationId(id),
        outside_link,
        interviewer_id: match users[..] {
            [user] => Some(UserId(user)),
            _ => None,
        },
    };
    Ok(rows.into_iter().map(|row| target((row.id, row.outside_link, row.users))).collect())
}

/// The target of a link that has not expired.
pub async fn find_link(tx: &mut TenantTx, token_hash: &[u8]) -> StoreResult<BookingLink> {
    let row = sqlx::query!(
        r#"SELECT l.application_id, coalesce(s.interviewer_id, l.interviewer_id) AS "interviewer_id!",
                  s.id AS "schedule_id?", j.company_name, o.name AS organization, o.logo_sha256
           FROM booking_links l
           JOIN applications a ON a.organization_id = l.organization_id AND a.id = l.application_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           JOIN organizations o ON o.id = l.organization_id
           LEFT JOIN interview_schedules s
             ON s.organization_id = l.organization_id AND s.id = l.schedule_id AND s.status = 'scheduled'
           WHERE l.organization_id = $1 AND l.token_hash = $2 AND l.expires_at > now()"#,
        tx.organization().0,
        token_hash,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(BookingLink {
        application_id: ApplicationId(row.application_id),
        interviewer_id: UserId(row.interviewer_id),
        schedule_id: row.schedule_id.map(InterviewScheduleId),
        logo_sha256: row.logo_sha256,
        employer: employer(&row.company_name, &row.organization),
    })
}

/// Records the time zone of a link's candidate.
pub async fn note_zone(tx: &mut TenantTx, token_hash: &[u8], zone: Zone) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE booking_links SET candidate_zone = $3 WHERE organization_id = $1 AND token_hash = $2",
        tx.organization().0,
        token_hash,
        zone.name(),
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// The time zone of an application's candidate, if they booked in a browser.
pub async fn candidate_zone(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<Option<Zone>> {
    let zone = sqlx::query_scalar!(
        r#"SELECT candidate_zone AS "zone!" FROM booking_links
           WHERE organization_id = $1 AND application_id = $2 AND candidate_zone IS NOT NULL
           ORDER BY created_at DESC LIMIT 1"#,
        tx.organization().0,
        application.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(zone.and_then(|zone| Zone::named(&zone)))
}

/// Serializes bookings of one application until the transaction ends.
pub async fn lock_application(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<()> {
    let key = format!("booking:{}:{application}", tx.organization());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).fetch_one(&mut *tx.conn()?).await?;
    Ok(())
}
