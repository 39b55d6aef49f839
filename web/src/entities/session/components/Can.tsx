// Renders its children only with a permission; otherwise nothing, or the disabled control with a reason.
import { Tooltip } from "antd";
import { cloneElement, type ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Permission } from "@/lib/api/types";
import { useCan } from "../memberships";
import styles from "./Can.module.css";

interface Props {
  permission: Permission;
  /** What is shown without the permission: nothing, or the disabled control. */
  fallback?: "hide" | "disable";
  children: ReactElement<{ disabled?: boolean }>;
}

export function Can({ permission, fallback = "hide", children }: Props) {
  const { t } = useTranslation();
  if (useCan(permission)) return children;
  if (fallback === "hide") return null;
  // A disabled control takes no focus, so its wrapper is focusable and shows the reason.
  return (
    <Tooltip title={t("not_permitted")} trigger={["hover", "focus"]}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard's only way to the reason */}
      <span className={styles.reason} tabIndex={0} role="note" aria-label={t("not_permitted")}>
        {cloneElement(children, { disabled: true })}
      </span>
    </Tooltip>
  );
}
