// Drafts one of a job's texts into its field; what stood there comes back with one click.
import { App, Button } from "antd";
import { Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { JobText } from "@/entities/job/queries";
import { useErrorText } from "@/ui/errorText";
import { useActionToast } from "@/ui/useActionToast";
import { type DraftKind, useDraft } from "../api/drafts";

const FIELDS = {
  jd: "jd",
  criteria: "ai_evaluation_criteria",
  questions: "ai_interview_questions",
} as const satisfies Record<DraftKind, keyof JobText>;

interface Props {
  kind: DraftKind;
  text: JobText;
  onText: (field: (typeof FIELDS)[DraftKind], text: string) => void;
}

export function DraftButton({ kind, text, onText }: Props) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const toast = useActionToast();
  const field = FIELDS[kind];
  const draft = useDraft({
    text: (drafted) => {
      const former = text[field];
      onText(field, drafted);
      toast({ key: `draft-${kind}`, text: t("draft.done"), undo: () => onText(field, former), seconds: 12 });
    },
    failed: (error) => void message.error(`${t("draft.failed")} ${error ? errorText(error) : ""}`.trim()),
  });
  const needs = kind === "jd" ? [text.title, text.core_requirement] : [text.title, text.core_requirement, text.jd];
  const start = () => {
    if (needs.some((part) => part.trim() === "")) {
      message.info(kind === "jd" ? t("draft.needs_core") : t("draft.needs_jd"));
      return;
    }
    const { title, core_requirement, jd, company_name } = text;
    draft.start({ kind, title, core_requirement, jd, company_name });
  };
  return draft.isWorking ? (
    <span role="status">
      {t("draft.working")}{" "}
      <Button size="small" onClick={draft.stop}>
        {t("draft.stop")}
      </Button>
    </span>
  ) : (
    <Button size="small" type="text" icon={<Sparkles size={14} aria-hidden="true" />} onClick={start}>
      {t("draft.start")}
    </Button>
  );
}
