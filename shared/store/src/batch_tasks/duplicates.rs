//! Entries of people who applied for the job before.

use std::collections::HashMap;

use bole_domain::ids::BatchTaskId;
use bole_domain::person_name::can_be_one;
use uuid::Uuid;

use crate::{StoreResult, TenantTx};

/// The first earlier entry for the same job by each of these entries' people: with the very same file, or with the same
/// address or number and a name that can be the same.
pub(super) async fn earlier_entries(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<HashMap<Uuid, BatchTaskId>> {
    let rows = sqlx::query!(
        // Looked up by each of three indexes, then compared: OFFSET keeps the planner from walking all ids.
        r#"SELECT e.id, e.profile ->> 'name' AS name, d.is_same_file AS "is_same_file!", d.name AS other_name,
                  (array_agg(d.id ORDER BY d.id))[1] AS "earlier!"
           FROM batch_tasks e
           CROSS JOIN LATERAL (
               SELECT f.id, true AS is_same_file, NULL AS name FROM batch_tasks f
               WHERE f.organization_id = e.organization_id AND f.job_id = e.job_id AND f.file_id = e.file_id
               UNION ALL SELECT m.id, false, m.profile ->> 'name' FROM batch_tasks m
               WHERE m.organization_id = e.organization_id AND m.job_id = e.job_id AND m.person_email_key = e.person_email_key
               UNION ALL SELECT p.id, false, p.profile ->> 'name' FROM batch_tasks p
               WHERE p.organization_id = e.organization_id AND p.job_id = e.job_id AND p.person_phone_key = e.person_phone_key
                 AND can_be_one_phone(p.person_phone, e.person_phone)
               OFFSET 0) d
           WHERE e.organization_id = $1 AND e.id = ANY ($2) AND d.id < e.id
           GROUP BY e.organization_id, e.id, d.is_same_file, d.name"#,
        tx.organization().0,
        ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let mut earlier: HashMap<Uuid, BatchTaskId> = HashMap::new();
    for row in rows {
        if row.is_same_file || can_be_one(row.name.as_deref(), row.other_name.as_deref()) {
            let found = BatchTaskId(row.earlier);
            earlier.entry(row.id).and_modify(|known| *known = (*known).min(found)).or_insert(found);
        }
    }
    Ok(earlier)
}
