// The member's saved views of a screen: open, save, delete.
import { App, Button, Input, Popover } from "antd";
import { Bookmark, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SavedView } from "@/lib/api/types";
import { useSearchParams } from "@/lib/routes/useSearchParams";
import { useErrorText } from "@/ui/errorText";
import { useDeleteView, useSavedViews, useSaveView } from "../queries";
import { savedQuery, type ViewScreen, withSaved } from "../savedView";
import styles from "./SavedViewsMenu.module.css";

interface Props {
  screen: ViewScreen;
  /** Of its button. */
  className?: string;
  /** Called after opening a view, to reset state outside the URL such as a selection. */
  onOpened?: (() => void) | undefined;
}

/** Initially open, because it is loaded when its button is pressed, whose place and focus it takes. */
export function SavedViewsMenu(props: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={
        <Views
          screen={props.screen}
          onDone={() => {
            setOpen(false);
            props.onOpened?.();
          }}
        />
      }
    >
      <Button
        autoFocus
        className={props.className ?? ""}
        icon={<Bookmark size={15} aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-expanded={open}
      >
        {t("views.title")}
      </Button>
    </Popover>
  );
}

function Views({ screen, onDone }: { screen: ViewScreen; onDone: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const errorText = useErrorText();
  const [params, setParams] = useSearchParams();
  const views = useSavedViews(screen.name);
  const { save, isPending } = useSaveView(screen.name);
  const remove = useDeleteView();
  const [name, setName] = useState("");
  const present = savedQuery(screen, params);
  const failed = (error: unknown) => void message.error(errorText(error));
  const submit = () => {
    if (name.trim() === "") return;
    save(name.trim(), present).then(() => setName(""), failed);
  };
  const deleteView = (view: SavedView) => void remove(view.id).catch(failed);
  const items = views.data?.items ?? [];
  return (
    <section className={styles.views} role="dialog" aria-label={t("views.title")}>
      {views.error && !views.data ? <p role="alert">{errorText(views.error)}</p> : null}
      {views.data && items.length === 0 ? <p className={styles.none}>{t("views.none")}</p> : null}
      <ul>
        {items.map((view) => (
          <li key={view.id} className={styles.view}>
            <button
              type="button"
              aria-current={view.query === present}
              onClick={() => {
                setParams((former) => withSaved(screen, former, view.query), { replace: true });
                onDone();
              }}
            >
              {view.name}
            </button>
            <Button
              type="text"
              size="small"
              icon={<Trash2 size={14} aria-hidden="true" />}
              aria-label={t("views.delete", { name: view.name })}
              onClick={() => deleteView(view)}
            />
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Input
          size="small"
          maxLength={80}
          aria-label={t("views.name")}
          placeholder={t("views.name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button size="small" htmlType="submit" loading={isPending} disabled={name.trim() === ""}>
          {t("views.save")}
        </Button>
      </form>
    </section>
  );
}
