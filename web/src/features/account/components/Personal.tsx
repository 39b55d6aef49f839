// Profile and preferences of the user, saved by section.
import { App, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { AboutMeForm } from "@/entities/user/components/AboutMeForm";
import { PreferencesForm } from "@/entities/user/components/PreferencesForm";
import { useMyPreferences, useMyProfile } from "@/entities/user/queries";
import { QueryView } from "@/ui/states/QueryView";

export function AboutMe() {
  const { t } = useTranslation("user");
  const { message } = App.useApp();
  return (
    <QueryView query={useMyProfile()} skeleton={<Skeleton active paragraph={{ rows: 6 }} />}>
      {(profile) => (
        <AboutMeForm
          profile={profile}
          submit={t("save")}
          needsChange
          onSaved={() => void message.success(t("saved"))}
        />
      )}
    </QueryView>
  );
}

export function MyPreferences() {
  const { t } = useTranslation("user");
  const { message } = App.useApp();
  return (
    <QueryView query={useMyPreferences()} skeleton={<Skeleton active paragraph={{ rows: 6 }} />}>
      {(preferences) => (
        <PreferencesForm
          preferences={preferences}
          submit={t("save")}
          needsChange
          onSaved={() => void message.success(t("saved"))}
        />
      )}
    </QueryView>
  );
}
