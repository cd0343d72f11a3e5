// Lines that are cut, slow, mute and noisy while buyers buy: between store and database, and between store and those outside.
// Afterwards whatever the store said is true, once, and it goes on by itself. `npm run hard-days` lives through many such spells.
import { expect, onTestFinished, test } from 'vitest';
import { type BadLine, harms, startBadLine } from '../world/bad-line.ts';
import { expectKept } from '../world/kept.ts';
import { startOutsidePostgres } from '../world/outside-postgres.ts';
import { startProcess } from '../world/process.ts';
import { until } from '../world/program.ts';
import { reach, startShoppers } from '../world/shoppers.ts';

const spells = Math.ceil(Number(process.env.HARD_DAYS ?? 10) / 5);
const harmsPerSpell = 12;
const chance = 0.02;
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

test(`the line to the database, ${spells} bad spells`, { timeout: spells * 120_000 }, async () => {
  const postgres = await startOutsidePostgres();
  onTestFinished(() => postgres.stop());
  const line = await startBadLine(postgres.connection);
  onTestFinished(() => line.close());
  const direct = new URL(postgres.url);
  const { user, password, database } = postgres.connection;
  const lined = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${line.port}/${database}`;
  const store = await startProcess({ env: { ...env, DATABASE_URL: lined } });
  onTestFinished(() => store.close());
  const pid = store.pid();
  const shoppers = await startShoppers(store);
  const random = chanceOf(1);
  for (let spell = 0; spell < spells; spell += 1) {
    await reach(shoppers.sent, 3);
    // One that says nothing any more holds its buyer up for long; the others go on.
    line.spoilNext('mute');
    line.goBad(
      chance,
      harms.filter((harm) => harm !== 'mute'),
      random,
    );
    const goal = counted(line) + harmsPerSpell;
    await until('the line was bad', () => counted(line) >= goal, patienceMs);
    line.goGood();
    await until('the store is ready', store.isReady, patienceMs);
  }
  await reach(shoppers.sent, 10, patienceMs);
  await shoppers.stop();
  expect(store.pid()).toBe(pid);
  await expectKept(
    { sandboxUrl: `${store.url}/sandbox`, env: { ...store.env, DATABASE_URL: direct.href }, sql: postgres.sql },
    shoppers,
  );
});
