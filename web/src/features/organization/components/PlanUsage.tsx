// How much of a plan's limit is used: numbers, and a thin bar that says the same. Without `used`, the limit alone.
import { useTranslation } from "react-i18next";
import { isUnlimited } from "@/entities/organization/options";
import { useFormats } from "@/i18n/format";
import styles from "./PlanUsage.module.css";

interface Props {
  label: string;
  used: number | undefined;
  limit: number;
  /** The numbers are on their way: the bar keeps its place. */
  isLoading?: boolean;
  note?: string | undefined;
  /** How numbers are written; without it as counts, where very large limits read as none. */
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
