// Chooses one of the job's batches. All of them are loaded when the list is opened.
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBatchName } from "@/entities/batch/name";
import { useAllBatches } from "@/entities/batch/queries";
import { useFormats } from "@/i18n/format";
import type { Batch } from "@/lib/api/types";
import styles from "./BatchSelector.module.css";

interface Props {
  jobId: string;
  /** The job's latest batches. */
  latest: readonly Batch[];
  value: string;
  /** The chosen batch, once it is loaded. */
  chosen: Batch | undefined;
  onChange: (id: string) => void;
}

export function BatchSelector({ jobId, latest, value, chosen, onChange }: Props) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const batchName = useBatchName();
  const [open, setOpen] = useState(false);
  const all = useAllBatches(jobId, open);
  const known = new Map((all.data ?? latest).map((batch) => [batch.id, batch]));
  if (chosen?.id === value && !known.has(value)) known.set(value, chosen);
  return (
    <Select
      className={styles.select ?? ""}
      aria-label={t("batch.select")}
      value={known.has(value) ? value : null}
      onChange={(id: string | null) => id && onChange(id)}
      onOpenChange={setOpen}
      loading={all.isFetching}
      showSearch={{ optionFilterProp: "label" }}
      popupMatchSelectWidth={false}
      options={[...known.values()].map((batch) => ({
        value: batch.id,
        label: `${batchName(batch)} · ${formats.ago(batch.created_at)}`,
      }))}
    />
  );
}
