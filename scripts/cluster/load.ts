// Constant load: buyers who order and pay, and visitors who read cached pages. Every answer is kept with its time.
import { setTimeout as wait } from 'node:timers/promises';
import { type ChaosBuyers, startChaosBuyers } from '../../tests/support/chaos-buyers.ts';
import type { Stores } from './store-machines.ts';

/** `failure`: the status, or what ended it. */
export type PageRead = { atMs: number; tookMs: number; ok: boolean; failure?: string };
export type Load = { buyers: ChaosBuyers; pages: PageRead[]; stop(): Promise<void> };

const ordersPerSecond = Number(process.env.CLUSTER_ORDERS ?? 5);
const pageEveryMs = 100;
const paths = ['/', '/terms', '/contact'];
/** A visitor waits no longer for a page. */
const pageWithinMs = 5_000;

export function startClusterLoad({ url, sandbox }: Stores): Load {
  const buyers = startChaosBuyers({ storeUrl: url, sandboxUrl: sandbox.origin });
  buyers.setRate(ordersPerSecond);
  const pages: PageRead[] = [];
  const reading = new Set<Promise<void>>();
  let stopping = false;

  async function read(path: string): Promise<void> {
    const atMs = Date.now();
    const startedMs = performance.now();
    const failure = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(pageWithinMs) })
      .then(async (response) => ((await response.text()) && response.status === 200 ? null : String(response.status)))
      .catch((error: Error) => (error.cause instanceof Error ? error.cause.message : error.name));
    const tookMs = performance.now() - startedMs;
    pages.push({ atMs, tookMs, ok: failure === null, ...(failure === null ? {} : { failure }) });
  }

  async function visit(): Promise<void> {
    for (let turn = 0; !stopping; turn += 1) {
      const one: Promise<void> = read(paths[turn % paths.length] ?? '/').finally(() => reading.delete(one));
      reading.add(one);
      await wait(pageEveryMs);
    }
  }

  const visits = visit();
  return {
    buyers,
    pages,
    stop: async () => {
      stopping = true;
      await visits;
      await Promise.all(reading);
      await buyers.stop();
    },
  };
}
