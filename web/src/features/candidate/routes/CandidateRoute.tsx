// /candidate/{id}: everything about a person: record, notes, applications with evaluations, and the resume.
import { Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { SameContact } from "@/entities/person/components/SameContact";
import { usePerson } from "@/entities/person/queries";
import type { PersonDetail } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { UnsavedScope } from "@/ui/forms/UnsavedScope";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { ApplicationList } from "../components/ApplicationList";
import { ApplicationPanes } from "../components/ApplicationPanes";
import { DeletePerson } from "../components/DeletePerson";
import { MergedPeople } from "../components/MergedPeople";
import { Notes } from "../components/Notes";
import { PersonMarks } from "../components/PersonMarks";
import { RecordCard } from "../components/RecordCard";
import styles from "./CandidateRoute.module.css";

export function CandidateRoute() {
  const { id = "" } = useParams();
  const person = usePerson(id);
  return (
    <QueryView query={person} skeleton={<Skeleton active paragraph={{ rows: 10 }} />}>
      {(data) => <Candidate key={id} person={data} />}
    </QueryView>
  );
}

function Candidate({ person }: { person: PersonDetail }) {
  const { t } = useTranslation("candidate");
  const [params, setParams] = useSearchParams();
  const asked = params.get("application");
  const { applications } = person;
  const shown = applications.find(({ id }) => id === asked) ?? applications[0];
  const years = person.total_years_of_experience;
  const facts = [
    person.current_position,
    person.current_company,
    years == null
      ? null
      : shown?.relevant_years && shown.relevant_years < years
        ? t("years_relevant", { count: years, relevant: shown.relevant_years })
        : t("years", { count: years }),
  ].filter(Boolean);
  return (
    <>
      <PageHeader
        title={person.name ?? t("nameless")}
        context={<span>{facts.join(" · ")}</span>}
        actions={<PersonMarks person={person} />}
      />
      <div className={styles.panes} data-fills-screen>
        <div className={styles.person}>
          <RecordCard person={person} />
          <SameContact personId={person.id} />
          <ApplicationList
            name={person.name}
            applications={applications}
            shownId={shown?.id ?? null}
            onShow={(id) => setParams({ application: id }, { replace: true })}
          />
          <Notes personId={person.id} />
          <MergedPeople personId={person.id} />
          <DeletePerson person={person} />
        </div>
        {shown ? (
          <UnsavedScope params={["application"]}>
            <ApplicationPanes key={shown.id} id={shown.id} personId={person.id} />
          </UnsavedScope>
        ) : (
          <EmptyState text={t("applications.none")} hint={t("applications.none_hint")} />
        )}
      </div>
    </>
  );
}
