// The resource of a permission.
import type { Permission } from "@/lib/api/types";

export type Resource = Permission extends `${infer R}:${string}` ? R : never;
