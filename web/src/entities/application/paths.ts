// API paths of applications, the pipeline, the talent pool and the moves.
export const APPLICATIONS = "/api/organizations/{organization_id}/applications";
export const APPLICATION = "/api/organizations/{organization_id}/applications/{application_id}";
export const RESUME = "/api/organizations/{organization_id}/applications/{application_id}/resume";
export const BOARD = "/api/organizations/{organization_id}/jobs/{job_id}/board";
export const LANES = "/api/organizations/{organization_id}/jobs/{job_id}/lanes";
export const CONVERSION = "/api/organizations/{organization_id}/jobs/{job_id}/conversion";
export const TALENT_POOL = "/api/organizations/{organization_id}/talent-pool";
export const RANK = "/api/organizations/{organization_id}/talent-pool/rank";
export const DRAG = "/api/organizations/{organization_id}/applications/drag";
export const MARK_PASSED = "/api/organizations/{organization_id}/applications/mark-passed";
export const TAKE_BACK = "/api/organizations/{organization_id}/applications/take-back";
export const ELIMINATE = "/api/organizations/{organization_id}/applications/eliminate";
export const ARCHIVE = "/api/organizations/{organization_id}/applications/archive";
export const RESTORE = "/api/organizations/{organization_id}/applications/restore";
export const RECALL = "/api/organizations/{organization_id}/applications/recall";
export const RESUME_TEXT = "/api/organizations/{organization_id}/applications/{application_id}/resume-text";
