//! `dashboard.export`: exports the metrics of a period as a file, limited to what the requesting user can access. If
//! run again, it writes the same file under the same key.

use std::time::Duration;

use bole_domain::dashboard::insights::findings;
use bole_domain::dashboard::{ExportFormat, Figure};
use bole_domain::failure::{StorageReason, TaskReason};
use bole_queue::kinds::ExportDashboard;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_reports::Report;
use bole_storage::Key;
use bole_store::dashboard::{self, candidates};
use bole_store::{StoreError, exports, organizations};
use bytes::Bytes;
use futures_util::stream;
use serde_json::json;
use time::OffsetDateTime;

/// The most candidates in a workbook; the latest applications.
const MAX_CANDIDATES: i64 = 50_000;

handler!(ExportDashboardHandler);

impl TaskHandler for ExportDashboardHandler {
    type Kind = ExportDashboard;
    const TIME_LIMIT: Duration = Duration::from_secs(300);

    async fn run(
        &self,
        context: &TaskContext,
        ExportDashboard { export_id }: ExportDashboard,
    ) -> Result<Outcome, TaskError> {
        context.progress(0, 3);
        let mut tx = context.tenant().await?;
        let export = match exports::find(&mut tx, export_id).await {
            Ok(export) => export,
            Err(StoreError::NotFound) => return Ok(Outcome::DONE),
            Err(error) => return Err(error.into()),
        };
        let organization = organizations::get(&mut tx).await?;
        tx.release();
        let member = match export.created_by {
            Some(user) => context.tenant_as(user).await?,
            None => None,
        };
        let mut tx =
            member.ok_or_else(|| TaskError::new(TaskReason::Internal, "whoever asked is no member anymore"))?;
        let mut figures = dashboard::read(&mut tx, export.filter()).await?;
        let findings = findings(&figures, &dashboard::breakdown(&mut tx, export.filter()).await?);
        let candidates = if export.has_names && export.format == ExportFormat::Xlsx {
            candidates::list(&mut tx, &Figure::Applied, export.filter(), MAX_CANDIDATES, 0).await?.items
        } else {
            Vec::new()
        };
        tx.release();
        if !export.has_names {
            figures.waiting.candidates.iter_mut().for_each(|candidate| candidate.name = None);
            figures.interviews.next.iter_mut().for_each(|interview| interview.name = None);
        }
        context.progress(1, 3);

        let (format, language, zone) = (export.format, export.language, export.filter().zone);
        let (job_title, created_by) = (export.job_title, export.created_by_name.unwrap_or_default());
        // Rendering is CPU-bound.
        let written = tokio::task::spawn_blocking(move || {
            let report = Report {
                organization: &organization.name,
                job_title: job_title.as_deref(),
                created_by: &created_by,
                created_at: OffsetDateTime::now_utc(),
                language,
                zone,
                dashboard: &figures,
                findings: &findings,
                candidates: &candidates,
            };
            bole_reports::write(&report, format)
        });
        let bytes = written.await?.map_err(|error| TaskError::new(TaskReason::Internal, error.to_string()))?;
        context.progress(2, 3);

        let key = Key::export(context.organization(), export_id);
        let limit = bytes.len() as u64;
        let chunks = stream::iter([Ok::<_, std::convert::Infallible>(Bytes::from(bytes))]);
        let stored = self.tools.storage.put_stream(&key, chunks, limit).await;
        let stored = stored.map_err(|error| TaskError::new(StorageReason::Unavailable, error.to_string()))?;
        let mut tx = context.tenant().await?;
        exports::finish(&mut tx, export_id, key.as_str(), i64::try_from(stored.size).unwrap_or(i64::MAX)).await?;
        let file_url = format!("/api/organizations/{}/exports/{export_id}/file", context.organization());
        Ok(context.finish(tx, json!({ "export_id": export_id, "file_url": file_url })).await?)
    }
}
