// Starts the app: texts first, so that no other language flashes.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "@/app/providers";
import { AppRouter } from "@/app/router";
import { startI18n } from "@/i18n/i18n";
import "@/ui/theme/fonts.css";
import "@/ui/theme/tokens.css";
import "@/ui/theme/base.css";

await startI18n();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <Providers>
      <AppRouter />
    </Providers>
  </StrictMode>,
);
