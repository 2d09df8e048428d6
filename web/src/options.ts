// The fields for the options of a title, as rendered by the server: for a new game, and in its lobby.

import type { OptionValue } from "./server";

type Field = HTMLInputElement | HTMLSelectElement;

const boxes = (root: ParentNode): HTMLElement[] => [...root.querySelectorAll<HTMLElement>("[data-option]")];
const fieldsOf = (box: HTMLElement): Field[] => [...box.querySelectorAll<Field>("select, input")];

function optionValue(box: HTMLElement): OptionValue {
  const [given, other] = fieldsOf(box);
  if (box.dataset["kind"] === "boolean" && given instanceof HTMLInputElement) return given.checked;
  const text = (other && !other.disabled ? other : given)?.value.trim() ?? "";
  if (box.dataset["kind"] === "boolean") return text === "True";
  return box.dataset["kind"] === "number" ? Number(text) : text;
}

/** What is chosen in all fields below `root`. */
export const optionValues = (root: ParentNode): Record<string, OptionValue> =>
  Object.fromEntries(boxes(root).map((box) => [box.dataset["option"], optionValue(box)]));

/** Choose values in the fields below `root`. */
export function chooseOptions(root: ParentNode, values: Record<string, OptionValue>): void {
  for (const box of boxes(root)) {
    const value = values[box.dataset["option"] ?? ""];
    const [given, other] = fieldsOf(box);
    if (value === undefined || !given) continue;
    const text = typeof value === "boolean" ? (value ? "True" : "False") : String(value);
    if (given instanceof HTMLInputElement) {
      if (given.type === "checkbox") given.checked = value === true;
      else given.value = text;
      continue;
    }
    const listed = [...given.options].some((option) => option.value === text);
    given.value = listed ? text : "";
    if (!listed && other) other.value = text;
    showOther(root, given, false);
  }
}

/** The last item of a list can open an input for another value. */
export function showOther(root: ParentNode, select: HTMLSelectElement, focus: boolean): void {
  const input = root.querySelector<HTMLInputElement>(`#${select.id}-other`);
  const help = root.querySelector<HTMLElement>(`#${select.id}-help`);
  if (!input || !help) return;
  input.hidden = input.disabled = help.hidden = select.value !== "";
  if (focus && !input.hidden) input.focus();
}
