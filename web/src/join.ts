// The page behind an invitation link: one button.

import { begin } from "./bar";
import { $, el } from "./elements";
import { address, ask, tried } from "./server";
import { say } from "./words";

begin();
const link = decodeURIComponent(location.pathname.split("/").pop() ?? "");
const trouble = (text: string): void => {
  $("trouble").textContent = text ? `${say("join_failed")} ${text}` : "";
  $("after").replaceChildren(...(text ? [el("a", { href: "/", "data-say": "to_home" }, say("to_home"))] : []));
};

$("take").addEventListener("click", () =>
  void tried($<HTMLButtonElement>("take"), trouble, async () => {
    const { table } = await ask<{ table: string }>("/api/join", { link });
    location.replace(address(table));
  }),
);
