// Banner shown while only part of the candidates is loaded, with a button to load the rest.
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import styles from "./PartialLoadBanner.module.css";

export function PartialLoadBanner(props: { loaded: number; remaining: number; onLoadAll: () => void }) {
  const { t } = useTranslation("pipeline");
  const { loaded, remaining } = props;
  return (
    <section className={styles.banner} aria-label={t("partial.load_all")}>
      <span>{t("partial.loaded", { loaded, remaining })}</span>
      <Button size="small" onClick={props.onLoadAll}>
        {t("partial.load_all")}
      </Button>
      <span className={styles.tip}>{t("partial.tip")}</span>
    </section>
  );
}
