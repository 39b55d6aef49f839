// Decisions in AI review: invite, reject, archive, restore.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey } from "@/lib/api/client";
import type { Application, ArchiveReason, MoveResult } from "@/lib/api/types";
import { rulesFrom, targetFrom } from "./moves";
import { APPLICATION, ARCHIVE, ELIMINATE, RESTORE } from "./paths";
import { type ItemResult, perItem } from "./perItem";
import { STAGE } from "./stages";

export type Decision =
  | { kind: "invite" | "reject"; reason: string }
  | { kind: "archive"; reason: ArchiveReason }
  | { kind: "restore" };

/** Whether the decision overrides the AI's recommendation. */
export function isAgainstRecommendation(
  kind: "invite" | "reject",
  application: Pick<Application, "sub_status">,
): boolean {
  const place = { status: STAGE.aiReview, sub_status: application.sub_status };
  return rulesFrom(kind === "invite" ? "set_by_hand" : "eliminate", place).some(({ overrulesAi }) => overrulesAi);
}

type Item = Pick<Application, "id" | "version" | "sub_status">;

/** Applies a decision; returns a result per application. */
export function useDecide() {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ decision, items }: { decision: Decision; items: readonly Item[] }): Promise<ItemResult[]> => {
      const params = { path: { organization_id } };
      const headers = { "Idempotency-Key": idempotencyKey() };
      const seen = items.map(({ id, version }) => ({ id, version }));
      switch (decision.kind) {
        case "invite":
          return perItem(items, (item) => invite(organization_id, item, decision.reason));
        case "reject": {
          const body = { items: seen, reason: decision.reason || null, send_email: false };
          return (await api.POST(ELIMINATE, { params, headers, body })).data?.results ?? [];
        }
        case "archive": {
          const body = { items: seen, reason: decision.reason };
          return (await api.POST(ARCHIVE, { params, headers, body })).data?.results ?? [];
        }
        case "restore":
          return (await api.POST(RESTORE, { params, headers, body: { items: seen } })).data?.results ?? [];
      }
    },
    // Not waited for: the decision is made before the lists are loaded again.
    onSettled: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === "string" && /\/(applications|tiers|board|lanes|talent-pool)(\/|$)/.test(path),
      });
    },
  });
}

/** Moves to the online interview with its invitation pending. */
async function invite(organization_id: string, item: Item, reason: string): Promise<MoveResult> {
  const invited = targetFrom("set_by_hand", { status: STAGE.aiReview, sub_status: item.sub_status });
  const { data } = await api.PATCH(APPLICATION, {
    params: { path: { organization_id, application_id: item.id } },
    body: {
      version: item.version,
      ...invited,
      ...(isAgainstRecommendation("invite", item) ? { reason } : {}),
    },
  });
  return { id: item.id, status: "ok", application: data ?? null };
}
