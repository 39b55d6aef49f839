// List of pending items with links.
import { Button } from "antd";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { OfferDuty } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { StaleNotice } from "@/ui/states/QueryView";
import type { PendingItems } from "../api/pendingItems";
import styles from "./PendingItemList.module.css";

export function PendingItemList({ pending }: { pending: PendingItems }) {
  const { t } = useTranslation(["welcome", "common"]);
  const errorText = useErrorText();
  const offerText = (duty: OfferDuty, count: number): string | undefined =>
    ({
      approve: t("pending.offer_approve", { count }),
      revise: t("pending.offer_revise", { count }),
      send: t("pending.offer_send", { count }),
      follow_up: t("pending.offer_follow_up", { count }),
      onboard: t("pending.offer_onboard", { count }),
      decide_declined: t("pending.offer_declined", { count }),
      decide_expired: t("pending.offer_expired", { count }),
    })[duty];
  const entries = [
    {
      key: "review",
      count: pending.toReview,
      to: href("aiReview"),
      text: t("pending.review", { count: pending.toReview }),
    },
    {
      key: "replies",
      count: pending.replies,
      to: href("inbox"),
      text: t("pending.replies", { count: pending.replies }),
    },
    {
      key: "held",
      count: pending.held,
      to: href("inbox", { kind: "held" }),
      text: t("pending.held", { count: pending.held }),
    },
    // A newer server may know further ones.
    ...pending.offers.flatMap(({ duty, count, application_id }) => {
      const text = offerText(duty, count);
      return text ? [{ key: `offer-${duty}`, count, to: href("offerWorkbench", { id: application_id }), text }] : [];
    }),
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
