// The page that writes emails, for component tests: its candidates, its fields, and a server for it.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OutgoingEmail } from "@/entities/email/queries";
import type { components } from "@/lib/api/schema";
import type { Email, EmailStatus } from "@/lib/api/types";
import { applicationDetail, email, idOf, job, task } from "./fixtures";
import { on, paged, problem } from "./server";
import { text } from "./texts";

const O = "/api/organizations/{organization_id}";
export const chen = applicationDetail();
export const wang = applicationDetail({
  id: idOf(401),
  person: { ...chen.person, id: idOf(501), name: "Wang Wei", email: "none" },
});
export const li = applicationDetail({
  id: idOf(402),
  person: { ...chen.person, id: idOf(502), name: "Li Na", email: "li@gmail" },
});
export const everyone = [chen, wang, li];
export const written = email({ id: idOf(903), application_id: chen.id, subject: "Interview", body: "Dear Chen" });
export const scheduled = email({
  id: idOf(902),
  application_id: chen.id,
  status: "queued",
  subject: "Later",
  send_at: "2036-03-03T08:00:00Z",
});
/** What the model writes. */
export const TEXT = { subject: "Interview", body: "Dear Chen,\n\nbook at https://cal.example/x" };

/** What the template says. */
export const TEMPLATE = { subject: "Your interview", body: "Dear Chen,\n\nplease choose a time." };

/** A server with three candidates, which counts what it is asked. */
export function emailApi() {
  const state = {
    written: [] as {
      interviewerId?: string;
      otherVariables: object;
      tasks: { applicationId: string; language?: string }[];
    }[],
    sent: [] as { emails: OutgoingEmail[]; targetStatus: string; send_at: string }[],
    cancelled: 0,
    filled: [] as components["schemas"]["TemplateInput"][],
  };
  const handlers = [
    on("get", `${O}/applications/{application_id}`, ({ params }) => {
      return everyone.find(({ id }) => id === params["application_id"]) ?? problem(404, "application.not_found");
    }),
    on("get", `${O}/jobs`, () => paged([job()])),
    on("get", `${O}/jobs/{job_id}`, () => job({ company_name: "Yunfan Ltd" })),
    on("get", `${O}/tasks/{task_id}`, () => task({ status: "pending" })),
    on("get", `${O}/emails`, () => paged([])),
    on("get", `${O}/interview-locations`, () => paged([])),
    on("get", `${O}/interviewers`, () => paged([{ user_id: idOf(901), name: "Zhao Min" }])),
    on("post", `${O}/email-template`, ({ body }) => {
      const asked = body as components["schemas"]["TemplateInput"];
      state.filled.push(asked);
      return { ...TEMPLATE, language: asked.language ?? asked.defaultLanguage ?? "en" };
    }),
    http.post("*/generate-email-content", async ({ request }) => {
      const asked = (await request.json()) as (typeof state.written)[number];
      state.written.push(asked);
      const result = asked.tasks.map(({ applicationId }) =>
        applicationId === li.id
          ? { applicationId, status: "failed", error: "The model refused." }
          : { applicationId, status: "success", data: TEXT },
      );
      return HttpResponse.json({ ...task(), result }, { status: 202 });
    }),
    http.post("*/send-email", async ({ request }) => {
      state.sent.push((await request.json()) as (typeof state.sent)[number]);
      return HttpResponse.json(task({ status: "pending" }), { status: 202 });
    }),
    http.post("*/tasks/:id/cancel", () => {
      state.cancelled += 1;
      return HttpResponse.json(
        task({ status: "failed", error: { category: "other", message: "task.cancelled", suggestion: "" } }),
      );
    }),
  ];
  return { state, handlers };
}

/** The organization's emails with the status; all other lists are empty. */
export const emailList = (status: EmailStatus, items: () => Email[]) =>
  on("get", `${O}/emails`, ({ query }) => paged(query.get("status") === status ? items() : []));

export const bodyField = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: text("email:body") });
export const subjectField = () => screen.findByRole<HTMLInputElement>("textbox", { name: text("email:subject") });

/** Writes to all of them. */
export const BATCH_EMAIL = `/batch-email?type=online_invitation&ids=${everyone.map(({ id }) => id).join(",")}`;
