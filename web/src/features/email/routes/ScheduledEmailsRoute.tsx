// /scheduled-emails: what goes out later, to change or cancel it.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { EmailEntry } from "@/entities/email/components/EmailEntry";
import { EmailServiceBanner } from "@/entities/email/components/EmailServiceBanner";
import { useOutgoingEmails } from "@/entities/email/queries";
import { useCanWriteEmails } from "@/entities/email/service";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./ScheduledEmailsRoute.module.css";

export function ScheduledEmailsRoute() {
  const { t } = useTranslation("compose");
  const outgoing = useOutgoingEmails(null, useCanWriteEmails());
  return (
    <>
      <PageHeader title={t("title")} />
      <EmailServiceBanner />
      <QueryView query={outgoing} skeleton={<Skeleton active title={false} paragraph={{ rows: 6 }} />}>
        {(emails) =>
          emails.length === 0 ? (
            <EmptyState text={t("outbox.empty")} hint={t("outbox.hint")} />
          ) : (
            <ul className={styles.list}>
              {emails.map((email) => (
                <EmailEntry key={email.id} email={email} showsCandidate />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}
