//! Extracts a job's rubric once, although many of its resumes need it at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bole_ai::{AiError, JobBrief, Judge};
use bole_domain::evaluation::Rubric;
use tokio::sync::OnceCell;

type Cell = OnceCell<Arc<Rubric>>;

/// The rubrics being extracted, kept only while someone waits; the database stores them.
#[derive(Default)]
pub(super) struct Rubrics(Mutex<HashMap<Vec<u8>, Weak<Cell>>>);

impl Rubrics {
    /// The rubric of a job with this fingerprint.
    pub(super) async fn read(
        &self,
        judge: &dyn Judge,
        job: &JobBrief,
        fingerprint: &[u8],
    ) -> Result<Arc<Rubric>, AiError> {
        let cell = self.cell(fingerprint);
        let read = async { Ok(Arc::new(judge.rubric(job).await?)) };
        cell.get_or_try_init(|| read).await.cloned()
    }

    fn cell(&self, fingerprint: &[u8]) -> Arc<Cell> {
        let mut cells = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = cells.get(fingerprint).and_then(Weak::upgrade) {
            return cell;
        }
        cells.retain(|_, cell| cell.strong_count() > 0);
        let cell = Arc::new(Cell::new());
        cells.insert(fingerprint.to_vec(), Arc::downgrade(&cell));
        cell
    }
}
