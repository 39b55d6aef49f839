// Loads candidates by id; missing ones are left out. Many of one job are looked up in its list, which takes few requests.
import { useQuery } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { fetchAllPages } from "@/lib/api/paging";
import { ApiProblem } from "@/lib/api/problem";
import type { Application } from "@/lib/api/types";
import { APPLICATION, APPLICATIONS } from "./paths";

const PARALLEL = 6;

/** `jobId` is the job that they are in, if it is known. */
export function useCandidatesByIds(ids: readonly string[], jobId: string | null) {
  const organization_id = useOrganizationId();
  return useQuery({
    // In the form of the generated hooks, so that live events find the job.
    queryKey: [
      "get",
      APPLICATION,
      { params: { path: { organization_id }, query: { job_id: jobId } } },
      "selection",
      ...ids,
    ],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Application>();
      if (jobId && ids.length > PARALLEL) {
        const wanted = new Set(ids);
        await fetchAllPages<Application>(async (at) => {
          if (found.size === wanted.size) return undefined;
          const params = { path: { organization_id }, query: { job_id: jobId, ...at } };
          const { data } = await api.GET(APPLICATIONS, { params, signal });
          for (const one of data?.items ?? []) if (wanted.has(one.id)) found.set(one.id, one);
          return data;
        });
      }
      // What the list lacks is archived, in another job, or gone.
      const waiting = ids.filter((id) => !found.has(id));
      const work = async () => {
        for (let id = waiting.shift(); id; id = waiting.shift()) {
          try {
            const params = { path: { organization_id, application_id: id } };
            const { data } = await api.GET(APPLICATION, { params, signal });
            if (data) found.set(id, data);
          } catch (error) {
            if (!(error instanceof ApiProblem && error.status === 404)) throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: Math.min(PARALLEL, waiting.length) }, work));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });
}
