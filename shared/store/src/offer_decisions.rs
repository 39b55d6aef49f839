//! Approvals and returns of offers, with the offer as it then was.

use bole_domain::ids::OfferId;
use bole_domain::offer::{OfferAction, OfferText};
use time::OffsetDateTime;

use crate::offers::offer_text;
use crate::{StoreResult, TenantTx};

/// An approval or a return.
#[derive(Debug, Clone)]
pub struct OfferDecision {
    pub action: OfferAction,
    /// The resulting version.
    pub version: i32,
    /// The approver's name, if known.
    pub actor_name: Option<String>,
    pub created_at: OffsetDateTime,
    /// The offer that was decided on.
    pub text: OfferText,
}

/// The last decision on an offer, if any.
pub async fn last(tx: &mut TenantTx, id: OfferId) -> StoreResult<Option<OfferDecision>> {
    let row = sqlx::query!(
        r#"SELECT e.kind, e.version, u.full_name AS "actor_name?", e.created_at,
                  e.snapshot->>'position' AS "position!", e.snapshot->>'salary' AS "salary!",
                  coalesce(e.snapshot->'salary_parts', '[]') AS "salary_parts!",
                  (e.snapshot->>'start_date')::date AS start_date, e.snapshot->>'place' AS "place!",
                  e.snapshot->>'terms' AS "terms!", e.snapshot->>'letter' AS "letter!",
                  e.snapshot->>'language' AS language, to_timestamp((e.snapshot->>'expires_at')::bigint) AS expires_at,
                  coalesce(e.snapshot->>'notes', '') AS "notes!"
           FROM offer_events e LEFT JOIN users u ON u.id = e.actor_user_id
           WHERE e.organization_id = $1 AND e.offer_id = $2 AND e.kind IN ('approve', 'return')
           ORDER BY e.version DESC LIMIT 1"#,
        tx.organization().0,
        id.0,
    )
    .fetch_optional(&mut *tx.conn()?)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let text = offer_text!(row, row.notes);
    Ok(Some(OfferDecision {
        action: row.kind.parse()?,
        version: row.version,
        actor_name: row.actor_name,
        created_at: row.created_at,
        text,
    }))
}
