// There is nothing here: the words, and the way home.

import { begin } from "./bar";

begin();
