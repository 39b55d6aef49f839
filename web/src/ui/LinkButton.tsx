// A link styled as a button: it navigates, opens in new tabs, and is announced as a link.
import { Button, type ButtonProps } from "antd";
import { useHref, useNavigate } from "react-router";

export function LinkButton({ to, ...rest }: Omit<ButtonProps, "href" | "onClick"> & { to: string }) {
  const href = useHref(to);
  const navigate = useNavigate();
  return (
    <Button
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        void navigate(to);
      }}
    />
  );
}
