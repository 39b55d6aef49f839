// Usage of a plan's limit as numbers and bar. Without `used`, only the limit.
import { useTranslation } from "react-i18next";
import { isUnlimited } from "@/entities/organization/options";
import { useFormats } from "@/i18n/format";
import styles from "./PlanUsage.module.css";

interface Props {
  label: string;
  used: number | undefined;
  limit: number;
  /** Reserves the bar's space while loading. */
  isLoading?: boolean;
  note?: string | undefined;
  /** Formats the numbers; by default as counts, with very large limits shown as unlimited. */
  format?: (value: number) => string;
}

export function PlanUsage({ label, used, limit, isLoading = false, note, format }: Props) {
  const { t } = useTranslation("organization");
  const formats = useFormats();
  const write = format ?? formats.number;
  const unlimited = !format && isUnlimited(limit);
  const limitText = unlimited ? t("usage.unlimited") : write(limit);
  const full = used !== undefined && used >= limit;
  return (
    <div className={styles.usage}>
      <span className={styles.label}>{label}</span>
      <span className={styles.numbers} data-full={full}>
        {used === undefined ? null : write(used)}
        <span>
          {used !== undefined ? ` / ${limitText}` : unlimited ? limitText : t("usage.up_to", { limit: limitText })}
        </span>
      </span>
      {used === undefined && !isLoading ? null : (
        <span className={styles.bar} aria-hidden="true">
          <span data-full={full} style={{ width: `${Math.min(100, ((used ?? 0) / limit) * 100)}%` }} />
        </span>
      )}
      {note ? <span className={styles.note}>{note}</span> : null}
    </div>
  );
}
