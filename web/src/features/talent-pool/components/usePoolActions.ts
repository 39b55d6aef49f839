// Actions on people of the pool, with their toasts.
import { App } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ELIMINATED } from "@/entities/application/archive";
import { useCandidateNames } from "@/entities/application/candidateNames";
import { useMarkPerson, usePoolMove, useStarPeople } from "@/entities/application/talentPool";
import { ApiProblem } from "@/lib/api/problem";
import type { TalentPoolEntry } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";

/** A recall cannot be undone here, so its message is short. */
const RECALL_SECONDS = 3;

export interface PoolActions {
  restore: (entries: readonly TalentPoolEntry[]) => void;
  /** The people the recall dialog is open for. */
  recalling: readonly TalentPoolEntry[];
  openRecall: (entries: readonly TalentPoolEntry[]) => void;
  closeRecall: () => void;
  recall: () => void;
  isMoving: boolean;
  /** Marks them as favorites, or no longer if all of them are. */
  star: (entries: readonly TalentPoolEntry[]) => void;
  /** The person the blacklist dialog is open for. */
  blacklisting: TalentPoolEntry | null;
  openBlacklist: (entry: TalentPoolEntry) => void;
  closeBlacklist: () => void;
  blacklist: (reason: string) => void;
  /** The person the unblacklist dialog is open for. */
  unblacklisting: TalentPoolEntry | null;
  openUnblacklist: (entry: TalentPoolEntry) => void;
  closeUnblacklist: () => void;
  unblacklist: () => void;
}

export function usePoolActions(onMoved: () => void): PoolActions {
  const { t } = useTranslation(["talent-pool", "common"]);
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const names = useCandidateNames();
  const poolMove = usePoolMove();
  const mark = useMarkPerson();
  const starring = useStarPeople();
  const [recalling, setRecalling] = useState<readonly TalentPoolEntry[]>([]);
  const [blacklisting, setBlacklisting] = useState<TalentPoolEntry | null>(null);
  const [unblacklisting, setUnblacklisting] = useState<TalentPoolEntry | null>(null);

  const move = async (kind: "recall" | "restore", entries: readonly TalentPoolEntry[]) => {
    try {
      const items = entries.map(({ id, version }) => ({ id, version }));
      const results = await poolMove.mutateAsync({ move: { kind }, items });
      const moved = new Map(results.filter(({ status }) => status === "ok").map((one) => [one.id, one]));
      const first = entries.find(({ id }) => moved.has(id));
      if (first) {
        const name = names(entries.filter(({ id }) => moved.has(id)).map(({ person }) => person));
        const count = moved.size;
        const undo = () => {
          for (const entry of entries) {
            const now = moved.get(entry.id);
            if (now && entry.archive_reason !== ELIMINATED) {
              const again = { id: entry.id, version: now.application?.version ?? entry.version + 1 };
              poolMove.mutate(
                { move: { kind: "archive", reason: entry.archive_reason }, items: [again] },
                { onError: (error) => message.error(errorText(error)) },
              );
            }
          }
        };
        // Archiving undoes a restore, but not a recall, which starts over.
        if (kind === "restore") toast({ key: `pool-${first.id}`, text: t("done.restore", { count, name }), undo });
        else toast({ key: "pool", text: t("done.recall", { count, name }), seconds: RECALL_SECONDS });
      }
      const lost = results.filter(({ interview_cancelled }) => interview_cancelled).length;
      if (lost > 0) message.warning(t("common:move.without_interview", { count: lost }), 6);
      const refused = results.filter(({ status }) => status === "refused");
      // Each reason once, and how many there were where that says more.
      for (const code of new Set(refused.map((one) => one.code ?? "http.409"))) {
        message.warning(errorText(new ApiProblem({ status: 409, code })), 5);
      }
      if (refused.length > 1) message.warning(t("refused", { count: refused.length }), 5);
      onMoved();
    } catch (error) {
      const failed = kind === "recall" ? t("failed.recall") : t("failed.restore");
      message.error(t("failed.why", { failed, why: errorText(error) }), 5);
    }
  };

  return {
    restore: (entries) => void move("restore", entries),
    recalling,
    openRecall: setRecalling,
    closeRecall: () => setRecalling([]),
    recall: () => {
      void move("recall", recalling);
      setRecalling([]);
    },
    isMoving: poolMove.isPending,
    star: (entries) => {
      const starred = !entries.every(({ person }) => person.starred);
      const changed = entries.filter(({ person }) => person.starred !== starred);
      starring.mutate(
        { personIds: [...new Set(changed.map(({ person }) => person.id))], starred },
        { onError: (error) => message.error(t("failed.why", { failed: t("failed.star"), why: errorText(error) })) },
      );
    },
    blacklisting,
    openBlacklist: setBlacklisting,
    closeBlacklist: () => setBlacklisting(null),
    blacklist: (reason) => {
      if (!blacklisting) return;
      mark.mutate(
        { personId: blacklisting.person.id, blacklisted: true, reason },
        {
          onSuccess: () => message.success(t("done.blacklist", { name: blacklisting.person.name ?? t("nameless") })),
          onError: (error) => message.error(t("failed.why", { failed: t("failed.blacklist"), why: errorText(error) })),
        },
      );
      setBlacklisting(null);
    },
    unblacklisting,
    openUnblacklist: setUnblacklisting,
    closeUnblacklist: () => setUnblacklisting(null),
    unblacklist: () => {
      if (!unblacklisting) return;
      const { person } = unblacklisting;
      mark.mutate(
        { personId: person.id, blacklisted: false },
        {
          onSuccess: () => message.success(t("done.unblacklist", { name: person.name ?? t("nameless") })),
          onError: (error) =>
            message.error(t("failed.why", { failed: t("failed.unblacklist"), why: errorText(error) })),
        },
      );
      setUnblacklisting(null);
    },
  };
}
