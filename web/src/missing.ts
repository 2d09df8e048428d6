// The page for an unknown address.

import { startPage } from "./page";

startPage();
