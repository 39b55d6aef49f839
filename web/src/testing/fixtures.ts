// Typed examples of API responses; a test only overrides relevant fields.
import { LEVEL, STAGE, SUB_STATUS } from "@/entities/application/stages";
import { ACTIONS_OF, PAGES } from "@/entities/member/roles.gen";
import type { DraftContent } from "@/features/interview/logic/draft";
import type {
  AiEval,
  AiSettings,
  AiState,
  AiUsage,
  Application,
  ApplicationDetail,
  Batch,
  BatchTask,
  Email,
  Evaluation,
  InterviewHours,
  Job,
  Membership,
  MyProfile,
  Offer,
  Organization,
  Permission,
  PersonDetail,
  Preferences,
  Schedule,
  Session,
  Task,
} from "@/lib/api/types";

export const ORGANIZATION_ID = "0199d3a0-0000-7000-8000-000000000001";
export const USER_ID = "0199d3a0-0000-7000-8000-000000000002";
const CREATED_AT = "2026-03-02T08:00:00Z";

/** A valid sample id. */
export function idOf(number: number): string {
  return `0199d3a0-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

export function session(change: Partial<Session["user"]> = {}): Session {
  return {
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    user: {
      id: USER_ID,
      email: "lin@yunfan.example",
      full_name: "Lin Yue",
      created_at: CREATED_AT,
      email_confirmed_at: CREATED_AT,
      needs_password: false,
      user_type: "tenant_owner",
      ...change,
    },
  };
}

export function organization(change: Partial<Organization> = {}): Organization {
  return {
    id: ORGANIZATION_ID,
    name: "Yunfan",
    slug: "yunfan",
    logo_url: null,
    max_jobs: 20,
    max_users: 20,
    settings: {},
    subscription_status: "active",
    subscription_tier: "pro",
    requested_plan: null,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...change,
  };
}

const EVERY_PERMISSION = Object.entries(ACTIONS_OF).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as Permission),
);

/** An owner's membership by default. */
export function membership(
  change: Partial<Omit<Membership, "permissions">> & { permissions?: Permission[] } = {},
): Membership {
  return {
    id: idOf(3),
    joined_at: CREATED_AT,
    organization: organization(),
    organization_id: ORGANIZATION_ID,
    pages: [...PAGES],
    permissions: EVERY_PERMISSION,
    role: "owner",
    user_id: USER_ID,
    ...change,
  };
}

export function job(change: Partial<Job> = {}): Job {
  return {
    id: idOf(100),
    title: "Backend Engineer",
    language: "en-US",
    core_requirement: "",
    jd: "Builds services in Rust.",
    ai_evaluation_criteria: "",
    ai_interview_questions: "",
    company_name: "",
    recruiter_name: "",
    submission_email: null,
    location_ids: [],
    organization_id: ORGANIZATION_ID,
    blind_mode: false,
    is_active: true,
    is_deleted: false,
    deleted_at: null,
    total_applications: 0,
    in_review: 0,
    in_pipeline: 0,
    total_batches: 0,
    last_activity_at: CREATED_AT,
    version: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...change,
  };
}

export function batch(change: Partial<Batch> = {}): Batch {
  return {
    id: idOf(200),
    job_id: idOf(100),
    job_title: "Backend Engineer",
    file_name: "march.zip",
    source: "upload",
    size: 1_000,
    status: "completed",
    counts: { completed: 0, failed: 0, pending: 0, processing: 0, retry: 0, skipped: 0 },
    failure_reason: null,
    last_evaluated_at: null,
    promotable: 0,
    promoted: 0,
    created_at: CREATED_AT,
    ...change,
  };
}

export function batchTask(change: Partial<BatchTask> = {}): BatchTask {
  return {
    id: idOf(300),
    batch_id: idOf(200),
    job_id: idOf(100),
    file_name: "resume.pdf",
    name: "Chen Siyuan",
    position: 0,
    status: "completed",
    attempts: 1,
    flags: [],
    differences: [],
    strip: [],
    retryable: false,
    retry_may_help: false,
    waits_for_reader: false,
    score: 80,
    recommendation: null,
    created_at: CREATED_AT,
    ...change,
  };
}

export function application(change: Partial<Application> = {}): Application {
  return {
    id: idOf(400),
    job_id: idOf(100),
    job_title: "Backend Engineer",
    person_id: idOf(500),
    person: {
      id: idOf(500),
      name: "Chen Siyuan",
      email: "chen@example.com",
      education: [],
      skills: [],
      is_in_talent_pool: false,
      blacklisted: false,
      starred: false,
    },
    organization_id: ORGANIZATION_ID,
    sub_status_since: CREATED_AT,
    differences: [],
    source: "batch",
    status: STAGE.online,
    sub_status: SUB_STATUS.onlineInvitationPending,
    is_archived: false,
    version: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...change,
  };
}

export function applicationDetail(change: Partial<ApplicationDetail> = {}): ApplicationDetail {
  return {
    ...application(change),
    work_experiences: [],
    timeline: { gaps: [], overlaps: [], total_months: 0 },
    history: [],
    ...change,
  };
}

/** A draft of an offer to the candidate. */
export function offer(candidate: Application, change: Partial<Offer> = {}): Offer {
  return {
    id: idOf(900),
    application_id: candidate.id,
    application_status: candidate.status,
    application_sub_status: candidate.sub_status,
    job_id: candidate.job_id,
    job_title: candidate.job_title,
    employer_name: "Yunfan",
    person_id: candidate.person_id,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    position: "Engineer",
    salary: "30k",
    place: "",
    terms: "",
    letter: "",
    letter_text: "",
    return_comment: "",
    status: "draft",
    version: 1,
    ...change,
  };
}

/** An interview that starts at `start`. */
export function schedule(start: string, minutes: number, change: Partial<Schedule> = {}): Schedule {
  return {
    id: idOf(700),
    start_time: start,
    end_time: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
    round: 1,
    interviewer: { name: "Li Wei" },
    status: "scheduled",
    location: "",
    meeting_link: "",
    notes: "",
    is_conflicting: false,
    version: 1,
    updated_at: start,
    ...change,
  };
}

/** Hours without a bookable time. */
export function interviewHours(change: Partial<InterviewHours> = {}): InterviewHours {
  return {
    time_zone: "Asia/Shanghai",
    weekly: [],
    holidays: [],
    slot_minutes: 45,
    buffer_minutes: 15,
    notice_hours: 12,
    ...change,
  };
}

export function interviewDraft(change: Partial<DraftContent> = {}): DraftContent {
  return {
    interviewer_name: "Li",
    started_at: "2026-03-04T09:00:00Z",
    sections: [],
    answers: {},
    verdicts: {},
    adhoc_notes: "",
    overall_evaluation: "",
    ...change,
  };
}

export function email(change: Partial<Email> = {}): Email {
  return {
    id: idOf(701),
    application_id: idOf(301),
    person_id: idOf(501),
    person_name: "Chen Siyuan",
    type: "online_invitation",
    to: "chen@example.com",
    subject: "Interview",
    body: "Dear Chen",
    language: "en",
    status: "draft",
    is_captured: false,
    created_at: "2026-03-02T08:00:00Z",
    version: 1,
    ...change,
  };
}

export function task(change: Partial<Task> = {}): Task {
  return {
    id: idOf(600),
    kind: "job.draft",
    status: "completed",
    progress: { done: 0, total: 0 },
    attempts: 1,
    created_at: CREATED_AT,
    ...change,
  };
}

/** A user who completed onboarding. */
export function profile(change: Partial<MyProfile> = {}): MyProfile {
  return {
    phone: null,
    job_title: null,
    bio: null,
    timezone: null,
    onboarded_at: CREATED_AT,
    language: null,
    date_format: "language",
    is_operator: false,
    ...change,
  };
}

export function preferences(change: Partial<Preferences> = {}): Preferences {
  return {
    email_notifications: true,
    candidate_updates: false,
    interview_reminders: true,
    offer_updates: true,
    language: null,
    date_format: "language",
    ...change,
  };
}

export function personDetail(change: Partial<PersonDetail> = {}): PersonDetail {
  return {
    id: idOf(500),
    name: "Chen Siyuan",
    email: "chen@example.com",
    phone: "+86 138 0000 1234",
    contact: null,
    current_company: "Yunfan",
    current_position: "Backend Engineer",
    education: [],
    skills: [],
    total_years_of_experience: 6,
    is_in_talent_pool: false,
    starred: false,
    blacklisted: false,
    blacklist_reason: "",
    expected_salary: "",
    current_salary: "",
    tags: [],
    last_contact_at: null,
    applications: [],
    open_applications: 0,
    version: 1,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...change,
  };
}

export function aiSettings(change: Partial<AiSettings> = {}): AiSettings {
  return {
    modelName: "gemini-1.5-pro-latest",
    hasApiKey: false,
    withoutKey: false,
    isDefaultModel: false,
    serverProvider: false,
    fallbackToBuiltIn: false,
    spentThisMonth: 0,
    reservedForBatches: 0,
    prices: {},
    paused: null,
    pausedSince: null,
    waitsUntil: null,
    ...change,
  };
}

export function aiState(change: Partial<AiState> = {}): AiState {
  return {
    has_model: false,
    paused: null,
    budget_state: null,
    fallback_to_built_in: false,
    is_judge_measured: true,
    has_batch_prices: false,
    ...change,
  };
}

/** Without usage by default. */
export function aiUsage(total: Partial<AiUsage["total"]> = {}): AiUsage {
  const nothing = { requests: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, cost: 0 };
  return { items: [], total: { ...nothing, ...total } };
}

export function aiEval(change: Partial<AiEval> = {}): AiEval {
  return {
    overallScore: 71,
    recommendationLevel: LEVEL.recommended,
    summary: "Eight years of services in Rust.",
    scores: {},
    criteria: [],
    flags: [],
    engine: "built-in",
    versions: { engine: "built-in/1", rubric: "built-in/1", reading: "1" },
    ...change,
  };
}

export function evaluation(change: Partial<Evaluation> = {}): Evaluation {
  return {
    id: idOf(800),
    job_id: idOf(100),
    job_title: "Backend Engineer",
    resume_id: idOf(700),
    file_name: "resume.pdf",
    is_current: true,
    ai_eval: aiEval(),
    created_at: CREATED_AT,
    ...change,
  };
}
