// Two adjacent versions of the store on one database: the next one only adds to the schema, the one after it removes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { type ExternalPostgres, startExternalPostgres } from '../support/external-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { makeNextVersion, type NextVersion } from '../support/next-version.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { runProgram, until } from '../support/program.ts';
import { startSteadyBuyers } from '../support/steady-buyers.ts';

const adds = {
  '9001_next_adds': `ALTER TABLE orders ADD COLUMN next_note text DEFAULT 'of the next version' NOT NULL;--> statement-breakpoint
CREATE TABLE next_notes (order_id text PRIMARY KEY REFERENCES orders, note text);--> statement-breakpoint
CREATE INDEX orders_next_note ON orders (next_note);`,
};
const removes = {
  '9002_after_removes': `-- contract: needs 9001_next_adds
DROP TABLE next_notes;--> statement-breakpoint
ALTER TABLE orders DROP COLUMN next_note;`,
};
const shared = {
  JWT_SECRET: 'the same secret on every process, long enough',
  SECRETS_KEY: 'the same key on every process, and long enough',
  STOP_DELAY_SECONDS: '3',
  RATE_LIMIT_FACTOR: '1000',
  ADMIN_EMAIL: 'owner@shop.example',
  ADMIN_PASSWORD: 'a long enough password',
};

let database: ExternalPostgres;
let balancer: Balancer;
let next: NextVersion;
let after: NextVersion;
const stores: StoreProcess[] = [];

beforeAll(async () => {
  database = await startExternalPostgres();
  next = await makeNextVersion('98.0.0', adds);
  after = await makeNextVersion('99.0.0', { ...adds, ...removes });
});
afterAll(async () => {
  await balancer?.close();
  await Promise.all(stores.map((store) => store.close()));
  await database?.stop();
  await next?.close();
  await after?.close();
});

async function start(port: number, root?: string): Promise<StoreProcess> {
  const env = { ...shared, PORT: String(port), DATABASE_URL: database.url };
  const store = await startProcess({ env, ...(root ? { root } : {}) });
  stores.push(store);
  return store;
}

const versionOf = async ({ url }: StoreProcess) =>
  ((await (await fetch(`${url}/healthz`)).json()) as { version: string }).version;

test('an upgrade one process after the other, under load: no request fails, and either version may be restarted', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const first = await start(ports[0]);
  balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  await until('the first is ready', () => balancer.ready().length === 1);
  const buyers = startSteadyBuyers(balancer.url, 4);
  await buyers.more(20);

  const second = await start(ports[1], next.root);
  await until('both versions serve', () => balancer.ready().length === 2);
  expect([await versionOf(first), await versionOf(second)]).toEqual([expect.stringMatching(/^1\./), '98.0.0']);
  await buyers.more(40);

  // A crash or an alarm restarts the older one in the middle of the upgrade.
  expect(await first.stop()).toBe(0);
  await buyers.more(20);
  await first.restart();
  expect(first.output()).toContain('a newer version has migrated this database; this version can still use it');
  await until('both versions serve again', () => balancer.ready().length === 2);
  await buyers.more(40);

  expect(await second.stop()).toBe(0);
  await second.restart();
  await buyers.more(20);
  await buyers.stop();
  expect(buyers.failed).toEqual([]);
  expect(balancer.failures).toEqual([]);
  const rows = await database.sql('select id, next_note from orders order by id');
  expect(rows.map(({ id }) => id)).toEqual([...buyers.placed].sort());
  expect(new Set(rows.map(({ next_note }) => next_note))).toEqual(new Set(['of the next version']));
  for (const store of [first, second]) await store.stop();
});

test('the version that removes what the next one still has: that one may run beside it, the one before is refused', async () => {
  const [first, second] = stores;
  if (!first || !second) throw new Error('There are two.');
  const third = await start(await freePort(), after.root);
  expect(await versionOf(third)).toBe('99.0.0');
  const before = await database.sql('select * from drizzle.__drizzle_migrations');
  const refused = await runProgram('main', first.env);
  expect(refused.exitCode).toBe(1);
  expect(refused.output).toContain('A newer version of the store has migrated this database: start that version');
  expect(await database.sql('select * from drizzle.__drizzle_migrations')).toEqual(before);
  await second.restart();
  expect(await versionOf(second)).toBe('98.0.0');
});
