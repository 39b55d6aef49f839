// All screen modules by path; a separate chunk, to keep the sign-in page light.
import type { ComponentType } from "react";

export type ScreenModule = Record<string, ComponentType>;

export const screenModules = import.meta.glob<ScreenModule>("../features/*/routes/*Route.tsx");
