// The person's record: contact, salaries if my role sees them, tags, source and last contact.

import { Button, Tag } from "antd";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Contact } from "@/entities/application/components/Contact";
import { useCanEditPeople } from "@/entities/person/queries";
import { useFormats } from "@/i18n/format";
import type { PersonDetail } from "@/lib/api/types";
import { lazyPart } from "@/ui/late/lazyPart";
import { canSeeSalaries } from "../logic/record";
import styles from "./RecordCard.module.css";
import { useRecordLabels } from "./useRecordLabels";

// Loaded on edit, since most users only read.
const RecordForm = lazyPart(async () => ({ default: (await import("./RecordForm")).RecordForm }));

export function RecordCard({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const [wasEdited, setEdited] = useState(false);
  // The button comes back when the form closes, and with it the focus.
  useEffect(() => {
    if (wasEdited && !editing) edit.current?.focus();
  }, [wasEdited, editing]);
  const canEdit = useCanEditPeople();
  return (
    <section aria-label={t("record.title")}>
      <header className={styles.head}>
        <h2>{t("record.title")}</h2>
        {canEdit && !editing ? (
          <Button
            ref={edit}
            size="small"
            onClick={() => {
              setEditing(true);
              setEdited(true);
            }}
          >
            {t("record.edit")}
          </Button>
        ) : null}
      </header>
      {editing ? (
        <Suspense fallback={<Facts person={person} />}>
          <RecordForm person={person} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <Facts person={person} />
      )}
    </section>
  );
}

function Facts({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const formats = useFormats();
  const labels = useRecordLabels();
  return (
    <>
      <Contact person={person} />
      <dl className={styles.facts}>
        {canSeeSalaries(person) ? (
          <>
            <Fact label={labels.expected_salary}>{person.expected_salary}</Fact>
            <Fact label={labels.current_salary}>{person.current_salary}</Fact>
          </>
        ) : null}
        <Fact label={labels.tags}>
          {person.tags.length > 0 ? (
            <span className={styles.tags}>
              {person.tags.map((tag) => (
                <Tag key={tag} className={styles.tag ?? ""}>
                  {tag}
                </Tag>
              ))}
            </span>
          ) : null}
        </Fact>
        <Fact label={t("record.last_contact")}>
          {person.last_contact_at ? (
            <span title={formats.dateTime(person.last_contact_at)}>{formats.ago(person.last_contact_at)}</span>
          ) : (
            t("record.never")
          )}
        </Fact>
        <Fact label={t("record.since")}>{formats.date(person.created_at)}</Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation("candidate");
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || <span className={styles.none}>{t("record.none")}</span>}</dd>
    </div>
  );
}
