// Evaluations that wait at the provider for a lower price: since when, until when, and no longer waiting for them.
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useDollars } from "@/entities/ai/money";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { ModelBatch } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { useModelBatches, useWithdrawBatch } from "../api/batches";
import styles from "./AiTab.module.css";

/** Nothing, where no batch is at the provider. */
export function AiBatches() {
  const { t } = useTranslation("settings");
  const batches = useModelBatches().data?.items ?? [];
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="ai-batches">
      <h2 className={styles.heading} id="ai-batches">
        {t("batches.title")}
      </h2>
      <p className={styles.hint}>{t("batches.text")}</p>
      <RowTable
        label={t("batches.title")}
        heads={[
          { label: t("batches.jobs") },
          { label: t("batches.waiting"), number: true },
          { label: t("batches.since") },
          { label: t("batches.until") },
          { label: t("batches.reserved"), number: true },
        ]}
      >
        {batches.map((batch) => (
          <Row key={batch.id} batch={batch} />
        ))}
      </RowTable>
    </section>
  );
}

function Row({ batch }: { batch: ModelBatch }) {
  const { t } = useTranslation("settings");
  const formats = useFormats();
  const dollars = useDollars();
  const canEdit = useCan("settings:edit");
  const since = batch.at_provider_since;
  const until = batch.falls_back_at;
  const state = batch.is_ending ? t("batches.ending") : since ? formats.dateTime(since) : t("batches.sending");
  return (
    <tr>
      <td className={rows.lead}>
        {batch.jobs.join(", ") || t("batches.none")}
        <span className={rows.below}>{batch.model}</span>
        {canEdit ? <Stop batch={batch} /> : null}
      </td>
      <td className={rows.number} data-label={t("batches.waiting")}>
        {formats.number(batch.waiting)}
      </td>
      <td data-label={t("batches.since")}>{state}</td>
      <td data-label={t("batches.until")}>{until && !batch.is_ending ? formats.dateTime(until) : "–"}</td>
      <td className={rows.number} data-label={t("batches.reserved")}>
        {dollars(batch.reserved_cost)}
      </td>
    </tr>
  );
}

function Stop({ batch }: { batch: ModelBatch }) {
  const { t } = useTranslation("settings");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const withdraw = useWithdrawBatch();
  const ask = () =>
    modal.confirm({
      title: t("batches.stop_ask"),
      content: t("batches.stop_text"),
      okText: t("batches.stop"),
      onOk: () =>
        withdraw.mutate(batch.id, {
          onSuccess: () => void message.success(t("batches.stopped")),
          onError: (error) => void message.error(errorText(error)),
        }),
    });
  return (
    <Button size="small" disabled={batch.is_ending} loading={withdraw.isPending} onClick={ask}>
      {t("batches.stop")}
    </Button>
  );
}
