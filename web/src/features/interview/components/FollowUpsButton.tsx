// Asks a model for follow-up questions and adds them.
import { App, Button } from "antd";
import { Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFailureText } from "@/entities/task/failure";
import { ApiProblem } from "@/lib/api/problem";
import { useFollowUps } from "../api/followUps";
import type { QuestionSnapshot } from "../logic/draft";

interface Props {
  applicationId: string;
  isOff: boolean;
  /** Sends the latest notes first, since the questions are based on them. */
  onAsk: () => Promise<unknown>;
  onQuestions: (questions: readonly QuestionSnapshot[]) => void;
}

export function FollowUpsButton({ applicationId, isOff, onAsk, onQuestions }: Props) {
  const { t } = useTranslation("interview");
  const { message } = App.useApp();
  const failureText = useFailureText();
  const followUps = useFollowUps(applicationId);
  const ask = async () => {
    await onAsk();
    try {
      const questions = await followUps.mutateAsync();
      if (questions.length === 0) message.info(t("follow_ups.none"));
      onQuestions(questions);
    } catch (error) {
      if (error instanceof DOMException) return;
      const isUnset = error instanceof ApiProblem && error.code === "ai.key_required";
      void message.error(isUnset ? t("follow_ups.needs_key") : await failureText(t("follow_ups.failed"), error));
    }
  };
  return (
    <Button
      disabled={isOff}
      loading={followUps.isPending}
      icon={<Sparkles size={16} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      {followUps.isPending ? t("follow_ups.working") : t("follow_ups.action")}
    </Button>
  );
}
