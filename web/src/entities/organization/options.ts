// What an organization can choose from: its plan, its industry, its size; as they go over the wire.
import { useTranslation } from "react-i18next";

export const PLANS = ["free", "pro", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

export const INDUSTRIES = ["tech", "finance", "healthcare", "education", "retail", "manufacturing", "other"] as const;
export type Industry = (typeof INDUSTRIES)[number];

export const SIZES = ["1-10", "11-50", "51-200", "201-500", "500+"] as const;

/** From this many on, a plan's limit is shown as none. */
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

/** Industries with their names, for a list to choose from. */
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

/** Numbers of employees, for a list to choose from. */
export function useSizeOptions(): { value: string; label: string }[] {
  const { t } = useTranslation();
  return SIZES.map((size) => ({ value: size, label: t("size.people", { size: size.replace("-", "–") }) }));
}
