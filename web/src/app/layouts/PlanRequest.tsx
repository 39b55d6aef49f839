// The banner about a plan that the operator has to grant, until it is dismissed.
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePlanName } from "@/entities/organization/options";
import type { Organization } from "@/lib/api/types";
import { readPrivate, writePrivate } from "@/lib/storage/privateStorage";
import styles from "./AiStateBanner.module.css";

interface Props {
  organization: Organization;
  requested: NonNullable<Organization["requested_plan"]>;
}

export function PlanRequest({ organization, requested }: Props) {
  const { t } = useTranslation("shell");
  const planName = usePlanName();
  const storageKey = `plan-request.${organization.id}`;
  const [isDismissed, setDismissed] = useState(() => readPrivate(storageKey) === requested);
  if (isDismissed) return null;
  const dismiss = () => {
    writePrivate(storageKey, requested);
    setDismissed(true);
  };
  return (
    <p className={styles.banner} role="status">
      <span>
        {t("plan_request.text", { requested: planName(requested), plan: planName(organization.subscription_tier) })}
      </span>
      <button type="button" className={styles.dismiss} aria-label={t("plan_request.dismiss")} onClick={dismiss}>
        <X size={16} aria-hidden="true" />
      </button>
    </p>
  );
}
