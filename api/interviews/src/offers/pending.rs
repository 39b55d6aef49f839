//! What the caller has to do about offers.

use axum::extract::State;
use bole_api_core::error::ApiResult;
use bole_api_core::extract::{Json, Paged, ReadTenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{ApplicationId, OrganizationId};
use bole_domain::offer::OfferDuty;
use bole_domain::permission::Permission;
use bole_store::offer_duties::{self, OfferRights};
use serde::Serialize;
use utoipa::ToSchema;

/// Offers that wait for the caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct PendingOffers {
    /// What they have to do.
    duty: OfferDuty,
    /// The number of offers.
    count: i64,
    /// The application of the one that has waited longest.
    application_id: ApplicationId,
}

/// The offers that wait for the caller, by what they have to do: those they may approve, and their own.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/offers/pending", operation_id = "list_pending_offers",
    tag = "offers", params(("organization_id" = OrganizationId, Path)),
    responses((status = 200, body = Paged<PendingOffers>)))]
pub async fn list_pending_offers(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<Paged<PendingOffers>>> {
    tenant.require(Permission::OFFER_WORKBENCH_VIEW)?;
    let rights = OfferRights {
        user: tenant.user_id(),
        can_approve: tenant.access.allows(Permission::OFFER_WORKBENCH_MANAGE),
        can_send: tenant.access.allows(Permission::OFFER_WORKBENCH_SEND),
    };
    let pending = offer_duties::pending(&mut tx, rights, state.config.now()).await?;
    tx.release();
    let items = pending.into_iter().map(|row| {
        let offer_duties::PendingOffers { duty, count, application_id } = row;
        PendingOffers { duty, count, application_id }
    });
    Ok(Json(Paged::all(items.collect())))
}
