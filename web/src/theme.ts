// Runs before the first paint: sets the theme and the language the player chose, or those of the device.
{
  const load = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = (): void => {
    const theme = load("rooftop-theme");
    root.dataset["theme"] = theme === "day" || theme === "night" ? theme : night.matches ? "night" : "day";
  };
  applyTheme();
  night.addEventListener("change", applyTheme);
  const wanted = [load("rooftop-lang") ?? "", ...(navigator.languages ?? [navigator.language])];
  root.lang = wanted.map((tag) => tag.slice(0, 2)).find((tag) => tag === "en" || tag === "pl") ?? "en";
  root.classList.toggle("still", load("rooftop-motion") === "no");
}
