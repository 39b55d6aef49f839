// Emails on the server: drafts, generating texts, saving, sending, taking a sending back, and what became of each.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { POLL_MS } from "@/entities/batch/progress";
import { useOrganizationId } from "@/entities/session/session";
import { waitForTask } from "@/entities/task/wait";
import { api, idempotencyKey, query } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { components } from "@/lib/api/schema";
import type { Email, EmailLanguage, EmailType, Task } from "@/lib/api/types";

const RECEIVED = "/api/organizations/{organization_id}/inbound-messages";
const EMAILS = "/api/organizations/{organization_id}/emails";
const EMAIL = "/api/organizations/{organization_id}/emails/{email_id}";
const TASK = "/api/organizations/{organization_id}/tasks/{task_id}";

export type OutgoingEmail = components["schemas"]["SendInput"];

/** What generating came to for one candidate. */
export interface GeneratedEmail {
  applicationId: string;
  status: "success" | "failed";
  data?: { subject: string; body: string } | null;
  error?: string | null;
  /** Why a template stands in for the model's text. */
  fallbackReason?: string | null;
}

/** What sending came to for one candidate. */
export interface SentEmail {
  applicationId: string;
  to: string;
  status: "sent" | "failed" | "unknown";
  error?: string | null;
}

/** How often what waits to be sent is looked at. */
const WAITING_MS = 5_000;
/** How often what needs a person is looked at. */
const UNSETTLED_MS = 30_000;

/** The drafts of a type for these candidates, or those that wait to be sent. */
export function useOpenEmails(applicationIds: readonly string[], type: EmailType, status: "draft" | "queued") {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, status],
    queryFn: ({ signal }) =>
      fetchAllPages<Email>(async (limit, offset) => {
        const params = { path: { organization_id }, query: { status, limit, offset } };
        return (await api.GET(EMAILS, { params, signal })).data;
      }),
    select: (emails) => emails.filter((email) => email.type === type && applicationIds.includes(email.application_id)),
    staleTime: 0,
    refetchInterval: ({ state }) => (status === "queued" && state.data?.length ? WAITING_MS : false),
  });
}

/** The latest email of a type to a candidate. */
export function useFetchLatestEmail() {
  const organization_id = useOrganizationId();
  return async (applicationId: string, type: EmailType): Promise<Email | undefined> => {
    const params = { path: { organization_id }, query: { application_id: applicationId, limit: 100 } };
    return (await api.GET(EMAILS, { params })).data?.items.find((email) => email.type === type);
  };
}

/** What failed or may not have arrived, and waits for a person to say what to do. */
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

/** What was written to a candidate, newest first. */
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

/** What was received from a candidate or about their emails, newest first. */
export function useReceivedEmails(applicationId: string, enabled: boolean) {
  const organization_id = useOrganizationId();
  const params = { path: { organization_id }, query: { application_id: applicationId, limit: 100 } };
  return query.useQuery("get", RECEIVED, { params }, { enabled });
}

function isUnderway({ status }: Email): boolean {
  return status === "queued" || status === "sending";
}

/** Writes a text for each candidate; the answer has one entry a candidate, or fails as a whole. */
export function useGenerateEmails(onProgress: (task: Task) => void) {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: {
      applicationIds: readonly string[];
      type: EmailType;
      language: EmailLanguage;
      calendarLink: string;
      interviewerId: string | null;
    }): Promise<GeneratedEmail[]> => {
      const { data } = await api.POST("/api/organizations/{organization_id}/generate-email-content", {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: {
          tasks: wanted.applicationIds.map((applicationId) => ({ applicationId, emailType: wanted.type })),
          language: wanted.language,
          ...(wanted.interviewerId ? { interviewerId: wanted.interviewerId } : {}),
          otherVariables: wanted.calendarLink ? { calendarLink: wanted.calendarLink } : {},
        },
      });
      if (!data) return [];
      let written = 0;
      const task = await waitForTask(organization_id, data, (seen) => {
        // What is written so far is there as drafts.
        if (seen.progress.done > written) void client.invalidateQueries({ queryKey: ["get", EMAILS] });
        written = seen.progress.done;
        onProgress(seen);
      });
      return Array.isArray(task.result) ? (task.result as GeneratedEmail[]) : [];
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

export interface WrittenDraft {
  /** The draft the server keeps already; without it one is made. */
  draftId: string | null;
  applicationId: string;
  type: EmailType;
  language: EmailLanguage;
  subject: string;
  body: string;
}

/** Keeps what is written of a draft; answers its id. */
export function useSaveDraft() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ draftId, type, ...written }: WrittenDraft): Promise<string> => {
      const { subject, body } = written;
      if (draftId) {
        await api.PATCH(EMAIL, { params: { path: { organization_id, email_id: draftId } }, body: { subject, body } });
        return draftId;
      }
      const made = { ...written, emailType: type };
      const { data } = await api.POST(EMAILS, { params: { path: { organization_id } }, body: made });
      return (data as Email).id;
    },
  });
}

/** Takes back one email that waits to be sent: it is a draft again. */
export function useWithdrawEmail() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.POST(`${EMAIL}/withdraw`, { params: { path: { organization_id, email_id: id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Hands emails over to be sent at a time; answers the task that does it. */
export function useSendEmails() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (request: {
      emails: readonly OutgoingEmail[];
      language: EmailLanguage;
      sendAt: Date;
      targetStatus: string;
    }): Promise<Task> => {
      const { data } = await api.POST("/api/organizations/{organization_id}/send-email", {
        params: { path: { organization_id } },
        headers: { "Idempotency-Key": idempotencyKey() },
        body: {
          emails: [...request.emails],
          language: request.language,
          targetStatus: request.targetStatus,
          send_at: request.sendAt.toISOString(),
        },
      });
      return data as Task;
    },
  });
}

/** Waits until a sending is over; answers what came of each email. */
export function useSendingResult() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (task: Task): Promise<readonly SentEmail[]> => {
      const over = await waitForTask(organization_id, task);
      return (over.result as { results?: SentEmail[] } | null | undefined)?.results ?? [];
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Takes back what was not sent yet. */
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

/** Notes a letter that was sent by other means. */
export function useRecordSent() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { applicationId: string; emailType: EmailType }) =>
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

/** Sends a failed email again, or says of one whose fate is not known whether it arrived. */
export function useSettleEmail() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: string; action: "retry" | "arrived" | "lost" }) => {
      const params = { path: { organization_id, email_id: id } };
      if (action === "retry") await api.POST(`${EMAIL}/retry`, { params });
      else await api.POST(`${EMAIL}/resolve`, { params, body: { sent: action === "arrived" } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}
