// Opens the command palette for those who don't know its shortcut or have no keyboard.
import { Button } from "antd";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { setPaletteOpen } from "./paletteState";

export function PaletteButton() {
  const { t } = useTranslation("shell");
  return (
    <Button
      type="text"
      icon={<Search size={18} aria-hidden="true" />}
      aria-label={t("palette.title")}
      aria-haspopup="dialog"
      onClick={() => setPaletteOpen(true)}
    />
  );
}
