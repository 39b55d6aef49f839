// The filter of the queue by state, with counts.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { Batch } from "@/lib/api/types";
import styles from "./Queue.module.css";

const FILTERS = ["all", "completed", "failed", "skipped"] as const;
export type Filter = (typeof FILTERS)[number];

/** The number of entries that a filter shows. */
export function countOf(batch: Batch, filter: Filter): number {
  if (filter !== "all") return batch.counts[filter];
  return Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
}

export function QueueFilters(props: { batch: Batch; value: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation("evaluate");
  const formats = useFormats();
  const names: Record<Filter, string> = {
    all: t("filter.all"),
    completed: t("filter.completed"),
    failed: t("filter.failed"),
    skipped: t("filter.skipped"),
  };
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{t("filter.label")}</legend>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.filter}
          aria-pressed={props.value === filter}
          onClick={() => props.onChange(filter)}
        >
          {names[filter]} <span>{formats.number(countOf(props.batch, filter))}</span>
        </button>
      ))}
    </fieldset>
  );
}
