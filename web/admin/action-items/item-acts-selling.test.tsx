import { beforeEach, expect, it } from 'vitest';
import { button, click, type FakeStore, hasButton, toasts } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const list = 'GET /api/admin/attention';
const pause = 'PUT /api/admin/selling-pause';
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/orders', { body: [] });
});

async function open(kind: string): Promise<void> {
  const item = { subject: 'Views', order_id: null, category: 'Views', at: '2026-03-01T11:00:00Z', words: 'Why.' };
  store.on(list, { body: { kinds: [{ kind, count: 1, more: false, may_set_aside: true, items: [item] }] } });
  await openAdmin('/admin');
}

const dialog = () => document.querySelector('dialog') as HTMLElement;
const row = () => document.querySelector('[aria-labelledby=needs-attention] li') as HTMLElement;

it.each([
  ['category_undeliverable', true, 'Views cannot be delivered: pause selling?', 'Pause selling', 'selling is paused'],
  ['category_deliverable', false, 'Views can be delivered: sell again?', 'Sell again', 'on sale again'],
] as const)('%s: is settled; a pause asks first', async (kind, paused, title, act, done) => {
  store.on(pause, () => {
    store.on(list, { body: { kinds: [] } });
    return { body: { category: 'Views', paused } };
  });
  await open(kind);
  expect(row().textContent).toContain(`${title}Why.`);
  expect(hasButton('Dismiss', row())).toBe(!paused);
  await click(button(act, row()));
  if (paused) {
    expect(store.calls(pause)).toEqual([]);
    expect(dialog().textContent).toContain('Pause selling Views?New orders of this kind are refused');
    await click(button('Pause', dialog()));
  }
  expect(store.calls(pause).map(({ body }) => body)).toEqual([{ category: 'Views', paused }]);
  expect(row()).toBeNull();
  expect(toasts()).toContain(`Views: ${done}`);
});

it('shows why the store refused', async () => {
  store.on(pause, { status: 503, body: { message: 'The store is busy.' } });
  await open('category_undeliverable');
  await click(button('Pause selling', row()));
  await click(button('Pause', dialog()));
  expect(dialog().querySelector('[role=alert]')?.textContent).toBe('The store is busy.');
});

it('links to the API key when a provider refuses it', async () => {
  const item = { subject: 'Views', order_id: null, category: 'Views', at: '2026-03-01T11:00:00Z', words: 'Why.' };
  const refused = { code: 'category_undeliverable', params: { providers: [{ code: 'provider_refuses_key' }] } };
  const items = [{ ...item, ...refused }];
  const kind = { kind: 'category_undeliverable', count: 1, more: false, may_set_aside: false, items };
  store.on(list, { body: { kinds: [kind] } });
  await openAdmin('/admin');
  const link = [...row().querySelectorAll('a')].find(({ textContent }) => textContent === 'Fix the key');
  expect(link?.getAttribute('href')).toBe('/admin?tab=api');
});
