// Prints the decorations that the server needs to render pages, besides the messages. `build.py` runs this.

import { skyline } from "./src/skyline";

const art = { home: skyline("rooftop"), about: skyline("about rooftop") };
console.log(JSON.stringify(art));
