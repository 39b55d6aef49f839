//! The reservation of an upload in progress: renewed while bytes arrive, and released however the upload ends.

use std::convert::Infallible;

use axum::http::{HeaderMap, header};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::Tenant;
use bole_api_core::files::storage_full;
use bole_api_core::state::ApiState;
use bole_domain::ids::{BatchId, JobId};
use bole_domain::upload::{UploadLimit, UploadRoom};
use bole_storage::Key;
use bole_store::{Actor, Db, StoreResult, batches, discarded, upload_reservations};

use crate::uploads::{quota_reached, too_large};

/// Renewals per lease, so that a lease outlives a few that fail.
const RENEWALS: u32 = 4;

/// Room for an upload. If it is neither settled nor released, because the client hung up, dropping it releases it.
pub(super) struct Reservation {
    state: ApiState,
    actor: Actor,
    id: BatchId,
    key: Key,
    room: UploadRoom,
    is_held: bool,
}

impl Reservation {
    /// Reserves room for an upload with these headers; an error if the job, the plan, the storage limit, other uploads
    /// or the disk do not allow one.
    pub(super) async fn begin(
        state: &ApiState,
        tenant: &Tenant,
        job: JobId,
        id: BatchId,
        headers: &HeaderMap,
    ) -> ApiResult<Self> {
        if !state.storage.has_room().await.map_err(|error| ApiError::unavailable(&error))? {
            return Err(ApiError::unavailable(&"the disk of stored files is nearly full"));
        }
        let key = Key::batch_upload(tenant.organization(), id);
        let mut tx = tenant.begin().await?;
        if !batches::job_is_open(&mut tx, job).await.or_not_found(Code::JobNotFound)? {
            return Err(ApiError::conflict(Code::JobArchived, "The job is archived. Restore it first."));
        }
        let (plan, usage) = upload_reservations::lock(&mut tx).await?;
        // The announced length bounds the file, which the form surrounds.
        let largest = announced(headers).filter(|bytes| *bytes > 0).unwrap_or(u64::MAX).min(state.config.upload_limit);
        let room = usage.room(plan, largest, state.config.storage_limit);
        if room.bytes == 0 {
            return Err(refusal(room.limit));
        }
        upload_reservations::insert(&mut tx, id, room.bytes, state.config.upload_lease).await?;
        discarded::reserve(&mut tx, &[key.as_str()]).await?;
        tx.commit().await?;
        Ok(Self { state: state.clone(), actor: *tenant.actor(), id, key, room, is_held: true })
    }

    /// What the upload may take.
    pub(super) const fn room(&self) -> UploadRoom {
        self.room
    }

    /// Where the upload is stored.
    pub(super) const fn key(&self) -> &Key {
        &self.key
    }

    /// Renews the lease while the upload is received, which must not hold a transaction.
    pub(super) async fn renewed_during<T>(&self, receiving: impl Future<Output = T>) -> T {
        tokio::select! {
            received = receiving => received,
            never = self.keep_renewing() => match never {},
        }
    }

    async fn keep_renewing(&self) -> Infallible {
        loop {
            tokio::time::sleep(self.state.config.upload_lease / RENEWALS).await;
            if let Err(error) = self.renew().await {
                tracing::warn!(%error, "the reservation of an upload could not be renewed");
            }
        }
    }

    async fn renew(&self) -> StoreResult<()> {
        let mut tx = self.state.db.tenant(&self.actor).await?;
        upload_reservations::renew(&mut tx, self.id, self.state.config.upload_lease).await?;
        discarded::reserve(&mut tx, &[self.key.as_str()]).await?;
        tx.commit().await
    }

    /// Marks it as ended by the transaction that recorded the upload.
    pub(super) fn settled(mut self) {
        self.is_held = false;
    }

    /// Ends it without an upload.
    pub(super) async fn release(mut self) {
        release(&self.state.db, &self.actor, self.id).await;
        self.is_held = false;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let (true, Ok(runtime)) = (self.is_held, tokio::runtime::Handle::try_current()) else { return };
        let (db, actor, id) = (self.state.db.clone(), self.actor, self.id);
        runtime.spawn(async move { release(&db, &actor, id).await });
    }
}

/// If this fails, the lease expires.
async fn release(db: &Db, actor: &Actor, id: BatchId) {
    let released = async {
        let mut tx = db.tenant(actor).await?;
        upload_reservations::delete(&mut tx, id).await?;
        tx.commit().await
    };
    if let Err(error) = released.await {
        tracing::warn!(%error, "the reservation of an upload could not be released");
    }
}

fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Why an upload gets no room, or no more.
pub(super) fn refusal(limit: UploadLimit) -> ApiError {
    match limit {
        UploadLimit::Day => quota_reached(),
        UploadLimit::Storage => storage_full(),
        UploadLimit::InProgress => ApiError::conflict(
            Code::BatchUploadsInProgress,
            "Other uploads of the organization are in progress. Try again when they are done.",
        ),
        UploadLimit::Size => too_large(),
    }
}
