// Lists and edits the organization's interview links. A tab of the jobs and of the settings.

import { Alert, App, Button, Form, Input, Modal, Segmented, Skeleton } from "antd";
import { MapPin, Video } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import type { InterviewLocation, InterviewLocationInput } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { Field } from "@/ui/forms/Field";
import { FormNotices } from "@/ui/forms/FormNotices";
import { useServerForm } from "@/ui/forms/useServerForm";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { RowTable } from "@/ui/tables/RowTable";
import rows from "@/ui/tables/RowTable.module.css";
import { useDeleteLocation, useInterviewLocations, useSaveLocation } from "../locations";
import styles from "./InterviewLinks.module.css";

type LinkText = Pick<InterviewLocation, "type" | "name" | "details">;
/** Id of the edited link. */
type Edited = string | "new" | null;

const EMPTY: LinkText = { type: "online", name: "", details: "" };
const textOf = ({ type, name, details }: InterviewLocation): LinkText => ({ type, name, details });

export function InterviewLinks() {
  const { t } = useTranslation("jobs");
  const { modal, message } = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const locations = useInterviewLocations();
  const remove = useDeleteLocation();
  const canEdit = useCan("jobs:edit");
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

  const add = canEdit ? (
    <Button type="primary" onClick={() => setEdited("new")}>
      {t("links.add")}
    </Button>
  ) : null;

  return (
    <>
      {add && locations.data?.length !== 0 ? <div className={styles.tools}>{add}</div> : null}
      <QueryView query={locations} skeleton={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState text={t("links.none")} hint={t("links.none_hint")} action={add} />
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
                    {formats.number(location.job_count)}
                  </td>
                  <td className={rows.actions}>
                    {canEdit ? (
                      <>
                        <Button
                          size="small"
                          type="text"
                          aria-label={t("links.edit_named", { name: location.name })}
                          onClick={() => setEdited(location.id)}
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
        <InterviewLinkDialog
          location={locations.data?.find(({ id }) => id === edited) ?? null}
          onRefresh={async (id) =>
            (await locations.refetch({ throwOnError: true })).data?.find((location) => location.id === id)
          }
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}

interface DialogProps {
  location: InterviewLocation | null;
  /** Refetches the link before saving; undefined if it was deleted meanwhile. */
  onRefresh: (id: string) => Promise<InterviewLocation | undefined>;
  onClose: () => void;
}

function InterviewLinkDialog({ location, onRefresh, onClose }: DialogProps) {
  const { t } = useTranslation("jobs");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const save = useSaveLocation();
  // A link that was deleted meanwhile stays open.
  const [known, setKnown] = useState(location);
  if (location && location !== known) setKnown(location);
  const id = known?.id ?? null;
  const saved = known ? textOf(known) : EMPTY;
  const canSave = useCan("jobs:edit");
  const editor = useServerForm<LinkText>({
    saved,
    refresh: async () => {
      const current = id === null ? undefined : await onRefresh(id);
      return current ? textOf(current) : saved;
    },
    canSave,
    save: async (changes, _version, value) => {
      const body: InterviewLocationInput = { ...(id === null ? value : changes) };
      if (body.name) body.name = body.name.trim();
      if (body.details) body.details = body.details.trim();
      return { saved: textOf(await save.mutateAsync({ id, body })) };
    },
  });
  const { value, edit, fieldErrors: refused } = editor;
  const { type, name, details } = value;
  const typeName = (one: LinkText["type"]) => (one === "online" ? t("links.online") : t("links.onsite"));
  const labels: Record<keyof LinkText, string> = {
    type: t("links.type"),
    name: t("links.name"),
    details: type === "online" ? t("links.link") : t("links.address"),
  };
  const submit = async () => {
    if (id !== null && !editor.isDirty) return onClose();
    if (!(await editor.submit())) return;
    message.success(t("links.saved"));
    onClose();
  };
  return (
    <Modal
      open
      title={id !== null ? t("links.edit_title") : t("links.add")}
      okText={t("save")}
      okButtonProps={{ loading: editor.isSaving, disabled: !canSave }}
      onOk={() => void submit()}
      onCancel={() => editor.guard.confirm(onClose)}
    >
      {editor.error && Object.keys(refused).length === 0 ? (
        <Alert type="error" showIcon title={errorText(editor.error)} />
      ) : null}
      <FormNotices
        form={editor}
        labels={labels}
        inWords={(text, field) => (field === "type" ? typeName(text as LinkText["type"]) : text)}
      />
      <Form layout="vertical" disabled={!canSave} onFinish={() => void submit()} className={styles.form ?? ""}>
        <Form.Item label={t("links.type")}>
          <Segmented<LinkText["type"]>
            aria-label={t("links.type")}
            value={type}
            onChange={(next) => edit({ type: next })}
            options={[
              { value: "online", label: typeName("online") },
              { value: "onsite", label: typeName("onsite") },
            ]}
          />
        </Form.Item>
        <Field label={t("links.name")} htmlFor="link-name" required error={refused["name"]}>
          <Input
            id="link-name"
            autoFocus
            maxLength={200}
            value={name}
            onChange={(event) => edit({ name: event.target.value })}
          />
        </Field>
        <Field
          label={type === "online" ? t("links.link") : t("links.address")}
          htmlFor="link-details"
          required
          error={refused["details"]}
        >
          <Input
            id="link-details"
            maxLength={2000}
            placeholder={type === "online" ? "https://" : ""}
            value={details}
            onChange={(event) => edit({ details: event.target.value })}
            onPressEnter={() => void submit()}
          />
        </Field>
      </Form>
    </Modal>
  );
}
