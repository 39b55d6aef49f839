// Labels of the record's fields.
import { useTranslation } from "react-i18next";
import type { RecordField } from "../logic/record";

export function useRecordLabels(): Record<RecordField, string> {
  const { t } = useTranslation("candidate");
  return {
    name: t("field.name"),
    email: t("field.email"),
    phone: t("field.phone"),
    contact: t("field.contact"),
    expected_salary: t("field.expected_salary"),
    current_salary: t("field.current_salary"),
    tags: t("field.tags"),
  };
}
