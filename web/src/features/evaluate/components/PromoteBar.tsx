// Adds completed entries to the pipeline and shows the result.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { LEVEL } from "@/entities/application/stages";
import { Can } from "@/entities/session/components/Can";
import type { Batch, Promotion, RecommendationLevel } from "@/lib/api/types";
import { href } from "@/lib/routes/href";
import { LinkButton } from "@/ui/LinkButton";
import { useBatchLevels } from "../api/results";
import styles from "./PromoteBar.module.css";

interface Props {
  batch: Batch;
  active: boolean;
  selected: number;
  /** How many of the selected ones have no evaluation. */
  unassessed: number;
  /** Whether the recommended ones are selected, as to begin with. */
  proposed: boolean;
  busy: boolean;
  result: Promotion | null;
  onPromote: () => void;
  onUnselect: () => void;
}

export function PromoteBar(props: Props) {
  const { batch, active, selected, unassessed, proposed, busy, result, onPromote, onUnselect } = props;
  const { t } = useTranslation("evaluate");
  const review = href("aiReview", { job_id: batch.job_id });
  const marks = useRecommended(batch, !active);
  const ready = selected > 0 || (!active && batch.promotable > 0);
  if (!ready && !result && (active || batch.promoted === 0)) return null;
  return (
    <section className={styles.bar} data-bottom-bar aria-label={t("promote.title")}>
      <p className={styles.words} role="status" data-hint={ready && !(result && selected === 0)}>
        {result && selected === 0
          ? [
              t("promote.created", { count: result.created }),
              result.existing > 0 ? t("promote.existing", { count: result.existing }) : null,
              result.skipped > 0 ? t("promote.skipped", { count: result.skipped }) : null,
            ]
              .filter((part) => part !== null)
              .join(t("promote.separator"))
          : ready
            ? selected > 0
              ? unassessed > 0
                ? t("promote.hint_unassessed", { count: unassessed })
                : proposed
                  ? t("promote.hint_proposed")
                  : t("promote.hint_selected")
              : marks
                ? t("promote.hint_counts", marks)
                : t("promote.hint")
            : t("promote.done", { count: batch.promoted })}
      </p>
      {selected > 0 ? (
        <Button type="text" onClick={onUnselect}>
          {t("promote.unselect")}
        </Button>
      ) : null}
      {ready ? (
        <Can permission="evaluate:move" fallback="disable">
          <Button type="primary" size="large" loading={busy} onClick={onPromote}>
            {selected > 0 ? t("promote.selected", { count: selected }) : t("promote.all", { count: batch.promotable })}
          </Button>
        </Can>
      ) : (
        <LinkButton type="primary" size="large" to={review}>
          {t("promote.review")}
        </LinkButton>
      )}
      {ready && (result || batch.promoted > 0) ? <LinkButton to={review}>{t("promote.review")}</LinkButton> : null}
    </section>
  );
}

/** How many would be marked for contact and for rejection; null while unknown, or once some are in the pipeline. */
function useRecommended(batch: Batch, enabled: boolean): { contact: number; reject: number } | null {
  const levels = useBatchLevels(batch.id, enabled).data?.items ?? [];
  const countOf = (...wanted: RecommendationLevel[]) =>
    levels.filter(({ level }) => wanted.includes(level)).reduce((sum, { count }) => sum + count, 0);
  const contact = countOf(LEVEL.strong, LEVEL.recommended);
  const reject = countOf(LEVEL.average, LEVEL.notRecommended);
  return contact + reject === batch.promotable ? { contact, reject } : null;
}
