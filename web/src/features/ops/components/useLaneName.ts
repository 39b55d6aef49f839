// The name of a lane of the queue.
import { useTranslation } from "react-i18next";
import type { OpsOverview } from "@/lib/api/types";

type Lane = OpsOverview["lanes"][number]["lane"];

export function useLaneName(): (lane: Lane) => string {
  const { t } = useTranslation("ops");
  const names: Record<Lane, string> = {
    documents: t("lane.documents"),
    scans: t("lane.scans"),
    models: t("lane.models"),
    mail: t("lane.mail"),
    general: t("lane.general"),
  };
  return (lane) => names[lane];
}
