// Paths of the dashboard's endpoints.
export const DASHBOARD = "/api/organizations/{organization_id}/dashboard";
export const FIGURE = "/api/organizations/{organization_id}/dashboard/candidates";
