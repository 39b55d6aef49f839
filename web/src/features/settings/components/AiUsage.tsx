// This month's usage and cost, by kind of task and model.
import { Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDollars } from "@/entities/ai/money";
import { useAiUsage } from "@/entities/ai/usage";
import { useFormats } from "@/i18n/format";
import type { AiPurpose, AiSettings } from "@/lib/api/types";
import { ProgressBar } from "@/ui/ProgressBar";
import { QueryView } from "@/ui/states/QueryView";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { monthBegan, usageRows } from "../logic/aiForm";
import styles from "./AiTab.module.css";

export function AiUsage({ settings }: { settings: AiSettings }) {
  const { t } = useTranslation("settings");
  const formats = useFormats();
  const dollars = useDollars();
  const [from] = useState(() => monthBegan(new Date()));
  const usage = useAiUsage(from);
  const purposes: Record<AiPurpose, string> = {
    evaluation: t("ai.purpose.evaluation"),
    draft: t("ai.purpose.draft"),
    translation: t("ai.purpose.translation"),
    email: t("ai.purpose.email"),
    insights: t("ai.purpose.insights"),
    interview: t("ai.purpose.interview"),
    measurement: t("ai.purpose.measurement"),
  };
  const { monthlyBudget, spentThisMonth, reservedForBatches } = settings;
  return (
    <section>
      <h2 className={styles.heading}>{t("ai.usage")}</h2>
      {monthlyBudget ? (
        <ProgressBar
          percent={Math.min(100, Math.round(((spentThisMonth + reservedForBatches) / monthlyBudget) * 100))}
          status={settings.budgetState === "spent" ? "exception" : "normal"}
          aria-label={t("ai.budget_of", { spent: dollars(spentThisMonth), budget: dollars(monthlyBudget) })}
        />
      ) : null}
      {reservedForBatches > 0 ? (
        <p className={styles.soft}>{t("ai.budget_reserved", { reserved: dollars(reservedForBatches) })}</p>
      ) : null}
      <QueryView query={usage} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        {(found) =>
          found.items.length === 0 ? (
            <p className={styles.soft}>{t("ai.no_usage")}</p>
          ) : (
            <RowTable
              label={t("ai.usage")}
              heads={[
                { label: t("ai.column.purpose") },
                { label: t("ai.column.requests"), number: true },
                { label: t("ai.column.tokens"), number: true },
                { label: t("ai.column.cost"), number: true },
              ]}
            >
              {usageRows(found.items).map((row) => (
                <tr key={row.key}>
                  <td className={rows.lead}>
                    {purposes[row.purpose]}
                    <span className={rows.below}>{row.model}</span>
                  </td>
                  <td className={rows.number} data-label={t("ai.column.requests")}>
                    {formats.number(row.requests)}
                  </td>
                  <td className={rows.number} data-label={t("ai.column.tokens")}>
                    {formats.number(row.tokens)}
                  </td>
                  <td className={rows.number} data-label={t("ai.column.cost")}>
                    {dollars(row.cost)}
                  </td>
                </tr>
              ))}
            </RowTable>
          )
        }
      </QueryView>
    </section>
  );
}
