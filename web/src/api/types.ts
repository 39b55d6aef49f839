// The server's schemas under the names the screens use.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type AiEval = Schemas["AiEval"];
export type Application = Schemas["Application"];
export type ApplicationDetail = Schemas["ApplicationDetail"];
export type ApplicationEvent = Schemas["ApplicationEvent"];
export type Batch = Schemas["Batch"];
export type BatchTask = Schemas["BatchTaskRow"];
export type BatchTaskDetail = Schemas["BatchTaskDetail"];
export type Criterion = Schemas["Criterion"];
export type CriterionResult = Schemas["CriterionResult"];
export type ErrorCategory = Schemas["ErrorCategory"];
export type Flag = Schemas["Flag"];
export type Invitation = Schemas["Invitation"];
export type Job = Schemas["Job"];
export type JobBrief = Schemas["JobDraft"];
export type Member = Schemas["Member"];
export type Membership = Schemas["MyMembership"];
export type Organization = Schemas["Organization"];
export type OrganizationChanges = Schemas["OrganizationChanges"];
export type OrganizationInput = Schemas["OrganizationInput"];
export type Person = Schemas["Person"];
export type Promotion = Schemas["Promotion"];
export type RecommendationLevel = Schemas["RecommendationLevel"];
export type Role = Schemas["Role"];
export type RoleInOrganization = Schemas["RoleInOrganization"];
export type RolePermission = Schemas["RolePermission"];
export type Rubric = Schemas["Rubric"];
export type Session = Schemas["SessionInfo"];
export type Stage = Schemas["Stage"];
export type StripGlyph = Schemas["StripGlyph"];
export type SubStatus = Schemas["SubStatus"];
export type TaskStatus = Schemas["TaskStatus"];
export type Timeline = Schemas["Timeline"];
export type Verdict = Schemas["Verdict"];
export type WorkExperience = Schemas["WorkExperience"];
