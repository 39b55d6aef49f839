// Opens the shortcut help with `?`; the dialog's code is loaded on first use.

import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/ui/late/lazyPart";
import { useHotkeys } from "./hotkeys";

const KeyboardHelpDialog = lazyPart(
  async () => ({
    default: (await import("./KeyboardHelpDialog")).KeyboardHelpDialog,
  }),
  "overlay",
);

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
