// A group of the workbench: its first candidates, and the rest on demand.
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OfferCandidate } from "@/entities/offer/queries";
import { useFormats } from "@/i18n/format";
import styles from "../routes/OffersRoute.module.css";

/** How many are shown at first, and added by showing more. */
const SHOWN = 25;

interface Props {
  name: string;
  candidates: readonly OfferCandidate[];
  /** Their number, where not all are loaded. */
  total?: number | undefined;
  row: (candidate: OfferCandidate) => ReactNode;
}

export function OfferGroupList({ name, candidates, total, row }: Props) {
  const { t } = useTranslation("offers");
  const formats = useFormats();
  const [limit, setLimit] = useState(SHOWN);
  const isPaged = total === undefined;
  const shown = isPaged ? candidates.slice(0, limit) : candidates;
  const hidden = candidates.length - shown.length;
  return (
    <section className={styles.group} aria-label={name}>
      <h2>
        {name} <span className={styles.total}>{formats.number(total ?? candidates.length)}</span>
      </h2>
      <ul>{shown.map(row)}</ul>
      {hidden > 0 ? (
        <Button type="link" onClick={() => setLimit(limit + SHOWN)}>
          {t("more_in_group", { count: Math.min(hidden, SHOWN) })}
        </Button>
      ) : null}
    </section>
  );
}
