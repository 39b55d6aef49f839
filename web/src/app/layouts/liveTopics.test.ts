import { describe, expect, it } from "vitest";
import { changeOf, concerns } from "./liveTopics";

const O = "/api/organizations/{organization_id}";
const change = (topic: string, jobId: string | null = null) => ({ topic, jobId });

describe("concerns", () => {
  it("covers lists and boards that show the changed entity", () => {
    expect(concerns(change("application.changed"), ["get", `${O}/jobs/{job_id}/board`, {}])).toBe(true);
    expect(concerns(change("application.changed"), ["get", `${O}/applications/{application_id}`, {}])).toBe(true);
    expect(concerns(change("application.changed"), ["get", `${O}/jobs`, {}])).toBe(false);
    expect(concerns(change("batch.changed"), ["get", `${O}/batches/{batch_id}/tasks`, {}])).toBe(true);
    for (const path of ["applications/{application_id}/marks", "jobs/{job_id}/marks"]) {
      expect(concerns(change("mark.changed"), ["get", `${O}/${path}`, {}])).toBe(true);
    }
    expect(concerns(change("mark.changed"), ["get", `${O}/applications/{application_id}`, {}])).toBe(false);
    expect(concerns(change("schedule.changed"), ["get", `${O}/interview-schedules`, {}])).toBe(true);
    for (const path of ["inbound-messages", "inbound-messages/unread"]) {
      expect(concerns(change("inbound.changed"), ["get", `${O}/${path}`, {}])).toBe(true);
      expect(concerns(change("email.changed"), ["get", `${O}/${path}`, {}])).toBe(true);
    }
    for (const path of ["emails", "emails/{email_id}", "email-service"]) {
      expect(concerns(change("email.changed"), ["get", `${O}/${path}`, {}])).toBe(true);
    }
    for (const path of ["settings/ai", "settings/{key}", "prompts", "interview-locations", "email-service"]) {
      expect(concerns(change("settings.changed"), ["get", `${O}/${path}`, {}])).toBe(true);
      expect(concerns(change("email.changed"), ["get", `${O}/settings/smtp`, {}])).toBe(false);
    }
    expect(concerns(change("job.changed"), ["get", `${O}/batch-tasks/{task_id}`, {}])).toBe(false);
    expect(concerns(change("job.changed"), ["get", `${O}/batches/{batch_id}/tasks`, {}])).toBe(false);
    for (const path of ["jobs", "jobs/{job_id}", "jobs/{job_id}/rubric", "members/{member_id}/jobs"]) {
      expect(concerns(change("job.changed"), ["get", `${O}/${path}`, {}])).toBe(true);
    }
    for (const path of ["board", "lanes", "tiers", "conversion"]) {
      expect(concerns(change("job.changed"), ["get", `${O}/jobs/{job_id}/${path}`, {}])).toBe(false);
    }
  });
  it("leaves out queries about another job only", () => {
    const board = ["get", `${O}/jobs/{job_id}/board`, { params: { path: { job_id: "a" } } }, { stage: "x" }];
    const batches = ["get", `${O}/batches`, { params: { query: { job_id: "a" } } }];
    for (const [topic, key] of [["application.changed", board] as const, ["batch.changed", batches] as const]) {
      expect(concerns(change(topic, "a"), key)).toBe(true);
      expect(concerns(change(topic, "b"), key)).toBe(false);
      expect(concerns(change(topic), key)).toBe(true);
    }
    expect(concerns(change("resync", "b"), board)).toBe(true);
  });
  it("covers queries about several jobs, or whose job is not known", () => {
    const keys = [
      ["get", `${O}/talent-pool`, "organization", { jobId: "a" }],
      ["get", `${O}/applications/{application_id}`, { params: { path: { application_id: "x" } } }],
      ["get", `${O}/applications`, { params: { query: { status: "x", limit: 1 } } }],
      ["get", `${O}/applications`, null],
      ["get", `${O}/people`],
    ];
    for (const key of keys) expect(concerns(change("application.changed", "b"), key)).toBe(true);
  });
  it("covers all data of the organization after a lost connection, and nothing else", () => {
    expect(concerns(change("resync"), ["get", `${O}/members`, {}])).toBe(true);
    expect(concerns(change("resync"), ["get", "/api/me/organizations", {}])).toBe(false);
    expect(concerns(change("resync"), ["session"])).toBe(false);
  });
  it("ignores other events", () => {
    expect(concerns(change("weather.changed"), ["get", `${O}/jobs`, {}])).toBe(false);
  });
});

describe("changeOf", () => {
  it("reads the job of an event, if it has one", () => {
    expect(changeOf({ type: "job.changed", data: '{"job_id":"a","ids":[]}' })).toEqual(change("job.changed", "a"));
    for (const data of ['{"job_id":null,"ids":[]}', "{}", "null", "", "{"]) {
      expect(changeOf({ type: "job.changed", data })).toEqual(change("job.changed"));
    }
  });
});
