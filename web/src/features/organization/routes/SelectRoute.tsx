// /organization/select: my organizations as cards; a click opens one.
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { usePlanName } from "@/entities/organization/options";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { enterOrganization } from "@/entities/session/leaveOrganization";
import { useMemberships } from "@/entities/session/memberships";
import { useSession } from "@/entities/session/session";
import { useSignOut } from "@/entities/session/signOut";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { LiteButton, LiteLink } from "@/ui/lite/LiteButton";
import { LiteError } from "@/ui/lite/LiteError";
import { LiteNotice } from "@/ui/lite/LiteNotice";
import { LitePage, LitePageActions } from "@/ui/lite/LitePage";
import { OrganizationLogo } from "../components/OrganizationLogo";
import { usePermissionLabels } from "../logic/permissionLabels";
import styles from "./SelectRoute.module.css";

/** Set by the guard if I no longer belong to the current organization. */
type NavigationState = { left?: string } | null;

export function SelectRoute() {
  const { t } = useTranslation(["organization", "shell"]);
  const { left } = (useLocation().state as NavigationState) ?? {};
  const session = useSession();
  const memberships = useMemberships();
  const signOut = useSignOut();
  const errorText = useErrorText();
  const labels = usePermissionLabels();
  const planName = usePlanName();
  const myMemberships = memberships.data?.items ?? [];
  const none = memberships.data && myMemberships.length === 0;
  if (none && !left) return <Navigate to={href("welcome")} replace />;

  return (
    <LitePage
      title={t("select.title")}
      text={none ? t("select.none") : t("select.text", { email: session.data?.user.email })}
    >
      {left ? <LiteNotice>{t("select.left", { organization: left })}</LiteNotice> : null}
      {signOut.error ? <LiteNotice isError>{errorText(signOut.error)}</LiteNotice> : null}
      {memberships.error && !memberships.data ? (
        <LiteError title={t("select.failed")} error={memberships.error} />
      ) : null}
      <MyInvitations />
      <ul className={styles.cards}>
        {myMemberships.map(({ id, organization, role }) => (
          <li key={id}>
            <button type="button" className={styles.card} onClick={() => void enterOrganization(organization.id)}>
              <OrganizationLogo organization={organization} size={44} />
              <span className={styles.words}>
                <span className={styles.name}>{organization.name}</span>
                <span className={styles.facts}>
                  {labels.role(role)} · {planName(organization.subscription_tier)}
                </span>
              </span>
              <ChevronRight size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <LitePageActions>
        <LiteLink to={href("organizationCreate")}>{t("select.create")}</LiteLink>
        <LiteButton busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {t("shell:account.sign_out")}
        </LiteButton>
      </LitePageActions>
    </LitePage>
  );
}
