// D-111: the catalog of all offers: a new one, its change, its services, and its sale.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dialog, input, openSettings, type Saved, storeWithSettings } from '../settings/testing-settings.tsx';
import { button, choose, click, type FakeStore, fill, hasButton, text, toasts } from '../testing.tsx';
import { openAdmin, operator } from '../testing-signed-in.tsx';
import { showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';
import './catalog-page.tsx';

const put = 'PUT /api/admin/store-settings';
const route = 'PUT /api/admin/providers/default';
const provider = {
  id: 'default',
  name: 'Panel A',
  priority: 100,
  enabled: true,
  routes: [] as { offer: string; service_id: string }[],
  used: [
    { category: 'Likes', service_id: '1181', cost_per_1000_usd: 0.9 },
    { category: 'Likes', offer: 'tiktok-likes', service_id: '3310', cost_per_1000_usd: 0.62 },
  ],
  warnings: [] as object[],
};

let store: FakeStore;
let held: { saved: Saved };
beforeEach(() => {
  ({ store, held } = storeWithSettings());
  store.on('GET /api/admin/providers', { body: [provider] });
});

const rows = () => [...document.querySelectorAll('main tbody tr')].map((row) => row.textContent ?? '');
const fieldWith = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
  const element = document.getElementById(found?.htmlFor ?? '') ?? found?.querySelector('input, select');
  if (!element) throw new Error(`no field ${label}`);
  return element as HTMLInputElement;
};
const create = async () => {
  await click(button('New offer'));
  await fill(input('offers.tiktok-likes.names.en'), 'TikTok likes');
  await fill(input('offers.tiktok-likes.names.pt'), 'Curtidas no TikTok');
  await fill(input('offers.tiktok-likes.unit_price_micros'), '4');
  await click(button('Create offer'));
};

describe('the list', () => {
  it('D-111: has price, cost, margin, services and state of each offer', async () => {
    await openAdmin('/admin/catalog');
    expect(rows()[0]).toContain('Instagram likes');
    expect(rows()[0]).toContain('$6.00');
    expect(rows()[0]).toContain('$0.90');
    expect(rows()[0]).toContain('85%');
    expect(rows()[0]).toContain('Panel A 1181');
    expect(rows()[0]).toContain('On sale');
    expect(rows()[1]).toContain('No service');
    expect(rows()[1]).toContain('Needs a service');
    expect(text()).toContain('1 of 2 offers on sale');
  });

  it.each([
    ['gone', 'service_missing', 'Needs a service'],
    ['held', 'service_held', 'Needs a service'],
    ['price', 'service_above_price', 'Cost above price'],
  ])('D-111: an offer whose only service is %s is not on sale', async (kind, code, state) => {
    const warning = { kind, words: 'A warning.', code, params: { serviceId: '1181', category: 'Likes' } };
    const spare = {
      ...provider,
      id: 'p2',
      name: 'Panel B',
      priority: 200,
      used: [{ ...provider.used[0], service_id: '7' }],
    };
    store.on('GET /api/admin/providers', { body: [{ ...provider, warnings: [warning] }] });
    const leave = await openAdmin('/admin/catalog');
    expect(rows()[0]).toContain(state);
    expect(document.querySelector('main tbody tr [data-tone]')?.getAttribute('data-tone')).toBe('orange');
    expect(text()).toContain('0 of 2 offers on sale');
    await leave();
    store.on('GET /api/admin/providers', { body: [{ ...provider, warnings: [warning] }, spare] });
    await openAdmin('/admin/catalog');
    expect(rows()[0]).toContain('On sale');
  });

  it('D-111: warnings of another offer, and a cost above the lowest price alone, leave an offer on sale', async () => {
    const warnings = [
      { kind: 'gone', code: 'service_missing', params: { serviceId: '1181', category: 'TikTok likes' } },
      { kind: 'price', code: 'service_above_lowest_price', params: { serviceId: '1181', category: 'Likes' } },
    ];
    store.on('GET /api/admin/providers', { body: [{ ...provider, warnings }] });
    await openAdmin('/admin/catalog');
    expect(rows()[0]).toContain('On sale');
  });

  it('D-111: a viewer reads it without costs and changes nothing', async () => {
    store.on('GET /api/admin/verify', {
      body: { user: { ...operator, access: 'viewer', denied: ['saveStoreSettings', 'changeProvider'] } },
    });
    await openAdmin('/admin/catalog');
    expect(rows()[0]).toContain('Panel A 1181');
    expect(rows()[0]).not.toContain('$0.90');
    expect(hasButton('New offer')).toBe(false);
    expect(hasButton('Edit Instagram likes')).toBe(false);
  });
});

