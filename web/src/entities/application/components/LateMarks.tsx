// Own marks beside the criteria, whose code loads after the evaluation is shown.
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/ui/late/lazyPart";

const Choice = lazyPart(async () => ({ default: (await import("./OwnMarkChoice")).OwnMarkChoice }));
const Earlier = lazyPart(async () => ({ default: (await import("./OthersMark")).EarlierMarks }));

export function LateMarkChoice(props: ComponentProps<typeof Choice>) {
  return (
    <Suspense>
      <Choice {...props} />
    </Suspense>
  );
}

export function LateEarlierMarks(props: ComponentProps<typeof Earlier>) {
  return (
    <Suspense>
      <Earlier {...props} />
    </Suspense>
  );
}
