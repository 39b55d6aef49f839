//! Permissions of which any is enough, where several areas ask for them.

use bole_domain::permission::Permission;

/// Any permission to edit candidates' records.
pub const RECORD_EDIT: [Permission; 3] =
    [Permission::AI_REVIEW_REVIEW, Permission::PIPELINE_EDIT, Permission::TALENT_POOL_EDIT];

/// Any permission to view candidates somewhere.
pub const CANDIDATE_VIEW: [Permission; 5] = [
    Permission::AI_REVIEW_VIEW,
    Permission::PIPELINE_VIEW,
    Permission::TALENT_POOL_VIEW,
    Permission::SCHEDULE_VIEW,
    Permission::OFFER_WORKBENCH_VIEW,
];
