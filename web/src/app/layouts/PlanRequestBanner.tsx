// Banner after an organization was created with a plan that the operator has to grant, until it is granted or dismissed.
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePlanName } from "@/entities/organization/options";
import { useCurrentMembership } from "@/entities/session/session";
import { readPrivate, writePrivate } from "@/lib/storage/privateStorage";
import styles from "./AiStateBanner.module.css";

export function PlanRequestBanner() {
  const { organization, permissions } = useCurrentMembership();
  const requested = organization.requested_plan;
  const isConcerned = permissions.includes("organization:manage");
  if (!requested || !isConcerned) return null;
  return <Request key={`${organization.id} ${requested}`} organization={organization} requested={requested} />;
}

type Organization = ReturnType<typeof useCurrentMembership>["organization"];

interface RequestProps {
  organization: Organization;
  requested: NonNullable<Organization["requested_plan"]>;
}

function Request({ organization, requested }: RequestProps) {
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
