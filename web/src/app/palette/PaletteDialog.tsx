// The command palette's dialog: candidates and jobs from the server, page shortcuts, actions, and pages.
import { Modal } from "antd";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTypedSearch } from "@/ui/useTypedSearch";
import { type Command, type CommandGroup, sortByGroup } from "./commands";
import styles from "./PaletteDialog.module.css";
import { useCommands } from "./useCommands";

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("shell");
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const typing = useTypedSearch(setSearch);
  const { commands, isSearching } = useCommands(typed.trim(), search);
  const shown = sortByGroup(commands);
  const [active, setActive] = useState<string | null>(null);
  const at = Math.max(
    0,
    shown.findIndex(({ key }) => key === active),
  );
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: "nearest" });
  });

  const choose = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive(shown[(at + step + shown.length) % Math.max(shown.length, 1)]?.key ?? null);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(shown[at]);
    }
  };
  const names: Record<CommandGroup, string> = {
    candidates: t("palette.group.candidates"),
    jobs: t("palette.group.jobs"),
    page: t("palette.group.page"),
    actions: t("palette.group.actions"),
    go_to: t("palette.group.go_to"),
  };
  return (
    <Modal
      open
      width={640}
      closable={false}
      footer={null}
      title={<span className="visually-hidden">{t("palette.title")}</span>}
      style={{ top: "12vh" }}
      onCancel={onClose}
      // Without animation the dialog takes the focus after the field did.
      afterOpenChange={() => field.current?.focus()}
    >
      <div className={styles.field}>
        <Search size={18} aria-hidden="true" />
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: a user who opens the palette is about to type
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
          aria-label={t("palette.search")}
          placeholder={t("palette.search")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(null);
            typing.type(event.target.value);
          }}
          onCompositionStart={typing.onCompositionStart}
          onCompositionEnd={typing.onCompositionEnd}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t("palette.title")} className={styles.list}>
        {shown.map((command, index) => (
          <div key={command.key} role="presentation">
            {shown[index - 1]?.group === command.group ? null : (
              <p className={styles.group} aria-hidden="true">
                {names[command.group]}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from the field, which keeps the focus */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
            <div
              id={optionId(index)}
              role="option"
              aria-selected={index === at}
              className={styles.option}
              onClick={() => choose(command)}
              onMouseMove={() => setActive(command.key)}
            >
              <span className={styles.label}>{command.label}</span>
              {command.hint ? <span className={styles.hint}>{command.hint}</span> : null}
            </div>
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {shown.length > 0 ? null : isSearching ? t("palette.searching") : t("palette.nothing")}
      </p>
    </Modal>
  );
}
