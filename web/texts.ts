// What the server needs to render pages: the messages in all languages, and decorations. `build.py` runs this.

import { skyline } from "./src/skyline";
import { en } from "./src/words/en";
import { pl } from "./src/words/pl";

const art = { home: skyline("rooftop"), about: skyline("about rooftop") };
console.log(JSON.stringify({ words: { en, pl }, art }));
