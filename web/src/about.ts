// The About page.

import { startPage } from "./page";

startPage();
