// A run of sends: three refusals for one reason stop it, and the store records a refused API key.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actionItemSteps } from '../../tests/support/action-item-steps.ts';
import { type CountingPanel, type PanelMood, startPanel } from '../../tests/support/fake-provider.ts';
import { aLink, type Placed, paidOrder } from '../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';

let panel: CountingPanel;
let store: TestStore;
let mood: PanelMood = 'place';
let answer: string | null = null;
beforeAll(async () => {
  panel = await startPanel({ mood: () => mood, refusal: () => answer });
  store = await startStore(panel.settings);
});
afterAll(async () => {
  await store.stop();
  await panel.close();
});
beforeEach(() => {
  mood = 'place';
  answer = null;
});
const { all } = actionItemSteps(() => store);

const order = () => paidOrder(store, { post_links: Array.from({ length: 5 }, () => aLink()), quantity: 5000 });
/** Sends all links as one run. Returns the codes of the responses; 'sent' for an accepted link. */
async function run({ id, postLinks, category }: Placed, name: string = randomUUID()): Promise<string[]> {
  const codes: string[] = [];
  for (const postLink of postLinks) {
    const { body } = await store.admin.ask('POST /api/admin/orders/{id}/send-post', {
      params: { id },
      body: { postLink, category, run: name },
    });
    codes.push(body.success ? 'sent' : (body as unknown as { code: string }).code);
  }
  return codes;
}

test.each([
  ['a refused key', 'Invalid API key'],
  ['words without a known meaning', 'Ogiltig begäran'],
])('stops after three refusals for one reason, %s: the rest stays unsent', async (_, words) => {
  const placed = await order();
  answer = words;
  const before = panel.adds.length;
  const refused = 'provider_refused';
  expect(await run(placed)).toEqual([refused, refused, refused, 'run_stopped', 'run_stopped']);
  expect(panel.adds.length - before).toBe(3);
  // A link is either an item of a failed send or a link to send, never both.
  const failed = (await all({ kind: 'dispatch_failed' })).flatMap(({ items }) => items);
  expect(failed.filter(({ order_id }) => order_id === placed.id)).toHaveLength(3);
  const toSend = (await all({ kind: 'links_to_send' })).flatMap(({ items }) => items);
  expect(toSend.find(({ order_id }) => order_id === placed.id)?.words).toBe('2 of 5 links to send');
  // Another run sends all of them.
  answer = null;
  expect(await run(placed)).toEqual(Array(5).fill('sent'));
});

test('refusals of single posts, and sends with an unknown result, stop nothing', async () => {
  mood = 'link';
  expect(await run(await order())).toEqual(Array(5).fill('provider_refused'));
  mood = 'lose';
  expect(await run(await order())).toEqual(Array(5).fill('provider_unknown'));
});

test('a key that was refused in a send is recorded until a check passes', async () => {
  answer = 'Invalid API key';
  await run(await order());
  const state = async () => (await store.admin.call('GET /api/admin/providers', {}))[0]?.check.state;
  expect(await state()).toBe('key_refused');
  answer = null;
  await store.app.jobHandlers.look_at_providers({});
  expect(await state()).not.toBe('key_refused');
});
