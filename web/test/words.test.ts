// Every message exists in both languages and is translated.

import assert from "node:assert/strict";
import { test } from "node:test";
import { en } from "../src/words/en.ts";
import { pl } from "../src/words/pl.ts";

type Forms = string | readonly string[];
const ALIKE = new Set(["page_home", "minutes_n", "seat_bot", "notify_email", "prompt_of"]); // the same in both languages
const forms = (words: Forms): readonly string[] => (typeof words === "string" ? [words] : words);
const placeholders = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join(" ");

test("both languages have the same keys", () => {
  assert.deepEqual(Object.keys(pl).sort(), Object.keys(en).sort());
});

for (const [key, english] of Object.entries(en) as [keyof typeof en, Forms][]) {
  test(`${key} is translated, with the same placeholders`, () => {
    const polish: Forms = pl[key];
    assert.equal(typeof polish, typeof english);
    if (ALIKE.has(key)) assert.deepEqual(polish, english);
    else assert.notDeepEqual(polish, english);
    const last = forms(english).at(-1) ?? "";
    forms(polish).forEach((form, k) => {
      assert.notEqual(form.trim(), "");
      assert.equal(placeholders(form), placeholders(forms(english)[k] || last)); // English has no form for a few
    });
  });
}
