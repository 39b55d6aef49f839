// Home page of a user without an organization: accept an invitation or create one.
import { useTranslation } from "react-i18next";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { useMyInvitations } from "@/entities/session/myInvitations";
import { useSession } from "@/entities/session/session";
import { useSignOut } from "@/entities/session/signOut";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { KitButton, KitLink } from "@/ui/kit/Kit";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { LitePage, LitePageActions } from "@/ui/lite/LitePage";
import styles from "./NewcomerPanel.module.css";

export function NewcomerPanel() {
  const { t } = useTranslation(["welcome", "shell"]);
  const user = useSession().data?.user;
  const errorText = useErrorText();
  const signOut = useSignOut();
  const invited = (useMyInvitations().data?.total ?? 0) > 0;
  return (
    <LitePage title={t("title", { name: user?.full_name || user?.email })} text={t("newcomer.text")}>
      {signOut.error ? <LiteNotice isError>{errorText(signOut.error)}</LiteNotice> : null}
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
      <LitePageActions>
        <KitLink primary={!invited} to={href("organizationCreate")}>
          {t("newcomer.create_action")}
        </KitLink>
        <KitButton busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {t("shell:account.sign_out")}
        </KitButton>
      </LitePageActions>
    </LitePage>
  );
}
