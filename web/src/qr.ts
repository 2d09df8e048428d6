// QR codes, drawn in the browser, so that nobody else learns the link.

import { encode } from "uqr";
import { svgEl } from "./elements";

const MARGIN = 4; // white modules that scanners need around a code

/** Draw a text as a QR code: dark on white in every theme, so that cameras can read it. */
export function qrCode(text: string, label: string): SVGElement {
  const { data, size } = encode(text, { ecc: "M", border: MARGIN });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return svgEl(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svgEl("rect", { width: size, height: size, fill: "#fff" }),
    svgEl("path", { d: dark.join(""), fill: "#000" }),
  );
}
