// What deleting the organization deletes.
import { useQuery } from "@tanstack/react-query";
import { APPLICATIONS } from "@/entities/application/paths";
import { JOBS } from "@/entities/job/queries";
import { MEMBERS } from "@/entities/member/queries";
import { useOrganizationId } from "@/entities/session/session";
import { api } from "@/lib/api/client";

/** Counts of what deleting the organization deletes. */
export function useDeletionSummary(enabled: boolean) {
  const organization_id = useOrganizationId();
  return useQuery({
    queryKey: ["contents", organization_id],
    queryFn: async () => {
      const path = { organization_id };
      const jobs = async (status: "active" | "inactive" | "archived") => {
        const params = { path, query: { status, limit: 1 } };
        return (await api.GET(JOBS, { params })).data?.total ?? 0;
      };
      const candidates = async (archived: boolean) => {
        const params = { path, query: { archived, limit: 1 } };
        return (await api.GET(APPLICATIONS, { params })).data?.total ?? 0;
      };
      const members = async () => {
        const params = { path, query: { limit: 1 } };
        return (await api.GET(MEMBERS, { params })).data?.total ?? 0;
      };
      const [active, inactive, archived, open, pooled, people] = await Promise.all([
        jobs("active"),
        jobs("inactive"),
        jobs("archived"),
        candidates(false),
        candidates(true),
        members(),
      ]);
      return { jobs: active + inactive + archived, candidates: open + pooled, members: people };
    },
    enabled,
    staleTime: 0,
  });
}
