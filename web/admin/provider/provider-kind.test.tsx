// The provider's form of a version with two kinds of providers.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { providerKinds, providerKindTitles } from '../../../contract/provider-kinds.ts';
import { button, click, type FakeStore, field, fill } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const kinds: string[] = providerKinds as unknown as string[];
const titles: Record<string, string> = providerKindTitles;

const provider = {
  id: 'p2',
  name: 'Second',
  priority: 200,
  enabled: true,
  kind: 'second-kind',
  api_url: 'https://second.example',
  api_key: '********wxyz',
  likes_service_id: '11',
  views_service_id: '',
  low_balance: null,
  balance: null,
  currency: null,
  balance_at: null,
  services_at: null,
  services: 0,
  circuit: 'closed',
  used: [],
  warnings: [],
  check: { state: 'passed', problem: null, checked_at: null },
};
let store: FakeStore;

beforeEach(async () => {
  kinds.push('second-kind');
  titles['second-kind'] = 'Second kind';
  onTestFinished(() => {
    kinds.pop();
    delete titles['second-kind'];
  });
  store = signIn();
  store.on('GET /api/admin/settings', { body: { ...provider, has_api_key: true } });
  store.on('GET /api/admin/balance', { body: { balance: 50, currency: 'USD' } });
  store.on('GET /api/admin/provider-tests', { body: [] });
  const newer = { ...provider, id: 'p3', name: 'Third', kind: 'of-a-newer-version' };
  store.on('GET /api/admin/providers', { body: [provider, newer] });
  await openAdmin('/admin?tab=api');
});

const options = () => [...field('dialog select').querySelectorAll('option')].map(({ textContent }) => textContent);

it('a new provider has the first kind, unless another one is chosen', async () => {
  store.on('POST /api/admin/providers', { body: provider });
  await click(button('Add provider'));
  expect([options(), field('dialog select').value]).toEqual([kinds.map((kind) => titles[kind]), 'panel-v2']);
  expect(options().at(-1)).toBe('Second kind');
  await fill(field('dialog select'), 'second-kind');
  await click(button('Save provider'));
  expect(store.calls('POST /api/admin/providers')[0]?.body).toMatchObject({ kind: 'second-kind' });
});

it('a saved provider shows its kind; one of a newer version keeps its own', async () => {
  store.on('PUT /api/admin/providers/p3', { body: provider });
  await click(button('Edit Second'));
  expect(field('dialog select').value).toBe('second-kind');
  await click(button('Cancel'));
  await click(button('Edit Third'));
  expect(options()[0]).toBe('of-a-newer-version (unknown to this version)');
  await click(button('Save provider'));
  expect(store.calls('PUT /api/admin/providers/p3')[0]?.body).not.toHaveProperty('kind');
});
