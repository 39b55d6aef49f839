// /dev-tools: captured email of a local server, rendered safely; the log and the cache of this tab.
import { Button, Input, Segmented, Skeleton } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMailbox } from "@/entities/email/mailbox";
import { useFormats } from "@/i18n/format";
import { ApiProblem } from "@/lib/api/problem";
import type { CapturedMail } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { EmptyState } from "@/ui/states/EmptyState";
import { QueryView } from "@/ui/states/QueryView";
import { CacheTable } from "../components/CacheTable";
import { LogTable } from "../components/LogTable";
import { mailDocument } from "../components/mailDocument";
import styles from "./DevToolsRoute.module.css";

const TABS = ["mail", "log", "caches"] as const;
type Tab = (typeof TABS)[number];

export function DevToolsRoute() {
  const { t } = useTranslation("devtools");
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState("");
  const tab = TABS.find((name) => name === params.get("tab")) ?? "mail";
  const names = { mail: t("title"), log: t("log.title"), caches: t("cache.title") };
  return (
    <>
      <PageHeader
        title={names[tab]}
        context={tab === "mail" ? <SearchBox label={t("search")} value={search} onChange={setSearch} /> : null}
        actions={
          <Segmented<Tab>
            aria-label={t("tabs")}
            value={tab}
            onChange={(value) => setParams({ tab: value }, { replace: true })}
            options={TABS.map((value) => ({ value, label: names[value] }))}
          />
        }
      />
      {tab === "mail" ? <Mailbox search={search} /> : null}
      {tab === "log" ? <LogTable /> : null}
      {tab === "caches" ? <CacheTable /> : null}
    </>
  );
}

function Mailbox({ search }: { search: string }) {
  const { t } = useTranslation("devtools");
  const [token, setToken] = useState("");
  const mailbox = useMailbox(token);
  const status = mailbox.error instanceof ApiProblem ? mailbox.error.status : null;
  if (status === 404) return <EmptyState text={t("not_local")} hint={t("not_local_hint")} />;
  if (status === 401) return <TokenForm isWrong={token !== ""} onToken={setToken} />;
  return (
    <QueryView query={mailbox} skeleton={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
      {({ items }) => <Mails mails={items.filter((mail) => matches(mail, search))} />}
    </QueryView>
  );
}

function matches({ to, subject }: CapturedMail, search: string): boolean {
  return `${to} ${subject}`.toLowerCase().includes(search.toLowerCase());
}

function TokenForm(props: { isWrong: boolean; onToken: (token: string) => void }) {
  const { t } = useTranslation("devtools");
  const [text, setText] = useState("");
  return (
    <form
      className={styles.token}
      onSubmit={(event) => {
        event.preventDefault();
        props.onToken(text.trim());
      }}
    >
      <label htmlFor="mailbox-token">{t("token.label")}</label>
      <Input.Password
        id="mailbox-token"
        autoComplete="off"
        status={props.isWrong ? "error" : ""}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.soft} role={props.isWrong ? "alert" : undefined}>
        {props.isWrong ? t("token.wrong") : t("token.hint")}
      </p>
      <Button type="primary" htmlType="submit" disabled={text.trim() === ""}>
        {t("token.open")}
      </Button>
    </form>
  );
}

function Mails({ mails }: { mails: readonly CapturedMail[] }) {
  const { t } = useTranslation("devtools");
  const formats = useFormats();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = mails.find(({ id }) => id === openId) ?? mails[0];
  if (!open) return <EmptyState text={t("empty")} />;
  return (
    <div className={styles.panes}>
      <ul className={styles.list} aria-label={t("title")}>
        {mails.map((mail) => (
          <li key={mail.id}>
            <button
              type="button"
              className={styles.mail}
              aria-current={mail.id === open.id}
              onClick={() => setOpenId(mail.id)}
            >
              <span className={styles.subject}>{mail.subject}</span>
              <span className={styles.soft}>
                {mail.to} · {formats.ago(mail.created_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <MailView key={open.id} mail={open} />
    </div>
  );
}

function MailView({ mail }: { mail: CapturedMail }) {
  const { t } = useTranslation("devtools");
  const [part, setPart] = useState<"html" | "text">("html");
  return (
    <article className={styles.view} aria-label={mail.subject}>
      <header className={styles.head}>
        <h2 className={styles.title}>{mail.subject}</h2>
        <Segmented
          size="small"
          aria-label={t("part.label")}
          value={part}
          onChange={setPart}
          options={[
            { value: "html", label: t("part.html") },
            { value: "text", label: t("part.text") },
          ]}
        />
      </header>
      {part === "html" ? (
        <iframe className={styles.frame} sandbox="" title={mail.subject} srcDoc={mailDocument(mail.html)} />
      ) : (
        <pre className={styles.text}>{mail.text}</pre>
      )}
      {mail.links.length > 0 ? (
        <ul className={styles.links} aria-label={t("links")}>
          {mail.links.filter(isWeb).map((link) => (
            <li key={link}>
              <a href={link} target="_blank" rel="noreferrer">
                {link}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}

function isWeb(link: string): boolean {
  return /^https?:\/\//.test(link);
}
