// Summary of an invitation: inviter, organization, role, expiry.
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { InvitationForMe } from "@/lib/api/types";
import styles from "./Invitation.module.css";
import { MarkedText } from "./MarkedText";

const PARTS = { strong: (content: string) => <strong>{content}</strong> };

export function InvitationSummary(props: { invitation: InvitationForMe }) {
  const { t } = useTranslation(["auth", "shell"]);
  const { date } = useFormats();
  const { organization_name, invited_by_name, role, email, expires_at } = props.invitation;
  const values = { inviter: invited_by_name ?? "", organization: organization_name, role: t(`shell:role.${role}`) };
  const unfilled = { ...values, skipInterpolation: true };
  const text = invited_by_name ? t("invitation.text", unfilled) : t("invitation.text_nobody", unfilled);
  return (
    <div className={styles.text}>
      <p className={styles.lead}>
        <MarkedText text={text} values={values} parts={PARTS} />
      </p>
      <p>{t("invitation.until", { email, date: date(expires_at) })}</p>
    </div>
  );
}
