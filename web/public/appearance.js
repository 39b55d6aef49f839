// Runs before the first paint, so that no white page flashes where dark was chosen. The rest is in src/ui/theme.
(() => {
  const choice = localStorage.getItem("appearance");
  const isDark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
})();
