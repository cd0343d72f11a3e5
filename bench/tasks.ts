// The tasks of a page's main thread while something goes on, as Chromium itself traces them: each with the time it took,
// and how much of it the thread was on a processor, which no other work on the machine changes.
import type { Browser, Page } from 'playwright-core';

export type Task = { ms: number; processorMs: number };

/** What Chromium writes of an event; times in microseconds. */
type Traced = {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
};

export async function tasksDuring<T>(
  browser: Browser,
  page: Page,
  act: () => Promise<T>,
): Promise<{ answer: T; tasks: Task[] }> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  const answer = await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const thread = ({ pid, tid }: Traced) => `${pid} ${tid}`;
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const mainThreads = new Set(main.map(thread));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mainThreads.has(thread(event)));
  if (tasks.length === 0) throw new Error('Chromium traced no task of the page.');
  return {
    answer,
    tasks: tasks.map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1_000, processorMs: tdur / 1_000 })),
  };
}
