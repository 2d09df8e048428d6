// Before anything is drawn: the theme and the language that were chosen, or those of the device.
{
  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const dress = (): void => {
    const theme = kept("rooftop-theme");
    root.dataset["theme"] = theme === "day" || theme === "night" ? theme : night.matches ? "night" : "day";
  };
  dress();
  night.addEventListener("change", dress);
  const chosen = kept("rooftop-lang");
  const spoken = [chosen ?? "", ...(navigator.languages ?? [navigator.language])];
  const known = spoken.map((word) => word.slice(0, 2)).find((word) => word === "en" || word === "pl");
  root.lang = known ?? "en";
  root.classList.toggle("still", kept("rooftop-motion") === "no");
}
