// Header of pages outside the shell: brand, or the employer whose page it is, and language.
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { switchLanguage } from "@/i18n/i18n";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { BrandMark } from "../BrandMark";
import styles from "./LiteHeader.module.css";

export interface Host {
  name: string;
  /** URL of its logo. */
  logo: string | null;
}

export function LiteHeader(props: { to?: string; host?: Host }) {
  const { t, i18n } = useTranslation("shell");
  const { host } = props;
  const brand = host ? (
    <>
      {host.logo ? <img className={styles.logo} src={host.logo} alt="" /> : null}
      {host.name}
    </>
  ) : (
    <>
      <BrandMark size={28} />
      {t("brand")}
    </>
  );
  return (
    <div className={styles.top}>
      {props.to ? (
        <Link className={styles.brand} to={props.to}>
          {brand}
        </Link>
      ) : (
        <span className={styles.brand}>{brand}</span>
      )}
      <select
        className={styles.language}
        aria-label={t("account.language")}
        value={i18n.language}
        onChange={(event) => void switchLanguage(event.target.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </div>
  );
}
