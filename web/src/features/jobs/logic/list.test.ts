import { describe, expect, it } from "vitest";
import { job } from "@/testing/fixtures";
import { searchJobs, sortJobs } from "./list";

const jobs = [
  job({ title: "数据工程师", company_name: "云帆", total_applications: 3, created_at: "2026-01-01T00:00:00Z" }),
  job({
    title: "Backend Engineer 10",
    recruiter_name: "Lin",
    total_applications: 9,
    created_at: "2026-03-01T00:00:00Z",
  }),
  job({ title: "Backend Engineer 9", total_applications: 0, created_at: "2026-02-01T00:00:00Z" }),
];
const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title);

describe("the list of jobs", () => {
  it("is searched by every word in title, company and recruiter", () => {
    expect(titles(searchJobs(jobs, "engineer LIN"))).toEqual(["Backend Engineer 10"]);
    expect(titles(searchJobs(jobs, "云帆"))).toEqual(["数据工程师"]);
    expect(searchJobs(jobs, " ")).toHaveLength(3);
    expect(searchJobs(jobs, "nobody")).toEqual([]);
  });
  it("begins with the reader's language among jobs created together", () => {
    const demo = (["zh-CN", "en-US", "id-ID"] as const).map((language) => job({ title: language, language }));
    expect(titles(sortJobs(demo, "newest", "id-ID"))).toEqual(["id-ID", "zh-CN", "en-US"]);
    expect(titles(sortJobs([...demo, ...jobs], "newest", "id-ID")).indexOf("Backend Engineer 10")).toBe(3);
  });
  it("is sorted as requested", () => {
    expect(titles(sortJobs(jobs, "newest", "en-US"))[0]).toBe("Backend Engineer 10");
    expect(titles(sortJobs(jobs, "candidates", "en-US")).at(-1)).toBe("Backend Engineer 9");
    expect(titles(sortJobs(jobs, "title", "en-US")).slice(0, 2)).toEqual(["Backend Engineer 9", "Backend Engineer 10"]);
  });
});
