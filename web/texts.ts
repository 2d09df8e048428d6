// What the server needs to render pages: the messages in all languages, and decorations. `build.py` runs this.

import { skyline } from "./src/skyline";
import { WORDS } from "./src/words";

const art = { home: skyline("rooftop"), about: skyline("about rooftop") };
console.log(JSON.stringify({ words: WORDS, art }));
