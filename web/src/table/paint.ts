// Schedules work that needs sizes or positions until just before the page is painted: by then everything else is written,
// so the browser computes the layout once.

/** Reads from the page, and returns a function that writes. */
export type Measuring = () => (() => void) | void;

const waiting = new Map<string, Measuring>();

/** Run this before the next paint. Of several jobs with the same name, only the last one runs. */
export function beforePaint(name: string, work: Measuring): void {
  if (!waiting.size) requestAnimationFrame(run);
  waiting.set(name, work);
}

/** First all jobs read, then all write. */
function run(): void {
  const works = [...waiting.values()];
  waiting.clear();
  for (const write of works.map((work) => work())) write?.();
}
