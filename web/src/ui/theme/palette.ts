// All colours and type of the app: custom properties for style sheets, and input of the antd theme.

export type Appearance = "light" | "dark";

interface Palette {
  paper: string;
  surface: string;
  raised: string;
  ink: string;
  inkSoft: string;
  inkFaint: string;
  hairline: string;
  /** Borders of fields, which stand out from every background by 3 : 1 (WCAG 1.4.11). */
  field: string;
  hover: string;
  green: string;
  greenStrong: string;
  greenWash: string;
  onGreen: string;
  amber: string;
  amberWash: string;
  red: string;
  redWash: string;
  shadow: string;
}

export const palettes: Record<Appearance, Palette> = {
  light: {
    paper: "#f6f5f1",
    surface: "#fffefb",
    raised: "#ffffff",
    ink: "#1c211e",
    inkSoft: "#565d58",
    inkFaint: "#656b66",
    hairline: "#e3e0d6",
    field: "#82867e",
    hover: "#efede5",
    green: "#1f6f5f",
    greenStrong: "#16564a",
    greenWash: "#e4efe9",
    onGreen: "#ffffff",
    amber: "#8a5a0b",
    amberWash: "#f7eed9",
    red: "#a5382b",
    redWash: "#f8e6e1",
    shadow: "0 1px 2px rgb(28 33 30 / 6%), 0 12px 32px rgb(28 33 30 / 12%)",
  },
  dark: {
    paper: "#131614",
    surface: "#191d1a",
    raised: "#222724",
    ink: "#e8e9e4",
    inkSoft: "#adb3ad",
    inkFaint: "#8e958f",
    hairline: "#2e342f",
    field: "#737b75",
    hover: "#222723",
    green: "#5cb8a2",
    greenStrong: "#7ccbb8",
    greenWash: "#1c322c",
    onGreen: "#0d1412",
    amber: "#d9a54c",
    amberWash: "#352a14",
    red: "#e58a7b",
    redWash: "#3b211c",
    shadow: "0 1px 2px rgb(0 0 0 / 40%), 0 16px 40px rgb(0 0 0 / 50%)",
  },
};

export const FONT =
  'var(--font-latin), "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei UI", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif';

/** Sets the custom properties (`--paper`, `--ink-soft`, …) and the native colour scheme. */
export function applyAppearance(appearance: Appearance, root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(palettes[appearance])) {
    root.style.setProperty(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value);
  }
  root.style.setProperty("--font", FONT);
  root.style.colorScheme = appearance;
  root.dataset["appearance"] = appearance;
}
