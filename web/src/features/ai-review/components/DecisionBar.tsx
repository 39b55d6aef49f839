// Decision buttons for the opened candidate or the selected ones.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ARCHIVE_REASONS, useArchiveReasonName } from "@/entities/application/archive";
import { useCan } from "@/entities/session/memberships";
import type { Application } from "@/lib/api/types";
import { MenuButton } from "@/ui/MenuButton";
import { SelectionBar } from "@/ui/SelectionBar";
import styles from "./DecisionBar.module.css";
import type { Decisions } from "./useDecisions";

interface Props {
  items: readonly Application[];
  decisions: Decisions;
  /** Number of selected candidates; undefined for the opened one. */
  onClear?: () => void;
  onCompare?: () => void;
}

/** Limits of a comparison. */
export const COMPARE = { least: 2, most: 4 } as const;

export function DecisionBar({ items, decisions, onClear, onCompare }: Props) {
  const { t } = useTranslation("review");
  const reasonName = useArchiveReasonName();
  const canMove = useCan("ai-review:move");
  const canArchive = useCan("ai-review:archive");
  const canEvaluate = useCan("evaluate:execute");
  const count = items.length;
  if (count === 0 || (!canMove && !canArchive && !onCompare)) return null;
  const actions = (
    <>
      {canMove ? (
        <>
          <Button type="primary" onClick={() => decisions.invite(items)}>
            {onClear ? t("decide.invite_many", { count }) : t("decide.invite")}
          </Button>
          <Button danger onClick={() => decisions.reject(items)}>
            {onClear ? t("decide.reject_many", { count }) : t("decide.reject")}
          </Button>
        </>
      ) : null}
      {canArchive ? (
        <MenuButton
          items={ARCHIVE_REASONS.map((reason) => ({
            key: reason,
            label: reasonName(reason),
            onClick: () => decisions.archive(items, reason),
          }))}
        >
          {t("decide.archive")}
        </MenuButton>
      ) : null}
      {canEvaluate ? <Button onClick={() => decisions.evaluate(items)}>{t("decide.evaluate")}</Button> : null}
      {onCompare && count >= COMPARE.least ? (
        <Button disabled={count > COMPARE.most} onClick={onCompare}>
          {t("decide.compare")}
        </Button>
      ) : null}
    </>
  );
  return onClear ? (
    <SelectionBar label={t("decide.bulk")} selected={t("decide.selected", { count })}>
      {actions}
      <Button type="text" onClick={onClear}>
        {t("decide.clear")}
      </Button>
    </SelectionBar>
  ) : (
    <section className={styles.bar} aria-label={t("decide.label")}>
      {actions}
    </section>
  );
}
