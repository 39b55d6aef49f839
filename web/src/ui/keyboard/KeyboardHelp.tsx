// Opens the shortcut help with `?`; the dialog's code is loaded on first use.
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHotkeys } from "./hotkeys";

const KeyboardHelpDialog = lazy(async () => ({
  default: (await import("./KeyboardHelpDialog")).KeyboardHelpDialog,
}));

export function KeyboardHelp() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // Stays mounted for the closing animation.
  const [isAsked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  useHotkeys([{ keys: "?", label: t("keyboard.help"), run: show }]);
  return <Suspense>{isAsked ? <KeyboardHelpDialog open={open} onClose={() => setOpen(false)} /> : null}</Suspense>;
}
