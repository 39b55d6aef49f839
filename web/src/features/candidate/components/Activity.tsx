// Activity, latest first: moves of the application and changes of the person's record, with user and time.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useStageName, useSubStatusName } from "@/entities/application/stages";
import { usePersonChanges } from "@/entities/person/queries";
import { useFormats } from "@/i18n/format";
import type { ApplicationDetail, Education } from "@/lib/api/types";
import { QueryView } from "@/ui/states/QueryView";
import { type ActivityEntry, activityOf } from "../logic/activity";
import styles from "./Activity.module.css";

export function Activity({ personId, application }: { personId: string; application: ApplicationDetail }) {
  const changes = usePersonChanges(personId);
  return (
    <QueryView query={changes} skeleton={<Skeleton active title={false} />}>
      {({ items }) => (
        <ol className={styles.activity}>
          {activityOf(application.history, items).map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
    </QueryView>
  );
}

function isEducation(value: unknown): value is Education {
  return typeof value === "object" && value !== null && "school" in value;
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { t } = useTranslation(["candidate", "review"]);
  const formats = useFormats();
  const stageName = useStageName();
  const subStatusName = useSubStatusName();
  const who = {
    person: entry.actorName ?? t("review:history.person"),
    ai: t("review:history.ai"),
    candidate: t("review:history.candidate"),
    clock: t("review:history.clock"),
  }[entry.actorKind];
  const fields: Record<string, string> = {
    name: t("field.name"),
    current_company: t("field.current_company"),
    current_position: t("field.current_position"),
    education: t("field.education"),
    skills: t("field.skills"),
    total_years_of_experience: t("field.total_years_of_experience"),
    email: t("field.email"),
    phone: t("field.phone"),
    contact: t("field.contact"),
    expected_salary: t("field.expected_salary"),
    current_salary: t("field.current_salary"),
    tags: t("field.tags"),
    starred: t("field.starred"),
    is_in_talent_pool: t("field.is_in_talent_pool"),
    blacklisted: t("field.blacklisted"),
    blacklist_reason: t("field.blacklist_reason"),
  };
  const inWords = (value: unknown): string => {
    if (typeof value === "boolean") return value ? t("value.yes") : t("value.no");
    if (typeof value === "number") return formats.number(value);
    if (Array.isArray(value)) return value.length > 0 ? value.map(inWords).join(", ") : t("value.empty");
    if (isEducation(value)) return [value.school, value.degree, value.major].filter(Boolean).join(" ");
    return typeof value === "string" && value !== "" ? value : t("value.empty");
  };
  /** A merge, or its end, in a sentence; null for a change of the record. */
  const merging = (field: string, from: unknown, to: unknown): string | null => {
    const name = [to, from].find((value) => typeof value === "string") ?? t("nameless");
    if (field === "merged_person") return t("activity.merged", { name });
    if (field === "separated_person") return t("activity.unmerged", { name });
    return field === "separated_from" ? t("activity.separated", { name }) : null;
  };
  return (
    <li>
      {entry.kind === "move" ? (
        <>
          <p>
            {t(entry.isArrival ? "review:history.arrived" : "review:history.moved", {
              stage: stageName(entry.to.status),
              status: subStatusName(entry.to.sub_status),
            })}
          </p>
          {entry.reason ? <p className={styles.reason}>{t("activity.reason", { reason: entry.reason })}</p> : null}
          {entry.letter === null ? null : (
            <p className={styles.reason}>{entry.letter ? t("activity.letter_sent") : t("activity.no_letter")}</p>
          )}
        </>
      ) : (
        entry.changes.map(({ field, from, to }) => (
          <p key={field}>
            {merging(field, from, to) ??
              t("activity.changed", { field: fields[field] ?? field, from: inWords(from), to: inWords(to) })}
          </p>
        ))
      )}
      <p className={styles.by}>
        {who} · {formats.dateTime(entry.at)}
      </p>
    </li>
  );
}
