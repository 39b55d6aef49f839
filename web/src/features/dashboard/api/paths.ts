// Where the figures and the candidates behind them are asked for.
export const DASHBOARD = "/api/organizations/{organization_id}/dashboard";
export const FIGURE = "/api/organizations/{organization_id}/dashboard/candidates";
