// Email queries and mutations: drafts, generation, sending, withdrawal, results.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { POLL_MS } from "@/entities/batch/progress";
import { useOrganizationId } from "@/entities/session/session";
import { waitForTask } from "@/entities/task/waitForTask";
import { api, idempotencyKey, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import { ApiProblem } from "@/lib/api/problem";
import type { components } from "@/lib/api/schema";
import { TASK } from "@/lib/api/taskStream";
import type { Email, EmailLanguage, EmailType, Task } from "@/lib/api/types";
import { useUnmountSignal } from "@/lib/useUnmountSignal";

export const RECEIVED = "/api/organizations/{organization_id}/inbound-messages";
export const EMAILS = "/api/organizations/{organization_id}/emails";
const EMAIL = "/api/organizations/{organization_id}/emails/{email_id}";

export type OutgoingEmail = components["schemas"]["SendInput"];

/** Result of generating an email for one candidate. */
export interface GeneratedEmail {
  applicationId: string;
  status: "success" | "failed";
  data?: { subject: string; body: string } | null;
  error?: string | null;
  /** Who wrote it. */
  engine?: NonNullable<Email["engine"]> | null;
  /** Why a template stands in for the model's text. */
  fallbackReason?: string | null;
}

/** Result of sending an email to one candidate. */
export interface SentEmail {
  applicationId: string;
  to: string;
  status: "sent" | "failed" | "unknown";
  error?: string | null;
}

/** Polling interval of queued emails. */
const WAITING_MS = 5_000;
/** Polling interval of failed and uncertain emails. */
const UNSETTLED_MS = 30_000;

/** Drafts of a type to candidates of some jobs, or queued emails. Those of one candidate are asked for alone. */
export function useOpenEmails(
  jobIds: readonly string[],
  applicationIds: readonly string[],
  type: EmailType,
  status: "draft" | "queued",
) {
  const organization_id = useOrganizationId();
  const [application_id, ...others] = applicationIds;
  const isOne = application_id !== undefined && others.length === 0;
  const filters: readonly { application_id?: string; job_id?: string }[] = isOne
    ? [{ application_id }]
    : jobIds.map((job_id) => ({ job_id }));
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, status, type, filters],
    queryFn: async ({ signal }) => {
      const matching = (filter: (typeof filters)[number]) =>
        fetchAllPages<Email>(async (at) => {
          const params = { path: { organization_id }, query: { status, type, ...filter, ...at } };
          return (await api.GET(EMAILS, { params, signal })).data;
        });
      return (await Promise.all(filters.map(matching))).flat();
    },
    select: (emails) => emails.filter((email) => applicationIds.includes(email.application_id)),
    staleTime: 0,
    refetchInterval: ({ state }) => (status === "queued" && state.data?.length ? WAITING_MS : false),
  });
}

/** The latest email of a type to a candidate. */
export function useFetchLatestEmail() {
  const organization_id = useOrganizationId();
  return async (applicationId: string, type: EmailType): Promise<Email | undefined> => {
    const params = { path: { organization_id }, query: { application_id: applicationId, type, limit: 1 } };
    return (await api.GET(EMAILS, { params })).data?.items[0];
  };
}

/** Failed and uncertain emails that need a decision. */
export function useUnsettledEmails(enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, "unsettled"],
    queryFn: async ({ signal }) => {
      const params = { path: { organization_id }, query: { unsettled: true, limit: 100 } };
      return (await api.GET(EMAILS, { params, signal })).data;
    },
    enabled,
    refetchInterval: UNSETTLED_MS,
  });
}

/** Emails sent to a candidate, newest first. */
export function useCandidateEmails(applicationId: string, enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, "candidate", applicationId],
    queryFn: async ({ signal }) => {
      const params = { path: { organization_id }, query: { application_id: applicationId, limit: 100 } };
      return (await api.GET(EMAILS, { params, signal })).data?.items ?? [];
    },
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? POLL_MS : false),
  });
}

