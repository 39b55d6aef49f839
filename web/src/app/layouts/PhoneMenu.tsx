// Top navigation on phones: tasks, search, and a menu button.

import { Button } from "antd";
import { Menu } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { TaskTray } from "@/entities/task/components/TaskTray";
import { href } from "@/lib/routes/href";
import { BrandMark } from "@/ui/BrandMark";
import { lazyPart } from "@/ui/late/lazyPart";
import { PaletteButton } from "../palette/PaletteButton";
import styles from "./Shell.module.css";

const PhoneSheet = lazyPart(async () => ({ default: (await import("./PhoneSheet")).PhoneSheet }), "overlay");

export function PhoneMenu() {
  const { t } = useTranslation("shell");
  /** Loaded when first opened and kept mounted for the closing animation. */
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  return (
    <div className={styles.phoneBar}>
      <Link to={href("welcome")} className={styles.brand}>
        <BrandMark size={24} />
        {t("brand")}
      </Link>
      <span className={styles.phoneEnd}>
        <TaskTray />
        <PaletteButton />
        <Button
          type="text"
          icon={<Menu size={20} aria-hidden="true" />}
          aria-label={t("nav.open")}
          aria-expanded={state === "open"}
          onClick={() => setState("open")}
        />
      </span>
      {state === "never" ? null : (
        <Suspense fallback={null}>
          <PhoneSheet open={state === "open"} onClose={() => setState("closed")} />
        </Suspense>
      )}
    </div>
  );
}
