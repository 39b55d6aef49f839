// Ctrl K opens the command palette over every page; its code comes when it is first opened.

import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useHotkeys } from "@/ui/keyboard/hotkeys";
import { lazyPart } from "@/ui/late/lazyPart";
import { setPaletteOpen, usePaletteOpen } from "./paletteState";

const PaletteDialog = lazyPart(async () => ({ default: (await import("./PaletteDialog")).PaletteDialog }), "overlay");

export function CommandPalette() {
  const { t } = useTranslation("shell");
  const open = usePaletteOpen();
  // Closed for the next user.
  useEffect(() => () => setPaletteOpen(false), []);
  useHotkeys([{ keys: "Mod+k", label: t("palette.title"), run: () => setPaletteOpen(true) }]);
  return <Suspense>{open ? <PaletteDialog onClose={() => setPaletteOpen(false)} /> : null}</Suspense>;
}
