// What 1,000 hostile emails cost buyers: create-order's p99 while they are read, beside the same store at rest, in turns. The
// figures are medians of the rounds: a stall of the machine falls into one round. With this load the store takes hours for all.
import { emailSource } from '../tests/support/email-source.ts';
import { startImapServer } from '../tests/support/imap-server.ts';
import { type StoreProcess, startProcess } from '../tests/support/process.ts';
import { benchEnv } from './bench-env.ts';
import { putLoad } from './http-load.ts';
import { medianOf, quantileOf } from './median.ts';
import { quick } from './quick.ts';
import { printTable } from './table.ts';
import { orderRequests } from './visitor-requests.ts';

const emails = quick(1_000, 100);
const connections = 8;
/** A store that sells much; more would measure how the load waits for the processor. */
const perSecond = 50;
/** Shorter than one run of the reader. */
const roundMs = 40_000;
const rounds = quick(15, 3);

/** 30 kB of empty lines, and 7,400 parts. */
const sources = [
  (at: number) => hostileEmail(at, {}, '\n'.repeat(30_000)),
  (at: number) =>
    hostileEmail(at, { 'Content-Type': 'multipart/mixed; boundary=b' }, `${'--b\n\nx\n'.repeat(7_400)}--b--`),
];

function hostileEmail(at: number, headers: Record<string, string>, text: string): string {
  return emailSource({ from: `sender${at}@mail.example`, messageId: `bench${at}@mail.example`, headers, text });
}

export async function benchIncomingEmails(): Promise<boolean> {
  const imap = await startImapServer();
  const store = await startProcess({ env: { ...benchEnv, IMAP_URL: imap.url } });
  try {
    // A mailbox is read from its first reading on.
    await readMailbox(store);
    const { next } = orderRequests(store.url);
    const buy = async () =>
      (await putLoad({ url: store.url, connections, perSecond, forMs: roundMs, next })).latenciesMs;
    await buy();
    for (let at = 0; at < emails; at += 1) imap.deliver(sources[at % sources.length]?.(at) ?? '');
    const [rest, reading]: [number[][], number[][]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      rest.push(await buy());
      const reader = readMailbox(store);
      reading.push(await buy());
      await reader;
    }
    const quantile = (rounds: number[][], at: number) =>
      medianOf(rounds.map((latenciesMs) => quantileOf(latenciesMs, at)));
    const p99 = (rounds: number[][]) => quantile(rounds, 0.99);
    const figures = (rounds: number[][]) => ({
      p50: { value: quantile(rounds, 0.5), unit: 'ms' as const },
      p99: { value: p99(rounds), unit: 'ms' as const },
    });
    return printTable(`create-order at ${perSecond}/s while ${emails} hostile emails are read`, [
      { peer: true, name: 'no email', figures: figures(rest) },
      {
        name: 'reading',
        figures: {
          ...figures(reading),
          'more at p99': { value: (p99(reading) / p99(rest) - 1) * 100, unit: '%', atMost: 10 },
          read: { value: await countRead(store), unit: '', atLeast: 2 * rounds },
        },
      },
    ]);
  } finally {
    await store.close();
    await imap.stop();
  }
}

/** One run of the job, at once; on its schedule it comes each minute. */
async function readMailbox(store: StoreProcess): Promise<void> {
  await store.sql("select graphile_worker.add_job('read_mailbox', '{}', job_key := 'bench emails')");
  // One query that waits in the database: a new connection for each check would itself slow the orders.
  await store.sql(`do $$ begin
    while exists (select from graphile_worker._private_jobs where key = 'bench emails') loop perform pg_sleep(0.2); end loop;
  end $$`);
}

/** Two emails of one sender would be limited; these are all of different ones. */
async function countRead(store: StoreProcess): Promise<number> {
  const [found] = await store.sql("select count(*)::int as count from contact_messages where message_id like 'bench%'");
  return Number(found?.count ?? 0);
}
