// Limits that several processes count together (D-23): two stores on one database, and the arithmetic of one of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreError } from '../../contract/store-error.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { createLimitCounts } from './limit-counts.ts';
import { createLimits, distinctEmails, type ExchangeCounts, type Limits, limits } from './rate-limits.ts';

let store: TestStore;
let beside: TestStore;
beforeAll(async () => {
  store = await startStore({ RATE_LIMIT_FACTOR: '1' });
  beside = await startStore({ RATE_LIMIT_FACTOR: '1' }, store);
});
afterAll(async () => {
  await beside.stop();
  await store.stop();
});

const rows = async (sql: string, ...values: unknown[]) => (await store.db.database.pool.query(sql, values)).rows;
const clock = { now: () => new Date(Date.now() + store.db.clockOffsetMs()) };
let made = 0;

/** Limits of a process of its own, on the same database, shared when the test says so. */
function process(exchange: ExchangeCounts = createLimitCounts(store.db.database), factor = 1): Limits {
  return createLimits({ clock, factor, secret: 'the same for all processes', exchange });
}

function anAddress(): string {
  made += 1;
  return `10.0.${made >> 8}.${made & 255}`;
}

/** How many uses are let through before one is refused, of so many tries. */
function spendAll(of: Limits, address: string, tries: number): number {
  for (let used = 0; used < tries; used += 1) {
    if (isRefused(() => of.consumeNamed('contact', address))) return used;
  }
  return tries;
}

function isRefused(act: () => void): boolean {
  try {
    act();
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'rate_limited') return true;
    throw error;
  }
}

const readOrder = (of: TestStore) => of.raw('/api/orders/ZZZZZZZZZZZZ');

describe('two processes of one store', () => {
  test('D-23, S-3: what one of them counted counts at the other, within a second or so; 429 says when to come back', async () => {
    const { count } = limits.read_order;
    for (let used = 0; used < count; used += 1) expect((await readOrder(store)).status).toBe(404);
    expect((await readOrder(store)).status).toBe(429);
    const deadline = Date.now() + 20_000;
    let letThrough = 0;
    let answer = await readOrder(beside);
    while (answer.status !== 429 && Date.now() < deadline) {
      letThrough += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
      answer = await readOrder(beside);
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // The stated error: what one process lets through before it heard of the others.
    expect(letThrough).toBeLessThanOrEqual(count);
    store.advance(61_000);
    expect((await readOrder(beside)).status).toBe(404);
  });

  test('nothing that is kept of it names an address or what was asked for, and it is forgotten when it is over', async () => {
    const one = process();
    const address = anAddress();
    one.consumeNamed('contact', address);
    one.consumeDistinct(distinctEmails, 'distinct_emails', address, 'somebody@example.org');
    await one.share();
    const kept = await rows('select * from limit_windows');
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(kept)).not.toContain(address);
    expect(JSON.stringify(kept)).not.toContain('somebody');
    store.advance(2 * 86_400_000);
    await store.app.jobHandlers.forget_limits({});
    expect(await rows('select * from limit_windows')).toEqual([]);
  });
});

