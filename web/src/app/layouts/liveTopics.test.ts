import { describe, expect, it } from "vitest";
import { concerns } from "./liveTopics";

const O = "/api/organizations/{organization_id}";

describe("concerns", () => {
  it("covers lists and boards that show the changed entity", () => {
    expect(concerns("application.changed", ["get", `${O}/jobs/{job_id}/board`, {}])).toBe(true);
    expect(concerns("application.changed", ["get", `${O}/applications/{application_id}`, {}])).toBe(true);
    expect(concerns("application.changed", ["get", `${O}/jobs`, {}])).toBe(false);
    expect(concerns("batch.changed", ["get", `${O}/batches/{batch_id}/tasks`, {}])).toBe(true);
    expect(concerns("task.changed", ["get", `${O}/tasks`, {}])).toBe(true);
    expect(concerns("schedule.changed", ["get", `${O}/interview-schedules`, {}])).toBe(true);
    expect(concerns("task.changed", ["get", `${O}/batch-tasks/{task_id}`, {}])).toBe(false);
  });
  it("covers all data of the organization after a lost connection, and nothing else", () => {
    expect(concerns("resync", ["get", `${O}/members`, {}])).toBe(true);
    expect(concerns("resync", ["get", "/api/me/organizations", {}])).toBe(false);
    expect(concerns("resync", ["session"])).toBe(false);
  });
  it("ignores other events", () => {
    expect(concerns("weather.changed", ["get", `${O}/jobs`, {}])).toBe(false);
  });
});
