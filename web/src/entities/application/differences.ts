// How an evaluation differs from its job's latest one, so that their scores can't be compared.
import { useTranslation } from "react-i18next";
import type { BatchTask } from "@/lib/api/types";

export type Differences = BatchTask["differences"];

/** What differs, and what that means; null for an evaluation that is comparable. */
export function useDifferenceText(): (differences: Differences) => { what: string; why: string } | null {
  const { t } = useTranslation("evaluation");
  const names: Record<Differences[number], string> = {
    rubric: t("difference.rubric"),
    engine: t("difference.engine"),
  };
  return (differences) => {
    const [first, ...others] = differences;
    if (!first) return null;
    return { what: others.length > 0 ? t("difference.both") : names[first], why: t("difference.why") };
  };
}
