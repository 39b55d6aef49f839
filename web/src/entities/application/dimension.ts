// Display name of a scored dimension: translated if built in, else as stated by the job.
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

export function useDimensionName(): (dimension: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (dimension: string) => {
      switch (dimension) {
        case "skills_match":
          return t("dimension.skills_match");
        case "experience_relevance":
          return t("dimension.experience_relevance");
        case "education":
          return t("dimension.education");
        case "career_stability":
          return t("dimension.career_stability");
        case "career_fit":
          return t("dimension.career_fit");
        case "communication":
          return t("dimension.communication");
        default:
          return dimension;
      }
    },
    [t],
  );
}
