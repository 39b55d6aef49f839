// Formats file sizes in the interface language, such as "18 MB"; in steps of 1,024 like the limits of the server.
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function bytesIn(language: string, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const value = bytes / 1024 ** step;
  const format = {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    // The short name of bytes has no plural.
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && step > 1 ? 1 : 0,
  };
  return new Intl.NumberFormat(language, format as Intl.NumberFormatOptions).format(value);
}

export function useBytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return useCallback((bytes: number) => bytesIn(i18n.language, bytes), [i18n.language]);
}
