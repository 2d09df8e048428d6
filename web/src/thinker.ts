// A web worker that searches positions with the compiled rules of a title.

import { Mind } from "./thinker/mind";
import { Library } from "./thinker/program";
import type { Load, Reply, Request } from "./thinking";

interface Scope {
  postMessage(reply: Reply): void;
  onmessage: (event: MessageEvent<Request>) => void;
}

const scope = self as unknown as Scope;
let mind: Promise<Mind> = Promise.reject(new Error("nothing is loaded"));
mind.catch(() => undefined);

async function fetched(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

async function load({ wasm, network, kit }: Load["load"]): Promise<Mind> {
  const [code, net] = await Promise.all([fetched(wasm), network ? fetched(network) : undefined]);
  return new Mind(await Library.of(code), kit, net);
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

scope.onmessage = async ({ data }) => {
  if ("load" in data) {
    mind = load(data.load);
    scope.postMessage(await mind.then((): Reply => ({ ready: true }), (error): Reply => ({ failed: reason(error) })));
    return;
  }
  const { id, question } = data;
  try {
    scope.postMessage({ id, judged: (await mind).think(question) });
  } catch (error) {
    scope.postMessage({ id, failed: reason(error) });
  }
};
