// The language in which candidates were written to last, else that of their job.
import { useQuery } from "@tanstack/react-query";
import { JOB } from "@/entities/job/queries";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import type { Email, EmailLanguage } from "@/lib/api/types";
import { emailLanguageOf } from "./model";
import { EMAILS } from "./queries";

export interface CandidateLanguages {
  /** By job. */
  jobs: Record<string, EmailLanguage>;
  /** Of the last email, by application. */
  emails: Record<string, EmailLanguage>;
}

export function useCandidateLanguages(jobIds: readonly string[]) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", EMAILS, organization_id, "languages", jobIds],
    queryFn: async ({ signal }) => {
      const languages: CandidateLanguages = { jobs: {}, emails: {} };
      for (const job_id of jobIds) {
        const job = (await api.GET(JOB, { params: { path: { organization_id, job_id } }, signal })).data;
        if (job) languages.jobs[job_id] = emailLanguageOf(job.language);
        const sent = await fetchAllPages<Email>(async (at) => {
          const params = { path: { organization_id }, query: { status: "sent" as const, job_id, ...at } };
          return (await api.GET(EMAILS, { params, signal })).data;
        });
        // The newest come first.
        for (const { application_id, language } of sent) languages.emails[application_id] ??= language;
      }
      return languages;
    },
  });
}
