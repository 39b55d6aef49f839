// A progress bar, loaded on first use.
import type { ProgressProps } from "antd";
import { lazy, Suspense } from "react";

const Progress = lazy(() => import("antd/es/progress"));

export function ProgressBar(props: ProgressProps) {
  return (
    <Suspense fallback={null}>
      <Progress {...props} />
    </Suspense>
  );
}
