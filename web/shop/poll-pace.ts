// How often a page polls an order: every 3 s, after ten minutes every 15 s.
const pollMs = 3_000;
const slowPollMs = 15_000;
const slowAfterMs = 10 * 60_000;

export function pollDelayMs(startedAtMs: number): number {
  return Date.now() - startedAtMs >= slowAfterMs ? slowPollMs : pollMs;
}
