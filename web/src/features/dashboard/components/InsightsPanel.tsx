// Insights on the figures, on request: findings with cause and next step, and a model's summary above them.
import { Button, Skeleton } from "antd";
import { Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFallbackReason } from "@/entities/application/fallback";
import { useCanOpenPage, useCanOpenRoute } from "@/entities/session/memberships";
import type { Language } from "@/i18n/languages";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { useInsights } from "../api/insights";
import { type FigurePart, figureHref } from "../logic/figures";
import { figureOfCause, figureOfFinding, figureOfStep, type NarratedFinding } from "../logic/insights";
import styles from "./InsightsPanel.module.css";

interface Props {
  /** Filter of the figures. */
  filter: { from: string; to: string; job_id?: string };
  /** The period that the dashboard was opened with. */
  days: string;
}

export function InsightsPanel({ filter, days }: Props) {
  const { t, i18n } = useTranslation("dashboard");
  const { t: common } = useTranslation();
  const errorText = useErrorText();
  const fallbackReason = useFallbackReason();
  const { isWorking, insights, hasFailed, error, start } = useInsights();
  const of = (level: NarratedFinding["level"]) => insights?.findings.filter((finding) => finding.level === level) ?? [];
  const ask = () => start({ language: i18n.language as Language, ...filter });
  return (
    <section className={styles.panel} aria-label={t("insights.title")} aria-busy={isWorking}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("insights.title")}</h2>
        <Button icon={<Sparkles size={16} aria-hidden="true" />} loading={isWorking} onClick={ask}>
          {insights ? t("insights.again") : t("insights.start")}
        </Button>
      </div>
      <div aria-live="polite">
        {isWorking ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}
        {hasFailed && !isWorking ? (
          <p className={styles.problem} role="alert">
            {error ? errorText(error) : t("insights.failed")}
            <Button type="link" size="small" onClick={ask}>
              {common("action.retry")}
            </Button>
          </p>
        ) : null}
        {insights && !isWorking ? (
          <>
            {insights.text ? <p className={styles.text}>{insights.text}</p> : null}
            <Findings title={t("insights.attention")} findings={of("attention")} filter={filter} days={days} />
            <Findings title={t("insights.information")} findings={of("information")} filter={filter} days={days} />
            <p className={styles.note}>
              {insights.engine === "model" ? t("insights.by_model") : t("insights.by_rules")}
            </p>
            {insights.fallbackReason ? (
              <p className={styles.problem} role="alert">
                {fallbackReason(insights.fallbackReason)}
                <Button type="link" size="small" onClick={ask}>
                  {common("action.retry")}
                </Button>
              </p>
            ) : null}
          </>
        ) : null}
        {!insights && !isWorking && !hasFailed ? <p className={styles.note}>{t("insights.note")}</p> : null}
      </div>
    </section>
  );
}

function Findings({ title, findings, ...scope }: Props & { title: string; findings: readonly NarratedFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3 className={styles.level}>{title}</h3>
      <ul className={styles.list} aria-label={title}>
        {findings.map((finding) => (
          <li key={`${finding.text} ${finding.job_id}`} data-level={finding.level}>
            <Finding finding={finding} {...scope} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A finding, its cause and the next step, which opens the candidates to act on. */
function Finding({ finding, filter, days }: Props & { finding: NarratedFinding }) {
  const canOpenCandidates = useCanOpenRoute("dashboardCandidates");
  const canOpenReview = useCanOpenPage("ai-review");
  const canOpenPool = useCanOpenPage("talent-pool");
  const open = (part: FigurePart | null, job_id = finding.job_id) =>
    part && canOpenCandidates ? figureHref({ ...filter, ...(job_id ? { job_id } : {}), days }, part) : null;
  const pageOfJob =
    finding.job_id && canOpenReview && finding.kind !== "job_empty"
      ? href("aiReview", { job_id: finding.job_id })
      : null;
  const pool = finding.kind === "job_empty" && canOpenPool ? href("talentPool", { rank: "open" }) : null;
  const cause = figureOfCause(finding);
  const target = open(figureOfFinding(finding)) ?? pageOfJob;
  const step = open(figureOfStep(finding)) ?? pool ?? pageOfJob;
  return (
    <>
      <strong className={styles.finding}>
        <MaybeLink to={target === step ? null : target}>{finding.text}</MaybeLink>
      </strong>
      {finding.cause ? (
        <span className={styles.cause}>
          <MaybeLink to={cause ? open(cause.part, cause.job_id) : null}>{finding.cause.text}</MaybeLink>
        </span>
      ) : null}
      {finding.step ? (
        <span className={styles.step}>
          <MaybeLink to={step}>{finding.step}</MaybeLink>
        </span>
      ) : null}
    </>
  );
}

function MaybeLink({ to, children }: { to: string | null; children: string }) {
  return to ? <Link to={to}>{children}</Link> : children;
}
