// The webhook for Calendly, Cal.com and others: its URL and signing secret.
import { Alert, App, Button, Form, Input, Skeleton } from "antd";
import { useTranslation } from "react-i18next";
import styles from "@/entities/email/components/Smtp.module.css";
import { useCan } from "@/entities/session/memberships";
import { useFormats } from "@/i18n/format";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { useCopy } from "@/ui/useCopy";
import { useBookingHook, useDeleteBookingHook, useRotateBookingHookSecret } from "../api/bookingHook";

export function BookingHook() {
  const { t } = useTranslation("settings");
  const { modal } = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const copy = useCopy();
  const hook = useBookingHook();
  const rotate = useRotateBookingHookSecret();
  const remove = useDeleteBookingHook();
  const canEdit = useCan("settings:edit");
  const error = rotate.error ?? remove.error;
  const askRotate = (hasSecret: boolean) =>
    hasSecret
      ? modal.confirm({
          title: t("hook.rotate_ask"),
          content: t("hook.rotate_text"),
          okText: t("hook.rotate"),
          onOk: () => rotate.mutate(),
        })
      : rotate.mutate();
  const askRemove = () =>
    modal.confirm({
      title: t("hook.remove_ask"),
      content: t("hook.remove_text"),
      okText: t("hook.remove"),
      okButtonProps: { danger: true },
      onOk: () => {
        rotate.reset();
        remove.mutate();
      },
    });
  return (
    <section className={styles.section} aria-labelledby="hook-title">
      <h2 id="hook-title" className={styles.title}>
        {t("hook.title")}
      </h2>
      <p className={styles.note}>{t("hook.note")}</p>
      {error ? <Alert type="error" showIcon title={errorText(error)} /> : null}
      <QueryView query={hook} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        {({ url, has_secret, is_secret_unreadable, rotated_at, received_at }) => (
          <Form layout="vertical">
            {is_secret_unreadable ? <Alert type="error" showIcon title={t("hook.unreadable")} /> : null}
            <Form.Item label={t("hook.url")} htmlFor="hook-url">
              <Input.Search
                id="hook-url"
                readOnly
                value={url}
                enterButton={t("hook.copy")}
                onSearch={() => void copy(url, t("hook.copied"))}
              />
            </Form.Item>
            {rotate.data ? (
              <Form.Item label={t("hook.secret")} htmlFor="hook-secret" help={t("hook.secret_once")}>
                <Input.Search
                  id="hook-secret"
                  readOnly
                  value={rotate.data}
                  enterButton={t("hook.copy")}
                  onSearch={() => void copy(rotate.data ?? "", t("hook.copied"))}
                />
              </Form.Item>
            ) : null}
            <p className={styles.hint}>
              {has_secret && rotated_at ? t("hook.secret_since", { at: formats.dateTime(rotated_at) }) : t("hook.off")}
              {received_at ? ` ${t("hook.received", { ago: formats.ago(received_at) })}` : null}
            </p>
            {canEdit ? (
              <div className={styles.actions}>
                <Button
                  type={has_secret ? "default" : "primary"}
                  loading={rotate.isPending}
                  onClick={() => askRotate(has_secret)}
                >
                  {has_secret ? t("hook.rotate") : t("hook.create")}
                </Button>
                {has_secret ? <Button onClick={askRemove}>{t("hook.remove")}</Button> : null}
              </div>
            ) : null}
          </Form>
        )}
      </QueryView>
    </section>
  );
}
