// Work that has to know sizes or positions. It waits until the page is about to be painted: by then everything else is
// written, so the browser lays it out once.

/** Reads from the page; what it returns writes. */
export type Measuring = () => (() => void) | void;

const waiting = new Map<string, Measuring>();

/** Do this before the next frame is painted. Of several works of the same name, the last one is done. */
export function beforePaint(name: string, work: Measuring): void {
  if (!waiting.size) requestAnimationFrame(run);
  waiting.set(name, work);
}

/** First all works read, then all write. */
function run(): void {
  const works = [...waiting.values()];
  waiting.clear();
  for (const write of works.map((work) => work())) write?.();
}
