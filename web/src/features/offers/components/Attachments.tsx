// Files attached to an offer; added and removed while it is a draft.
import { App, Button } from "antd";
import { Paperclip, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAddAttachment, useAttachmentHref, useOffer, useRemoveAttachment } from "@/entities/offer/queries";
import { useCan } from "@/entities/session/memberships";
import { useBytes } from "@/i18n/bytes";
import type { Offer } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import styles from "./OfferPanel.module.css";

const MAX_FILES = 5;
const MAX_BYTES = 10 * 1024 * 1024;

export function Attachments({ offer }: { offer: Offer }) {
  const { t } = useTranslation("offers");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const bytes = useBytes();
  const detail = useOffer(offer.id);
  const attachmentHref = useAttachmentHref(offer.id);
  const add = useAddAttachment(offer.id);
  const remove = useRemoveAttachment(offer.id);
  const chooser = useRef<HTMLInputElement>(null);
  const canEdit = useCan("offer-workbench:edit") && offer.status === "draft";
  const attachments = detail.data?.attachments ?? [];
  if (attachments.length === 0 && !canEdit) return null;
  const fail = (error: unknown) => void message.error(errorText(error), 5);
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) void message.error(t("attachments.too_large", { size: bytes(MAX_BYTES) }), 5);
    else add.mutate(file, { onError: fail });
  };
  return (
    <section className={styles.section}>
      <h3>{t("attachments.title")}</h3>
      {attachments.length > 0 ? (
        <ul className={styles.attachments}>
          {attachments.map(({ id, name, size }) => (
            <li key={id}>
              <a href={attachmentHref(id)} download>
                {name}
              </a>
              <span className={styles.none}>{bytes(size)}</span>
              {canEdit ? (
                <Button
                  type="text"
                  size="small"
                  aria-label={t("attachments.remove", { name })}
                  icon={<Trash2 size={15} aria-hidden="true" />}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(id, { onError: fail })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {canEdit && attachments.length < MAX_FILES ? (
        <>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={t("attachments.add")}
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
          <Button
            loading={add.isPending}
            icon={<Paperclip size={15} aria-hidden="true" />}
            onClick={() => chooser.current?.click()}
          >
            {t("attachments.add")}
          </Button>
          <p className={styles.note}>{t("attachments.hint")}</p>
        </>
      ) : null}
    </section>
  );
}
