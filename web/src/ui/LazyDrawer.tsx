// A drawer loaded on first use, because wide windows do not need it.

import type { DrawerProps } from "antd";
import { Suspense } from "react";
import { lazyPart } from "@/ui/late/lazyPart";

const Drawer = lazyPart(() => import("antd/es/drawer"), "overlay");

export function LazyDrawer(props: DrawerProps) {
  return (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  );
}
