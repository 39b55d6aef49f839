// List of pending items with links.
import { Button } from "antd";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { StaleNotice } from "@/ui/states/QueryView";
import type { PendingItems } from "../api/pendingItems";
import styles from "./PendingItemList.module.css";

export function PendingItemList({ pending }: { pending: PendingItems }) {
  const { t } = useTranslation(["welcome", "common"]);
  const errorText = useErrorText();
  const entries = [
    {
      key: "review",
      count: pending.toReview,
      to: href("aiReview"),
      text: t("pending.review", { count: pending.toReview }),
    },
    {
      key: "failed",
      count: pending.failed,
      to: href("evaluate", { job_id: pending.failedJobId }),
      text: t("pending.failed", { count: pending.failed }),
    },
    {
      key: "invited",
      count: pending.invited,
      to: href("organizationMembers"),
      text: t("pending.invited", { count: pending.invited }),
    },
  ].filter((entry) => entry.count > 0);

  return (
    <section className={styles.pending} aria-labelledby="pending" aria-busy={!pending.isReady}>
      <h2 id="pending">{t("pending.title")}</h2>
      {entries.length > 0 ? (
        <ul>
          {entries.map((entry) => (
            <li key={entry.key}>
              <Link to={entry.to}>
                {entry.text}
                <ChevronRight size={15} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>{pending.isReady ? t("pending.none") : ""}</p>
      )}
      {pending.error ? (
        <p role="alert">
          {errorText(pending.error)}
          <Button type="link" size="small" onClick={pending.retry}>
            {t("common:action.retry")}
          </Button>
        </p>
      ) : pending.isStale ? (
        <StaleNotice retry={pending.retry} />
      ) : null}
    </section>
  );
}
