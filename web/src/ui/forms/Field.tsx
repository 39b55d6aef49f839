// A labelled field whose error describes its control, which the component library does for fields of its own store only.
import { Form, type FormItemProps } from "antd";
import { type ReactNode, useEffect } from "react";

interface Props extends Omit<FormItemProps, "children" | "help" | "validateStatus" | "htmlFor" | "name"> {
  /** The control's id. */
  htmlFor: string;
  error?: string | undefined;
  children: ReactNode;
}

export function Field({ htmlFor, error, children, ...rest }: Props) {
  const { required } = rest;
  const errorId = `${htmlFor}-error`;
  const hasError = error !== undefined && error !== "";
  // On the element itself, because not every control passes its attributes on.
  useEffect(() => {
    const control = document.getElementById(htmlFor);
    if (!control) return;
    const attributes = {
      ...(hasError ? { "aria-invalid": "true", "aria-describedby": errorId } : {}),
      ...(required ? { "aria-required": "true" } : {}),
    };
    for (const [name, value] of Object.entries(attributes)) control.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) control.removeAttribute(name);
    };
  }, [htmlFor, errorId, hasError, required]);
  return (
    <Form.Item
      {...rest}
      htmlFor={htmlFor}
      validateStatus={hasError ? "error" : ""}
      help={hasError ? <span id={errorId}>{error}</span> : undefined}
    >
      {children}
    </Form.Item>
  );
}
