// Notes on a person, newest first, with a form to add one.
import { Button, Input, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddNote, useCanWriteNotes, useNotes } from "@/entities/person/queries";
import { useOrganizationId } from "@/entities/session/session";
import { useFormats } from "@/i18n/format";
import { useErrorText } from "@/ui/errorText";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { UnsavedDialog, useUnsavedGuard } from "@/ui/forms/unsaved";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./Notes.module.css";

export function Notes({ personId }: { personId: string }) {
  const { t } = useTranslation("candidate");
  const formats = useFormats();
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const notes = useNotes(personId);
  const add = useAddNote();
  const canWrite = useCanWriteNotes();
  const [text, setText] = useState("");
  const isTyped = text.trim() !== "";
  const guard = useUnsavedGuard(isTyped);
  const submit = () => {
    if (!isTyped || add.isPending || !canWrite) return;
    add.mutate(
      { params: { path: { organization_id, person_id: personId } }, body: { text } },
      // Keep what was typed in the meantime.
      { onSuccess: () => setText((now) => (now === text ? "" : now)) },
    );
  };
  return (
    <section aria-label={t("notes.title")}>
      <h2 className={styles.title}>{t("notes.title")}</h2>
      <UnsavedDialog guard={guard} />
      {canWrite || !isTyped ? null : <PermissionLostNotice fields={[{ label: t("notes.label"), value: text }]} />}
      {canWrite || isTyped ? (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Input.TextArea
            aria-label={t("notes.label")}
            placeholder={t("notes.placeholder")}
            maxLength={20_000}
            autoSize={{ minRows: 2, maxRows: 10 }}
            readOnly={!canWrite}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
            }}
          />
          {add.error ? (
            <p className={styles.problem} role="alert">
              {errorText(add.error)}
            </p>
          ) : null}
          <Button size="small" htmlType="submit" loading={add.isPending} disabled={!isTyped || !canWrite}>
            {t("notes.add")}
          </Button>
        </form>
      ) : null}
      <QueryView query={notes} skeleton={<Skeleton active title={false} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={styles.none}>{t("notes.none")}</p>
          ) : (
            <ul>
              {items.map((note) => (
                <li key={note.id} className={styles.note}>
                  <p className={styles.text}>{note.text}</p>
                  <p className={styles.by} title={formats.dateTime(note.created_at)}>
                    {note.author.name ?? t("notes.former_member")} · {formats.ago(note.created_at)}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
