// What Rooftop is.

import { begin } from "./bar";
import { $ } from "./elements";
import { skyline } from "./skyline";

begin();
$("hero-art").replaceChildren(skyline("about rooftop"));
