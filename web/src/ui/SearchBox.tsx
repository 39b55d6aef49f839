// A search box: input stays as typed, and is searched when typing pauses.
import type { InputRef } from "antd";
// Without the fields of several lines, which few pages need.
import Input from "antd/es/input/Input";
import { Search } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { useTypedSearch } from "./useTypedSearch";

interface Props {
  ref?: Ref<InputRef>;
  label: string;
  value: string;
  onChange: (search: string) => void;
  className?: string | undefined;
}

export function SearchBox({ ref, label, value, onChange, className = "" }: Props) {
  const [text, setText] = useState(value);
  const last = useRef(value);
  /** Reported searches that have not come back as the value yet. */
  const underway = useRef<string[]>([]);
  const typing = useTypedSearch((wanted) => {
    if (wanted === last.current) return;
    last.current = wanted;
    underway.current.push(wanted);
    onChange(wanted);
  });
  const { cancel } = typing;
  // The returning own search must not replace newer input, but another job or the back button must.
  useEffect(() => {
    const own = underway.current.indexOf(value);
    if (own >= 0) {
      underway.current.splice(0, own + 1);
    } else if (value !== last.current) {
      last.current = value;
      cancel();
      setText(value);
    }
  }, [value, cancel]);
  return (
    <Input
      ref={ref ?? null}
      className={className}
      allowClear
      prefix={<Search size={15} aria-hidden="true" />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        typing.type(event.target.value);
      }}
      onCompositionStart={typing.onCompositionStart}
      onCompositionEnd={typing.onCompositionEnd}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        // A panel beside the list stays open.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
