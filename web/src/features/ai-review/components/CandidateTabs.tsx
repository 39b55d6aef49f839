// Switches between evaluation and resume where both do not fit beside each other.

import { useTranslation } from "react-i18next";
import { ViewTabs } from "@/ui/ViewTabs";

export type Tab = "evaluation" | "resume";

export function CandidateTabs(props: { className: string; value: Tab; onChange: (tab: Tab) => void }) {
  const { t } = useTranslation("review");
  return (
    <ViewTabs<Tab>
      {...props}
      options={[
        { value: "evaluation", label: t("tab.evaluation") },
        { value: "resume", label: t("tab.resume") },
      ]}
    />
  );
}
