// The About page.

import { $ } from "./elements";
import { startPage } from "./page";
import { skyline } from "./skyline";

startPage();
$("hero-art").replaceChildren(skyline("about rooftop"));
