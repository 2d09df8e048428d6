// An edition: everything printed on the boards and cards, and the source of each entry.

import { startPage } from "./page";

startPage();
