import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, field, fill, hasButton, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

const used = {
  category: 'Likes',
  service_id: '11',
  name: 'Real likes',
  cost_per_1000: 1.5,
  cost_per_1000_usd: 1.5,
  price_per_1000: 6,
  lowest_price_per_1000: 3.6,
  min: 10,
  max: 5000,
  sample: 40,
  success_percent: 97.5,
  start_seconds: 240,
};
const provider = {
  id: 'default',
  name: 'Default',
  priority: 100,
  enabled: true,
  kind: 'panel-v2',
  api_url: 'https://panel.example/api/v2',
  api_key: '********wxyz',
  likes_service_id: '11',
  views_service_id: '',
  low_balance: null,
  balance: 50,
  currency: 'USD',
  balance_at: null,
  services_at: new Date(now).toISOString(),
  services: 2,
  circuit: 'closed',
  used: [used],
  warnings: [{ kind: 'balance', words: 'The balance is low.' }],
  check: { state: 'passed', problem: null, checked_at: new Date(now).toISOString() },
};
const second = { ...provider, id: 'p2', name: 'Second', priority: 200, enabled: false, circuit: 'open', warnings: [] };
let store: FakeStore;

beforeEach(async () => {
  store = signIn();
  store.on('GET /api/admin/settings', {
    body: { ...provider, has_api_key: true },
  });
  store.on('GET /api/admin/balance', { body: { balance: 50, currency: 'USD' } });
  store.on('GET /api/admin/provider-tests', { body: [] });
  store.on('GET /api/admin/provider-scores', { body: { days: 30, scores: [], suggestions: [] } });
  store.on('GET /api/admin/service-changes', { body: [] });
  store.on('GET /api/admin/providers', { body: [provider, second] });
  await openAdmin('/admin?tab=api');
});

const labelled = (label: string) => {
  const found = [...document.querySelectorAll('dialog label')].find(({ textContent }) => textContent === label);
  return field(`#${CSS.escape((found as HTMLLabelElement | undefined)?.htmlFor ?? `no field "${label}"`)}`);
};

