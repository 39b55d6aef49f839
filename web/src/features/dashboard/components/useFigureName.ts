// Names of figures, for the title of the candidates page and for links.
import { useTranslation } from "react-i18next";
import { useLevelName } from "@/entities/application/level";
import { useStageName } from "@/entities/application/stages";
import { type FigureKind, type FigurePart, scoreRange } from "../logic/figures";
import { useSourceName } from "./useSourceName";

export function useFigureName(): (part: FigurePart, member?: string) => string {
  const { t } = useTranslation("dashboard");
  const stageName = useStageName();
  const levelName = useLevelName();
  const sourceName = useSourceName();
  const waits: Record<NonNullable<FigurePart["waits_for"]>, () => string> = {
    decision: () => t("waits.decision"),
    invitation: () => t("waits.invitation"),
    booking: () => t("waits.booking"),
    interview: () => t("waits.interview"),
    assessment: () => t("waits.assessment"),
    new_time: () => t("waits.new_time"),
    offer: () => t("waits.offer"),
    answer: () => t("waits.answer"),
    answered_offer: () => t("waits.answered_offer"),
  };
  return (part, member) => {
    const stage = part.status ? stageName(part.status) : "";
    const source = part.source ? sourceName(part.source) : "";
    const names: Record<FigureKind, () => string> = {
      entered: () => t("figure.entered", { stage }),
      left: () => t("figure.left", { stage }),
      arrived: () => t("trend.applied"),
      came_to_interviews: () => t("trend.interviewed"),
      timed_out: () => t("figure.timed_out"),
      moved: () => (member ? t("figure.moved_by", { member }) : t("figure.moved")),
      current: () => t("figure.current", { stage }),
      in_interviews: () => t("figure.in_interviews"),
      timed_out_now: () => t("figure.timed_out_now"),
      waiting: () =>
        part.waits_for ? t("figure.waiting_for", { what: waits[part.waits_for]() }) : t("figure.waiting"),
      workload: () => (member ? t("figure.workload_of", { member }) : t("figure.workload")),
      workload_waiting: () => (member ? t("figure.workload_waiting_of", { member }) : t("figure.workload_waiting")),
      interviewing: () => (member ? t("figure.interviewing_with", { member }) : t("figure.interviewing")),
      applied: () => t("trend.applied"),
      reached: () => t("figure.reached", { stage }),
      level: () => t("figure.level", { level: part.level ? levelName(part.level) : "" }),
      score_class: () => t("figure.score", { range: scoreRange(part.class ?? 0) }),
      source: () => t("figure.source", { source }),
      advanced: () => t("figure.advanced", { source }),
    };
    return names[part.figure]();
  };
}