/** Emails received from a candidate or about their emails, newest first. */
export function useReceivedEmails(applicationId: string, enabled: boolean) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { application_id: applicationId, limit: 100 } };
  return query.useQuery("get", RECEIVED, { params }, { enabled });
}

function isUnderway({ status }: Email): boolean {
  return status === "queued" || status === "sending";
}

/** Generates a text per candidate; returns an entry per candidate, or fails as a whole. */
export function useGenerateEmails(onProgress: (task: Task) => void) {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async (wanted: {
      applicationIds: readonly string[];
      /** The versions of the drafts that are replaced, by candidate; 0 where there is none. */
      draftVersions: ReadonlyMap<string, number>;
      type: EmailType;
      languageOf: (applicationId: string) => EmailLanguage;
      calendarLink: string;
      interviewerId: string | null;
    }): Promise<GeneratedEmail[]> => {
      const { data } = await api.POST("/api/organizations/{organization_id}/generate-email-content", {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: {
          tasks: wanted.applicationIds.map((applicationId) => ({
            applicationId,
            emailType: wanted.type,
            draftVersion: wanted.draftVersions.get(applicationId) ?? 0,
            language: wanted.languageOf(applicationId),
          })),
          ...(wanted.interviewerId ? { interviewerId: wanted.interviewerId } : {}),
          otherVariables: wanted.calendarLink ? { calendarLink: wanted.calendarLink } : {},
        },
      });
      if (!data) return [];
      let written = 0;
      const task = await waitForTask(organization_id, data, {
        signal: signal(),
        onProgress: (seen) => {
          // Texts written so far are stored as drafts.
          if (seen.progress.done > written) void client.invalidateQueries({ queryKey: ["get", EMAILS] });
          written = seen.progress.done;
          onProgress(seen);
        },
      });
      return Array.isArray(task.result) ? (task.result as GeneratedEmail[]) : [];
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

export interface WrittenDraft {
  /** The existing draft on the server; without it, a new one is created. */
  draftId: string | null;
  /** The version it is based on; 0 for none. */
  version: number;
  applicationId: string;
  type: EmailType;
  language: EmailLanguage;
  subject: string;
  body: string;
}

/** Saves a draft; returns its id. */
export function useSaveDraft() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ draftId, version, type, ...written }: WrittenDraft): Promise<Email> => {
      const { subject, body } = written;
      if (draftId) {
        const params = { path: { organization_id, email_id: draftId } };
        return (await api.PATCH(EMAIL, { params, body: { version, subject, body } })).data as Email;
      }
      const made = { ...written, emailType: type, version };
      return (await api.POST(EMAILS, { params: { path: { organization_id } }, body: made })).data as Email;
    },
  });
}

export function isEmail(row: unknown): row is Email {
  return typeof row === "object" && row !== null && "application_id" in row && "body" in row && "version" in row;
}

/** The server's draft, if a save was based on an older one. */
export function staleDraft(error: unknown): Email | null {
  return error instanceof ApiProblem && error.code === "request.stale" && isEmail(error.current) ? error.current : null;
}

/** The drafts that others changed before these emails were sent; nothing was sent then. */
export function staleDrafts(error: unknown): readonly Email[] {
  if (!(error instanceof ApiProblem) || error.code !== "request.stale" || !Array.isArray(error.current)) return [];
  return error.current.filter(isEmail);
}

/** The places of a request's emails whose field the server names. */
export function namedEmails(error: unknown, field: "candidateId" | "to"): readonly number[] {
  if (!(error instanceof ApiProblem)) return [];
  return Object.keys(error.fields).flatMap((name) => {
    const [list, index, part] = name.split(".");
    return list === "emails" && part === field ? [Number(index)] : [];
  });
}

export interface ScheduledText {
  subject: string;
  body: string;
  /** Sending time, in UTC. */
  sendAt: string;
}

