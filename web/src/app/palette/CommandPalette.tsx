// Ctrl K opens the command palette over every page; its code comes when it is first opened.
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHotkeys } from "@/ui/keyboard/hotkeys";

const PaletteDialog = lazy(async () => ({ default: (await import("./PaletteDialog")).PaletteDialog }));

export function CommandPalette() {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(false);
  useHotkeys([{ keys: "Mod+k", label: t("palette.title"), run: () => setOpen(true) }]);
  return <Suspense>{open ? <PaletteDialog onClose={() => setOpen(false)} /> : null}</Suspense>;
}
