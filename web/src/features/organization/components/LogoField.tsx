// The organization's logo: upload or remove, saved at once.
import { App, Button } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSetLogo } from "@/entities/organization/queries";
import { useCurrentOrganization } from "@/entities/session/session";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import styles from "./LogoField.module.css";
import { OrganizationLogo } from "./OrganizationLogo";

const MAX_BYTES = 2 * 1024 * 1024;

export function LogoField() {
  const { t } = useTranslation("organization");
  const { organization } = useCurrentOrganization().membership;
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const input = useRef<HTMLInputElement>(null);
  const set = useSetLogo();
  const keep = (picture: File | null) =>
    set.mutate(picture, {
      onSuccess: () => message.success(picture ? t("settings.logo_saved") : t("settings.logo_removed")),
      onError: (error) => message.error(fieldErrors(error)["logo"] ?? errorText(error)),
    });

  return (
    <div className={styles.field}>
      <OrganizationLogo organization={organization} size={72} />
      <div>
        <div className={styles.buttons}>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            aria-label={t("settings.logo")}
            onChange={(event) => {
              const picture = event.target.files?.[0];
              event.target.value = "";
              if (!picture) return;
              if (picture.size > MAX_BYTES) message.error(t("settings.logo_too_large"));
              else keep(picture);
            }}
          />
          <Button loading={set.isPending && set.variables !== null} onClick={() => input.current?.click()}>
            {organization.logo_url ? t("settings.logo_replace") : t("settings.logo_upload")}
          </Button>
          {organization.logo_url ? (
            <Button type="text" loading={set.isPending && set.variables === null} onClick={() => keep(null)}>
              {t("settings.logo_remove")}
            </Button>
          ) : null}
        </div>
        <p className={styles.hint}>{t("settings.logo_hint")}</p>
      </div>
    </div>
  );
}
