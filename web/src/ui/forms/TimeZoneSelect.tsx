// Chooses a time zone by the name of a place; the value is the IANA name.
import { Select, type SelectProps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { isTimeZoneFound, type TimeZoneChoice, timeZoneChoices, timeZoneName } from "@/i18n/timeZones";

type Props = Omit<SelectProps<string, TimeZoneChoice>, "options" | "showSearch" | "onOpenChange">;

export function TimeZoneSelect(props: Props) {
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  // Naming all zones takes a moment, so only when the list is opened.
  const [isAsked, setAsked] = useState(false);
  const { value } = props;
  const own = value ? [{ value, label: timeZoneName(language, value) }] : [];
  const all = isAsked ? timeZoneChoices(language) : [];
  // The browser may list the chosen zone under its other name, such as Asia/Calcutta for Asia/Kolkata.
  const others = all.filter(({ label }) => label !== own[0]?.label);
  const options = all.some((choice) => choice.value === value) ? [...all] : [...own, ...others];
  return (
    <Select<string, TimeZoneChoice>
      {...props}
      options={options}
      showSearch={{ filterOption: (search, option) => option !== undefined && isTimeZoneFound(option, search) }}
      onOpenChange={(open) => {
        if (open) setAsked(true);
      }}
    />
  );
}