describe('what is counted together', () => {
  test('is the sum of all, including what arrives during the exchange', async () => {
    const [one, two] = [process(), process()];
    const address = anAddress();
    expect(spendAll(one, address, 2)).toBe(2);
    expect(spendAll(two, address, 1)).toBe(1);
    await one.share();
    const sharing = two.share();
    expect(spendAll(two, address, 1)).toBe(1);
    await sharing;
    // 2 and 2 of 5.
    expect(spendAll(two, address, 9)).toBe(1);
    await two.share();
    await one.share();
    // Its last known count is 2: it shares one more, and learns that all are used.
    expect(spendAll(one, address, 1)).toBe(1);
    await one.share();
    expect(isRefused(() => one.consumeNamed('contact', address))).toBe(true);
  });

  test('begins anew when the window of all is over, at the same moment everywhere', async () => {
    const [one, two] = [process(), process()];
    const address = anAddress();
    expect(spendAll(one, address, 9)).toBe(5);
    await one.share();
    store.advance(1_800_000);
    expect(spendAll(two, address, 1)).toBe(1);
    await two.share();
    expect(isRefused(() => two.consumeNamed('contact', address))).toBe(true);
    store.advance(1_800_000);
    expect(spendAll(two, address, 9)).toBe(5);
    await two.share();
    expect(spendAll(one, address, 1)).toBe(1);
    await one.share();
    expect(isRefused(() => one.consumeNamed('contact', address))).toBe(true);
  });

  test('S-18: an exchange that is under way when the window ends does not prolong it', async () => {
    const address = anAddress();
    const { count, windowSeconds } = limits.contact;
    let answer = () => {};
    const under = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const exchange = createLimitCounts(store.db.database);
    const slow = process(async (counts) => {
      const known = await exchange(counts);
      await under;
      return known;
    });
    expect(spendAll(slow, address, count + 1)).toBe(count);
    const shared = slow.share();
    store.advance(windowSeconds * 1_000 + 1_000);
    answer();
    await shared;
    expect(spendAll(slow, address, 1)).toBe(1);
  });

  test('S-7: different emails are counted once, whichever process was asked', async () => {
    const [one, two] = [process(), process()];
    const address = anAddress();
    const lookUp = (of: Limits, n: number) =>
      isRefused(() => of.consumeDistinct(distinctEmails, 'distinct_emails', address, `p${n}@example.org`));
    for (let n = 0; n < 20; n += 1) expect(lookUp(one, n)).toBe(false);
    for (let n = 10; n < 29; n += 1) expect(lookUp(two, n)).toBe(false);
    await one.share();
    await two.share();
    expect(lookUp(two, 29)).toBe(false);
    expect(lookUp(two, 30)).toBe(true);
    // One of the thirty.
    expect(lookUp(two, 3)).toBe(false);
  });

  test('is not lost while the database is away: each process counts on its own, and shares later', async () => {
    let away = true;
    const exchange = createLimitCounts(store.db.database);
    const one = process((counted) => (away ? Promise.reject(new Error('away')) : exchange(counted)));
    const two = process();
    const address = anAddress();
    expect(spendAll(one, address, 3)).toBe(3);
    await expect(one.share()).rejects.toThrow('away');
    expect(spendAll(one, address, 1)).toBe(1);
    away = false;
    await one.share();
    expect(spendAll(two, address, 1)).toBe(1);
    await two.share();
    expect(isRefused(() => two.consumeNamed('contact', address))).toBe(true);
  });

  test('many processes that share the same counts at once lose nothing and do not block each other', async () => {
    const all = Array.from({ length: 6 }, () => process(undefined, 1000));
    const addresses = Array.from({ length: 40 }, anAddress);
    for (let round = 0; round < 3; round += 1) {
      for (const one of all) for (const address of addresses) one.consumeNamed('contact', address);
      await Promise.all(all.map((one) => one.share()));
    }
    const [{ total }] = await rows(
      "select sum(count)::int as total from limit_windows where name = 'contact' and count >= 18",
    );
    expect(total).toBe(6 * 3 * 40);
  });
});

describe('a clock that is set back by hours', () => {
  const hourMs = 3_600_000;
  const secondsToWait = (of: Limits, address: string) => {
    try {
      of.consumeNamed('confirm_payment', address);
      return 0;
    } catch (error) {
      return error instanceof StoreError ? (error.details.retryAfterSeconds ?? -1) : -1;
    }
  };
  const { count } = limits.confirm_payment;

  test('S-5: of a process locks nobody out for longer than the limit says, here or elsewhere, and forgives nothing', async () => {
    let asideMs = 3 * hourMs;
    const wrong = { now: () => new Date(clock.now().getTime() + asideMs) };
    const exchange = createLimitCounts(store.db.database);
    const one = createLimits({ clock: wrong, factor: 1, secret: 'the same for all processes', exchange });
    const address = anAddress();
    for (let used = 0; used < count; used += 1) expect(secondsToWait(one, address)).toBe(0);
    asideMs = 0;
    await one.share();
    const other = process();
    expect(secondsToWait(other, address)).toBe(0);
    await other.share();
    for (const each of [one, other]) {
      expect(secondsToWait(each, address)).toBeGreaterThan(0);
      expect(secondsToWait(each, address)).toBeLessThanOrEqual(60);
    }
  });

  test('of the database does neither', async () => {
    const one = process();
    const address = anAddress();
    for (let used = 0; used < count; used += 1) expect(secondsToWait(one, address)).toBe(0);
    await one.share();
    const named = "from limit_windows where name = 'confirm_payment'";
    const [own] = await rows(`select key ${named} order by ends_at desc limit 1`);
    await rows("update limit_windows set ends_at = ends_at + interval '3 hours' where key = $1", own?.key);
    for (const each of [process(), process()]) {
      expect(secondsToWait(each, address)).toBe(0);
      await each.share();
      expect(secondsToWait(each, address)).toBeGreaterThan(0);
      expect(secondsToWait(each, address)).toBeLessThanOrEqual(60);
    }
    const [left] = await rows(
      `select extract(epoch from ends_at - now())::int as seconds ${named} and key = $1`,
      own?.key,
    );
    expect(left?.seconds).toBeLessThanOrEqual(60 + store.db.clockOffsetMs() / 1000);
  });
});
