// Last registration step: creates the organization.
import { useTranslation } from "react-i18next";
import { OrganizationForm } from "@/entities/organization/components/OrganizationForm";
import { useCreateOrganization } from "@/entities/organization/queries";
import { MyInvitations } from "@/entities/session/components/MyInvitations";
import { LiteButton } from "@/ui/lite/LiteButton";
import styles from "./AuthForm.module.css";
import { AuthLayout } from "./AuthLayout";
import { RegistrationSteps } from "./RegistrationSteps";

export function OrganizationStep(props: { onBack: () => void }) {
  const { t } = useTranslation("auth");
  const create = useCreateOrganization();
  return (
    <AuthLayout title={t("register.organization_title")} wide>
      <RegistrationSteps at="organization" />
      <p className={styles.text}>{t("register.organization_text")}</p>
      <MyInvitations />
      <OrganizationForm
        onCreate={create.mutateAsync}
        busy={create.isPending}
        error={create.error}
        back={<LiteButton onClick={props.onBack}>{t("register.back")}</LiteButton>}
      />
    </AuthLayout>
  );
}
