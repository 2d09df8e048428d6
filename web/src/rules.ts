// The rules of a title, with figures.

import { startPage } from "./page";

startPage();
