// Account menu: user, organization, appearance, language, sign-out.
import { App, Button, Segmented, Select } from "antd";
import {
  Activity,
  BookOpen,
  Building2,
  Check,
  LogOut,
  Mail,
  MessageSquareText,
  Settings,
  Sparkles,
  UserRound,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { switchOrganization } from "@/entities/session/leaveOrganization";
import { useMyInvitations } from "@/entities/session/myInvitations";
import { useCurrentOrganization } from "@/entities/session/session";
import { useChooseLanguage, useMyProfile } from "@/entities/user/queries";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { href } from "@/lib/routes/href";
import type { RouteName } from "@/lib/routes/manifest";
import { useErrorText } from "@/ui/errorText";
import { focusInside } from "@/ui/focusInside";
import { type AppearanceChoice, chooseAppearance, useAppearance } from "@/ui/theme/appearance";
import { useSignOutAction } from "../useSignOutAction";
import { useNavigation } from "./navigation";
import styles from "./Shell.module.css";

const ICONS: Partial<Record<RouteName, ReactNode>> = {
  guide: <BookOpen size={16} aria-hidden="true" />,
  organization: <Building2 size={16} aria-hidden="true" />,
  account: <UserRound size={16} aria-hidden="true" />,
  settings: <Settings size={16} aria-hidden="true" />,
  prompts: <MessageSquareText size={16} aria-hidden="true" />,
  ops: <Activity size={16} aria-hidden="true" />,
};

export function AccountPanel({ onLeave }: { onLeave: () => void }) {
  const { t, i18n } = useTranslation("shell");
  const { session, membership, memberships } = useCurrentOrganization();
  const { choice } = useAppearance();
  const { signOut, isPending } = useSignOutAction();
  const invited = useMyInvitations().data?.total ?? 0;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const chooseLanguage = useChooseLanguage((error) => void message.error(errorText(error)));
  const isNew = useMyProfile().data?.onboarded_at === null;
  const entries = useNavigation("account");
  // The panel is at the end of the document: Tab from its button would first go through the whole page.
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => focusInside(panel.current), []);

  return (
    <div ref={panel} className={styles.panel} role="dialog" aria-label={t("account.menu")} tabIndex={-1}>
      <div className={styles.identity}>
        {session.user.full_name ? <strong>{session.user.full_name}</strong> : null}
        <span title={session.user.email}>{session.user.email}</span>
        <span title={membership.organization.name}>
          {membership.organization.name || t("account.no_organization")} · {t(`role.${membership.role}`)}
        </span>
      </div>
      {memberships.length > 1 ? (
        <div className={styles.group}>
          <span className={styles.groupLabel}>{t("account.switch_organization")}</span>
          <div className={styles.organizations}>
            {memberships.map((other) => {
              const current = other.organization.id === membership.organization.id;
              return (
                <button
                  key={other.id}
                  type="button"
                  className={styles.organization}
                  aria-current={current}
                  onClick={current ? undefined : () => void switchOrganization(other)}
                >
                  <span>{other.organization.name}</span>
                  {current ? <Check size={16} aria-hidden="true" /> : null}
                </button>
              );
            })}
          </div>
        </div>
      ) : null}
      <nav className={styles.group} aria-label={t("account.menu")}>
        {entries.map(({ key, to, label }) => (
          <Link key={key} to={to} className={styles.entry} onClick={onLeave}>
            {ICONS[key]}
            {label}
          </Link>
        ))}
        {isNew ? (
          <Link to={href("onboarding")} className={styles.entry} onClick={onLeave}>
            <Sparkles size={16} aria-hidden="true" />
            {t("account.onboarding")}
          </Link>
        ) : null}
        {invited > 0 ? (
          <Link to={href("account")} className={styles.entry} onClick={onLeave}>
            <Mail size={16} aria-hidden="true" />
            {t("account.invitations", { count: invited })}
          </Link>
        ) : null}
      </nav>
      <div className={styles.group}>
        <span className={styles.groupLabel} id="account-language">
          {t("account.language")}
        </span>
        <Select<Language>
          aria-labelledby="account-language"
          value={i18n.language as Language}
          onChange={chooseLanguage}
          options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
        />
        <span className={styles.groupLabel}>{t("account.appearance")}</span>
        <Segmented<AppearanceChoice>
          block
          aria-label={t("account.appearance")}
          value={choice}
          onChange={chooseAppearance}
          options={[
            { value: "system", label: t("account.appearance_system") },
            { value: "light", label: t("account.appearance_light") },
            { value: "dark", label: t("account.appearance_dark") },
          ]}
        />
      </div>
      <div className={styles.group}>
        <Button
          type="text"
          className={styles.signOut ?? ""}
          icon={<LogOut size={16} aria-hidden="true" />}
          loading={isPending}
          onClick={signOut}
        >
          {t("account.sign_out")}
        </Button>
      </div>
    </div>
  );
}
