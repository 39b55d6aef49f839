// antd's theme, from the palette: spacing, radii, type and component overrides.

import { type ThemeConfig, theme } from "antd";
import { type Appearance, FONT, palettes } from "./palette";

/** antd's configuration for an appearance. `still` disables transitions. */
export function antdTheme(appearance: Appearance, still: boolean): ThemeConfig {
  const p = palettes[appearance];
  return {
    // The build's style sheets have all styles, and tests need none; the custom properties they use are made from this theme.
    zeroRuntime: import.meta.env.MODE !== "development",
    algorithm: appearance === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: p.green,
      colorInfo: p.green,
      colorSuccess: p.green,
      colorWarning: p.amber,
      colorError: p.red,
      colorLink: p.green,
      colorLinkHover: p.greenStrong,
      colorTextBase: p.ink,
      colorText: p.ink,
      colorTextSecondary: p.inkSoft,
      colorTextTertiary: p.inkFaint,
      colorTextDescription: p.inkSoft,
      colorTextPlaceholder: p.inkFaint,
      colorBgBase: p.surface,
      colorBgLayout: p.paper,
      colorBgContainer: p.surface,
      colorBgElevated: p.raised,
      colorBorder: p.field,
      // Of focused controls; the derived tint hardly shows.
      colorPrimaryBorder: p.green,
      colorBorderSecondary: p.hairline,
      colorSplit: p.hairline,
      // What is chosen in a list, as its derived tints look muddy.
      controlItemBgHover: p.hover,
      controlItemBgActive: p.greenWash,
      controlItemBgActiveHover: p.greenWash,
      boxShadow: p.shadow,
      boxShadowSecondary: p.shadow,
      borderRadius: 8,
      controlHeight: 34,
      fontFamily: FONT,
      fontSize: 14,
      lineHeight: 1.6,
      motion: !still,
      motionDurationFast: "80ms",
      motionDurationMid: "120ms",
      motionDurationSlow: "150ms",
      wireframe: false,
    },
    components: {
      Button: {
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        fontWeight: 500,
        primaryColor: p.onGreen,
        // Known by its text, unlike a field.
        defaultBorderColor: p.hairline,
        borderColorDisabled: p.hairline,
        // Set explicitly, because the dark algorithm would dull them.
        colorPrimary: p.green,
        colorPrimaryHover: p.greenStrong,
        colorPrimaryActive: p.greenStrong,
      },
      // Tints of the palette, because derived ones look muddy.
      Alert: {
        colorWarningBg: p.amberWash,
        colorWarningBorder: p.amberWash,
        colorErrorBg: p.redWash,
        colorErrorBorder: p.redWash,
        colorInfoBg: p.greenWash,
        colorInfoBorder: p.greenWash,
      },
      Card: { colorBorderSecondary: "transparent" },
      Table: {
        headerBg: "transparent",
        headerColor: p.inkSoft,
        headerSplitColor: "transparent",
        rowHoverBg: p.hover,
        colorBgContainer: "transparent",
      },
      Tag: { colorBorder: p.hairline },
      Tabs: { horizontalMargin: "0 0 12px", itemColor: p.inkSoft },
      Form: { labelColor: p.inkSoft, itemMarginBottom: 24, verticalLabelPadding: "0 0 4px" },
      Input: { activeShadow: `0 0 0 3px ${p.greenWash}` },
      Modal: { contentBg: p.raised, headerBg: p.raised },
      Select: {
        optionSelectedBg: p.greenWash,
        optionSelectedColor: p.ink,
        optionActiveBg: p.hover,
      },
    },
  };
}
