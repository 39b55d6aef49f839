//! People who share an address or number with another, and the decisions that they are two.

use bole_domain::ids::PersonId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{StoreResult, TenantTx};

/// Another person with the same address or number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SameContactPerson {
    pub id: PersonId,
    pub name: Option<String>,
    /// Current or latest title.
    pub current_position: Option<String>,
    /// Current or latest employer.
    pub current_company: Option<String>,
    /// Whether they share the email address.
    pub same_email: bool,
    /// Whether they share the phone number.
    pub same_phone: bool,
}

/// The people who share an address or number with this one and may be the same, earliest first, and their total number.
/// Without those that are decided to be two. Below admin, only those who applied for the member's own jobs.
pub async fn list(tx: &mut TenantTx, id: PersonId, limit: i64) -> StoreResult<(Vec<SameContactPerson>, i64)> {
    let rows = sqlx::query!(
        // Addresses of merged people are the kept one's too.
        r#"WITH own AS (
               SELECT id, email_key, phone, phone_key FROM people
               WHERE organization_id = $1 AND (id = $2 OR merged_into = $2)),
           shared AS (
               SELECT own.id AS own_id, o.id AS other_id, coalesce(o.merged_into, o.id) AS person_id, true AS is_email
               FROM own JOIN people o ON o.organization_id = $1 AND o.email_key = own.email_key
               UNION ALL
               SELECT own.id, o.id, coalesce(o.merged_into, o.id), false
               FROM own JOIN people o ON o.organization_id = $1 AND o.phone_key = own.phone_key
                    AND can_be_one_phone(o.phone, own.phone))
           SELECT p.id, p.name, p.current_position, p.current_company, bool_or(s.is_email) AS "same_email!",
                  bool_or(NOT s.is_email) AS "same_phone!", count(*) OVER () AS "total!"
           FROM shared s JOIN people p ON p.organization_id = $1 AND p.id = s.person_id
           WHERE s.person_id <> $2
             AND NOT EXISTS (
                 SELECT FROM people_kept_apart k
                 WHERE k.organization_id = $1 AND k.person_id = least(s.own_id, s.other_id)
                   AND k.other_id = greatest(s.own_id, s.other_id))
             AND (sees_all_jobs() OR EXISTS (
                  SELECT FROM applications a WHERE a.organization_id = $1 AND a.person_id = p.id))
           GROUP BY p.organization_id, p.id ORDER BY p.id LIMIT $3"#,
        tx.organization().0,
        id.0,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let people = rows.into_iter().map(|row| SameContactPerson {
        id: PersonId(row.id),
        name: row.name,
        current_position: row.current_position,
        current_company: row.current_company,
        same_email: row.same_email,
        same_phone: row.same_phone,
    });
    Ok((people.collect(), total))
}

/// Keeps this person apart from others, with whoever was merged into either; decided once, it is not asked again.
pub async fn keep_apart(tx: &mut TenantTx, id: PersonId, others: &[PersonId]) -> StoreResult<()> {
    let (organization, user) = (tx.organization().0, tx.actor().user());
    let others: Vec<uuid::Uuid> = others.iter().map(|other| other.0).collect();
    sqlx::query!(
        "INSERT INTO people_kept_apart (organization_id, person_id, other_id, decided_by)
         SELECT DISTINCT $1::uuid, least(one.id, other.id), greatest(one.id, other.id), $4::uuid
         FROM people one, people other
         WHERE one.organization_id = $1 AND (one.id = $2 OR one.merged_into = $2)
           AND other.organization_id = $1 AND (other.id = ANY ($3) OR other.merged_into = ANY ($3)) AND one.id <> other.id
         ON CONFLICT DO NOTHING",
        organization,
        id.0,
        &others,
        user.map(|user| user.0),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
