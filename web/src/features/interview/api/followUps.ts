// Follow-up questions proposed by a model: creates a task and polls it until it ends.
import { useMutation } from "@tanstack/react-query";
import { useOrganizationId } from "@/entities/session/session";
import { TaskFailed } from "@/entities/task/failure";
import { api } from "@/lib/api/client";
import { followTask } from "@/lib/api/taskStream";
import { useUnmountSignal } from "@/lib/useUnmountSignal";
import type { QuestionSnapshot } from "../logic/draft";
import { proposedQuestion } from "../logic/draft";

/** The questions in a task's result; null for anything else. */
export function questionsOf(result: unknown): QuestionSnapshot[] | null {
  const questions = (result as { questions?: unknown } | null)?.questions;
  if (!Array.isArray(questions)) return null;
  return questions.flatMap((one: { criterion?: unknown; question?: unknown } | null) =>
    typeof one?.criterion === "string" && typeof one.question === "string"
      ? [proposedQuestion({ criterion: one.criterion, question: one.question })]
      : [],
  );
}

export function useFollowUps(application_id: string) {
  const organization_id = useOrganizationId();
  const signal = useUnmountSignal();
  return useMutation({
    mutationFn: async () => {
      const { data } = await api.POST(
        "/api/organizations/{organization_id}/interview-guides/{application_id}/follow-ups",
        { params: { path: { organization_id, application_id } } },
      );
      if (!data) throw new TaskFailed(null);
      const task = await followTask(organization_id, data.id, { signal: signal() });
      const questions = questionsOf(task.result);
      if (questions === null) throw new TaskFailed(task.error ?? null);
      return questions;
    },
  });
}
