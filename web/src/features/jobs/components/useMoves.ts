// Moving a job, with a message that says what happened and takes it back.
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { inverseOf, type JobMove, movesOf, statusOf, useMoveJob } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import type { Job } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";

export function useMoves() {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const toast = useActionToast();
  const errorText = useErrorText();
  const mutation = useMoveJob();
  const edits = useCan("jobs:edit");
  const archives = useCan("jobs:archive");
  const allowed: Record<JobMove, boolean> = {
    activate: edits,
    deactivate: edits,
    archive: archives,
    restore: archives,
  };
  const failed = (error: unknown) => message.error(errorText(error));

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

  /** Menu entries for what the job and my role allow. */
  return (job: Job) =>
    movesOf(job)
      .filter((move) => allowed[move])
      .map((move) => ({ key: move, label: labels[move], onClick: () => run(job, move) }));
}
