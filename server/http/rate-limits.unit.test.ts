// Budgets of a network and of all callers (D-35), without a database.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { StoreError } from '../../contract/store-error.ts';
import {
  type Counted,
  createLimits,
  distinctEmails,
  type ExchangeCounts,
  type Limits,
  limits,
  linkIds,
} from './rate-limits.ts';

const totals = new Map<string, Counted>();

/** The sums of all processes, as the database keeps them. */
const exchange: ExchangeCounts = async (counted) =>
  counted.map((one) => {
    const id = `${one.name} ${one.key}`;
    const known = totals.get(id);
    const total = { ...one, count: one.count + (known?.count ?? 0) };
    totals.set(id, total);
    return total;
  });

function createProcess(): Limits {
  return createLimits({ clock: { now: () => new Date() }, factor: 1, secret: 'the same for all processes', exchange });
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

describe('budgets wider than an address', () => {
  const wide = { count: 3, network: 5, all: 8, windowSeconds: 60, requirement: 'S-7' };
  let uses = 0;
  /** How many of these uses are let through, each under a name of its own test. */
  const letThrough = (of: Limits, name: string, addresses: readonly string[], each = 1) =>
    addresses.filter((address) => !isRefused(() => of.consume(wide, name, address, each))).length;
  const aName = () => {
    uses += 1;
    return `wide_${uses}`;
  };
  const six = (site: number, net: number) => `2001:db8:${site.toString(16)}:${net.toString(16)}::${net + 1}`;

  test.each([
    ['of an IPv4 /24', (n: number) => `203.0.113.${n}`, '203.0.114.1'],
    ['of an IPv6 /48', (n: number) => six(7, n), six(8, 0)],
    ['of an IPv4 /24 written as IPv6', (n: number) => `::ffff:203.0.113.${n}`, '203.0.114.1'],
  ])('S-7: %s bounds its addresses, and no other network', (_name, addressOf, other) => {
    const name = aName();
    const one = createProcess();
    expect(
      letThrough(
        one,
        name,
        Array.from({ length: 9 }, (_, n) => addressOf(n)),
      ),
    ).toBe(5);
    expect(letThrough(one, name, [other])).toBe(1);
  });

  test('S-7: for all callers, whatever network they come from', () => {
    expect(
      letThrough(
        createProcess(),
        aName(),
        Array.from({ length: 20 }, (_, n) => six(n, 0)),
      ),
    ).toBe(8);
  });

  test('a refused caller uses up nothing of the budgets that it shares', () => {
    const name = aName();
    const one = createProcess();
    expect(letThrough(one, name, Array(50).fill(six(1, 1)))).toBe(3);
    expect(letThrough(one, name, Array(50).fill(six(1, 2)))).toBe(2);
    expect(letThrough(one, name, Array(50).fill(six(2, 1)))).toBe(3);
    expect(letThrough(one, name, [six(3, 1)])).toBe(0);
  });

  test('S-6: several uses at once fit whole or not at all', () => {
    const name = aName();
    const one = createProcess();
    expect(letThrough(one, name, [six(1, 1)], 2)).toBe(1);
    expect(letThrough(one, name, [six(1, 1)], 2)).toBe(0);
    expect(letThrough(one, name, [six(1, 1)], 1)).toBe(1);
  });

  test('D-23: are counted by all processes together', async () => {
    const name = aName();
    const [one, two] = [createProcess(), createProcess()];
    expect(letThrough(one, name, [six(1, 1), six(1, 2), six(1, 3)])).toBe(3);
    expect(letThrough(two, name, [six(1, 4)])).toBe(1);
    await one.share();
    await two.share();
    expect(letThrough(two, name, [six(1, 5), six(1, 6)])).toBe(1);
  });

  test('S-7: distinct emails of a network', () => {
    const one = createProcess();
    const limit = { ...distinctEmails, count: 2, network: 3 };
    const lookUp = (net: number, email: string) =>
      !isRefused(() => one.consumeDistinct(limit, 'wide_emails', six(9, net), email));
    expect(['a', 'b', 'c', 'a'].map((email) => lookUp(1, email))).toEqual([true, true, false, true]);
    expect(['a', 'd', 'e'].map((email) => lookUp(2, email))).toEqual([true, true, false]);
    expect(lookUp(3, 'b')).toBe(true);
    expect(lookUp(3, 'f')).toBe(false);
  });
});

test('S-3: a stranger tries 260 order IDs a minute from one address, over all calls', () => {
  const calls = (Object.values(endpoints) as Endpoint[]).filter(
    ({ access, errors }) => access !== 'admin' && errors.includes('order_not_found'),
  );
  const names = new Set(calls.map(({ limit = expect.fail('a call without a limit') }) => limit));
  expect([...names].toSorted()).toEqual(['confirm_payment', 'init_session', 'links_lookup', 'read_order']);
  const tries = [...names].map((name) => {
    // The calls of links are counted by their IDs, too.
    const { count, windowSeconds } = name === 'links_lookup' ? linkIds : limits[name];
    return Math.floor((count * 60) / windowSeconds);
  });
  expect(tries.reduce((sum, each) => sum + each, 0)).toBe(260);
});
