// Switches what a part of the page shows.
import { Segmented, type SegmentedProps } from "antd";
import { useTranslation } from "react-i18next";

export function ViewTabs<T extends string>(props: Omit<SegmentedProps<T>, "ref">) {
  const { t } = useTranslation();
  return <Segmented<T> {...props} aria-label={t("tabs.label")} />;
}
