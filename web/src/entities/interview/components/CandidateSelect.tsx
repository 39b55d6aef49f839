// Picks a candidate in an interview stage by name, email or phone.
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { APPLICATIONS } from "@/entities/application/paths";
import { STAGE, useSubStatusName } from "@/entities/application/stages";
import { useOrganizationId } from "@/entities/session/session";
import { query } from "@/lib/api/client";
import type { Stage } from "@/lib/api/types";
import { SearchSelect } from "@/ui/forms/SearchSelect";
import styles from "./ScheduleDialog.module.css";

interface Props {
  id?: string;
  value: string | null;
  onChange: (applicationId: string | null) => void;
}

export function CandidateSelect({ id, value, onChange }: Props) {
  const { t } = useTranslation("interview");
  const organization_id = useOrganizationId();
  const subStatusName = useSubStatusName();
  const [search, setSearch] = useState("");
  const asked = (status: Stage) => ({
    params: {
      path: { organization_id },
      query: { status, limit: 20, sort: "newest" as const, ...(search ? { search } : {}) },
    },
  });
  const kept = { placeholderData: keepPreviousData };
  const found = [
    query.useQuery("get", APPLICATIONS, asked(STAGE.online), kept),
    query.useQuery("get", APPLICATIONS, asked(STAGE.onsite), kept),
  ];
  const candidates = found
    .flatMap(({ data }) => data?.items ?? [])
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  return (
    <SearchSelect
      {...(id ? { id } : {})}
      className={styles.wide ?? ""}
      value={value}
      allowClear
      onSearch={setSearch}
      placeholder={t("dialog.candidate_placeholder")}
      aria-label={t("dialog.candidate")}
      loading={found.some(({ isFetching }) => isFetching)}
      notFoundContent={t("dialog.no_candidate")}
      onChange={(chosen) => onChange(chosen ?? null)}
      options={candidates.map((application) => ({
        value: application.id,
        label: [
          application.person.name ?? t("nameless"),
          application.job_title,
          subStatusName(application.sub_status),
        ].join(" · "),
      }))}
    />
  );
}
