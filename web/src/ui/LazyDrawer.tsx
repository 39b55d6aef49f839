// A drawer loaded on first use, because wide windows do not need it.
import type { DrawerProps } from "antd";
import { lazy, Suspense } from "react";

const Drawer = lazy(() => import("antd/es/drawer"));

export function LazyDrawer(props: DrawerProps) {
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  );
}
