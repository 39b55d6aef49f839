// Beside a level: the built-in engine judged in place of the organization's model, with the reason as its title.
import { useTranslation } from "react-i18next";
import type { FailureReason } from "@/lib/api/types";
import { useFallbackReason } from "../fallback";

interface Props {
  /** Why; true where only the evaluation says it. */
  reason: FailureReason | boolean | null | undefined;
  className?: string | undefined;
}

export function FallbackMark({ reason, className }: Props) {
  const { t } = useTranslation("evaluation");
  const why = useFallbackReason();
  if (!reason) return null;
  return (
    <span className={className} title={`${t("engine.fallback")} ${reason === true ? "" : why(reason)}`.trim()}>
      {t("engine.stood_in")}
    </span>
  );
}
