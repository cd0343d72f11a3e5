// A category that no provider can deliver: the item appears and goes by itself, pauses, and offers to sell again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Category } from '../../../contract/category.ts';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { settingsSteps } from '../../../tests/support/settings-steps.ts';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

const { two, answers, start, reset, stop, change, look, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(async () => {
  await reset();
  await sql('delete from attention_aside');
  await put('Likes', false);
  await put('Views', false);
  // The second provider alone delivers.
  await change('default', { enabled: false });
  await look();
});

const { all, aside } = actionItemSteps(() => two.store);
const { save } = settingsSteps(() => two.store);
const minuteMs = 60_000;
const put = (category: Category, paused: boolean) =>
  two.store.admin.call('PUT /api/admin/selling-pause', { body: { category, paused } });
const lookAtAll = () => two.store.app.jobHandlers.look_at_providers({});
/** "kind: category", of each item about a category. */
const shown = async () =>
  (await all())
    .filter(({ kind }) => kind.startsWith('category_'))
    .flatMap(({ kind, items }) => items.map(({ category }) => `${kind}: ${category}`));
const items = async (kind: 'category_undeliverable' | 'category_deliverable') =>
  (await all({ kind })).flatMap((group) => group.items);
const both = ['category_undeliverable: Likes', 'category_undeliverable: Views'];

describe('an item asks to pause a category', () => {
  test('while its provider refuses the key, and goes away with the refusal', async () => {
    expect(await shown()).toEqual([]);
    answers.error = 'Invalid API key';
    await look();
    expect(await shown()).toEqual(both);
    expect((await items('category_undeliverable'))[0]?.words).toBe(
      'Default gets no new links. Second refuses the key.',
    );
    expect((await aside('category_undeliverable', 'Likes')).status).toBe(400);
    answers.error = '';
    await look();
    expect(await shown()).toEqual([]);
  });

  test('while the balance does not pay for the smallest order', async () => {
    answers.balance = '0.20';
    await look();
    expect(await shown()).toEqual(['category_undeliverable: Likes']);
    answers.balance = '0';
    await look();
    expect(await shown()).toEqual(both);
    answers.balance = '50';
    await look();
    expect(await shown()).toEqual([]);
  });

  test('whose service is gone, and not the other one', async () => {
    answers.offers = [offer(11, 0.5)];
    await look();
    expect(await shown()).toEqual(['category_undeliverable: Views']);
  });

  test('D-103: not of an offer that is off', async () => {
    const views = (on: boolean) =>
      save((input) => {
        input.offers = [{ id: 'instagram-views', on }];
      });
    answers.error = 'Invalid API key';
    await look();
    await views(false);
    expect(await shown()).toEqual(['category_undeliverable: Likes']);
    await views(true);
    expect(await shown()).toEqual(both);
  });

  test('only when each provider of it cannot deliver', async () => {
    answers.error = 'Invalid API key';
    await look();
    await change('default', { enabled: true, save_anyway: true });
    expect(await shown()).toEqual([]);
    await change('default', { enabled: false });
    expect(await shown()).toEqual(both);
  });

  test('not after one failed check, but after 20 minutes without a response; one response ends it', async () => {
    const fail = async (afterMinutes: number) => {
      two.store.advance(afterMinutes * minuteMs);
      answers.balance = 'none';
      await lookAtAll();
    };
    const answer = async () => {
      answers.balance = '50';
      await lookAtAll();
    };
    for (let round = 0; round < 3; round += 1) {
      await fail(10);
      expect(await shown()).toEqual([]);
      await answer();
    }
    await fail(10);
    await fail(11);
    expect(await shown()).toEqual(both);
    // D-92
    expect((await items('category_undeliverable'))[0]?.words).toMatch(/Second: The provider answered 200: .*none/);
    await answer();
    expect(await shown()).toEqual([]);
    await fail(10);
    expect(await shown()).toEqual([]);
    await answer();
  });

  test('once the circuit opens, for every process, until a check passes', async () => {
    two.store.advance(minuteMs);
    answers.isDown = true;
    for (let call = 0; call < 10; call += 1) await look();
    await expect.poll(shown).toEqual(both);
    two.store.advance(minuteMs);
    await lookAtAll();
    expect(await shown()).toEqual(both);
    two.store.advance(minuteMs);
    answers.isDown = false;
    await lookAtAll();
    expect(await shown()).toEqual([]);
  });
});

describe('a category that was paused from the item', () => {
  test('is offered again once a provider can deliver, until it is on sale', async () => {
    answers.error = 'Invalid API key';
    await look();
    await put('Likes', true);
    expect(await shown()).toEqual(['category_undeliverable: Views']);
    answers.error = '';
    await look();
    expect(await shown()).toEqual(['category_deliverable: Likes']);
    await put('Likes', false);
    expect(await shown()).toEqual([]);
  });

  test('may stay paused: a dismissal counts for this pause', async () => {
    await put('Likes', true);
    const [item] = await items('category_deliverable');
    expect((await aside('category_deliverable', item?.subject ?? '')).status).toBe(200);
    expect(await shown()).toEqual([]);
    await put('Likes', false);
    two.store.advance(minuteMs);
    await put('Likes', true);
    expect(await shown()).toEqual(['category_deliverable: Likes']);
  });

  test('is not offered when it was paused by hand', async () => {
    const saved = await save(({ selling }) => selling && Object.assign(selling.Views, { paused: true }));
    expect(saved.status).toBe(200);
    expect(await shown()).toEqual([]);
  });
});
