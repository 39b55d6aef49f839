// /account: the user's name, address, password, sessions, and the deletion of the account.
import { useTranslation } from "react-i18next";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { PageHeader } from "@/ui/PageHeader";
import { DeleteAccount } from "../components/DeleteAccount";
import { Devices } from "../components/Devices";
import { EmailForm } from "../components/EmailForm";
import { PasswordForm } from "../components/PasswordForm";
import { AboutMe, MyPreferences } from "../components/Personal";
import { ProfileForm } from "../components/ProfileForm";
import styles from "./AccountRoute.module.css";

export function AccountRoute() {
  const { t } = useTranslation(["account", "user"]);
  return (
    <div className={styles.page}>
      <PageHeader title={t("title")} />
      <MyInvitations />
      <section className={styles.section} aria-labelledby="profile">
        <h2 id="profile">{t("profile.title")}</h2>
        <ProfileForm />
      </section>
      <section className={styles.section} aria-labelledby="about">
        <h2 id="about">{t("user:about")}</h2>
        <AboutMe />
      </section>
      <section className={styles.section} aria-labelledby="my-preferences">
        <h2 id="my-preferences">{t("user:preferences")}</h2>
        <MyPreferences />
      </section>
      <section className={styles.section} aria-labelledby="email">
        <h2 id="email">{t("email.title")}</h2>
        <EmailForm />
      </section>
      <section className={styles.section} aria-labelledby="password">
        <h2 id="password">{t("password.title")}</h2>
        <PasswordForm />
      </section>
      <section className={styles.section} aria-labelledby="devices">
        <h2 id="devices">{t("devices.title")}</h2>
        <Devices />
      </section>
      <section className={styles.section} aria-labelledby="delete-account">
        <h2 id="delete-account">{t("delete.title")}</h2>
        <DeleteAccount />
      </section>
    </div>
  );
}
