// Before anything is drawn: the theme and the language that were chosen, or those of the device.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const night = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = kept("rooftop-theme");
  root.dataset.theme = theme === "day" || theme === "night" ? theme : night ? "night" : "day";
  const lang = kept("rooftop-lang");
  root.lang = lang === "en" || lang === "pl" ? lang : (navigator.language || "en").startsWith("pl") ? "pl" : "en";
})();
