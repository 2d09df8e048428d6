// The empty board of a table is asked for before the page's own script has come: it is the largest part of the page.

declare global {
  interface Window {
    early?: { url: string; response: Promise<Response | null> } | undefined;
  }
}

export function askEarly(url: string): void {
  window.early = { url, response: fetch(url).catch(() => null) };
}

/** The answer to the early question, if it was about this address. It is given once. */
export async function earlyAnswer(url: string): Promise<Response | null> {
  const asked = window.early;
  window.early = undefined;
  return asked?.url === url ? asked.response : null;
}
