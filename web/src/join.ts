// An invitation link leads here: one button takes the seat.

import { $, el } from "./elements";
import { startPage } from "./page";
import { attempt, request, tableUrl } from "./server";
import type { JoinedTable } from "./wire";
import { say } from "./words";

startPage();
const link = decodeURIComponent(location.pathname.split("/").pop() ?? "");
const showError = (text: string): void => {
  $("trouble").textContent = text ? `${say("join_failed")} ${text}` : "";
  $("after").replaceChildren(...(text ? [el("a", { href: "/", "data-say": "to_home" }, say("to_home"))] : []));
};

$("take").addEventListener("click", () =>
  void attempt($<HTMLButtonElement>("take"), showError, async () => {
    const { table } = await request<JoinedTable>("/api/join", { link });
    location.replace(tableUrl(table));
  }),
);
