// Says what a text may not ask for, with the clause of law.
import { useTranslation } from "react-i18next";
import type { ProtectedPhrase } from "@/lib/api/types";
import styles from "./ProtectedNotes.module.css";

/** `wordsOf`: the words of a phrase. */
export function ProtectedNotes({
  phrases,
  wordsOf,
}: {
  phrases: readonly ProtectedPhrase[];
  wordsOf: (phrase: ProtectedPhrase) => string;
}) {
  const { t } = useTranslation("jobs");
  const attribute = useAttributeName();
  if (phrases.length === 0) return null;
  return (
    <div className={styles.notes} role="status">
      <p>{t("protected.note")}</p>
      <ul>
        {phrases.map((phrase) => (
          <li key={`${phrase.source.start} ${phrase.attribute}`}>
            {t("protected.phrase", {
              words: wordsOf(phrase),
              attribute: attribute(phrase.attribute),
              clause: phrase.clause,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useAttributeName(): (attribute: ProtectedPhrase["attribute"]) => string {
  const { t } = useTranslation("jobs");
  return (attribute) => {
    switch (attribute) {
      case "age":
        return t("protected.age");
      case "gender":
        return t("protected.gender");
      case "looks":
        return t("protected.looks");
      case "height":
        return t("protected.height");
      case "family":
        return t("protected.family");
      case "religion":
        return t("protected.religion");
      case "ethnicity":
        return t("protected.ethnicity");
      case "household":
        return t("protected.household");
      case "blood_type":
        return t("protected.blood_type");
      case "zodiac":
        return t("protected.zodiac");
    }
  };
}
