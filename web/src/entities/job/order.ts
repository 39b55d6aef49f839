// Order of jobs.
import type { Job } from "@/lib/api/types";

/** Newest first; jobs created together, such as the demo's, begin with those in the reader's language. */
export function byNewest(language: string): (a: Job, b: Job) => number {
  return (a, b) =>
    Date.parse(b.created_at) - Date.parse(a.created_at) ||
    Number(b.language === language) - Number(a.language === language);
}
