//! People who share an address or number: merging them, undoing it, and keeping them apart.

use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Json, Paged, Path, ReadTenant, Tenant};
use bole_api_core::permissions::{CANDIDATE_VIEW, RECORD_EDIT};
use bole_domain::ids::{PersonId, PersonMergeId};
use bole_store::people::merges::{self, ONE_IS_BLACKLISTED, PersonMerge};
use bole_store::people::record;
use bole_store::people::same_contact::{self, SameContactPerson};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::person_records::PersonPath;

bole_api_core::area! { "applications":
    list_same_contact, keep_people_apart, list_person_merges, merge_people, undo_person_merge
}

/// How many people with the same address or number are listed, and kept apart at once.
const MAX_SAME_CONTACT: i64 = 20;

/// People to keep apart from a person.
#[derive(Debug, Deserialize, ToSchema)]
pub struct KeepApartInput {
    /// Their ids; at most 20.
    person_ids: Vec<PersonId>,
}

/// A person to merge.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MergeInput {
    /// Who turned out to be the same person.
    person_id: PersonId,
}

/// The path of a merge.
#[derive(Debug, Deserialize)]
pub struct MergePath {
    person_id: PersonId,
    merge_id: PersonMergeId,
}

/// People who share an address or number with a person and may be the same, earliest first; at most 20. Without those that
/// are kept apart.
#[utoipa::path(get, path = "/people/{person_id}/same-contact", params(("person_id" = PersonId, Path)),
    responses((status = 200, body = Paged<SameContactPerson>)))]
pub async fn list_same_contact(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
) -> ApiResult<Json<Paged<SameContactPerson>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    record::find(&mut tx, person_id).await.or_not_found(Code::PersonNotFound)?;
    let page = same_contact::list(&mut tx, person_id, MAX_SAME_CONTACT).await?;
    tx.release();
    Ok(Json(Paged::of(page)))
}

/// Keeps people with the same address or number apart: they are not listed as possibly the same any more.
#[utoipa::path(post, path = "/people/{person_id}/keep-apart", params(("person_id" = PersonId, Path)),
    responses((status = 204)))]
pub async fn keep_people_apart(
    tenant: Tenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
    Json(KeepApartInput { person_ids }): Json<KeepApartInput>,
) -> ApiResult<StatusCode> {
    tenant.require_any(&RECORD_EDIT)?;
    if person_ids.is_empty() {
        return Err(ApiError::invalid_field("person_ids", Code::FieldRequired));
    }
    if i64::try_from(person_ids.len()).is_ok_and(|count| count > MAX_SAME_CONTACT) {
        return Err(ApiError::invalid_field("person_ids", Code::FieldTooLong));
    }
    let mut tx = tenant.begin().await?;
    for id in person_ids.iter().chain([&person_id]) {
        record::find(&mut tx, *id).await.or_not_found(Code::PersonNotFound)?;
    }
    same_contact::keep_apart(&mut tx, person_id, &person_ids).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The people merged into a person, latest first.
#[utoipa::path(get, path = "/people/{person_id}/merges", params(("person_id" = PersonId, Path)),
    responses((status = 200, body = Paged<PersonMerge>)))]
pub async fn list_person_merges(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
) -> ApiResult<Json<Paged<PersonMerge>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    record::find(&mut tx, person_id).await.or_not_found(Code::PersonNotFound)?;
    let merges = merges::list(&mut tx, person_id).await?;
    tx.release();
    Ok(Json(Paged::all(merges)))
}

/// Merges another person into this one: applications, resumes, emails, notes and history become this person's, and blank
/// fields of the record are filled in.
#[utoipa::path(post, path = "/people/{person_id}/merges", params(("person_id" = PersonId, Path)),
    responses((status = 201, body = PersonMerge)))]
pub async fn merge_people(
    tenant: Tenant,
    Path(PersonPath { person_id }): Path<PersonPath>,
    Json(MergeInput { person_id: other }): Json<MergeInput>,
) -> ApiResult<(StatusCode, Json<PersonMerge>)> {
    tenant.require_any(&RECORD_EDIT)?;
    let mut tx = tenant.begin().await?;
    let merged = merges::merge(&mut tx, person_id, other).await;
    let refusal =
        || ApiError::conflict(Code::PersonMergeBlacklisted, "One of the two is blacklisted, the other is not.");
    let merge = match merged {
        Err(error) if error.is_constraint(ONE_IS_BLACKLISTED) => return Err(refusal()),
        merged => merged.or_not_found(Code::PersonNotFound)?,
    };
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(merge)))
}

/// Undoes a merge: what came from the merged person is theirs again, and what was not edited since is restored.
#[utoipa::path(delete, path = "/people/{person_id}/merges/{merge_id}",
    params(("person_id" = PersonId, Path), ("merge_id" = PersonMergeId, Path)), responses((status = 204)))]
pub async fn undo_person_merge(
    tenant: Tenant,
    Path(MergePath { person_id, merge_id }): Path<MergePath>,
) -> ApiResult<StatusCode> {
    tenant.require_any(&RECORD_EDIT)?;
    let mut tx = tenant.begin().await?;
    merges::undo(&mut tx, person_id, merge_id).await.or_not_found(Code::PersonNotFound)?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
