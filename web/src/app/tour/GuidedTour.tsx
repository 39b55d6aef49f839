// Guided tour of the menu: each step points at its entry, or is centered without one.
import { App, Tour } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { href } from "@/lib/routes/href";
import { ROUTES } from "@/lib/routes/manifest";
import { endTour, type TourKind } from "@/lib/tour";
import { useIsPhone } from "@/ui/theme/appearance";
import { useNavigation } from "../layouts/navigation";
import styles from "./GuidedTour.module.css";
import { type TourStep, tourSteps } from "./steps";

/** Delay before the question that follows the last step. */
const ASK_MS = 300;

export default function GuidedTour({ kind }: { kind: TourKind }) {
  const { t } = useTranslation("tour");
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(0);
  const menu = useNavigation("main").map(({ key }) => key);
  const steps = tourSteps(kind, menu);
  const phone = useIsPhone();

  // From the page, Tab would reach what lies under the mask.
  useEffect(() => {
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(".ant-tour-next-btn")?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const finish = () => {
    endTour();
    if (kind === "short" || !menu.includes("jobs")) return;
    setTimeout(
      () =>
        modal.confirm({
          title: t("go.title"),
          content: t("go.text"),
          okText: t("go.yes"),
          cancelText: t("go.no"),
          onOk: () => navigate(href("jobs")),
        }),
      ASK_MS,
    );
  };

  return (
    <Tour
      open={steps.length > 0}
      rootClassName={styles.tour ?? ""}
      current={current}
      onChange={setCurrent}
      onClose={endTour}
      onFinish={finish}
      steps={steps.map((step, position) => {
        const target = menuEntry(step);
        return {
          title: t(`${step}.title`),
          // A phone has no keyboard shortcuts.
          description: step === "complete" && phone ? t("complete.text_phone") : t(`${step}.text`),
          ...(target ? { target, placement: "bottom" as const } : {}),
          prevButtonProps: { children: t("previous") },
          nextButtonProps: { children: position === steps.length - 1 ? t("finish") : t("next") },
        };
      })}
      indicatorsRender={(shown, total) => (
        <span className={styles.progress}>{t("progress", { current: shown + 1, total })}</span>
      )}
    />
  );
}

/** The step's entry in the top navigation; phones show none. */
function menuEntry(step: TourStep): HTMLElement | null {
  if (step === "welcome" || step === "complete" || !(step in ROUTES)) return null;
  const { path } = ROUTES[step as keyof typeof ROUTES];
  return document.querySelector<HTMLElement>(`header nav a[href^="${path}"]`);
}
