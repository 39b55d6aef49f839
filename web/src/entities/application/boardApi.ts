// The calls of the board, the talent pool and the moves, with what they answer.
import { api } from "@/lib/api/client";
import type { RecommendationLevel, Stage, SubStatus } from "@/lib/api/types";
import type { BoardCard } from "./boardLogic";

export const BOARD = "/api/organizations/{organization_id}/jobs/{job_id}/board";
export const LANES = "/api/organizations/{organization_id}/jobs/{job_id}/lanes";
export const TALENT_POOL = "/api/organizations/{organization_id}/talent-pool";
export const PERSON = "/api/organizations/{organization_id}/people/{person_id}";
export const DRAG = "/api/organizations/{organization_id}/applications/drag";
export const MARK_PASSED = "/api/organizations/{organization_id}/applications/mark-passed";
export const ELIMINATE = "/api/organizations/{organization_id}/applications/eliminate";
export const ARCHIVE = "/api/organizations/{organization_id}/applications/archive";
export const RESTORE = "/api/organizations/{organization_id}/applications/restore";
export const RECALL = "/api/organizations/{organization_id}/applications/recall";

export type ArchiveReason =
  | "人才库"
  | "not_suitable_now"
  | "future_opportunity"
  | "skill_mismatch"
  | "insufficient_experience"
  | "high_salary_expectation"
  | "other"
  | "已发拒信淘汰";

/** What became of one item of a move. */
export interface MoveResult {
  id: string;
  status: "ok" | "refused";
  code?: string;
  application?: { version: number };
}

export interface WirePage {
  items: (Omit<BoardCard, "strip" | "flags"> & { strip?: string; flags?: string[] })[];
  next_cursor: string | null;
  total: number;
}

export interface WireLanes {
  lanes: { status: Stage; sub_statuses: { sub_status: SubStatus; count: number }[] }[];
}

/** An archived application. */
export interface TalentPoolEntry {
  id: string;
  version: number;
  person: BoardCard["person"] & { starred: boolean; blacklisted: boolean };
  job_id: string;
  job_title: string;
  status: Stage;
  sub_status: SubStatus;
  archive_reason: ArchiveReason;
  archived_at: string;
  level?: RecommendationLevel | null;
  score?: number | null;
  summary?: string | null;
}

type Call<T> = (path: string, init: object) => Promise<{ data?: T }>;

/** Calls by path, answers as the caller names them. */
export const get = api.GET as unknown as <T>(path: string, init: object) => Promise<{ data?: T }>;
export const postMoves = api.POST as unknown as Call<{ results: MoveResult[] }>;
export const patch = api.PATCH as unknown as Call<unknown>;
