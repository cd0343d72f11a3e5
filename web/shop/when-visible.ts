// Repeats a task while the tab is visible. A hidden tab pauses; an overdue run starts when the tab becomes visible.

export type RepeatOptions = {
  /** Milliseconds until the next run, evaluated after every run. Null stops it. */
  nextMs: () => number | null;
  run: (signal: AbortSignal) => Promise<void>;
};

/** The first run follows the first delay. Returns the function that stops it. */
export function repeatWhileVisible({ nextMs, run }: RepeatOptions): () => void {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAtMs = 0;
  let running = false;

  function plan(): void {
    const waitMs = nextMs();
    if (stopping.signal.aborted || waitMs === null) {
      stop();
      return;
    }
    dueAtMs = Date.now() + waitMs;
    arm();
  }
  function arm(): void {
    clearTimeout(timer);
    if (document.visibilityState !== 'hidden') timer = setTimeout(fire, Math.max(0, dueAtMs - Date.now()));
  }
  async function fire(): Promise<void> {
    running = true;
    await run(stopping.signal);
    running = false;
    plan();
  }
  function onVisibility(): void {
    if (!running) arm();
  }
  function stop(): void {
    stopping.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  }

  document.addEventListener('visibilitychange', onVisibility);
  plan();
  return stop;
}
