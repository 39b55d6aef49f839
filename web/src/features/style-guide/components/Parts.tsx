// The rest of the kit: progress, panels, dialogs, choices, and the fields of pages before signing in.
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "@/lib/api/problem";
import { BrandMark } from "@/ui/BrandMark";
import { PermissionLostNotice } from "@/ui/forms/PermissionLostNotice";
import { SearchSelect } from "@/ui/forms/SearchSelect";
import { KeyboardHelpDialog } from "@/ui/keyboard/KeyboardHelpDialog";
import { LiteCheck } from "@/ui/lite/LiteCheck";
import { LiteDialog } from "@/ui/lite/LiteDialog";
import { LiteError } from "@/ui/lite/LiteError";
import { LiteSelect } from "@/ui/lite/LiteSelect";
import { MenuButton } from "@/ui/MenuButton";
import { ProgressBar } from "@/ui/ProgressBar";
import { SelectionBar } from "@/ui/SelectionBar";
import { SidePanel } from "@/ui/SidePanel";
import { Sample, Section } from "@/ui/samples/Sample";

const UNREACHABLE = new ApiProblem({ status: 0, code: "client.network" });
const SIZES = [20, 28, 44] as const;
/** What lies over the page, and what the code calls it. */
const OVERLAYS = [
  { kind: "panel", name: "SidePanel" },
  { kind: "selection", name: "SelectionBar" },
  { kind: "dialog", name: "LiteDialog" },
  { kind: "keyboard", name: "KeyboardHelpDialog" },
] as const;

export function Parts() {
  const { t } = useTranslation(["styleguide", "errors"]);
  const [opened, setOpened] = useState<(typeof OVERLAYS)[number]["kind"] | null>(null);
  const [choice, setChoice] = useState("");
  const [isTicked, setTicked] = useState(true);
  const label = t("sample.field");
  const required = t("errors:field.required");
  const options = [
    { value: "one", label: t("sample.value") },
    { value: "other", label: t("sample.other") },
  ];
  const close = () => setOpened(null);
  return (
    <Section title={t("section.parts")}>
      <Sample name="BrandMark">
        {SIZES.map((size) => (
          <BrandMark key={size} size={size} />
        ))}
      </Sample>
      <Sample name="ProgressBar">
        <ProgressBar percent={35} aria-label={label} />
        <ProgressBar percent={100} aria-label={label} />
        <ProgressBar percent={70} status="exception" aria-label={label} />
      </Sample>
      <Sample name="MenuButton · SearchSelect">
        <MenuButton items={options.map(({ value, label: name }) => ({ key: value, label: name }))}>
          {t("sample.action")}
        </MenuButton>
        <SearchSelect aria-label={label} options={options} defaultValue="one" onSearch={() => undefined} />
        <SearchSelect aria-label={label} options={options} disabled onSearch={() => undefined} />
      </Sample>
      <Sample name="LiteSelect · LiteCheck">
        <LiteSelect
          name="sample-choice"
          label={label}
          placeholder={t("sample.placeholder")}
          options={options}
          value={choice}
          onValue={setChoice}
        />
        <LiteSelect
          name="sample-choice-error"
          label={label}
          placeholder={t("sample.placeholder")}
          options={options}
          value=""
          onValue={setChoice}
          error={required}
        />
        <LiteCheck name="sample-check" checked={isTicked} onChecked={setTicked}>
          {label}
        </LiteCheck>
        <LiteCheck name="sample-check-error" checked={false} onChecked={setTicked} error={required}>
          {label}
        </LiteCheck>
      </Sample>
      <Sample name="LiteError · PermissionLostNotice">
        <LiteError title={t("sample.failed")} error={UNREACHABLE} />
        <PermissionLostNotice fields={[{ label, value: t("sample.value") }]} />
        <PermissionLostNotice />
      </Sample>
      <Sample name="SidePanel · SelectionBar · LiteDialog · KeyboardHelpDialog">
        {OVERLAYS.map(({ kind, name }) => (
          <Button key={kind} onClick={() => setOpened(kind)}>
            {name}
          </Button>
        ))}
      </Sample>
      {opened === "panel" ? (
        <SidePanel title={label} onClose={close}>
          <h3>{t("sample.value")}</h3>
        </SidePanel>
      ) : null}
      {opened === "selection" ? (
        <SelectionBar label={label} selected={t("sample.value")}>
          <Button onClick={close}>{t("sample.action")}</Button>
        </SelectionBar>
      ) : null}
      <LiteDialog open={opened === "dialog"} title={label} onClose={close}>
        <p>{t("sample.careful")}</p>
      </LiteDialog>
      <KeyboardHelpDialog open={opened === "keyboard"} onClose={close} />
    </Section>
  );
}
