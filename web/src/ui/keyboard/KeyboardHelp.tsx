// `?` shows every shortcut of the page; the dialog's code comes when it is first asked for.
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHotkeys } from "./hotkeys";

const KeyboardHelpDialog = lazy(async () => ({
  default: (await import("./KeyboardHelpDialog")).KeyboardHelpDialog,
}));

export function KeyboardHelp() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Once opened it stays, so that it can close as it opened.
  const [isAsked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  useHotkeys([{ keys: "?", label: t("keyboard.help"), run: show }]);
  return <Suspense>{isAsked ? <KeyboardHelpDialog open={open} onClose={() => setOpen(false)} /> : null}</Suspense>;
}
