// What email needs a person for: it was stopped after repeated failure, and what failed or may not have arrived.
import { Alert, App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "@/ui/errorText";
import { LazyDrawer } from "@/ui/LazyDrawer";
import { useUnsettledEmails } from "../queries";
import { useEmailReason } from "../reason";
import { useEmailService, useMayWrite, useStartEmailService } from "../service";
import styles from "./CandidateEmails.module.css";
import { EmailEntry } from "./EmailEntry";

export function EmailServiceBanner() {
  return (
    <>
      <Stopped />
      <Unsettled />
    </>
  );
}

function Stopped() {
  const { t } = useTranslation("email");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const reasonText = useEmailReason();
  const service = useEmailService().data;
  const start = useStartEmailService();
  if (service?.status !== "stopped") return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t("service.stopped")}
      description={
        <>
          {service.reason ? `${reasonText(service.reason)} ` : null}
          {t("service.queued", { count: service.queued })}
        </>
      }
      action={
        <Button
          loading={start.isPending}
          onClick={() =>
            start.mutate(undefined, {
              onSuccess: () => void message.success(t("service.started")),
              onError: (error) => void message.error(errorText(error)),
            })
          }
        >
          {t("service.start")}
        </Button>
      }
    />
  );
}

/** Emails that failed or may not have arrived, with what can be done about each. */
function Unsettled() {
  const { t } = useTranslation("email");
  const [isOpen, setIsOpen] = useState(false);
  const emails = useUnsettledEmails(useMayWrite()).data;
  const title = t("unsettled.title", { count: emails?.total ?? 0 });
  if (!emails || (emails.total === 0 && !isOpen)) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={title}
        description={t("unsettled.text")}
        action={<Button onClick={() => setIsOpen(true)}>{t("unsettled.review")}</Button>}
      />
      <LazyDrawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        placement="right"
        size="min(92vw, 520px)"
        title={title}
      >
        <ul className={styles.list}>
          {emails.items.map((email) => (
            <EmailEntry key={email.id} email={email} showsCandidate />
          ))}
        </ul>
      </LazyDrawer>
    </>
  );
}
