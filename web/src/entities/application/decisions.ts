// Deciding on candidates in AI review: to the interviews, out for good, or to the talent pool.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { api, idempotencyKey } from "@/lib/api/client";
import type { Application, ArchiveReason, MoveResult } from "@/lib/api/types";
import { ARCHIVE, ELIMINATE, RESTORE } from "./paths";
import { perItem } from "./perItem";
import { APPLICATION } from "./queries";
import { STAGE, SUB_STATUS } from "./stages";

export type Decision =
  | { kind: "invite" | "reject"; reason: string }
  | { kind: "archive"; reason: ArchiveReason }
  | { kind: "restore" };

/** Whether the decision is against what the AI recommended. */
export function overrules(kind: "invite" | "reject", application: Pick<Application, "sub_status">): boolean {
  const against = kind === "invite" ? SUB_STATUS.recommendReject : SUB_STATUS.recommendContact;
  return application.sub_status === against;
}

type Item = Pick<Application, "id" | "version" | "sub_status">;

/** Carries a decision out; answers per application. */
export function useDecide() {
  const client = useQueryClient();
  const organization_id = useOrganizationId();
  return useMutation({
    mutationFn: async ({ decision, items }: { decision: Decision; items: readonly Item[] }): Promise<MoveResult[]> => {
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
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) =>
          typeof path === "string" && /\/(applications|tiers|board|lanes|talent-pool)(\/|$)/.test(path),
      }),
  });
}

/** To the online interview, where the invitation is still to be sent. */
async function invite(organization_id: string, item: Item, reason: string): Promise<MoveResult> {
  const { data } = await api.PATCH(APPLICATION, {
    params: { path: { organization_id, application_id: item.id } },
    body: {
      version: item.version,
      status: STAGE.online,
      sub_status: SUB_STATUS.onlineInvitationPending,
      ...(overrules("invite", item) ? { reason } : {}),
    },
  });
  return { id: item.id, status: "ok", application: data ?? null };
}
