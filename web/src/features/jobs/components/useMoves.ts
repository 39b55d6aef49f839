// Moving a job, with a message that says what happened and takes it back.
import { App, Button } from "antd";
import { createElement } from "react";
import { useTranslation } from "react-i18next";
import { inverseOf, type JobMove, movesOf, statusOf, useMoveJob } from "@/entities/job/queries";
import { useCan } from "@/entities/session/memberships";
import type { Job } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";

export function useMoves() {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
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
      message.destroy(key);
      mutation.mutate({ id: job.id, moves: back }, { onError: failed });
    };
    mutation.mutate(
      { id: job.id, moves: [move] },
      {
        onSuccess: () =>
          message.success({
            key,
            duration: 6,
            content: [
              done[move](job.title),
              createElement(Button, { key: "undo", type: "link", size: "small", onClick: undo }, t("undo")),
            ],
          }),
        onError: failed,
      },
    );
  };

  /** Menu entries for what the job and my role allow. */
  return (job: Job) =>
    movesOf(job)
      .filter((move) => allowed[move])
      .map((move) => ({ key: move, label: labels[move], onClick: () => run(job, move) }));
}
