// The dialog that hands a member's interviews over, loaded when it is opened.
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/ui/late/lazyPart";

const HandOverDialog = lazyPart(
  async () => ({ default: (await import("./HandOverDialog")).HandOverDialog }),
  "overlay",
);

export function HandOver(props: ComponentProps<typeof HandOverDialog>) {
  return (
    <Suspense>
      <HandOverDialog {...props} />
    </Suspense>
  );
}
