// A progress bar, loaded on first use.

import type { ProgressProps } from "antd";
import { Suspense } from "react";
import { lazyPart } from "@/ui/late/lazyPart";

const Progress = lazyPart(() => import("antd/es/progress"));

export function ProgressBar(props: ProgressProps) {
  return (
    <Suspense fallback={null}>
      <Progress {...props} />
    </Suspense>
  );
}
