// Active sessions of the user, with sign-out for each or all.
import { App, Button, Skeleton } from "antd";
import { Laptop, Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormats } from "@/i18n/format";
import type { SignedIn } from "@/lib/api/types";
import { useErrorText } from "@/ui/errorText";
import { QueryView } from "@/ui/states/QueryView";
import { useEndSession, useSessions, useSignOutEverywhere } from "../api/account";
import { deviceOf } from "../logic/device";
import styles from "./Account.module.css";

const HANDHELD = ["Android", "iOS", "iPadOS", "HarmonyOS"];

export function Devices() {
  const sessions = useSessions();
  return (
    <QueryView query={sessions} skeleton={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
      {({ items }) => <DeviceList items={items} />}
    </QueryView>
  );
}

function DeviceList({ items }: { items: readonly SignedIn[] }) {
  const { t } = useTranslation("account");
  const { message, modal } = App.useApp();
  const errorText = useErrorText();
  const everywhere = useSignOutEverywhere();
  const signOutEverywhere = () =>
    modal.confirm({
      title: t("devices.everywhere_title"),
      content: t("devices.everywhere_text", { count: items.length }),
      okText: t("devices.everywhere"),
      onOk: () =>
        everywhere.mutateAsync().catch((error: unknown) => {
          void message.error(errorText(error));
        }),
    });

  return (
    <div>
      <p className={styles.note}>{t("devices.text")}</p>
      <ul className={styles.devices}>
        {items.map((item) => (
          <DeviceRow key={item.id} item={item} />
        ))}
      </ul>
      <Button className={styles.everywhere ?? ""} onClick={signOutEverywhere}>
        {t("devices.everywhere")}
      </Button>
    </div>
  );
}

function DeviceRow({ item }: { item: SignedIn }) {
  const { t } = useTranslation("account");
  const { message } = App.useApp();
  const errorText = useErrorText();
  const formats = useFormats();
  const end = useEndSession();
  const { browser, system } = deviceOf(item.user_agent);
  const name =
    browser && system ? t("devices.browser_on", { browser, system }) : (browser ?? system ?? t("devices.unknown"));
  const Icon = system && HANDHELD.includes(system) ? Smartphone : Laptop;
  return (
    <li className={styles.device}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={20} />
      </span>
      <div className={styles.name}>
        {name}
        <span title={formats.dateTime(item.last_seen_at)}>
          {t("devices.seen", { ago: formats.ago(item.last_seen_at), date: formats.date(item.created_at) })}
        </span>
      </div>
      {item.is_current ? (
        <span className={styles.current}>{t("devices.this")}</span>
      ) : (
        <Button
          loading={end.isPending}
          aria-label={t("devices.end_named", { device: name })}
          onClick={() =>
            end.mutate(item.id, {
              onSuccess: () => message.success(t("devices.ended")),
              onError: (error) => message.error(errorText(error)),
            })
          }
        >
          {t("devices.end")}
        </Button>
      )}
    </li>
  );
}
