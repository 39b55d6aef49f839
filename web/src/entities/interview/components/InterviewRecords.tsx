// Interviews of an application by round: questions, notes and ratings, and the overall rating.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { Glyph } from "@/entities/application/components/Glyph";
import { criterionText } from "@/entities/application/criterionText";
import { useFormats } from "@/i18n/format";
import type { InterviewSession } from "@/lib/api/types";
import { QueryView } from "@/ui/states/QueryView";
import { answersOf, type MarkSummary, summarizeMarks, useInterviewSessions, verdictsOf } from "../sessions";
import styles from "./InterviewRecords.module.css";

export function InterviewRecords({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation("interview");
  const sessions = useInterviewSessions(applicationId);
  return (
    <QueryView query={sessions} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
      {({ items }) =>
        items.length === 0 ? <p className={styles.none}>{t("records.none")}</p> : <Records sessions={items} />
      }
    </QueryView>
  );
}

function Records({ sessions }: { sessions: readonly InterviewSession[] }) {
  const { t } = useTranslation("interview");
  const all = summarizeMarks(sessions.flatMap((session) => answersOf(session)));
  return (
    <div>
      {sessions.length > 1 && all ? (
        <p className={styles.total}>
          {t("records.rounds", { count: sessions.length })} · <Marks summary={all} />
        </p>
      ) : null}
      {sessions.map((session) => (
        <Record key={session.id} session={session} />
      ))}
    </div>
  );
}

function Record({ session }: { session: InterviewSession }) {
  const { t } = useTranslation(["interview", "common"]);
  const formats = useFormats();
  const answers = answersOf(session);
  const verdicts = verdictsOf(session);
  const summary = summarizeMarks(answers);
  return (
    <section className={styles.record} aria-label={t("round", { round: session.round_number })}>
      <header>
        <h3>{t("round", { round: session.round_number })}</h3>
        <p className={styles.meta}>
          {session.interviewer_name} · {formats.dateTime(session.ended_at ?? session.created_at)}
        </p>
        {summary ? (
          <p className={styles.meta}>
            <Marks summary={summary} />
          </p>
        ) : null}
      </header>
      {session.is_concealed ? <p className={styles.concealed}>{t("records.concealed")}</p> : null}
      {session.overall_evaluation ? <p className={styles.overall}>{session.overall_evaluation}</p> : null}
      {verdicts.length > 0 ? (
        <ul className={styles.verdicts} aria-label={t("strip.title")}>
          {verdicts.map(({ criterion, verdict }) => (
            <li key={criterion}>
              <Glyph verdict={verdict} />{" "}
              {t("common:strip.glyph", {
                criterion: criterionText(criterion),
                verdict: t(`common:verdict.${verdict}`),
              })}
            </li>
          ))}
        </ul>
      ) : null}
      {answers.length > 0 ? (
        <details>
          <summary>{t("records.answers", { count: answers.length })}</summary>
          <ol className={styles.answers}>
            {answers.map(({ key, question, note, mark }) => (
              <li key={key}>
                <p className={styles.question}>{question}</p>
                {mark === null ? null : <span className={styles.mark}>{t("records.mark", { mark })}</span>}
                {note ? <p className={styles.note}>{note}</p> : null}
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      {session.adhoc_notes ? (
        <details>
          <summary>{t("adhoc")}</summary>
          <p className={styles.note}>{session.adhoc_notes}</p>
        </details>
      ) : null}
    </section>
  );
}

function Marks({ summary }: { summary: MarkSummary }) {
  const { t } = useTranslation("interview");
  const { count, mean, lowest, highest } = summary;
  const rounded = Math.round(mean * 10) / 10;
  return (
    <>
      {lowest === highest
        ? t("records.marks", { count, mean: rounded })
        : t("records.marks_spread", { count, mean: rounded, lowest, highest })}
    </>
  );
}
