// The candidate's private link, shown once after sending.
import { Button, Input } from "antd";
import { useTranslation } from "react-i18next";
import type { SentOffer } from "@/entities/offer/queries";
import { useCopy } from "@/ui/useCopy";
import styles from "./OfferPanel.module.css";

export function SentLink({ sent: { link, emailedTo } }: { sent: SentOffer }) {
  const { t } = useTranslation("offers");
  const copy = useCopy();
  return (
    <section className={styles.link} aria-label={t("link.title")}>
      <h3>{t("link.title")}</h3>
      <p>{emailedTo ? t("link.emailed", { email: emailedTo }) : t("link.not_emailed")}</p>
      <p>{t("link.text")}</p>
      <div className={styles.linkRow}>
        <Input readOnly value={link} aria-label={t("link.title")} onFocus={(event) => event.target.select()} />
        <Button type="primary" onClick={() => void copy(link, t("link.copied"))}>
          {t("link.copy")}
        </Button>
      </div>
    </section>
  );
}
