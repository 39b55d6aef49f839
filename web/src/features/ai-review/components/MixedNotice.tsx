// Above a list with scores that can't be compared: offers to evaluate those candidates again, also those not loaded yet.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { type ListView, useWholeList } from "@/entities/application/queries";
import { useCan } from "@/entities/session/memberships";
import type { Application } from "@/lib/api/types";
import type { Decisions } from "./useDecisions";

/** The longest list that is read whole; of a longer one, only what is loaded is looked at. */
const MAX_READ = 2_000;

interface Props {
  jobId: string;
  view: ListView;
  total: number;
  /** The loaded ones. */
  items: readonly Application[];
  decisions: Decisions;
}

export function MixedNotice({ jobId, view, total, items, decisions }: Props) {
  const { t } = useTranslation("review");
  const canEvaluate = useCan("evaluate:execute");
  const whole = useWholeList(jobId, view, items.length < total && total <= MAX_READ);
  const others = (whole.data ?? items).filter(({ differences }) => differences.length > 0);
  if (others.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t("mixed.text", { count: others.length })}
      action={
        canEvaluate ? (
          <Button size="small" onClick={() => decisions.evaluate(others)}>
            {t("mixed.evaluate")}
          </Button>
        ) : null
      }
    />
  );
}
