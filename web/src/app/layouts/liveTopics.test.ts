import { describe, expect, it } from "vitest";
import { concerns } from "./liveTopics";

const O = "/api/organizations/{organization_id}";

describe("concerns", () => {
  it("is for the lists and boards that show the changed thing", () => {
    expect(concerns("application.changed", ["get", `${O}/jobs/{job_id}/board`, {}])).toBe(true);
    expect(concerns("application.changed", ["get", `${O}/applications/{application_id}`, {}])).toBe(true);
    expect(concerns("application.changed", ["get", `${O}/jobs`, {}])).toBe(false);
    expect(concerns("batch.changed", ["get", `${O}/batches/{batch_id}/tasks`, {}])).toBe(true);
    expect(concerns("task.changed", ["get", `${O}/tasks`, {}])).toBe(true);
    expect(concerns("schedule.changed", ["get", `${O}/interview-schedules`, {}])).toBe(true);
    expect(concerns("task.changed", ["get", `${O}/batch-tasks/{task_id}`, {}])).toBe(false);
  });
  it("is for everything of the organization after a lost connection, and for nothing else", () => {
    expect(concerns("resync", ["get", `${O}/members`, {}])).toBe(true);
    expect(concerns("resync", ["get", "/api/me/organizations", {}])).toBe(false);
    expect(concerns("resync", ["session"])).toBe(false);
  });
  it("knows nothing of other events", () => {
    expect(concerns("weather.changed", ["get", `${O}/jobs`, {}])).toBe(false);
  });
});
