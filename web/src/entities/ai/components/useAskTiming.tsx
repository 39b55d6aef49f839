// Asks when to evaluate again where the provider charges less for waiting; elsewhere it is now.
import { App } from "antd";
import { useTranslation } from "react-i18next";
import { useAiState } from "@/entities/ai/state";
import type { EvaluationTiming } from "@/lib/api/types";
import { EvaluationTimingField } from "./EvaluationTimingField";

export function useAskTiming(): (onChosen: (when: EvaluationTiming) => void) => void {
  const { t } = useTranslation("evaluation");
  const { modal } = App.useApp();
  const isOffered = useAiState(true).data?.has_batch_prices;
  return (onChosen) => {
    if (!isOffered) {
      onChosen("now");
      return;
    }
    let when: EvaluationTiming = "now";
    const choose = (chosen: EvaluationTiming) => {
      when = chosen;
    };
    modal.confirm({
      title: t("timing.ask"),
      content: <EvaluationTimingField onChange={choose} />,
      okText: t("timing.confirm"),
      onOk: () => onChosen(when),
    });
  };
}
