// The user's saved views.
import { useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";

const VIEWS = "/api/organizations/{organization_id}/saved-views";
const VIEW = "/api/organizations/{organization_id}/saved-views/{view_id}";

/** By name. */
export function useSavedViews(screen: string, enabled = true) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", VIEWS, { params: { path: { organization_id }, query: { screen } } }, { enabled });
}

function useInvalidateViews(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ["get", VIEWS] });
}

/** Saves a view, replacing one of the same name. */
export function useSaveView(screen: string) {
  const organization_id = useOrganizationId();
  const save = query.useMutation("post", VIEWS, { onSuccess: useInvalidateViews() });
  return {
    isPending: save.isPending,
    save: (name: string, kept: string) =>
      save.mutateAsync({ params: { path: { organization_id } }, body: { screen, name, query: kept } }),
  };
}

export function useDeleteView() {
  const organization_id = useOrganizationId();
  const remove = query.useMutation("delete", VIEW, { onSuccess: useInvalidateViews() });
  return (id: string) => remove.mutateAsync({ params: { path: { organization_id, view_id: id } } });
}
