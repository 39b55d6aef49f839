// Search and order of the job list.
import { byNewest } from "@/entities/job/order";
import type { Job } from "@/lib/api/types";

export const SORTS = ["newest", "activity", "candidates", "title"] as const;
export type JobSort = (typeof SORTS)[number];
export const PAGE_SIZE = 50;

/** Jobs whose title, company or recruiter contain every word of the search. */
export function searchJobs(jobs: readonly Job[], search: string): Job[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return jobs.filter((job) => {
    const text = [job.title, job.company_name, job.recruiter_name].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function sortJobs(jobs: readonly Job[], sort: JobSort, language: string): Job[] {
  const later = (a: string, b: string) => Date.parse(b) - Date.parse(a);
  const compare: Record<JobSort, (a: Job, b: Job) => number> = {
    newest: byNewest(language),
    activity: (a, b) => later(a.last_activity_at, b.last_activity_at),
    candidates: (a, b) => b.total_applications - a.total_applications,
    title: (a, b) => a.title.localeCompare(b.title, language, { numeric: true }),
  };
  return jobs.toSorted(compare[sort]);
}
