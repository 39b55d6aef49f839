// Empty, error and loading states of a page.
import { Button, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "@/lib/api/problem";
import { AutosaveStatus } from "@/ui/forms/AutosaveStatus";
import { type Message, MessageModal } from "@/ui/MessageModal";
import { Sample, Section } from "@/ui/samples/Sample";
import { EmptyState } from "@/ui/states/EmptyState";
import { ErrorState } from "@/ui/states/ErrorState";
import { QueryView } from "@/ui/states/QueryView";

const UNREACHABLE = new ApiProblem({ status: 0, code: "client.network" });

export function States() {
  const { t } = useTranslation("styleguide");
  const [message, setMessage] = useState<Message | null>(null);
  const kinds = ["progress", "success", "error", "warning"] as const;
  const names = {
    progress: t("message_kind.progress"),
    success: t("message_kind.success"),
    error: t("message_kind.error"),
    warning: t("message_kind.warning"),
  };
  return (
    <Section title={t("section.states")}>
      <Sample name="EmptyState">
        <EmptyState
          text={t("sample.empty")}
          hint={t("sample.empty_hint")}
          action={<Button type="primary">{t("sample.action")}</Button>}
        />
      </Sample>
      <Sample name="ErrorState">
        <ErrorState error={UNREACHABLE} retry={() => undefined} />
      </Sample>
      <Sample name="AutosaveStatus">
        <AutosaveStatus state="saved" error={null} />
        <AutosaveStatus state="local" error={UNREACHABLE} />
      </Sample>
      <Sample name="QueryView">
        <QueryView
          query={{ data: t("sample.value"), error: UNREACHABLE, refetch: () => undefined }}
          skeleton={<Skeleton active />}
        >
          {(data) => <p>{data}</p>}
        </QueryView>
        <QueryView query={{ data: undefined, error: null, refetch: () => undefined }} skeleton={<Skeleton active />}>
          {() => null}
        </QueryView>
      </Sample>
      <Sample name="MessageModal">
        {kinds.map((type) => (
          <Button
            key={type}
            onClick={() =>
              setMessage({
                type,
                title: names[type],
                text: t("sample.done"),
                closable: true,
                ...(type === "progress" ? { current: 12, total: 30 } : {}),
              })
            }
          >
            {names[type]}
          </Button>
        ))}
        <MessageModal message={message} onClose={() => setMessage(null)} />
      </Sample>
    </Section>
  );
}
