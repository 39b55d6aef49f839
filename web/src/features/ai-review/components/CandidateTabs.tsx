// Switches between evaluation and resume where both do not fit beside each other.
import { Segmented } from "antd";
import { useTranslation } from "react-i18next";

export type Tab = "evaluation" | "resume";

export function CandidateTabs(props: { className: string; value: Tab; onChange: (tab: Tab) => void }) {
  const { t } = useTranslation("review");
  return (
    <Segmented<Tab>
      {...props}
      options={[
        { value: "evaluation", label: t("tab.evaluation") },
        { value: "resume", label: t("tab.resume") },
      ]}
    />
  );
}
