// Footnote of an evaluation: engine, reason for a fallback, dropped quotations, spread of opinions.
import { useTranslation } from "react-i18next";
import type { AiEval } from "@/lib/api/types";
import { useFallbackReason } from "../fallback";

export function EngineNote({ evaluation, className }: { evaluation: AiEval; className?: string | undefined }) {
  const { t } = useTranslation("evaluation");
  const why = useFallbackReason();
  const { engine, versions, fallbackReason, spread, dropped_quotes: dropped = 0 } = evaluation;
  const who =
    engine === "built-in"
      ? fallbackReason
        ? `${t("engine.fallback")} ${why(fallbackReason)}`.trim()
        : t("engine.built_in")
      : t("engine.model", { engine: versions.model ?? engine });
  return (
    <p className={className}>
      {who}
      {dropped > 0 ? ` ${t("engine.dropped", { count: dropped })}` : null}
      {spread ? ` ${t("engine.spread", { low: spread.low, high: spread.high, opinions: spread.opinions })}` : null}
    </p>
  );
}
