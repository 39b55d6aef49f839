// /i18n-status: how complete each language is, by namespace.
import { useQuery } from "@tanstack/react-query";
import { Segmented, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { coverage, loadAllTexts, type NamespaceCoverage } from "@/i18n/coverage";
import { useFormats } from "@/i18n/format";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { PageHeader } from "@/ui/PageHeader";
import { QueryView } from "@/ui/states/QueryView";
import styles from "./Internal.module.css";

export function I18nStatusRoute() {
  const { t, i18n } = useTranslation("devtools");
  const [language, setLanguage] = useState(i18n.language as Language);
  const texts = useQuery({ queryKey: ["texts"], queryFn: loadAllTexts, staleTime: Number.POSITIVE_INFINITY });
  return (
    <>
      <PageHeader
        title={t("i18n.title")}
        context={
          <Segmented<Language>
            aria-label={t("i18n.language")}
            value={language}
            onChange={setLanguage}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        }
      />
      <p className={styles.lead}>{t("i18n.lead")}</p>
      <QueryView query={texts} skeleton={<Skeleton active paragraph={{ rows: 12 }} />}>
        {(all) => <Namespaces namespaces={coverage(all)[language]} />}
      </QueryView>
    </>
  );
}

function Namespaces({ namespaces }: { namespaces: readonly NamespaceCoverage[] }) {
  const { t } = useTranslation("devtools");
  const { number } = useFormats();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("i18n.namespace")}</th>
          <th scope="col">{t("i18n.present")}</th>
          <th scope="col">{t("i18n.missing")}</th>
          <th scope="col">{t("i18n.same")}</th>
        </tr>
      </thead>
      <tbody>
        {namespaces.map(({ namespace, keys, present, missing, same }) => (
          <tr key={namespace}>
            <th scope="row">{namespace}</th>
            <td>{t("i18n.of", { present: number(present), keys: number(keys) })}</td>
            <td>
              <Keys keys={missing} />
            </td>
            <td>
              <Keys keys={same} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  const { number } = useFormats();
  if (keys.length === 0) return "0";
  return (
    <details>
      <summary>{number(keys.length)}</summary>
      <ul className={styles.keys}>
        {keys.map((key) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
    </details>
  );
}