describe('the providers', () => {
  it('are listed with cost, price, margin, how they deliver, and what is wrong', () => {
    expect(text()).toContain('Costs $1.50, sold for $6.00, margin 75 %');
    expect(text()).toContain('97.5 % of the last 40 reported in full, started after 4 min');
    expect(text()).toContain('The balance is low.');
    expect(text()).toContain('Paused');
  });

  it('are added with their own address, key, services and place', async () => {
    store.on('POST /api/admin/providers', { body: second });
    await click(button('Add provider'));
    const typed = { Name: 'Third', 'API URL': 'https://third.example/api', 'API Key': 'key-3', Priority: '50' };
    for (const [label, value] of Object.entries(typed)) await fill(labelled(label), value);
    await click(button('Save provider'));
    expect(store.calls('POST /api/admin/providers')[0]?.body).toEqual({
      name: 'Third',
      api_url: 'https://third.example/api',
      api_key: 'key-3',
      priority: 50,
      enabled: true,
      likes_service_id: '',
      views_service_id: '',
      low_balance: null,
    });
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each([
    ['1,250', 1250],
    ['1.250,50', 1250.5],
    ['0.125', 0.125],
    ['2k', 2000],
    ['', null],
  ])('D-52: a balance of "%s" to warn below is %s', async (typed, low_balance) => {
    store.on('PUT /api/admin/providers/default', { body: provider });
    await click(button('Edit Default'));
    await fill(labelled('Warn below a balance of'), typed);
    await click(button('Save provider'));
    expect(store.calls('PUT /api/admin/providers/default')[0]?.body).toMatchObject({ low_balance });
  });

  it('D-52: a number that is not understood is not saved as none', async () => {
    await click(button('Edit Default'));
    await fill(labelled('Warn below a balance of'), '1e3');
    await fill(labelled('Priority'), '');
    await click(button('Save provider'));
    expect(store.calls('PUT /api/admin/providers/default')).toEqual([]);
    for (const label of ['Warn below a balance of', 'Priority']) {
      expect(labelled(label).getAttribute('aria-invalid')).toBe('true');
    }
    expect(text()).toContain('Enter a number.');
  });

  it('D-99: a price in another currency has its margin by the rate, and a link to a rate where it has none', async () => {
    const rated = { ...used, cost_per_1000: 2, cost_per_1000_usd: 3 };
    const warning = { kind: 'rate_missing', words: 'Its prices are in EUR.' };
    store.on('GET /api/admin/providers', {
      body: [
        { ...provider, currency: 'EUR', used: [rated], warnings: [] },
        { ...second, currency: 'BRL', used: [{ ...rated, cost_per_1000_usd: null }], warnings: [warning] },
      ],
    });
    store.on('POST /api/admin/providers/default/look', { body: provider });
    await click(button('Import catalog'));
    expect(text()).toContain('Costs 2.00 EUR ($3.00), sold for $6.00, margin 50 %');
    expect(text()).toContain('Costs 2.00 BRL, sold for $6.00');
    expect(text()).not.toContain('2.00 BRL, sold for $6.00, margin');
    const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'Enter a rate');
    expect(link?.getAttribute('href')).toBe('/admin?tab=finances&rate=BRL');
  });

  it('of the default provider only the priority is changed here; a refusal is shown at its field', async () => {
    await click(button('Edit Default'));
    expect(document.querySelector('dialog input[type=password]')).toBeNull();
    await fill(labelled('Warn below a balance of'), '20');
    store.on('PUT /api/admin/providers/default', { status: 400, body: { message: 'Not so.', field: 'priority' } });
    await click(button('Save provider'));
    expect(store.calls('PUT /api/admin/providers/default')[0]?.body).toEqual({
      name: 'Default',
      priority: 100,
      enabled: true,
      low_balance: 20,
    });
    expect(labelled('Priority').getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('Not so.');
  });

  it.each([
    ['passed', 'On', 'green'],
    ['untested', 'On, not tested', 'yellow'],
    ['key_refused', 'Key refused', 'red'],
    ['unreachable', 'On, test failed', 'orange'],
    ['service_missing', 'On, service missing', 'red'],
  ])('whose test call is %s are shown as %s, in %s', async (state, word, tone) => {
    const check = { state, problem: 'Invalid API key', checked_at: null };
    store.on('GET /api/admin/providers', { body: [{ ...provider, check }] });
    await openAdmin('/admin?tab=api');
    const badge = [...document.querySelectorAll('[data-tone]')].at(-1);
    expect([badge?.textContent, badge?.getAttribute('data-tone')]).toEqual([word, tone]);
  });

  it('whose test call fails are saved only where that is chosen, and not after another change', async () => {
    const words = 'The provider refused the key: Invalid API key';
    const refused = { status: 409, body: { message: words, code: 'provider_check_failed' } };
    store.on('PUT /api/admin/providers/p2', ({ body }) =>
      (body as { save_anyway?: boolean }).save_anyway ? { body: second } : refused,
    );
    await click(button('Edit Second'));
    await click(button('Save provider'));
    expect(document.querySelector('dialog [role=alert]')?.textContent).toBe(words);
    await fill(labelled('Name'), 'Other');
    expect(hasButton('Save anyway')).toBe(false);
    await click(button('Save provider'));
    await click(button('Save anyway'));
    expect(store.calls('PUT /api/admin/providers/p2').at(-1)?.body).toMatchObject({ name: 'Other', save_anyway: true });
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('D-30: another key asks for the password first', async () => {
    await click(button('Edit Second'));
    await fill(labelled('API Key'), 'another-key');
    store.on('PUT /api/admin/providers/p2', { status: 403, body: { message: 'Password.', code: 'step_up' } });
    await click(button('Save provider'));
    store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
    store.on('PUT /api/admin/providers/p2', { body: second });
    await fill(field('input[name=password]'), 'a password');
    await click(button('Continue'));
    expect(store.calls('PUT /api/admin/providers/p2')).toHaveLength(2);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('rule 10: one that is not asked for now can be asked again at once', async () => {
    store.on('POST /api/admin/providers/p2/reset-circuit', { body: { ...second, circuit: 'closed' } });
    store.on('GET /api/admin/providers', { body: [provider, { ...second, circuit: 'closed' }] });
    await click(button('Resume now'));
    expect(hasButton('Resume now')).toBe(false);
  });

  it('their catalogues are imported and searched', async () => {
    store.on('POST /api/admin/providers/default/look', { body: provider });
    const change = { id: '1', provider_id: 'default', provider_name: 'Default', service_id: '11', kind: 'price_up' };
    store.on('GET /api/admin/service-changes', {
      body: [
        {
          ...change,
          problem: null,
          before: '1.5',
          from: '1.5',
          after: '7',
          offers: [],
          effect: null,
          acts: [],
          settled_as: null,
          note: null,
          currency: 'USD',
          changed_at: new Date(now).toISOString(),
        },
      ],
    });
    await click(button('Import catalog'));
    expect(text()).toContain('$1.50 → $7.00');
    expect(store.calls('POST /api/admin/providers/default/look')).toHaveLength(1);
    expect(button('2 services').getAttribute('href')).toBe('/admin/catalog/import?provider=default');
  });
});