export function useUpdateScheduledEmail() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: { id: string; version: number; changes: Partial<ScheduledText> }): Promise<Email> => {
      const { sendAt, ...text } = wanted.changes;
      const body = { version: wanted.version, ...text, ...(sendAt === undefined ? {} : { send_at: sendAt }) };
      const params = { path: { organization_id, email_id: wanted.id } };
      return (await api.PATCH(EMAIL, { params, body })).data as Email;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Withdraws a queued email: it becomes a draft again. */
export function useWithdrawEmail() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.POST(`${EMAIL}/withdraw`, { params: { path: { organization_id, email_id: id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Queues emails to be sent at a time; returns the task. */
export function useSendEmails() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (request: {
      emails: readonly OutgoingEmail[];
      language: EmailLanguage;
      sendAt: Date;
      /** Where the candidates are then; absent for messages. */
      targetStatus?: string;
    }): Promise<Task> => {
      const { data } = await api.POST("/api/organizations/{organization_id}/send-email", {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: {
          emails: [...request.emails],
          language: request.language,
          ...(request.targetStatus && { targetStatus: request.targetStatus }),
          send_at: request.sendAt.toISOString(),
        },
      });
      return data as Task;
    },
  });
}

/** Waits for a sending task; resolves to the result per email. */
export function useFollowSending(): (task: Task, sendAt: Date, signal: AbortSignal) => Promise<readonly SentEmail[]> {
  const organization_id = useOrganizationId();
  return async (task, sendAt, signal) => {
    const over = await waitForTask(organization_id, task, { signal, dueAt: sendAt });
    return (over.result as { results?: SentEmail[] } | null | undefined)?.results ?? [];
  };
}

/** Waits for a sending task while the page is open. */
export function useSendingResult() {
  const client = useQueryClient();
  const signal = useUnmountSignal();
  const follow = useFollowSending();
  return useMutation({
    mutationFn: ({ task, sendAt }: { task: Task; sendAt: Date }) => follow(task, sendAt, signal()),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Cancels the emails that were not sent yet. */
export function useCancelSending() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (taskId: string): Promise<Task> => {
      const { data } = await api.POST(`${TASK}/cancel`, { params: { path: { organization_id, task_id: taskId } } });
      return data as Task;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Records an email that was sent outside of Bole. */
export function useRecordSent() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { applicationId: string; emailType: EmailType; reason?: string }) =>
      api.POST("/api/organizations/{organization_id}/update-email-tracking", {
        params: { path: { organization_id } },
        body,
      }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === "string" && /\/(applications|tiers|board|lanes|talent-pool|emails)(\/|$)/.test(path),
      }),
  });
}

/** Sends a failed email again, to a corrected address. */
export function useCorrectAddress() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, to }: { id: string; to: string }) =>
      api.POST(`${EMAIL}/correct-address`, { params: { path: { organization_id, email_id: id } }, body: { to } }),
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === "string" && /\/(emails|applications|people)(\/|$)/.test(path),
      }),
  });
}

/** Emails that wait to be sent, those that go out first at the top. */
export function useOutgoingEmails(jobId: string | null, enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, "outgoing", jobId],
    queryFn: async ({ signal }) => {
      const emails = await fetchAllPages<Email>(async (at) => {
        const query = { status: "queued" as const, ...(jobId ? { job_id: jobId } : {}), ...at };
        return (await api.GET(EMAILS, { params: { path: { organization_id }, query }, signal })).data;
      });
      const timeOf = (email: Email) => Date.parse(email.send_at ?? email.created_at);
      return emails.toSorted((one, other) => timeOf(one) - timeOf(other));
    },
    enabled,
    refetchInterval: UNSETTLED_MS,
  });
}

/** Retries a failed email, or resolves one with an unknown result. */
export function useResolveEmail() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: string; action: "retry" | "dismiss" | "arrived" | "lost" }) => {
      const params = { path: { organization_id, email_id: id } };
      if (action === "retry") await api.POST(`${EMAIL}/retry`, { params });
      else if (action === "dismiss") await api.POST(`${EMAIL}/dismiss`, { params });
      else await api.POST(`${EMAIL}/resolve`, { params, body: { sent: action === "arrived" } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}
