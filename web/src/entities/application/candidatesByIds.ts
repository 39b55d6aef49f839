// Loads candidates by id; missing ones are left out.
import { useQuery } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";
import { ApiProblem } from "@/lib/api/problem";
import type { Application } from "@/lib/api/types";
import { APPLICATION } from "./paths";

const PARALLEL = 6;

export function useCandidatesByIds(ids: readonly string[]) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["get", APPLICATION, organization_id, "selection", ...ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Application>();
      const waiting = [...ids];
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
      await Promise.all(Array.from({ length: Math.min(PARALLEL, ids.length) }, work));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });
}
