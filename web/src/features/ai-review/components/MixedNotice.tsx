// Above a list with scores that can't be compared: offers to evaluate those candidates again.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import type { Application } from "@/lib/api/types";
import type { Decisions } from "./useDecisions";

export function MixedNotice(props: { items: readonly Application[]; decisions: Decisions }) {
  const { t } = useTranslation("review");
  const canEvaluate = useCan("evaluate:execute");
  const others = props.items.filter(({ differences }) => differences.length > 0);
  if (others.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      title={t("mixed.text", { count: others.length })}
      action={
        canEvaluate ? (
          <Button size="small" onClick={() => props.decisions.evaluate(others)}>
            {t("mixed.evaluate")}
          </Button>
        ) : null
      }
    />
  );
}
