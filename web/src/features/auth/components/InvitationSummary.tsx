// Summary of an invitation: inviter, organization, role, expiry.
import { Trans, useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { InvitationForMe } from "@/lib/api/types";
import styles from "./Invitation.module.css";

export function InvitationSummary(props: { invitation: InvitationForMe }) {
  const { t } = useTranslation(["auth", "shell"]);
  const { date } = useFormats();
  const { organization_name, invited_by_name, role, email, expires_at } = props.invitation;
  const values = { inviter: invited_by_name, organization: organization_name, role: t(`shell:role.${role}`) };
  const components = { strong: <strong /> };
  return (
    <div className={styles.text}>
      <p className={styles.lead}>
        {invited_by_name ? (
          <Trans t={t} i18nKey="invitation.text" values={values} components={components} />
        ) : (
          <Trans t={t} i18nKey="invitation.text_nobody" values={values} components={components} />
        )}
      </p>
      <p>{t("invitation.until", { email, date: date(expires_at) })}</p>
    </div>
  );
}
