// /guide: the hiring process, roles, statuses, emails, answers and tips, with one search.
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { startTour } from "@/lib/tour";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { EmailTypes } from "../components/EmailTypes";
import { Entries } from "../components/Entries";
import { Roles } from "../components/Roles";
import { StatusTable } from "../components/StatusTable";
import { Topic } from "../components/Topic";
import { useEmailTypes, useFaq, useFlow, useRoles, useStatuses, useTips } from "../logic/content";
import { filterEntries } from "../logic/search";
import styles from "./GuideRoute.module.css";

export function GuideRoute() {
  const { t } = useTranslation("guide");
  const [search, setSearch] = useState("");
  const flow = filterEntries(useFlow(), search);
  const roles = filterEntries(useRoles(), search);
  const statuses = filterEntries(useStatuses(), search);
  const emails = filterEntries(useEmailTypes(), search);
  const faq = filterEntries(useFaq(), search);
  const tips = filterEntries(useTips(), search);
  const topics = [
    { id: "flow", title: t("section.flow"), found: flow, body: <Entries items={flow} isNumbered /> },
    { id: "roles", title: t("section.roles"), lead: t("roles.lead"), found: roles, body: <Roles roles={roles} /> },
    {
      id: "statuses",
      title: t("section.statuses"),
      lead: t("statuses.lead"),
      found: statuses,
      body: <StatusTable statuses={statuses} />,
    },
    {
      id: "emails",
      title: t("section.emails"),
      lead: t("emails.lead"),
      found: emails,
      body: <EmailTypes types={emails} />,
    },
    { id: "faq", title: t("section.faq"), found: faq, body: <Entries items={faq} /> },
    { id: "tips", title: t("section.tips"), found: tips, body: <Entries items={tips} /> },
  ].filter(({ found }) => found.length > 0);

  // The browser looks for the address's part before it is shown.
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <PageHeader
        title={t("title")}
        context={<SearchBox label={t("search")} value={search} onChange={setSearch} className={styles.search} />}
        actions={
          <>
            <Button onClick={() => startTour("short")}>{t("tour_short")}</Button>
            <Button onClick={() => startTour("main")}>{t("tour")}</Button>
          </>
        }
      />
      {topics.length === 0 ? <EmptyState text={t("none", { search })} /> : null}
      <div className={styles.page}>
        <nav className={styles.contents} aria-label={t("contents")}>
          <ul>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.topics}>
          {topics.map(({ id, title, lead, body }) => (
            <Topic key={id} id={id} title={title} lead={lead}>
              {body}
            </Topic>
          ))}
        </div>
      </div>
    </>
  );
}
