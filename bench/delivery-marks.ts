// `npm run bench:delivery -- marks DIR`: the processor time of following 10,000 open links that all move each minute, beside
// that of another built checkout at the same time, such as the last one without marks. One more word: units a minute.
import { setTimeout as sleep } from 'node:timers/promises';
import { startPanel } from '../tests/support/fake-provider.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { openLinksSql } from './open-links.ts';
import { cpuSecondsOf, familyCpuSecondsOf } from './process-usage.ts';
import { quick } from './quick.ts';
import { printTable } from './table.ts';

const openLinks = quick(10_000, 2_000);
const minuteMs = 60_000;
const minutes = quick(3, 2);
/** The round of a minute is over by then. */
const readAtMs = 50_000;

/** True when the database of this checkout takes at most a tenth more than the other one. */
export async function benchMarks([root = '', units = '7']: string[]): Promise<boolean> {
  if (root === '') throw new Error('Name the folder of the other checkout. It has to be built.');
  const beganMs = Date.now();
  const remains = () => 490 - Number(units) * Math.floor((Date.now() - beganMs) / minuteMs + 0.01);
  const panel = await startPanel({ delayMs: 50 });
  panel.respond(() => ({ status: 'In progress', remains: String(remains()), charge: '0.10', start_count: '10' }));
  const env = { ...panel.settings, LOG_LEVEL: 'error' };
  const stores: StoreProcess[] = [];
  try {
    for (const one of [{ env }, { env, root }]) stores.push(await startProcess(one));
    const databases = await Promise.all(stores.map((store) => store.databasePid()));
    const read = async () =>
      Promise.all([...stores.map((store) => cpuSecondsOf(store.pid())), ...databases.map(familyCpuSecondsOf)]);
    for (const store of stores) await store.sql(openLinksSql(openLinks));
    // The first round begins each delivery, which is always a mark.
    const unbegun = async () =>
      Promise.all(stores.map(({ sql }) => sql('select from dispatches where remains is null')));
    do await untilRead();
    while ((await unbegun()).some(({ length }) => length > 0));
    const before = await read();
    const calls = panel.statusCalls();
    for (let minute = 0; minute < minutes; minute += 1) await untilRead();
    const used = (await read()).map((seconds, at) => (seconds - (before[at] ?? 0)) / minutes);
    const [own = 0, other = 0, ownDatabase = 0, otherDatabase = 0] = used;
    for (const store of stores) {
      const [found] = await store.sql(
        `select count(*)::int as late from dispatches where remains > ${remains() + 2 * Number(units)}`,
      );
      if (found?.late !== 0) throw new Error('A store has not followed all links.');
    }
    const rowOf = (name: string, here: number, there: number, atMost?: number) => ({
      name,
      figures: {
        here: { value: here, unit: '' as const },
        there: { value: there, unit: '' as const },
        ratio: { value: here / there, unit: '' as const, ...(atMost && { atMost }) },
      },
    });
    return printTable(
      `Seconds of one core a minute, ${openLinks} links that each move by ${units} of 500, mean of ${minutes} minutes, ${panel.statusCalls() - calls} calls of both; beside ${root}`,
      [
        rowOf('the store', own, other),
        rowOf('the database', ownDatabase, otherDatabase, 1.1),
        rowOf('both', own + ownDatabase, other + otherDatabase, 1.1),
      ],
    );
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await panel.close();
  }
}

/** Until the next reading, at the same second of each minute. */
async function untilRead(): Promise<void> {
  await sleep(minuteMs - ((Date.now() - readAtMs) % minuteMs));
}
