// Plans as selectable cards with prices and limits.
import { Check } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import { PLANS, type Plan, usePlanName } from "../options";
import styles from "./PlanCards.module.css";

export function PlanCards(props: { value: Plan; onValue: (plan: Plan) => void }) {
  const { t } = useTranslation();
  const name = useId();
  const planName = usePlanName();
  const format = useFormats();
  const prices: Record<Plan, string> = {
    free: t("plan.price_monthly", { fee: format.price(0) }),
    pro: t("plan.price_monthly", { fee: format.price(999) }),
    enterprise: t("plan.price_enterprise"),
  };
  const reach: Record<Plan, [members: string, jobs: string]> = {
    free: [t("plan.members", { count: 5 }), t("plan.jobs", { count: 10 })],
    pro: [t("plan.members", { count: 50 }), t("plan.jobs", { count: 100 })],
    enterprise: [t("plan.members_unlimited"), t("plan.jobs_unlimited")],
  };
  return (
    <fieldset className={styles.plans}>
      <legend className={styles.legend}>{t("plan.title")}</legend>
      {PLANS.map((plan) => (
        <label key={plan} className={styles.plan} data-chosen={props.value === plan}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={props.value === plan}
            onChange={() => props.onValue(plan)}
          />
          <span className={styles.name}>
            {planName(plan)}
            <Check size={15} aria-hidden="true" />
          </span>
          <span>{prices[plan]}</span>
          <span className={styles.reach}>
            {reach[plan].map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
