// Who is signed in, where they work, how the app looks and speaks, and the way out.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App, Button, Segmented, Select } from "antd";
import { Check, LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { announceExpiry, api } from "@/api/client";
import { adoptSession, forgetOrganization, rememberOrganization, SESSION_QUERY_KEY, useWorkplace } from "@/api/session";
import { useUploads } from "@/api/uploads";
import { switchLanguage } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { type AppearanceChoice, chooseAppearance, useAppearance } from "@/ui/appearance";
import { useErrorText } from "@/ui/errorText";
import styles from "./Shell.module.css";

export function AccountPanel() {
  const { t, i18n } = useTranslation("shell");
  const { session, membership, memberships } = useWorkplace();
  const { choice } = useAppearance();
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const client = useQueryClient();
  const uploading = useUploads().some((upload) => upload.state === "sending");

  const signOut = useMutation({
    mutationFn: () => api.POST("/api/auth/sign-out"),
    onSuccess: async () => {
      forgetOrganization();
      await adoptSession(client, null);
      announceExpiry();
      client.removeQueries({ predicate: (cached) => cached.queryKey[0] !== SESSION_QUERY_KEY[0] });
    },
    onError: (error) => message.error(errorText(error)),
  });

  const switchTo = (organizationId: string) => {
    rememberOrganization(organizationId);
    window.location.assign("/");
  };

  return (
    <div className={styles.panel}>
      <div className={styles.identity}>
        <strong>{session.user.full_name || session.user.email}</strong>
        {session.user.full_name ? <span>{session.user.email}</span> : null}
        <span>
          {membership.organization.name} · {t(`role.${membership.role}`)}
        </span>
      </div>
      {memberships.length > 1 ? (
        <div className={styles.group}>
          <span className={styles.groupLabel}>{t("account.switch_organization")}</span>
          {memberships.map((other) => {
            const current = other.organization.id === membership.organization.id;
            return (
              <button
                key={other.id}
                type="button"
                className={styles.organization}
                aria-current={current}
                onClick={current ? undefined : () => switchTo(other.organization.id)}
              >
                {other.organization.name}
                {current ? <Check size={16} aria-hidden="true" /> : null}
              </button>
            );
          })}
        </div>
      ) : null}
      <div className={styles.group}>
        <span className={styles.groupLabel} id="account-language">
          {t("account.language")}
        </span>
        <Select<Language>
          aria-labelledby="account-language"
          value={i18n.language as Language}
          onChange={(language) => void switchLanguage(language)}
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
          loading={signOut.isPending}
          onClick={() => {
            if (!uploading) signOut.mutate();
            else {
              modal.confirm({
                title: t("account.sign_out"),
                content: t("account.sign_out_uploading"),
                onOk: () => signOut.mutateAsync(),
              });
            }
          }}
        >
          {t("account.sign_out")}
        </Button>
      </div>
    </div>
  );
}
