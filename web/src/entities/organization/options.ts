// Options of an organization: plans, industries, sizes, with their wire values.
import { useTranslation } from "react-i18next";

export const PLANS = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export const INDUSTRIES = ["tech", "finance", "healthcare", "education", "retail", "manufacturing", "other"] as const;
export type Industry = (typeof INDUSTRIES)[number];

export const SIZES = ["1-10", "11-50", "51-200", "201-500", "500+"] as const;

/** Limits from this value on are displayed as unlimited. */
const UNLIMITED = 9999;

export function isUnlimited(limit: number): boolean {
  return limit >= UNLIMITED;
}

export function usePlanName(): (plan: Plan) => string {
  const { t } = useTranslation();
  const names: Record<Plan, string> = {
    free: t("plan.free"),
    pro: t("plan.pro"),
    enterprise: t("plan.enterprise"),
  };
  return (plan) => names[plan];
}

/** Industry options with display names. */
export function useIndustryOptions(): { value: Industry; label: string }[] {
  const { t } = useTranslation();
  const names: Record<Industry, string> = {
    tech: t("industry.tech"),
    finance: t("industry.finance"),
    healthcare: t("industry.healthcare"),
    education: t("industry.education"),
    retail: t("industry.retail"),
    manufacturing: t("industry.manufacturing"),
    other: t("industry.other"),
  };
  return INDUSTRIES.map((value) => ({ value, label: names[value] }));
}

export function useSizeOptions(): { value: string; label: string }[] {
  const { t } = useTranslation();
  return SIZES.map((size) => ({ value: size, label: t("size.people", { size: size.replace("-", "–") }) }));
}
