// /welcome
import { useTranslation } from "react-i18next";
import { useWorkplace } from "@/api/session";
import { PageHeader } from "@/ui/PageHeader";

export function WelcomeRoute() {
  const { t } = useTranslation("welcome");
  const { session } = useWorkplace();
  return <PageHeader title={t("title", { name: session.user.full_name || session.user.email })} />;
}
