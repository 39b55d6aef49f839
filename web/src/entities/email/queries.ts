// Emails on the server: drafts, generating texts, saving, sending, and taking a sending back.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { POLL_MS } from "@/entities/batch/progress";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey } from "@/lib/api/client";
import type { Task } from "@/lib/api/types";
import type { Email, EmailLanguage, EmailType } from "./model";

const O = "/api/organizations/{organization_id}";
const EMAILS = `${O}/emails`;
const TASK = `${O}/tasks/{task_id}`;

interface Init {
  params: { path: Record<string, string>; query?: Record<string, unknown> };
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
/** The paths of emails by their names in the specification. */
const call = api.request as unknown as (
  method: "get" | "post" | "patch",
  path: string,
  init: Init,
) => Promise<{ data?: unknown }>;

/** What generating came to for one candidate. */
export interface GeneratedEmail {
  applicationId: string;
  status: "success" | "failed";
  data?: { subject: string; body: string } | null;
  error?: string | null;
}

/** What sending came to for one address. */
export interface SentEmail {
  to: string;
  status: "sent" | "failed" | "unknown";
  usedPromptType?: string | null;
  error?: string | null;
}

export interface OutgoingEmail {
  to: string;
  subject: string;
  body: string;
  candidateId: string;
  currentStatus: string;
  currentSubStatus: string;
  emailType: EmailType;
}

/** The drafts that wait for these candidates. */
export function useEmailDrafts(applicationIds: readonly string[], type: EmailType) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, "draft"],
    queryFn: async ({ signal }) => {
      const init = { params: { path: { organization_id }, query: { status: "draft", limit: 200 } }, signal };
      return ((await call("get", EMAILS, init)).data as { items: Email[] }).items;
    },
    select: (emails) => emails.filter((email) => email.type === type && applicationIds.includes(email.application_id)),
    staleTime: 0,
  });
}

const FINAL = ["completed", "failed"];

async function settled(organization_id: string, started: Task, onProgress: (task: Task) => void): Promise<Task> {
  let task = started;
  while (!FINAL.includes(task.status)) {
    onProgress(task);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    task = (await call("get", TASK, { params: { path: { organization_id, task_id: task.id } } })).data as Task;
  }
  onProgress(task);
  return task;
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
    }): Promise<GeneratedEmail[]> => {
      const body = {
        tasks: wanted.applicationIds.map((applicationId) => ({ applicationId, emailType: wanted.type })),
        language: wanted.language,
        otherVariables: wanted.calendarLink ? { calendarLink: wanted.calendarLink } : {},
      };
      const { data } = await call("post", `${O}/generate-email-content`, {
        params: { path: { organization_id } },
        body,
        headers: { "Idempotency-Key": idempotencyKey() },
      });
      const task = await settled(organization_id, data as Task, onProgress);
      return Array.isArray(task.result) ? (task.result as GeneratedEmail[]) : [];
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["get", EMAILS] }),
  });
}

/** Keeps what was written of a draft. */
export function useSaveDraft() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (draft: { id: string; subject: string; body: string }) => {
      const { id, subject, body } = draft;
      const params = { path: { organization_id, email_id: id } };
      await call("patch", `${EMAILS}/{email_id}`, { params, body: { subject, body } });
    },
  });
}

/** Hands emails over to be sent at a time; answers the task that does it. */
export function useSendEmails() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (request: { emails: readonly OutgoingEmail[]; sendAt: Date; targetStatus: string }) => {
      const { data } = await call("post", `${O}/send-email`, {
        params: { path: { organization_id } },
        body: { emails: request.emails, targetStatus: request.targetStatus, send_at: request.sendAt.toISOString() },
        headers: { "Idempotency-Key": idempotencyKey() },
      });
      return data as Task;
    },
  });
}

/** Waits until a sending is over; answers what came of each address. */
export function useSendingResult() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (task: Task): Promise<readonly SentEmail[]> => {
      const over = await settled(organization_id, task, () => {});
      return (over.result as { results?: SentEmail[] } | null | undefined)?.results ?? [];
    },
  });
}

/** Takes back what was not sent yet. */
export function useCancelSending() {
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async (taskId: string) => {
      await call("post", `${TASK}/cancel`, { params: { path: { organization_id, task_id: taskId } } });
    },
  });
}
