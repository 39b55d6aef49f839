// Asks whether people with the same address or number are the same person; nothing waits for the answer.
import { App, Button } from "antd";
import { useTranslation } from "react-i18next";
import { useOrganizationId } from "@/entities/session/session";
import type { SameContactPerson } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { useMerging } from "../merging";
import { useCanEditPeople, useKeepApart, useSameContact } from "../queries";
import { PersonLink } from "./PersonLink";
import styles from "./SameContact.module.css";

/** An agency's address can be on hundreds of resumes. */
const SHOWN = 3;

export function SameContact({ personId }: { personId: string }) {
  const { t } = useTranslation("review");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const organization_id = useOrganizationId();
  const canDecide = useCanEditPeople();
  const people = useSameContact(personId).data;
  const { merge, isPending } = useMerging(personId);
  const keep = useKeepApart();
  if (!people || people.items.length === 0) return null;

  const keepApart = (person_ids: string[]) =>
    keep.mutate(
      { params: { path: { organization_id, person_id: personId } }, body: { person_ids } },
      { onError: (error) => message.error(errorText(error), 5) },
    );
  const isBusy = isPending || keep.isPending;
  const shown = people.items.slice(0, SHOWN);
  const others = people.total - shown.length;
  return (
    <section aria-label={t("same_contact.title")} className={styles.question}>
      <ul>
        {shown.map((person) => (
          <li key={person.id}>
            <Question person={person} />
            {canDecide ? (
              <span className={styles.answers}>
                <Button size="small" disabled={isBusy} onClick={() => void merge(person.id)}>
                  {t("same_contact.merge")}
                </Button>
                <Button size="small" type="text" disabled={isBusy} onClick={() => keepApart([person.id])}>
                  {t("same_contact.keep")}
                </Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <p className={styles.others}>
          {t("same_contact.others", { count: others })}
          {canDecide ? (
            <Button
              size="small"
              type="link"
              disabled={isBusy}
              onClick={() => keepApart(people.items.map(({ id }) => id))}
            >
              {t("same_contact.keep_many", { count: people.items.length })}
            </Button>
          ) : null}
        </p>
      ) : null}
      {canDecide ? <p className={styles.hint}>{t("same_contact.hint")}</p> : null}
    </section>
  );
}

function Question({ person }: { person: SameContactPerson }) {
  const { t } = useTranslation("review");
  const work = [person.current_position, person.current_company].filter(Boolean).join(" · ");
  const name = person.name ?? t("nameless");
  const question =
    person.same_email && person.same_phone
      ? t("same_contact.both", { name })
      : person.same_email
        ? t("same_contact.email", { name })
        : t("same_contact.phone", { name });
  return (
    <span className={styles.who}>
      <PersonLink personId={person.id}>{question}</PersonLink>
      {work ? <span className={styles.work}>{work}</span> : null}
    </span>
  );
}
