// Which jobs have a move of candidates under way.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { BOARD, LANES } from "./paths";

export const moveKey = (organization_id: string, job_id: string) => ["move", organization_id, job_id] as const;

/** Whether a move of the query's job is under way, whose end refetches the query anyway. */
export function isBeingMoved(client: QueryClient, queryKey: QueryKey): boolean {
  const [, path, init] = queryKey as readonly [
    unknown,
    unknown,
    { params: { path: { organization_id: string; job_id: string } } },
  ];
  if (path !== BOARD && path !== LANES) return false;
  const { organization_id, job_id } = init.params.path;
  return client.isMutating({ mutationKey: moveKey(organization_id, job_id) }) > 0;
}
