// A field for a number that is always set: it can be emptied to type another, and shows the last one when left empty.
import { InputNumber, type InputNumberProps } from "antd";
import { useState } from "react";

interface Props extends Omit<InputNumberProps<number>, "value" | "onChange"> {
  value: number;
  onChange: (value: number) => void;
}

export function NumberField({ value, onChange, onBlur, ...rest }: Props) {
  const [isEmpty, setEmpty] = useState(false);
  return (
    <InputNumber<number>
      {...rest}
      value={isEmpty ? null : value}
      onChange={(next) => {
        setEmpty(next === null);
        if (next !== null) onChange(next);
      }}
      onBlur={(event) => {
        setEmpty(false);
        onBlur?.(event);
      }}
    />
  );
}
