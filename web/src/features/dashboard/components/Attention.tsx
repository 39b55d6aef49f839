// Candidates who wait longest, and upcoming interviews.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { useCanOpenPage } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { Dashboard } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import type { FigureScope } from "../logic/figures";
import styles from "./Attention.module.css";
import { CandidateLink } from "./CandidateLink";
import { FigureLink } from "./FigureLink";

const DAY = 86_400_000;

interface Props {
  dashboard: Dashboard;
  scope: FigureScope;
  now: number;
}

export function LongestWaiting({ dashboard, scope, now }: Props) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const { candidates, long } = dashboard.waiting;
  return (
    <section className={styles.section} aria-label={t("waiting.title")}>
      <h2 className={styles.title}>{t("waiting.title")}</h2>
      <p className={styles.note}>
        {long > 0 ? (
          <FigureLink value={long} scope={scope} part={{ figure: "waiting" }}>
            {t("waiting.long", { count: long })}
          </FigureLink>
        ) : (
          t("waiting.none")
        )}
      </p>
      {candidates.length > 0 ? (
        <ol className={styles.list}>
          {candidates.map((candidate) => {
            const days = Math.floor((now - Date.parse(candidate.since)) / DAY);
            return (
              <li key={candidate.application_id} className={styles.row}>
                <div className={styles.what}>
                  <CandidateLink candidate={candidate}>{candidate.name ?? t("waiting.unnamed")}</CandidateLink>
                  <span className={styles.note}>
                    {candidate.job_title} · {stageName(candidate.status)} · {subStatusName(candidate.sub_status)}
                  </span>
                </div>
                <time className={styles.figure} dateTime={candidate.since} title={format.dateTime(candidate.since)}>
                  {days > 0 ? t("waiting.days", { count: days }) : t("waiting.today")}
                </time>
              </li>
            );
          })}
        </ol>
      ) : null}
    </section>
  );
}

export function UpcomingInterviews({ dashboard, scope }: Omit<Props, "now">) {
  const { t } = useTranslation("dashboard");
  const format = useFormats();
  const { next, upcoming, linked } = dashboard.interviews;
  const canOpenSchedule = useCanOpenPage("schedule");
  return (
    <section className={styles.section} aria-label={t("interviews.title")}>
      <h2 className={styles.title}>{t("interviews.title")}</h2>
      <p className={styles.note}>
        {upcoming === 0 ? (
          t("interviews.none")
        ) : upcoming === linked ? (
          <FigureLink value={upcoming} scope={scope} part={{ figure: "interviewing" }}>
            {t("interviews.count", { count: upcoming })}
          </FigureLink>
        ) : canOpenSchedule ? (
          // Also counts interviews with people who are not candidates yet, so it links to the whole schedule.
          <Link to={href("schedule")}>{t("interviews.count", { count: upcoming })}</Link>
        ) : (
          t("interviews.count", { count: upcoming })
        )}
      </p>
      {next.length > 0 ? (
        <ol className={styles.list}>
          {next.map((interview) => (
            <li key={interview.id} className={styles.row}>
              <div className={styles.what}>
                {canOpenSchedule ? (
                  <Link to={href("schedule", { id: interview.id })}>{interview.name ?? t("waiting.unnamed")}</Link>
                ) : (
                  <span>{interview.name ?? t("waiting.unnamed")}</span>
                )}
                <span className={styles.note}>
                  {[interview.job_title, t("interviews.round", { round: interview.round }), interview.interviewer_name]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </div>
              <time className={styles.figure} dateTime={interview.start_time}>
                {format.dateTime(interview.start_time)}
              </time>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}
