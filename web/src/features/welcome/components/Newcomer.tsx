// The start page of whoever belongs to no organization: join one by an invitation, or make one.
import { useTranslation } from "react-i18next";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { useMyInvitations } from "@/entities/session/myInvitations";
import { useSession } from "@/entities/session/session";
import { useSignOut } from "@/entities/session/signOut";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { PlainButton, PlainLink } from "@/ui/plain/PlainButton";
import { PlainNotice } from "@/ui/plain/PlainNotice";
import { PlainPage, PlainPageActions } from "@/ui/plain/PlainPage";
import styles from "./Newcomer.module.css";

export function Newcomer() {
  const { t } = useTranslation(["welcome", "shell"]);
  const user = useSession().data?.user;
  const errorText = useErrorText();
  const signOut = useSignOut();
  const invited = (useMyInvitations().data?.total ?? 0) > 0;
  return (
    <PlainPage title={t("title", { name: user?.full_name || user?.email })} text={t("newcomer.text")}>
      {signOut.error ? <PlainNotice bad>{errorText(signOut.error)}</PlainNotice> : null}
      <MyInvitations />
      <dl className={styles.ways}>
        {invited ? null : (
          <>
            <dt>{t("newcomer.join")}</dt>
            <dd>{t("newcomer.join_text", { email: user?.email })}</dd>
          </>
        )}
        <dt>{t("newcomer.create")}</dt>
        <dd>{t("newcomer.create_text")}</dd>
      </dl>
      <PlainPageActions>
        <PlainLink primary={!invited} to={href("organizationCreate")}>
          {t("newcomer.create_action")}
        </PlainLink>
        <PlainButton busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {t("shell:account.sign_out")}
        </PlainButton>
      </PlainPageActions>
    </PlainPage>
  );
}
