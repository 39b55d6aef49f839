// The server's schemas under the names the screens use.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type AiEval = Schemas["AiEval"];
export type Application = Schemas["Application"];
export type Batch = Schemas["Batch"];
export type BatchTask = Schemas["BatchTask"];
export type BatchTaskDetail = Schemas["BatchTaskDetail"];
export type Criterion = Schemas["Criterion"];
export type CriterionResult = Schemas["CriterionResult"];
export type Job = Schemas["Job"];
export type JobBrief = Schemas["JobBrief"];
export type Membership = Schemas["Membership"];
export type Person = Schemas["Person"];
export type RecommendationLevel = Schemas["RecommendationLevel"];
export type Rubric = Schemas["Rubric"];
export type Session = Schemas["Session"];
export type TaskStatus = Schemas["TaskStatus"];
export type Verdict = Schemas["Verdict"];
export type WorkExperience = Schemas["WorkExperience"];
