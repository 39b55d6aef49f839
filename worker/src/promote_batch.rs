//! `batch.promote`: adds entries of a batch to the pipeline, a page per transaction. Promotion is idempotent, so an
//! interrupted task starts again.

use std::time::Duration;

use bole_domain::failure::TaskReason;
use bole_domain::ids::UserId;
use bole_domain::permission::Permission;
use bole_queue::kinds::PromoteBatch;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::applications::{self, Promotion, PromotionScope};
use bole_store::{StoreError, TenantTx, batches};
use serde_json::json;

use crate::PAGE;

/// Runs `batch.promote`.
pub struct PromoteBatchHandler;

impl TaskHandler for PromoteBatchHandler {
    type Kind = PromoteBatch;
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, task: PromoteBatch) -> Result<Outcome, TaskError> {
        let PromoteBatch { batch_id, task_ids, promoted_by, is_chosen, left_out } = task;
        let scope = if is_chosen { PromotionScope::Chosen } else { PromotionScope::All };
        let total = u32::try_from(task_ids.len()).unwrap_or(u32::MAX);
        let (mut promotion, mut done) = (Promotion { skipped: left_out, ..Promotion::default() }, 0);
        for page in task_ids.chunks(PAGE) {
            let mut tx = open(context, promoted_by).await?;
            let batch = match batches::find(&mut tx, batch_id).await {
                Ok(batch) => batch,
                Err(StoreError::NotFound) => return Ok(Outcome::DONE),
                Err(error) => return Err(error.into()),
            };
            let Promotion { created, existing, skipped } =
                applications::promote_entries(&mut tx, &batch, page, scope).await?;
            tx.commit().await?;
            promotion.created += created;
            promotion.existing += existing;
            promotion.skipped += skipped;
            done += u32::try_from(page.len()).unwrap_or(u32::MAX);
            context.progress(done, total);
        }
        let Promotion { created, existing, skipped } = promotion;
        Outcome::completed(json!({ "created": created, "existing": existing, "skipped": skipped }))
    }
}

/// As the member who asked, if they still may.
async fn open(context: &TaskContext, promoted_by: Option<UserId>) -> Result<TenantTx, TaskError> {
    let Some(user) = promoted_by else { return Ok(context.tenant().await?) };
    let member = context.tenant_allowed(user, Permission::EVALUATE_MOVE).await?;
    member.ok_or_else(|| TaskError::new(TaskReason::Cancelled, "the member may not do this any more").transient(false))
}
