// State of a small form: values and messages, validated on submit and then while typing.
import { type FormEvent, useState } from "react";

type Messages<Values> = Partial<Record<keyof Values, string>>;

export function useLiteForm<Values extends Record<string, string>>(
  initial: Values,
  validate: (values: Values) => Messages<Values>,
  submit: (values: Values) => void,
) {
  const [values, setValues] = useState(initial);
  const [refused, setRefused] = useState<Messages<Values>>({});
  const [tried, setTried] = useState(false);
  const found: Messages<Values> = tried ? validate(values) : {};
  const message = (name: keyof Values) => found[name] ?? refused[name];

  return {
    values,
    /** Sets the server's messages by field; each is cleared when its field changes. */
    refuse: setRefused,
    change: (changes: Partial<Values>) => {
      setValues({ ...values, ...changes });
      const without = Object.fromEntries(Object.keys(changes).map((name) => [name, undefined]));
      setRefused({ ...refused, ...(without as Messages<Values>) });
    },
    /** Props of a field. */
    field: (name: keyof Values & string) => ({
      name,
      value: values[name] ?? "",
      error: message(name),
      onValue: (value: string) => {
        setValues({ ...values, [name]: value });
        setRefused({ ...refused, [name]: undefined });
      },
    }),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setTried(true);
      const found = validate(values);
      const first = Object.keys(values).find((name) => found[name]);
      if (first === undefined) submit(values);
      else event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    },
  };
}
