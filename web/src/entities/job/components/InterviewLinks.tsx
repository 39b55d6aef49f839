// The organization's interview links: listed, added, changed and deleted. A tab of the jobs and of the settings.
import { Alert, App, Button, Form, Input, Modal, Segmented, Skeleton } from "antd";
import { MapPin, Video } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import type { InterviewLocation } from "@/lib/api/types";
import { useErrorText, useFieldErrors } from "@/ui/errorText";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { useDeleteLocation, useInterviewLocations, useSaveLocation } from "../locations";
import styles from "./InterviewLinks.module.css";

type Edited = InterviewLocation | "new" | null;

export function InterviewLinks() {
  const { t } = useTranslation("jobs");
  const { modal, message } = App.useApp();
  const errorText = useErrorText();
  const locations = useInterviewLocations();
  const remove = useDeleteLocation();
  const edits = useCan("jobs:edit");
  const [edited, setEdited] = useState<Edited>(null);

  const askDelete = (location: InterviewLocation) =>
    modal.confirm({
      title: t("links.delete_ask", { name: location.name }),
      content: location.job_count > 0 ? t("links.delete_used", { count: location.job_count }) : t("links.delete_text"),
      okText: t("links.delete"),
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync(location.id).catch((error: unknown) => {
          message.error(errorText(error));
        }),
    });

  return (
    <>
      {edits ? (
        <div className={styles.tools}>
          <Button type="primary" onClick={() => setEdited("new")}>
            {t("links.add")}
          </Button>
        </div>
      ) : null}
      <QueryView query={locations} skeleton={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState text={t("links.none")} hint={t("links.none_hint")} />
          ) : (
            <RowTable
              label={t("links.title")}
              heads={[
                { label: t("links.name") },
                { label: t("links.details") },
                { label: t("links.jobs"), number: true },
              ]}
              actions={t("column.actions")}
            >
              {all.map((location) => (
                <tr key={location.id}>
                  <td className={rows.lead}>
                    <span className={styles.name}>
                      {location.type === "online" ? (
                        <Video size={16} aria-hidden="true" />
                      ) : (
                        <MapPin size={16} aria-hidden="true" />
                      )}
                      {location.name}
                    </span>
                    <span className={rows.below}>
                      {location.type === "online" ? t("links.online") : t("links.onsite")}
                    </span>
                  </td>
                  <td className={styles.details} data-label={t("links.details")}>
                    {location.type === "online" ? (
                      <a href={location.details} target="_blank" rel="noreferrer">
                        {location.details}
                      </a>
                    ) : (
                      location.details
                    )}
                  </td>
                  <td className={rows.number} data-label={t("links.jobs")}>
                    {location.job_count}
                  </td>
                  <td className={rows.actions}>
                    {edits ? (
                      <>
                        <Button
                          size="small"
                          type="text"
                          aria-label={t("links.edit_named", { name: location.name })}
                          onClick={() => setEdited(location)}
                        >
                          {t("links.edit")}
                        </Button>
                        <Button
                          size="small"
                          type="text"
                          danger
                          aria-label={t("links.delete_named", { name: location.name })}
                          onClick={() => askDelete(location)}
                        >
                          {t("links.delete")}
                        </Button>
                      </>
                    ) : null}
                  </td>
                </tr>
              ))}
            </RowTable>
          )
        }
      </QueryView>
      {edited ? (
        <InterviewLinkDialog location={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </>
  );
}

function InterviewLinkDialog({ location, onClose }: { location: InterviewLocation | null; onClose: () => void }) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const fieldErrors = useFieldErrors();
  const save = useSaveLocation();
  const [type, setType] = useState(location?.type ?? "online");
  const [name, setName] = useState(location?.name ?? "");
  const [details, setDetails] = useState(location?.details ?? "");
  const refused = fieldErrors(save.error);
  const submit = () =>
    save.mutate(
      { id: location?.id ?? null, body: { type, name: name.trim(), details: details.trim() } },
      {
        onSuccess: () => {
          message.success(t("links.saved"));
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      title={location ? t("links.edit_title") : t("links.add")}
      okText={t("save")}
      okButtonProps={{ loading: save.isPending }}
      onOk={submit}
      onCancel={onClose}
    >
      {save.error && Object.keys(refused).length === 0 ? (
        <Alert type="error" showIcon title={errorText(save.error)} />
      ) : null}
      <Form layout="vertical" onFinish={submit} className={styles.form ?? ""}>
        <Form.Item label={t("links.type")}>
          <Segmented
            value={type}
            onChange={setType}
            options={[
              { value: "online", label: t("links.online") },
              { value: "onsite", label: t("links.onsite") },
            ]}
          />
        </Form.Item>
        <Form.Item
          label={t("links.name")}
          htmlFor="link-name"
          required
          validateStatus={refused["name"] ? "error" : ""}
          help={refused["name"]}
        >
          <Input
            id="link-name"
            autoFocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={type === "online" ? t("links.link") : t("links.address")}
          htmlFor="link-details"
          required
          validateStatus={refused["details"] ? "error" : ""}
          help={refused["details"]}
        >
          <Input
            id="link-details"
            maxLength={2000}
            placeholder={type === "online" ? "https://" : ""}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
            onPressEnter={submit}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
