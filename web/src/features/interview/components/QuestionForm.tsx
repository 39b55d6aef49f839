// Questions with a note and a mark each, further notes, and the outcome.
import { Radio } from "antd";
import TextArea from "antd/es/input/TextArea";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Glyph } from "@/entities/application/components/Glyph";
import { criterionText } from "@/entities/application/criterionText";
import type { OwnMarks } from "@/entities/application/ownMarks";
import type { CriterionResult, Verdict } from "@/lib/api/types";
import {
  type Answer,
  type DraftContent,
  isAnswered,
  MARKS,
  type Mark,
  NO_ANSWER,
  type QuestionSnapshot,
  type SectionSnapshot,
} from "../logic/draft";
import { InterviewerStrip } from "./InterviewerStrip";
import styles from "./QuestionForm.module.css";

interface Props {
  sections: readonly SectionSnapshot[];
  /** The draft; null before the interview starts, when nothing can be typed. */
  content: DraftContent | null;
  /** Without the permission to save it. */
  isReadOnly: boolean;
  criteria: readonly CriterionResult[];
  /** One's own marks on the evaluation. */
  marks: OwnMarks | null;
  onEdit: (change: (content: DraftContent) => DraftContent) => void;
  onQuote: (quote: string) => void;
  /** Shown below the questions. */
  children?: ReactNode;
}

export function QuestionForm({ sections, content, isReadOnly, criteria, marks, onEdit, onQuote, children }: Props) {
  const { t } = useTranslation("interview");
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]));
  const isOff = content === null || isReadOnly;
  const toggle = (at: number) =>
    setOpened((former) => {
      const next = new Set(former);
      if (!next.delete(at)) next.add(at);
      return next;
    });
  const answer = (key: string, change: Partial<Answer>) =>
    onEdit((former) => ({
      ...former,
      answers: { ...former.answers, [key]: { ...(former.answers[key] ?? NO_ANSWER), ...change } },
    }));
  const judge = (criterion: string, verdict: Verdict | null) =>
    onEdit((former) => {
      const { [criterion]: _, ...others } = former.verdicts;
      return { ...former, verdicts: verdict ? { ...others, [criterion]: verdict } : others };
    });
  return (
    <div className={styles.form}>
      <InterviewerStrip
        criteria={criteria}
        marks={marks}
        verdicts={content?.verdicts ?? {}}
        isOff={isOff}
        onVerdict={judge}
      />
      {sections.length === 0 ? <p className={styles.none}>{t("questions.none")}</p> : null}
      {sections.map((section, at) => {
        const answered = section.questions.filter(({ key }) => isAnswered(content?.answers[key] ?? NO_ANSWER)).length;
        const isOpen = opened.has(at);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may be alike in every word, and none moves
          <section key={at} className={styles.section}>
            <h2>
              <button type="button" aria-expanded={isOpen} onClick={() => toggle(at)}>
                <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
                <span className={styles.sectionTitle}>{section.title}</span>
                <span className={styles.count}>
                  {t("questions.answered", { answered, total: section.questions.length })}
                </span>
              </button>
            </h2>
            {isOpen ? (
              <>
                {section.note ? <p className={styles.sectionNote}>{section.note}</p> : null}
                <ol>
                  {section.questions.map((question) => (
                    <Question
                      key={question.key}
                      question={question}
                      result={criteria.find(({ criterion }) => criterion === question.criterion)}
                      answer={content?.answers[question.key] ?? NO_ANSWER}
                      isOff={isOff}
                      onAnswer={(change) => answer(question.key, change)}
                      onQuote={onQuote}
                    />
                  ))}
                </ol>
              </>
            ) : null}
          </section>
        );
      })}
      {children}
      <div className={styles.field}>
        <label htmlFor="interview-adhoc">{t("adhoc")}</label>
        <TextArea
          id="interview-adhoc"
          disabled={isOff}
          autoSize={{ minRows: 3, maxRows: 16 }}
          placeholder={t("adhoc_placeholder")}
          value={content?.adhoc_notes ?? ""}
          onChange={(event) => onEdit((former) => ({ ...former, adhoc_notes: event.target.value }))}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor="interview-overall">{t("overall")}</label>
        <TextArea
          id="interview-overall"
          disabled={isOff}
          autoSize={{ minRows: 4, maxRows: 16 }}
          placeholder={t("overall_placeholder")}
          value={content?.overall_evaluation ?? ""}
          onChange={(event) => onEdit((former) => ({ ...former, overall_evaluation: event.target.value }))}
        />
      </div>
    </div>
  );
}

interface QuestionProps {
  question: QuestionSnapshot;
  /** The AI's verdict on the question's criterion. */
  result: CriterionResult | undefined;
  answer: Answer;
  isOff: boolean;
  onAnswer: (change: Partial<Answer>) => void;
  onQuote: (quote: string) => void;
}

function Question({ question, result, answer, isOff, onAnswer, onQuote }: QuestionProps) {
  const { t } = useTranslation(["interview", "common"]);
  const quote = result?.quote;
  const names: Record<Mark, string> = {
    1: t("mark.1"),
    2: t("mark.2"),
    3: t("mark.3"),
    4: t("mark.4"),
  };
  return (
    <li className={styles.question}>
      {result ? (
        <p className={styles.criterion}>
          <Glyph verdict={result.verdict} /> {criterionText(result.criterion)}
          {quote ? (
            <button type="button" className={styles.quote} onClick={() => onQuote(quote)}>
              {t("common:strip.open_quote")}
            </button>
          ) : null}
        </p>
      ) : null}
      <p className={styles.text}>{question.text}</p>
      <div className={styles.marks}>
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          disabled={isOff}
          aria-label={t("mark.label", { question: question.text })}
          value={answer.mark}
          onChange={(event) => onAnswer({ mark: event.target.value as Mark })}
          options={MARKS.map((mark) => ({ value: mark, label: mark, title: names[mark] }))}
        />
        <span className={styles.markName}>{answer.mark === null ? t("mark.none") : names[answer.mark]}</span>
        {answer.mark !== null && !isOff ? (
          <button type="button" className={styles.quote} onClick={() => onAnswer({ mark: null })}>
            {t("mark.clear")}
          </button>
        ) : null}
      </div>
      <TextArea
        disabled={isOff}
        aria-label={t("note_label", { question: question.text })}
        placeholder={t("note_placeholder")}
        autoSize={{ minRows: 2, maxRows: 12 }}
        value={answer.note}
        onChange={(event) => onAnswer({ note: event.target.value })}
      />
    </li>
  );
}