describe('a new offer', () => {
  beforeEach(() => openAdmin('/admin/catalog').then(() => undefined));

  it('D-111: has the actions of its platform, an ID of both, and is created off', async () => {
    await click(button('New offer'));
    const platform = fieldWith('Platform') as unknown as HTMLSelectElement;
    await choose(platform, 'youtube');
    const action = fieldWith('Action') as unknown as HTMLSelectElement;
    expect([...action.options].map((option) => option.value)).toEqual(['likes', 'views', 'subscribers']);
    await choose(action, 'subscribers');
    expect(input('offers.0.id').value).toBe('youtube-subscribers');
    await click(button('Create offer'));
    expect(document.activeElement?.id).toBe('setting-offers-youtube-subscribers-names-en');
    expect(store.calls(put)).toEqual([]);
    await choose(fieldWith('Platform') as unknown as HTMLSelectElement, 'tiktok');
    await click(button('Cancel'));
    await create();
    expect(store.calls(put)[0]?.body).toMatchObject({
      settings: { offers: [{ id: 'tiktok-likes', platform: 'tiktok', action: 'likes', on: false }] },
    });
    expect(toasts()).toContain('Offer created');
    expect(rows().at(-1)).toContain('Not confirmed');
  });

  it('D-111: an ID that another offer has is refused', async () => {
    await click(button('New offer'));
    await fill(input('offers.0.id'), 'instagram-views');
    await click(button('Create offer'));
    expect(document.activeElement?.id).toBe('setting-offers-0-id');
    expect(dialog()).toContain('Another offer has this ID.');
  });
});

describe('an offer', () => {
  beforeEach(async () => {
    await openAdmin('/admin/catalog');
    await create();
    await click(button('Edit TikTok likes'));
  });

  it('D-111: is turned on with the confirmation, which names who and when, and the toast undoes it', async () => {
    await click(fieldWith('In the catalog'));
    await click(button('Save offer'));
    expect(dialog()).toContain('Confirm that you may sell TikTok likes');
    expect(document.activeElement?.id).toBe('setting-offers-tiktok-likes-on');
    await click(fieldWith('I may sell this under the rules of TikTok.'));
    await click(button('Save offer'));
    expect(store.calls(put).at(-1)?.body).toMatchObject({
      settings: { offers: [{ id: 'tiktok-likes', on: true, attested: true }] },
    });
    expect(rows().at(-1)).toContain('On sale');
    await click(button('Undo'));
    expect(store.calls(put).at(-1)?.body).toMatchObject({
      restores: 2,
      settings: { offers: [{}, {}, { id: 'tiktok-likes', on: false }] },
    });
  });

  it('D-111: its page is shown with what is typed, on sale or not, and nothing is saved', async () => {
    const previewCall = 'POST /api/admin/catalog/preview';
    store.on(previewCall, { body: { title: 'TikTok likes', description: '', html: '<p>Likes</p>' } });
    const saves = store.calls(put).length;
    await click(fieldWith('In the catalog'));
    await fill(input('offers.tiktok-likes.unit_price_micros'), '5');
    await click(button('Preview'));
    expect(store.calls(previewCall)[0]?.body).toEqual({
      offers: [{ id: 'tiktok-likes', unit_price_micros: 5_000 }],
      offer: 'tiktok-likes',
      language: 'en',
    });
    expect(document.querySelector('iframe')?.title).toBe('Preview of TikTok likes');
    await fill(input('offers.tiktok-likes.unit_price_micros'), 'free');
    await click(button('Hide preview'));
    expect(button('Preview').disabled).toBe(true);
    expect(store.calls(put)).toHaveLength(saves);
  });

  it('D-111: of a newer version keeps what was typed, and sends its own changes on top', async () => {
    await fill(input('offers.tiktok-likes.unit_price_micros'), '5');
    const before = held.saved;
    held.saved = {
      ...before,
      version: 9,
      settings: {
        ...before.settings,
        offers: before.settings.offers.map((one) => (one.id === 'tiktok-likes' ? { ...one, guarantee_days: 30 } : one)),
      },
    };
    store.on(put, { status: 409, body: { code: 'settings_changed', message: 'Someone else saved.', version: 9 } });
    await click(button('Save offer'));
    expect(dialog()).toContain('saved');
    expect(input('offers.tiktok-likes.unit_price_micros').value).toBe('5');
    await click(button('Save offer'));
    expect(store.calls(put).at(-1)?.body).toMatchObject({
      version: 9,
      settings: { offers: [{ id: 'tiktok-likes', unit_price_micros: 5_000 }] },
    });
    const sent = store.calls(put).at(-1)?.body as { settings: { offers: object[] } } | undefined;
    expect(sent?.settings.offers).toEqual([{ id: 'tiktok-likes', unit_price_micros: 5_000 }]);
  });

  it('D-50, D-111: a large change of its price is asked about, and confirmed by the next click', async () => {
    await fill(input('offers.tiktok-likes.unit_price_micros'), '9');
    const packages = [
      { category: 'Likes', offer: 'tiktok-likes', offer_name: 'TikTok likes', quantity: 500, before: 2, after: 4.5 },
    ];
    store.on(put, { status: 409, body: { code: 'price_change_large', message: 'Prices change.', packages } });
    await click(button('Save offer'));
    expect(dialog()).toContain('500 TikTok likes');
    await click(button('Change prices'));
    expect(store.calls(put).at(-1)?.body).toMatchObject({ confirm: true });
  });

  it('D-111: its service is saved with the provider, and a refusal stands at its field', async () => {
    store.on(route, {
      status: 400,
      body: { code: 'invalid_input', field: 'routes.tiktok-likes', message: 'The service sells something else.' },
    });
    await fill(fieldWith('Service ID at Panel A'), '3310');
    const saves = store.calls(put).length;
    await click(button('Save offer'));
    expect(store.calls(put)).toHaveLength(saves);
    expect(store.calls(route)[0]?.body).toEqual({ routes: [{ offer: 'tiktok-likes', service_id: '3310' }] });
    expect(document.activeElement?.id).toBe('setting-routes-default');
    expect(fieldWith('Service ID at Panel A').value).toBe('3310');
    store.on(route, { status: 409, body: { code: 'provider_check_failed', message: 'The test call failed.' } });
    await click(button('Save offer'));
    expect(dialog()).toContain('The test call');
    store.on(route, { body: provider });
    await click(button('Save anyway'));
    expect(store.calls(route).at(-1)?.body).toMatchObject({ save_anyway: true });
    expect(toasts()).toContain('Offer saved');
  });
});

