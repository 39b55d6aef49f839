// Which email is being written over the page.
import type { EmailType } from "@/lib/api/types";
import { createAppStore } from "@/lib/store";

export interface Composition {
  applicationId: string;
  jobId: string;
  type: EmailType;
}

export const composition = createAppStore<Composition | null>(() => null);
