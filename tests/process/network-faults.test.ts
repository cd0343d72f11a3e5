// Lines that are cut, slow, mute and noisy while buyers buy: between store and database, and between store and those outside.
// Afterwards whatever the store said is true, once, and it goes on by itself. `npm run failure-cases` lives through many such spells.
import { expect, onTestFinished, test } from 'vitest';
import { type BadLine, harms, startBadDatabaseLine, startBadHttpLine } from '../support/bad-connection.ts';
import { expectKept } from '../support/durability-check.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import { startExternalSandbox } from '../support/external-sandbox.ts';
import { reach, type Shoppers, startShoppers } from '../support/load-buyers.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { until } from '../support/program.ts';

const spells = Math.ceil(Number(process.env.FAILURE_CASES ?? 10) / 5);
const timeout = spells * 120_000;
const harmsPerSpell = 12;
/** The store itself waits for 35 s before it takes a line for dead. */
const patienceMs = 90_000;
const env = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' };

/** Always the same. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const counted = ({ done }: BadLine) => Object.values(done).reduce((sum, times) => sum + times, 0);

async function liveThrough(store: StoreProcess, shoppers: Shoppers, line: BadLine, chance: number): Promise<void> {
  const pid = store.pid();
  const random = chanceOf(1);
  // One that says nothing any more holds its buyer up for long; the others go on.
  const usual = harms.filter((harm) => harm !== 'mute');
  for (let spell = 0; spell < spells; spell += 1) {
    await reach(shoppers.sent, 3, patienceMs);
    line.spoilNext('mute');
    line.goBad(chance, usual, random);
    const goal = counted(line) + harmsPerSpell;
    await until('the line was bad', () => counted(line) >= goal, patienceMs);
    line.goGood();
    await until('the store is ready', store.isReady, patienceMs);
  }
  await reach(shoppers.sent, 10, patienceMs);
  await shoppers.stop();
  expect(store.pid()).toBe(pid);
}

test(`the line to the database, ${spells} bad spells`, { timeout }, async () => {
  const postgres = await startExternalPostgres();
  onTestFinished(() => postgres.stop());
  const line = await startBadDatabaseLine(postgres.connection);
  onTestFinished(() => line.close());
  const { user, password, database } = postgres.connection;
  const lined = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${line.port}/${database}`;
  const store = await startProcess({ env: { ...env, DATABASE_URL: lined } });
  onTestFinished(() => store.close());
  const shoppers = await startShoppers(store);
  await liveThrough(store, shoppers, line, 0.02);
  const direct = { ...store.env, DATABASE_URL: postgres.url };
  await expectKept({ sandboxUrl: `${store.url}/sandbox`, env: direct, sql: postgres.sql }, shoppers);
});

test(`the lines to gateway and provider, ${spells} bad spells`, { timeout }, async () => {
  const sandbox = await startExternalSandbox();
  onTestFinished(() => sandbox.stop());
  const line = await startBadHttpLine(sandbox.origin);
  onTestFinished(() => line.close());
  const lined = Object.entries(sandbox.settings).map(([name, value]) => [
    name,
    value.replace(sandbox.origin, `http://127.0.0.1:${line.port}`),
  ]);
  const store = await startProcess({ env: { ...env, ...Object.fromEntries(lined) } });
  onTestFinished(() => store.close());
  const shoppers = await startShoppers(store, { sandboxUrl: sandbox.origin });
  await liveThrough(store, shoppers, line, 0.1);
  await expectKept({ sandboxUrl: sandbox.origin, env: store.env, sql: store.sql }, shoppers);
});
