// Batches at the organization's AI provider.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";

const BATCHES = "/api/organizations/{organization_id}/model-batches";
/** The server exchanges batches every minute. */
const REFETCH_MS = 60_000;

export function useModelBatches() {
  const organization_id = useOrganizationId();
  return query.useQuery(
    "get",
    BATCHES,
    { params: { path: { organization_id } } },
    { refetchInterval: ({ state }) => (state.data?.items.length ? REFETCH_MS : false) },
  );
}

export function useWithdrawBatch() {
  const organization_id = useOrganizationId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (batch_id: string) =>
      api.POST(`${BATCHES}/{batch_id}/withdraw`, { params: { path: { organization_id, batch_id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["get", BATCHES] }),
  });
}
