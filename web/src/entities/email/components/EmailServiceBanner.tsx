// Says that email was stopped after repeated failure, that nothing is lost, and starts it again.
import { Alert, App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useErrorText } from "@/ui/errorText";
import { useEmailReason } from "../reason";
import { useEmailService, useStartEmailService } from "../service";

export function EmailServiceBanner() {
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
