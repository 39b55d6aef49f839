// Insights on the figures, on request: computed findings, and a summary in prose.
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
import { figureHref } from "../logic/figures";
import { figureOfFinding, type NarratedFinding } from "../logic/insights";
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
            <p className={styles.text}>{insights.text}</p>
            {insights.findings.length > 0 ? (
              <ul className={styles.list}>
                {insights.findings.map((finding) => (
                  <li key={finding.text} data-level={finding.level}>
                    <FindingText finding={finding} filter={filter} days={days} />
                  </li>
                ))}
              </ul>
            ) : null}
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

/** A sentence that opens the candidates it is about, or the job. */
function FindingText({ finding, filter, days }: Props & { finding: NarratedFinding }) {
  const canOpenReview = useCanOpenPage("ai-review");
  const canOpenCandidates = useCanOpenRoute("dashboardCandidates");
  const part = canOpenCandidates ? figureOfFinding(finding) : null;
  if (part) {
    const scope = { ...filter, ...(finding.job_id ? { job_id: finding.job_id } : {}), days };
    return <Link to={figureHref(scope, part)}>{finding.text}</Link>;
  }
  if (!finding.job_id || !canOpenReview) return finding.text;
  return <Link to={href("aiReview", { job_id: finding.job_id })}>{finding.text}</Link>;
}
