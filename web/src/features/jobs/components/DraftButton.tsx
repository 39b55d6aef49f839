// Drafts one of a job's texts into its field. The previous text is kept to compare and restore.

import { App, Button } from "antd";
import { Sparkles } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobText } from "@/entities/job/queries";
import { useFailureText } from "@/entities/task/failure";
import { lazyPart } from "@/ui/late/lazyPart";
import { type Drafted, type DraftKind, useDraft } from "../api/drafts";
import styles from "./DraftButton.module.css";

const DraftComparison = lazyPart(
  () => import("./DraftComparison").then((module) => ({ default: module.DraftComparison })),
  "overlay",
);

export const DRAFT_FIELDS = {
  jd: "jd",
  criteria: "ai_evaluation_criteria",
  questions: "ai_interview_questions",
} as const satisfies Record<DraftKind, keyof JobText>;

export type DraftField = (typeof DRAFT_FIELDS)[DraftKind];

interface Props {
  kind: DraftKind;
  text: JobText;
  label: string;
  onText: (field: DraftField, text: string) => void;
  /** The field is read-only while it is drafted. */
  onWorking: (field: DraftField | null) => void;
}

type Outcome = "written" | "stopped" | "failed";

export function DraftButton({ kind, text, label, onText, onWorking }: Props) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const failureText = useFailureText();
  const field = DRAFT_FIELDS[kind];
  /** The field's text before the first draft, until the draft is kept or undone. */
  const [former, setFormer] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [drafted, setDrafted] = useState<Drafted | null>(null);
  const [compares, setCompares] = useState(false);
  const end = (how: Outcome) => {
    setOutcome(how);
    onWorking(null);
  };
  const draft = useDraft({
    onText: (written) => onText(field, written),
    onDone: (result) => {
      onText(field, result.text);
      setDrafted(result);
      end("written");
    },
    onFailed: (error) => {
      end("failed");
      void failureText(t("draft.failed"), error).then((failure) => void message.error(failure));
    },
  });
  const needs = kind === "jd" ? [text.title, text.core_requirement] : [text.title, text.core_requirement, text.jd];
  const start = () => {
    if (needs.some((part) => part.trim() === "")) {
      message.info(kind === "jd" ? t("draft.needs_core") : t("draft.needs_jd"));
      return;
    }
    setFormer((kept) => kept ?? text[field]);
    setOutcome(null);
    onWorking(field);
    const { title, core_requirement, company_name } = text;
    // A new draft of the description is not based on the old one.
    const jd = kind === "jd" ? "" : text.jd;
    draft.start({ kind, title, core_requirement, jd, company_name });
  };
  const stop = () => {
    draft.stop();
    end("stopped");
  };
  const settle = (kept: string | null) => {
    if (kept !== null) onText(field, kept);
    setFormer(null);
    setOutcome(null);
    setCompares(false);
  };

  if (draft.isWorking) {
    return (
      <span className={styles.tools} role="status">
        {t("draft.working")}
        <Button size="small" onClick={stop}>
          {t("draft.stop")}
        </Button>
      </span>
    );
  }
  if (outcome === null || former === null) {
    return (
      <Button size="small" type="text" icon={<Sparkles size={14} aria-hidden="true" />} onClick={start}>
        {t("draft.start")}
      </Button>
    );
  }
  const states: Record<Outcome, string> = {
    written: drafted?.hasFallenBack
      ? t("draft.stood_in")
      : drafted?.engine === "built-in"
        ? t("draft.by_template")
        : t("draft.done"),
    stopped: t("draft.stopped"),
    failed: t("draft.failed"),
  };
  return (
    <span className={styles.tools}>
      <span role="status">{states[outcome]}</span>
      <Button size="small" onClick={() => settle(former)}>
        {t("draft.undo")}
      </Button>
      <Button size="small" onClick={start}>
        {t("draft.retry")}
      </Button>
      {former.trim() !== "" && text[field] !== former ? (
        <Button size="small" onClick={() => setCompares(true)}>
          {t("draft.compare")}
        </Button>
      ) : null}
      <Button size="small" type="text" onClick={() => settle(null)}>
        {t("draft.keep")}
      </Button>
      {compares ? (
        <Suspense>
          <DraftComparison
            label={label}
            former={former}
            drafted={text[field]}
            onFormer={() => settle(former)}
            onDrafted={() => settle(null)}
            onClose={() => setCompares(false)}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
