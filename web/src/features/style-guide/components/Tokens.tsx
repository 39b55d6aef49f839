// Colours, type, spacing, radii and heights, as named in the style sheets.
import { useTranslation } from "react-i18next";
import { Sample, Section } from "@/ui/samples/Sample";
import styles from "./Tokens.module.css";

const COLOURS = [
  "paper",
  "surface",
  "raised",
  "ink",
  "ink-soft",
  "ink-faint",
  "hairline",
  "field",
  "hover",
  "green",
  "green-strong",
  "green-wash",
  "amber",
  "amber-wash",
  "red",
  "red-wash",
] as const;
const SIZES = ["xs", "s", "m", "l", "xl", "title", "2xl", "3xl", "4xl"] as const;
const SPACES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const RADII = ["xs", "s", "m", "l", "xl", "full"] as const;
const HEIGHTS = [
  "height-tag",
  "height-chip",
  "height-s",
  "height-m",
  "control-height",
  "height-l",
  "row-height",
  "height-field",
  "height-touch",
  "height-row-m",
  "height-row-l",
  "height-row-xl",
] as const;

export function Tokens() {
  const { t } = useTranslation("styleguide");
  return (
    <Section title={t("section.tokens")}>
      <Sample name="--paper … --red-wash">
        {COLOURS.map((colour) => (
          <span key={colour} className={styles.colour}>
            <span className={styles.patch} style={{ background: `var(--${colour})` }} />
            {colour}
          </span>
        ))}
      </Sample>
      <Sample name="--text-*">
        {SIZES.map((size) => (
          <span key={size} style={{ fontSize: `var(--text-${size})` }}>
            {t("sample.type", { size })}
          </span>
        ))}
      </Sample>
      <Sample name="--space-*">
        {SPACES.map((space) => (
          <span key={space} className={styles.space} style={{ width: `var(--space-${space})` }} title={`${space}`} />
        ))}
      </Sample>
      <Sample name="--radius-*">
        {RADII.map((radius) => (
          <span key={radius} className={styles.radius} style={{ borderRadius: `var(--radius-${radius})` }}>
            {radius}
          </span>
        ))}
      </Sample>
      <Sample name="--height-*">
        {HEIGHTS.map((height) => (
          <span key={height} className={styles.height} style={{ height: `var(--${height})` }}>
            {height}
          </span>
        ))}
      </Sample>
    </Section>
  );
}
