// Every screen's module by its path, apart from the entry: the list is longer than a sign-in page should carry.
import type { ComponentType } from "react";

export type ScreenModule = Record<string, ComponentType>;

export const screenModules = import.meta.glob<ScreenModule>("../features/*/routes/*Route.tsx");
