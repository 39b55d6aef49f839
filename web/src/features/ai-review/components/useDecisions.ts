// Decision actions with their toasts and dialogs.
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAskTiming } from "@/entities/ai/components/useAskTiming";
import { useCandidateNames } from "@/entities/application/candidateNames";
import { type Decision, isAgainstRecommendation, useDecide } from "@/entities/application/decisions";
import { useEvaluateAgain } from "@/entities/application/evaluations";
import { isFailed } from "@/entities/application/perItem";
import { useWriteEmails } from "@/entities/email/writeEmails";
import { useCan } from "@/entities/session/memberships";
import { useOrganizationId } from "@/entities/session/session";
import { ApiProblem } from "@/lib/api/problem";
import type { Application, ArchiveReason } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";

export interface Decisions {
  /** Opens the invitation emails; without email permission, moves the candidates to invitation pending. */
  invite: (items: readonly Application[]) => void;
  reject: (items: readonly Application[]) => void;
  archive: (items: readonly Application[], reason: ArchiveReason) => void;
  evaluate: (items: readonly Application[]) => void;
  /** The decision a dialog is open for. */
  asking: { kind: "invite" | "reject"; items: readonly Application[] } | null;
  /** Whether my role can write rejection emails. */
  canWrite: boolean;
  busy: boolean;
  cancel: () => void;
  confirm: (choice: { sendEmail: boolean; reason: string }) => void;
}

/** `onDecided` gets the ids before they leave the list. */
export function useDecisions(jobId: string, onDecided: (ids: readonly string[]) => void): Decisions {
  const { t } = useTranslation("review");
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const names = useCandidateNames();
  const openEmails = useWriteEmails();
  const writeEmails = useCan("ai-review:email") ? openEmails : null;
  const decide = useDecide();
  const evaluate = useEvaluateAgain();
  const askTiming = useAskTiming();
  const organization_id = useOrganizationId();
  const [asking, setAsking] = useState<Decisions["asking"]>(null);

  /** Resolves to the candidates whose decision failed. */
  const run = async (decision: Decision, items: readonly Application[]): Promise<readonly Application[]> => {
    const first = items[0];
    if (!first) return [];
    try {
      const results = await decide.mutateAsync({ decision, items });
      const moved = new Map(results.flatMap((one) => (one.status === "ok" ? [[one.id, one] as const] : [])));
      const refused = results.flatMap((one) => (one.status === "refused" ? [one] : []));
      const failed = results.filter(isFailed);
      if (moved.size > 0) {
        onDecided([...moved.keys()]);
        const count = moved.size;
        const name = names(items.filter(({ id }) => moved.has(id)).map(({ person }) => person));
        const text = {
          invite: t("decided.invite", { count, name }),
          reject: t("decided.reject", { count, name }),
          archive: t("decided.archive", { count, name }),
          restore: t("decided.restore", { count, name }),
        }[decision.kind];
        const back = items
          .filter(({ id }) => moved.has(id))
          .map((item) => ({ ...item, version: moved.get(item.id)?.application?.version ?? item.version + 1 }));
        const undo = decision.kind === "archive" ? () => void run({ kind: "restore" }, back) : undefined;
        // One that can be undone is not replaced by the next.
        toast({ key: undo ? `decision-${first.id}` : "decision", text, undo });
      }
      // Each reason once.
      for (const code of new Set(refused.map((one) => one.code ?? "http.409"))) {
        message.warning(errorText(new ApiProblem({ status: 409, code })), 5);
      }
      if (failed[0]) message.error(errorText(failed[0].error), 5);
      if (refused.length > 1) message.warning(t("decided.refused", { count: refused.length }), 5);
      return items.filter(({ id }) => failed.some((one) => one.id === id));
    } catch (error) {
      message.error(errorText(error), 5);
      return items;
    }
  };

  return {
    invite: (items) => {
      const ids = items.map(({ id }) => id);
      // Sending the email moves the candidate, and asks for a reason if that overrules the AI.
      if (writeEmails) writeEmails("online_invitation", jobId, ids);
      else if (items.some((item) => isAgainstRecommendation("invite", item))) setAsking({ kind: "invite", items });
      else void run({ kind: "invite", reason: "" }, items);
    },
    reject: (items) => setAsking({ kind: "reject", items }),
    archive: (items, reason) => void run({ kind: "archive", reason }, items),
    evaluate: (items) =>
      askTiming((when) =>
        evaluate.mutate(
          { params: { path: { organization_id } }, body: { ids: items.map(({ id }) => id), when } },
          {
            onSuccess: () => toast({ key: "decision", text: t("decided.evaluate", { count: items.length }) }),
            onError: (error) => message.error(errorText(error), 5),
          },
        ),
      ),
    asking,
    canWrite: writeEmails !== null,
    busy: decide.isPending,
    cancel: () => setAsking(null),
    confirm: ({ sendEmail, reason }) => {
      if (!asking) return;
      const { kind, items } = asking;
      if (kind === "reject" && sendEmail && writeEmails) {
        const ids = items.map(({ id }) => id);
        setAsking(null);
        return writeEmails("rejection", jobId, ids);
      }
      // What failed can be tried again, unless the dialog was closed meanwhile.
      const settle = (left: readonly Application[]) =>
        setAsking((asked) => (asked && left.length > 0 ? { kind, items: left } : null));
      void run({ kind, reason }, items).then(settle);
    },
  };
}
