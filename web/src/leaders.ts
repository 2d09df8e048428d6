// The leader boards.

import { startPage } from "./page";

startPage();
