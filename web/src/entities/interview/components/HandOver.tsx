// The dialog that hands a member's interviews over, loaded when it is opened.
import { type ComponentProps, Suspense } from "react";
import { loadTexts } from "@/i18n/i18n";
import { lazyPart } from "@/ui/late/lazyPart";

const HandOverDialog = lazyPart(async () => {
  const [module] = await Promise.all([import("./HandOverDialog"), loadTexts("interview")]);
  return { default: module.HandOverDialog };
}, "overlay");

export function HandOver(props: ComponentProps<typeof HandOverDialog>) {
  return (
    <Suspense>
      <HandOverDialog {...props} />
    </Suspense>
  );
}
