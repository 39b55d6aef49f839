// Button of a screen's saved views; the menu's code is loaded on first use.

import { Button } from "antd";
import { Bookmark } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/ui/late/lazyPart";
import type { ViewScreen } from "../savedView";

const SavedViewsMenu = lazyPart(
  async () => ({ default: (await import("./SavedViewsMenu")).SavedViewsMenu }),
  "overlay",
);

interface Props {
  screen: ViewScreen;
  className?: string;
  onOpened?: () => void;
}

export function SavedViews({ screen, className = "", onOpened }: Props) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const button = (
    <Button
      className={className}
      icon={<Bookmark size={15} aria-hidden="true" />}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setAsked(true)}
    >
      {t("views.title")}
    </Button>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <SavedViewsMenu screen={screen} className={className} onOpened={onOpened} />
    </Suspense>
  );
}
