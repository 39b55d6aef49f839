// Chooses which tasks are listed: their state, kind, organization and category of failure.
import { Select } from "antd";
import { useTranslation } from "react-i18next";
import type { OpsOverview } from "@/lib/api/types";
import type { TaskFilter } from "../api/operations";
import styles from "./TaskFilters.module.css";
import { useCategoryNames } from "./useCategoryNames";
import { useKindNames } from "./useKindName";
import { useStateNames } from "./useStateNames";

interface Props {
  filter: TaskFilter;
  organizations: OpsOverview["organizations"];
  /** Changes parameters of the address; undefined removes one. */
  onChange: (changed: Record<string, string | undefined>) => void;
}

interface Option {
  value: string;
  label: string;
}

function optionsOf(names: Record<string, string>): Option[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

export function TaskFilters({ filter, organizations, onChange }: Props) {
  const { t } = useTranslation("ops");
  const states = optionsOf(useStateNames());
  const kinds = optionsOf(useKindNames()).sort((one, other) => one.label.localeCompare(other.label));
  const categories = optionsOf(useCategoryNames());
  const select = (name: "kind" | "organization_id" | "category", label: string, any: string, options: Option[]) => (
    <Select<string>
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      popupMatchSelectWidth={false}
      aria-label={label}
      placeholder={any}
      // null shows the placeholder too.
      value={filter[name] ?? null}
      onChange={(value: string | undefined) => onChange({ [name]: value })}
      options={options}
    />
  );
  return (
    <div className={styles.filters}>
      <Select<string>
        popupMatchSelectWidth={false}
        aria-label={t("filter.state")}
        value={filter.state ?? "failed"}
        // The requests of a key are of tasks in any state.
        onChange={(state) => onChange({ state, account: undefined, requests: undefined })}
        options={states}
      />
      {select("kind", t("tasks.kind"), t("filter.any_kind"), kinds)}
      {select(
        "organization_id",
        t("tasks.organization"),
        t("filter.any_organization"),
        organizations.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select("category", t("filter.category"), t("filter.any_category"), categories)}
    </div>
  );
}