it('D-111: the address of an offer opens its dialog once, for who may edit it', async () => {
  const path = '/admin/catalog?edit=instagram-views';
  const leave = await openAdmin(path);
  expect(dialog()).toContain('Edit Instagram views');
  await click(button('Cancel'));
  expect(dialog()).toBe('');
  expect(location.pathname + location.search).toBe('/admin/catalog');
  await leave();
  store.on('GET /api/admin/verify', {
    body: { user: { ...operator, access: 'viewer', denied: ['saveStoreSettings', 'changeProvider'] } },
  });
  await openAdmin(path);
  expect(rows()).toHaveLength(2);
  expect(dialog()).toBe('');
});

it('D-111: the history and the filter of the orders name an offer', async () => {
  const [likes] = held.saved.settings.offers;
  if (!likes) throw new Error('The store has no offer.');
  const tiktok = { ...likes, id: 'tiktok-followers', category: 'Followers' as const, names: { en: 'Fans', pt: 'Fãs' } };
  held.saved.settings.offers = [...held.saved.settings.offers, tiktok];
  const changes = [
    { field: 'offers.tiktok-followers.margin.mode', before: '', after: 'apply' },
    { field: 'offers.tiktok-followers.names.pt', before: 'Fã', after: 'Fãs' },
  ];
  store.on('GET /api/admin/store-settings/history', {
    body: [{ version: 1, changed_at: held.saved.changed_at, changed_by: null, changes }],
  });
  await openSettings('records');
  expect(text()).toContain('Fans: margin rule nothing becomes →Automatic');
  expect(text()).toContain('Fans: name, Portuguese Fã becomes →Fãs');
});

it('D-111: the orders are filtered by a further category and offer', async () => {
  const [likes] = held.saved.settings.offers;
  if (!likes) throw new Error('The store has no offer.');
  const filterOf = async () => {
    const leave = await openAdmin('/admin?tab=orders');
    await click(button('Filters'));
    const select = document.querySelector<HTMLSelectElement>('select[aria-label=Category]') ?? undefined;
    return { leave, select, labels: [...(select?.options ?? [])].map((option) => option.textContent) };
  };
  const plain = await filterOf();
  expect(plain.labels).toEqual(['Likes and views', 'Likes', 'Views']);
  await plain.leave();
  const tiktok = { ...likes, id: 'tiktok-followers', category: 'Followers' as const, names: { en: 'Fans', pt: 'Fãs' } };
  held.saved.settings.offers = [...held.saved.settings.offers, tiktok];
  const { select, labels } = await filterOf();
  expect(labels).toEqual(['Likes and views', 'Likes', 'Views', 'Followers', 'Fans']);
  await choose(select, 'offer:tiktok-followers');
  expect(store.calls('GET /api/orders').at(-1)?.query.get('offer')).toBe('tiktok-followers');
  await choose(select, 'Followers');
  expect(store.calls('GET /api/orders').at(-1)?.query.get('offer')).toBe(null);
  expect(store.calls('GET /api/orders').at(-1)?.query.get('category')).toBe('Followers');
});

it('D-111: a specified offer leads to where its services are set, and its price is the base price', async () => {
  await openAdmin('/admin/catalog');
  await click(button('Edit Instagram likes'));
  expect(dialog()).toContain('The services of this offer are set with the provider.');
  expect(dialog()).not.toContain('Margin rule');
  await fill(input('prices.unit_price_micros'), '');
  await click(button('Save offer'));
  expect(document.activeElement?.id).toBe('setting-prices-unit_price_micros');
});

it('D-44, D-111: Portuguese keeps the name of an offer as it is, and an unknown margin is feminine', async () => {
  await showTexts('pt');
  onTestFinished(() => showTexts(defaultTextSet));
  await openAdmin('/admin/catalog?edit=instagram-views');
  expect(rows()[1]).toContain('DesconhecidoMargemDesconhecida');
  expect(dialog()).toContain('Adicionar desconto em Visualizações no Instagram');
});
