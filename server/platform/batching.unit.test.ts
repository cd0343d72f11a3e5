import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBatcher } from './batching.ts';

/** Doubles numbers, one batch after the other is let go; a negative one is refused, 13 breaks its batch. */
function createDoubler(options: { most?: number; atOnce?: number; isCommon?: boolean } = {}) {
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  const double = createBatcher<number, number>({
    most: 10,
    atOnce: 1,
    ...options,
    isCommon: () => options.isCommon === true,
    work: async (batch) => {
      batches.push(batch);
      await new Promise<void>((resolve) => held.push(resolve));
      if (batch.includes(13)) throw new Error('broken');
      return batch.map((number) => (number < 0 ? new Error(`no ${number}`) : number * 2));
    },
  });
  /** Lets every batch go, until none comes any more. */
  const finish = async () => {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      await nextTurn();
      if (held.length > 0) quiet = 0;
      for (const letGo of held.splice(0)) letGo();
    }
  };
  return { double, batches, finish };
}

describe('calls that come together', () => {
  test('who comes alone is served at once, who comes meanwhile goes together, each with its own answer', async () => {
    const { double, batches, finish } = createDoubler();
    const first = double(1);
    await nextTurn();
    const others = [double(2), double(3), double(4)];
    await finish();
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('no batch is larger, and no more are under way, than was said', async () => {
    const { double, batches, finish } = createDoubler({ most: 2, atOnce: 2 });
    const all = [1, 2, 3, 4, 5].map(double);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await finish();
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8, 10]);
  });

  test('one that is refused hinders no other', async () => {
    const { double, finish } = createDoubler();
    const all = Promise.allSettled([double(1), double(-2), double(3)]);
    await finish();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('after a failure of the batch each is done alone, and only the one that breaks it fails', async () => {
    const { double, batches, finish } = createDoubler();
    const all = Promise.allSettled([double(1), double(13), double(3)]);
    await finish();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[1, 13, 3], [1], [13], [3]]);
  });

  test('a common failure rejects every caller once, including those that wait', async () => {
    const { double, batches, finish } = createDoubler({ most: 2, isCommon: true });
    const all = Promise.allSettled([1, 13, 3, 4].map(double));
    await finish();
    expect((await all).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    expect(batches).toHaveLength(1);
    const later = double(2);
    await finish();
    expect(await later).toBe(4);
  });
});

describe('the other side stalls', () => {
  test('calls that wait are refused after its limit, later ones at once, and what began keeps its wait', async () => {
    let refusal: Error | null = null;
    let check: (nowMs: number) => void = () => {};
    const late = new Error('late');
    const held: (() => void)[] = [];
    const same = createBatcher<number, number>({
      most: 10,
      atOnce: 1,
      isCommon: () => false,
      stall: {
        refusal: () => refusal,
        onTick: (given) => {
          check = given;
        },
        limitMs: 3_000,
        noAnswer: () => late,
      },
      work: async (batch) => {
        await new Promise<void>((resolve) => held.push(resolve));
        return batch;
      },
    });
    const first = same(1);
    await nextTurn();
    const waiting = [same(2), same(3)];
    const failures = Promise.all(waiting.map((call) => call.catch((error: unknown) => error)));
    check(performance.now() + 2_000);
    check(performance.now() + 3_100);
    expect(await failures).toEqual([late, late]);
    refusal = new Error('stalled');
    await expect(same(4)).rejects.toBe(refusal);
    refusal = null;
    const last = same(5);
    await nextTurn();
    while (held.length > 0) {
      held.shift()?.();
      await nextTurn();
      await nextTurn();
    }
    expect(await Promise.all([first, last])).toEqual([1, 5]);
  });
});
