// The About page.

import { startPage } from "./page";
import { $ } from "./elements";
import { skyline } from "./skyline";

startPage();
$("hero-art").replaceChildren(skyline("about rooftop"));
