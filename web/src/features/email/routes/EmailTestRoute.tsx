// /email-test: whether email is sent, and a test email through the organization's mail server.
import { useTranslation } from "react-i18next";
import { EmailServiceBanner } from "@/entities/email/components/EmailServiceBanner";
import { SmtpTest } from "@/entities/email/components/SmtpTest";
import { PageHeader } from "@/ui/PageHeader";

export function EmailTestRoute() {
  const { t } = useTranslation("email");
  return (
    <>
      <PageHeader title={t("test.page")} />
      <EmailServiceBanner />
      <SmtpTest />
    </>
  );
}
