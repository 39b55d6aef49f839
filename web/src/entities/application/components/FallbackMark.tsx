// Beside a level: the built-in engine judged in place of the organization's model, with the reason as its title.
import { useTranslation } from "react-i18next";
import type { FailureReason } from "@/lib/api/types";
import { useFallbackReason } from "../fallback";

interface Props {
  reason: FailureReason | null | undefined;
  className?: string | undefined;
}

export function FallbackMark({ reason, className }: Props) {
  const { t } = useTranslation("evaluation");
  const why = useFallbackReason();
  if (!reason) return null;
  return (
    <span className={className} title={`${t("engine.fallback")} ${why(reason)}`.trim()}>
      {t("engine.stood_in")}
    </span>
  );
}
