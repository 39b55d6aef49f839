// What messages call candidates: one by the name, several by their number.
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

export function useCandidateNames(): (people: readonly { name?: string | null }[]) => string {
  const { t } = useTranslation("review");
  return useCallback(
    (people) => (people.length === 1 ? (people[0]?.name ?? t("nameless")) : t("people", { count: people.length })),
    [t],
  );
}
