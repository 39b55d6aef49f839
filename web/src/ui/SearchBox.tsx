// A search box that speaks when typing pauses, so that each word is asked for once.
import { Input, type InputRef } from "antd";
import { Search } from "lucide-react";
import { type Ref, useEffect, useState } from "react";

/** A pause of typing that starts the search. */
const TYPING_MS = 250;

interface Props {
  ref: Ref<InputRef>;
  /** What it says it searches. */
  label: string;
  value: string;
  onChange: (search: string) => void;
  className?: string | undefined;
}

export function SearchBox({ ref, label, value, onChange, className = "" }: Props) {
  const [text, setText] = useState(value);
  // The value may change by itself: another job, or the back button.
  useEffect(() => setText(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause in typing counts, not a new function
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onChange(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      ref={ref}
      className={className}
      allowClear
      prefix={<Search size={15} aria-hidden="true" />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
