// Starts the app: texts first, so that no other language flashes, and what the page last showed.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "@/app/createApp";
import { startI18n } from "@/i18n/i18n";
import { readAppearance } from "@/ui/theme/appearance";
import { applyAppearance } from "@/ui/theme/palette";
import "@/ui/theme/fonts.css";
import "@/ui/theme/tokens.css";
import "@/ui/theme/base.css";

applyAppearance(readAppearance());
const app = createApp();
await Promise.all([startI18n(), app.restoreLastLists()]);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(<StrictMode>{app.element}</StrictMode>);
