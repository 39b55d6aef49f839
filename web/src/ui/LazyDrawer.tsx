// A drawer, fetched when it first opens: most windows are wide and never see it.
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
