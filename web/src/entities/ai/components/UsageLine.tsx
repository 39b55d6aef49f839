// One line on the AI usage and cost of a job or batch; empty without usage.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { useDollars } from "../money";
import { useAiUsageOf } from "../usage";

interface Props {
  of: { job_id: string } | { batch_id: string };
  /** Whether usage is still growing. */
  isAtWork?: boolean;
  className?: string | undefined;
}

export function UsageLine({ of, isAtWork = false, className }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const dollars = useDollars();
  const total = useAiUsageOf(of, isAtWork).data?.total;
  if (!total || total.requests === 0) return null;
  const tokens = formats.number(total.prompt_tokens + total.completion_tokens);
  return (
    <span className={className}>
      {t("ai_usage.line", { count: total.requests, tokens, cost: dollars(total.cost) })}
    </span>
  );
}
