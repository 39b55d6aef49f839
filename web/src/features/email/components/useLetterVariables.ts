// The facts about a candidate that can be inserted into a letter.
import { useTranslation } from "react-i18next";
import type { Application, EmailType, Job } from "@/lib/api/types";
import type { Variable } from "./LetterEditor";
import { useAddresses } from "./useJobLocations";

interface Options {
  candidate: Application | undefined;
  job: Job | undefined;
  type: EmailType;
  calendarLink: string;
}

export function useLetterVariables({ candidate, job, type, calendarLink }: Options): Variable[] {
  const { t } = useTranslation("email");
  const addresses = useAddresses(job, type);
  return [
    { key: "name", label: t("variable.name"), value: candidate?.person.name ?? "" },
    { key: "job", label: t("variable.job"), value: candidate?.job_title ?? "" },
    { key: "company", label: t("variable.company"), value: job?.company_name ?? "" },
    { key: "recruiter", label: t("variable.recruiter"), value: job?.recruiter_name ?? "" },
    { key: "link", label: t("variable.link"), value: calendarLink.trim() },
    ...addresses.map(({ id, name, details }) => ({
      key: id,
      label: addresses.length > 1 ? name : t("variable.address"),
      value: details,
    })),
  ].filter(({ value }) => value !== "");
}
