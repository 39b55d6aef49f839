// Banner for a stopped email service and for failed or uncertain emails.
import { Alert, App, Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCanOpenRoute } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { href } from "@/lib/routes/href";
import { useErrorText } from "@/ui/errorText";
import { lazyPart } from "@/ui/late/lazyPart";
import { useUnsettledEmails } from "../queries";
import { useEmailReason } from "../reason";
import { useCanWriteEmails, useEmailService, useStartEmailService } from "../service";

const UnsettledEmailsDrawer = lazyPart(
  async () => ({ default: (await import("./UnsettledEmailsDrawer")).UnsettledEmailsDrawer }),
  "overlay",
);

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
  const formats = useFormats();
  const reasonText = useEmailReason();
  const service = useEmailService().data;
  const canOpenSettings = useCanOpenRoute("settings");
  const start = useStartEmailService();
  if (service?.status !== "stopped") return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t("service.stopped")}
      description={
        <>
          {service.stopped_at ? `${t("service.since", { time: formats.dateTime(service.stopped_at) })} ` : null}
          {service.reason ? `${reasonText(service.reason)} ` : null}
          {t("service.queued", { count: service.queued })}
        </>
      }
      action={
        <>
          {canOpenSettings ? <Link to={href("settings", { tab: "email" })}>{t("service.settings")}</Link> : null}{" "}
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
        </>
      }
    />
  );
}

/** Emails that failed or may not have arrived. */
function Unsettled() {
  const { t } = useTranslation("email");
  const [isOpen, setIsOpen] = useState(false);
  const emails = useUnsettledEmails(useCanWriteEmails()).data;
  if (!emails) return null;
  return (
    <>
      {emails.total > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t("unsettled.title", { count: emails.total })}
          description={t("unsettled.text")}
          action={<Button onClick={() => setIsOpen(true)}>{t("unsettled.review")}</Button>}
        />
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <UnsettledEmailsDrawer open onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
