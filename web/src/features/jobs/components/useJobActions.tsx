// Actions of a job: change its status with undo, copy, and delete with confirmation.

import { App } from "antd";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { EvaluationTimingField } from "@/entities/ai/components/EvaluationTimingField";
import { useEvaluateJobAgain } from "@/entities/application/evaluations";
import { inverseOf, type JobMove, movesOf, statusOf, useMoveJob } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import type { EvaluationTiming, Job } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { useActionToast } from "@/ui/useActionToast";

const JobDeleteDialog = lazyPart(
  async () => ({ default: (await import("./JobDeleteDialog")).JobDeleteDialog }),
  "overlay",
);

export interface JobActions {
  /** Menu items, as far as the job and my role allow. */
  items: (job: Job) => { key: string; label: string; danger?: boolean; onClick: () => void }[];
  /** Render once on the page. */
  dialog: ReactNode;
}

/** `onDeleted` is called after a job is permanently deleted. */
export function useJobActions(onDeleted?: () => void): JobActions {
  const { t } = useTranslation("jobs");
  const { message, modal } = App.useApp();
  const navigate = useNavigate();
  const toast = useActionToast();
  const errorText = useErrorText();
  const mutation = useMoveJob();
  const [deleting, setDeleting] = useState<Job | null>(null);
  const canCreate = useCan("jobs:create");
  const canEdit = useCan("jobs:edit");
  const canArchive = useCan("jobs:archive");
  const canDelete = useCan("jobs:delete");
  const canEvaluate = useCan("evaluate:execute");
  const evaluateAgain = useEvaluateJobAgain();
  const allowed: Record<JobMove, boolean> = {
    activate: canEdit,
    deactivate: canEdit,
    archive: canArchive,
    restore: canArchive,
  };
  const failed = (error: unknown) => void message.error(errorText(error));

  const labels: Record<JobMove, string> = {
    activate: t("move.activate"),
    deactivate: t("move.deactivate"),
    archive: t("move.archive"),
    restore: t("move.restore"),
  };
  const done: Record<JobMove, (title: string) => string> = {
    activate: (title) => t("moved.activate", { title }),
    deactivate: (title) => t("moved.deactivate", { title }),
    archive: (title) => t("moved.archive", { title }),
    restore: (title) => t("moved.restore", { title }),
  };

  const run = (job: Job, move: JobMove) => {
    const back = inverseOf(move, statusOf(job));
    const key = `job-${job.id}`;
    const undo = () => {
      mutation.mutate({ id: job.id, moves: back }, { onError: failed });
    };
    mutation.mutate(
      { id: job.id, moves: [move] },
      { onSuccess: () => toast({ key, text: done[move](job.title), undo }), onError: failed },
    );
  };

  const askToEvaluateAgain = (job: Job) => {
    let when: EvaluationTiming = "now";
    const choose = (chosen: EvaluationTiming) => {
      when = chosen;
    };
    modal.confirm({
      title: t("evaluate_again.ask", { title: job.title }),
      content: (
        <>
          {t("evaluate_again.hint")}
          <EvaluationTimingField onChange={choose} />
        </>
      ),
      okText: t("evaluate_again.confirm"),
      onOk: () =>
        evaluateAgain
          .mutateAsync({ jobId: job.id, when })
          .then(() => void message.success(t("evaluate_again.started")))
          .catch(failed),
    });
  };

  return {
    items: (job) => [
      ...(canEvaluate && !job.is_deleted && job.total_applications > 0
        ? [{ key: "evaluate-again", label: t("evaluate_again.open"), onClick: () => askToEvaluateAgain(job) }]
        : []),
      ...(canCreate
        ? [{ key: "copy", label: t("copy"), onClick: () => void navigate(href("jobNew", { copy: job.id })) }]
        : []),
      ...movesOf(job)
        .filter((move) => allowed[move])
        .map((move) => ({ key: move, label: labels[move], onClick: () => run(job, move) })),
      ...(canDelete || canArchive
        ? [{ key: "delete", label: t("delete.open"), danger: true, onClick: () => setDeleting(job) }]
        : []),
    ],
    dialog: deleting ? (
      <Suspense>
        <JobDeleteDialog
          job={deleting}
          canDelete={canDelete}
          onMove={(move) => {
            setDeleting(null);
            run(deleting, move);
          }}
          onDeleted={() => {
            setDeleting(null);
            message.success(t("deleted", { title: deleting.title }));
            onDeleted?.();
          }}
          onClose={() => setDeleting(null)}
        />
      </Suspense>
    ) : null,
  };
}
