// Tells, wherever signing in led, which invitations it could not take up, and why.
import { useTranslation } from "react-i18next";
import { forgetRefused, useRefusedInvitations } from "@/api/invitations";
import { ApiProblem } from "@/api/problem";
import { useErrorText } from "@/ui/errorText";
import { PlainButton } from "@/ui/plain/PlainButton";
import styles from "./RefusedInvitations.module.css";

export function RefusedInvitations() {
  const { t } = useTranslation("shell");
  const errorText = useErrorText();
  const refused = useRefusedInvitations();
  if (refused.length === 0) return null;
  const reasons = new Set(refused.map(({ code }) => errorText(new ApiProblem({ status: 409, code }))));
  return (
    <section className={styles.notice} role="alert">
      <div>
        <strong>{t("invitations.refused", { count: refused.length })}</strong>
        <p>{[...reasons].join(" ")}</p>
      </div>
      <PlainButton onClick={() => forgetRefused()}>{t("invitations.understood")}</PlainButton>
    </section>
  );
}
