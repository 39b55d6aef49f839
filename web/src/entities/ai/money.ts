// AI costs in US dollars.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

export function useDollars(): (amount: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      style: "currency",
      currency: "USD",
      minimumFractionDigits: 2,
      maximumFractionDigits: 4,
    });
    return (amount: number) => format.format(amount);
  }, [i18n.language]);
}
