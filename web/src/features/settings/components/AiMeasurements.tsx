// Measures the judge on labelled resumes: the cost before, progress, and how well each measured judge did.
import { Alert, App, Button, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useDollars } from "@/entities/ai/money";
import { useCan } from "@/entities/session/memberships";
import { isTaskActive } from "@/entities/task/tasks";
import { useFormats } from "@/i18n/format";
import type { JudgeMeasurements, Task } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { useMeasureJudge, useMeasurements } from "../api/measurements";
import styles from "./AiTab.module.css";
import { useAiReason } from "./reason";

export function AiMeasurements() {
  const { t } = useTranslation("settings");
  const { list, latest } = useMeasurements();
  return (
    <section aria-labelledby="ai-measurements">
      <h2 className={styles.heading} id="ai-measurements">
        {t("measure.title")}
      </h2>
      <QueryView query={list} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        {(found) => (
          <>
            <p className={styles.hint}>{t("measure.text", { count: found.resumes })}</p>
            <Start found={found} latest={latest} />
            <Results found={found} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Start({ found, latest }: { found: JudgeMeasurements; latest: Task | undefined }) {
  const { t } = useTranslation("settings");
  const { message, modal } = App.useApp();
  const formats = useFormats();
  const dollars = useDollars();
  const errorText = useErrorText();
  const reason = useAiReason();
  const judgeName = useJudgeName();
  const measure = useMeasureJudge();
  const canEdit = useCan("settings:edit");
  const isRunning = latest !== undefined && isTaskActive(latest);
  const { judge, expected, resumes } = found;
  const tokens = formats.number(expected.prompt_tokens + expected.completion_tokens);
  const cost =
    judge?.engine === "built-in"
      ? t("measure.ask_free")
      : typeof expected.cost === "number"
        ? t("measure.ask_cost", { tokens, cost: dollars(expected.cost) })
        : t("measure.ask_unknown", { tokens });
  const ask = () =>
    judge &&
    modal.confirm({
      title: t("measure.ask", { judge: judgeName(judge), count: resumes }),
      content: cost,
      okText: t("measure.start"),
      onOk: () => measure.mutate(undefined, { onError: (error) => void message.error(errorText(error)) }),
    });
  const failure = latest?.status === "failed" ? latest.error?.message : null;
  return (
    <>
      {canEdit ? (
        <div className={styles.actions}>
          <Button disabled={!judge || isRunning} loading={measure.isPending} onClick={ask}>
            {t("measure.start")}
          </Button>
          {judge && !found.is_measured && !isRunning ? (
            <span className={styles.soft}>{t("measure.never", { judge: judgeName(judge) })}</span>
          ) : null}
        </div>
      ) : null}
      <div className={styles.answer} role="status">
        {isRunning ? (
          <p className={styles.soft}>{t("measure.progress", { done: latest.progress.done, total: resumes })}</p>
        ) : null}
        {failure ? <Alert type="error" showIcon title={t("measure.failed")} description={reason(failure)} /> : null}
      </div>
    </>
  );
}

function Results({ found }: { found: JudgeMeasurements }) {
  const { t } = useTranslation("settings");
  const formats = useFormats();
  const dollars = useDollars();
  const judgeName = useJudgeName();
  if (found.items.length === 0) return null;
  const share = (value: number | null | undefined) => (typeof value === "number" ? formats.percent(value) : "–");
  const columns = [
    { key: "precision", label: t("measure.precision"), hint: t("measure.precision_hint") },
    { key: "recall", label: t("measure.recall"), hint: t("measure.recall_hint") },
    { key: "proof", label: t("measure.proof"), hint: t("measure.proof_hint") },
    { key: "false_comfort", label: t("measure.false_comfort"), hint: t("measure.false_comfort_hint") },
    { key: "known_order", label: t("measure.known_order"), hint: t("measure.known_order_hint") },
    { key: "equal_pairs", label: t("measure.equal_pairs"), hint: t("measure.equal_pairs_hint") },
  ] as const;
  return (
    <div className={styles.results}>
      <RowTable
        label={t("measure.title")}
        heads={[
          { label: t("measure.judge") },
          ...columns.map(({ label }) => ({ label, number: true })),
          { label: t("measure.cost"), number: true },
          { label: t("measure.seconds"), number: true },
        ]}
      >
        {found.items.map((item) => (
          <tr key={item.id}>
            <td className={rows.lead}>
              {judgeName(item.judge)}
              <span className={rows.below} title={formats.dateTime(item.finished_at)}>
                {t(item.is_current_sample ? "measure.version" : "measure.version_old", {
                  version: item.judge.version,
                  ago: formats.ago(item.finished_at),
                })}
              </span>
            </td>
            {columns.map(({ key, label }) => (
              <td key={key} className={rows.number} data-label={label}>
                {share(item.figures[key])}
              </td>
            ))}
            <td className={rows.number} data-label={t("measure.cost")}>
              {dollars(item.cost)}
            </td>
            <td className={rows.number} data-label={t("measure.seconds")}>
              {typeof item.figures.seconds === "number"
                ? formats.number(Math.round(item.figures.seconds * 10) / 10)
                : "–"}
            </td>
          </tr>
        ))}
      </RowTable>
      <details className={styles.soft}>
        <summary>{t("measure.legend")}</summary>
        <dl className={styles.legend}>
          {columns.map(({ key, label, hint }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{hint}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function useJudgeName(): (judge: { engine: string; model?: string | null }) => string {
  const { t } = useTranslation("settings");
  return (judge) => (judge.engine === "built-in" ? t("measure.built_in") : (judge.model ?? ""));
}
