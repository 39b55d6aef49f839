// Tells, wherever signing in led, which invitations it could not take up, and why.
import { useTranslation } from "react-i18next";
import { forgetRefused, useRefusedInvitations } from "@/entities/session/myInvitations";
import { ApiProblem } from "@/lib/api/problem";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import styles from "./RefusedInvitations.module.css";

export function RefusedInvitations() {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  const refused = useRefusedInvitations();
  if (refused.length === 0) return null;
  return (
    <section className={styles.notice} role="alert">
      <div>
        <strong>{t("invitations.refused", { count: refused.length })}</strong>
        {refused.map(({ organization_id, organization_name, code }) => (
          <p key={organization_id}>
            {t("invitations.reason", {
              organization: organization_name,
              reason: errorText(new ApiProblem({ status: 409, code })),
            })}
          </p>
        ))}
      </div>
      <PlainButton onClick={() => forgetRefused()}>{t("invitations.understood")}</PlainButton>
    </section>
  );
}
