// The onboarding checklist of a candidate.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, query } from "@/lib/api/client";
import type { OnboardingItem } from "@/lib/api/types";

const ITEMS = "/api/organizations/{organization_id}/applications/{application_id}/onboarding-items";
const ITEM = "/api/organizations/{organization_id}/onboarding-items/{item_id}";

export function useOnboardingItems(application_id: string) {
  const organization_id = useOrganizationId();
  return query.useQuery("get", ITEMS, { params: { path: { organization_id, application_id } } });
}

function useInvalidateItems() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["get", ITEMS] });
}

export function useAddItems(application_id: string) {
  const organization_id = useOrganizationId();
  const changed = useInvalidateItems();
  return useMutation({
    mutationFn: (titles: readonly string[]) =>
      api.POST(ITEMS, {
        params: { path: { organization_id, application_id } },
        body: { items: titles.map((title) => ({ title })) },
      }),
    onSettled: changed,
  });
}

export interface ItemChanges {
  done?: boolean;
  due_date?: string | null;
  owner_id?: string | null;
}

export function useUpdateItem() {
  const organization_id = useOrganizationId();
  const changed = useInvalidateItems();
  const change = useMutation({
    mutationFn: ({ item, changes }: { item: OnboardingItem; changes: ItemChanges }) =>
      api.PATCH(ITEM, {
        params: { path: { organization_id, item_id: item.id } },
        body: { version: item.version, ...changes },
      }),
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: (item_id: string) => api.DELETE(ITEM, { params: { path: { organization_id, item_id } } }),
    onSettled: changed,
  });
  return { change, remove };
}
