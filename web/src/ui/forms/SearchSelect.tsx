// A select with server-side search, debounced and without unfinished input method text.
import { Select, type SelectProps } from "antd";
import { useTypedSearch } from "../useTypedSearch";

interface Props extends Omit<SelectProps<string>, "showSearch" | "onSearch"> {
  onSearch: (search: string) => void;
}

export function SearchSelect({ onSearch, onOpenChange, className, ...rest }: Props) {
  const typing = useTypedSearch(onSearch);
  return (
    <div
      {...(className ? { className } : {})}
      onCompositionStart={typing.onCompositionStart}
      onCompositionEnd={typing.onCompositionEnd}
    >
      <Select<string>
        {...rest}
        style={{ width: "100%" }}
        showSearch={{ filterOption: false, onSearch: typing.type }}
        onOpenChange={(open) => {
          if (!open) {
            typing.cancel();
            onSearch("");
          }
          onOpenChange?.(open);
        }}
      />
    </div>
  );
}
