// The empty board of a table is requested before the page's own script has loaded: it is the largest part of the page.

declare global {
  interface Window {
    early?: { url: string; response: Promise<Response | null> } | undefined;
  }
}

export function askEarly(url: string): void {
  window.early = { url, response: fetch(url).catch(() => null) };
}

/** The response to the early request, if it was for this URL. It can be taken once. */
export async function earlyAnswer(url: string): Promise<Response | null> {
  const asked = window.early;
  window.early = undefined;
  return asked?.url === url ? asked.response : null;
}
