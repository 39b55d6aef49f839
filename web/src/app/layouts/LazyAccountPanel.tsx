// Loads the account panel when it is first opened, so that its selects don't weigh on the first view.

import { Skeleton } from "antd";
import { Suspense } from "react";
import { lazyPart } from "@/ui/late/lazyPart";
import styles from "./Shell.module.css";

const load = () => import("./AccountPanel");
const AccountPanel = lazyPart(async () => ({ default: (await load()).AccountPanel }));

export function LazyAccountPanel({ onLeave }: { onLeave: () => void }) {
  return (
    <Suspense
      fallback={
        <div className={styles.panel} aria-busy="true">
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      }
    >
      <AccountPanel onLeave={onLeave} />
    </Suspense>
  );
}
