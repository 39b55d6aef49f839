// How an archived application can return, with the effect of each way, or why it cannot.
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ELIMINATED } from "@/entities/application/archive";
import { RecallDialog } from "@/entities/application/components/RecallDialog";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { type PoolMove, usePoolMove } from "@/entities/application/talentPool";
import { useCanMove } from "@/entities/application/useCanMove";
import { ApiProblem } from "@/lib/api/problem";
import type { ApplicationSummary, ArchiveReason } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import styles from "./ApplicationList.module.css";

interface Props {
  application: ApplicationSummary;
  reason: ArchiveReason;
  name: string | null | undefined;
}

export function ArchivedApplicationActions({ application, reason, name }: Props) {
  const { t } = useTranslation(["candidate", "common"]);
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const canMove = useCanMove();
  const move = usePoolMove();
  const [isRecalling, setRecalling] = useState(false);
  if (reason === ELIMINATED) return <p className={styles.final}>{t("applications.final")}</p>;

  const place = `${stageName(application.status)} · ${subStatusName(application.sub_status)}`;
  const run = async (what: PoolMove, version: number) => {
    try {
      const [result] = await move.mutateAsync({ move: what, items: [{ id: application.id, version }] });
      if (result?.status !== "ok") throw new ApiProblem({ status: 409, code: result?.code ?? "http.409" });
      const now = result.application?.version;
      if (result.interview_cancelled) message.warning(t("common:move.without_interview", { count: 1 }), 6);
      if (what.kind === "archive") return;
      toast({
        key: `back-${application.id}`,
        text: what.kind === "recall" ? t("applications.recalled") : t("applications.restored", { place }),
        // A recall starts over: archiving it again would not restore the previous state.
        undo: what.kind === "restore" && now ? () => void run({ kind: "archive", reason }, now) : undefined,
      });
    } catch (error) {
      message.error(errorText(error), 5);
    }
  };
  const canRestore = canMove("restore", application, true);
  const canRecall = canMove("recall", application, true);
  if (!canRestore && !canRecall) return null;
  return (
    <div className={styles.back}>
      {canRestore ? (
        <Button
          size="small"
          loading={move.isPending}
          title={t("applications.restore_hint", { place })}
          onClick={() => void run({ kind: "restore" }, application.version)}
        >
          {t("applications.restore")}
        </Button>
      ) : null}
      {canRecall ? (
        <Button size="small" disabled={move.isPending} onClick={() => setRecalling(true)}>
          {t("applications.recall")}
        </Button>
      ) : null}
      <p className={styles.when}>
        {canRestore ? t("applications.restore_hint", { place }) : t("applications.recall_only")}
      </p>
      <RecallDialog
        people={isRecalling ? [{ ...application, name }] : []}
        busy={move.isPending}
        onCancel={() => setRecalling(false)}
        onConfirm={() => {
          setRecalling(false);
          void run({ kind: "recall" }, application.version);
        }}
      />
    </div>
  );
}
