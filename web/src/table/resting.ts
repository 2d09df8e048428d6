// A rising sun as a placeholder for the picture.

import { svgEl } from "../elements";

export function restingSun(): SVGElement {
  const rays = Array.from({ length: 13 }, (_, k) => {
    const angle = (Math.PI * (k + 1)) / 14;
    const at = (far: number): string => `${(80 - Math.cos(angle) * far).toFixed(1)} ${(78 - Math.sin(angle) * far).toFixed(1)}`;
    return `M${at(24)}L${at(k % 2 ? 42 : 56)}`;
  });
  return svgEl(
    "svg",
    { viewBox: "0 14 160 72", class: "resting", "aria-hidden": "true" },
    svgEl("path", { class: "ray", d: `${rays.join("")}M10 78H150M16 82H144` }),
    svgEl("path", { class: "sun", d: "M62 78a18 18 0 0 1 36 0z" }),
  );
}
