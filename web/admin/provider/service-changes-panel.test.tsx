// The inbox of what providers changed of the services in use.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isAllowed } from '../../../contract/account-rules.ts';
import { endpoints } from '../../../contract/index.ts';
import { firstStoreSettings } from '../../../contract/store-settings.ts';
import { button, click, type FakeStore, hasButton, text } from '../testing.tsx';
import { now, operator } from '../testing-signed-in.tsx';
import { showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';
import { openApiTab, storeWithProvider } from './testing-api-tab.tsx';

const likes = {
  category: 'Likes',
  paused: false,
  price_per_1000: 4.99,
  margin_percent: 63,
  margin_percent_before: 72.1,
  proposal: null,
};
const tiktok = { ...likes, offer: 'tiktok-likes', offer_name: 'TikTok likes' };
const change = {
  id: 7,
  provider_id: 'p2',
  provider_name: 'Second',
  service_id: '9',
  kind: 'price_up',
  before: '1.3',
  from: '1.1',
  after: '1.52',
  problem: null,
  currency: 'USD',
  changed_at: new Date(now).toISOString(),
  offers: [{ ...tiktok, proposal: { subject: 'tiktok-likes 4990 6490', price_per_1000: 6.49, margin_percent: 71 } }],
  open: { in_delivery: { links: 184, units: 90_000, more: false }, waiting: { links: 12, units: 8_000 } },
  effect: '184 links are in delivery and keep their cost.',
  acts: ['apply_price', 'choose_service', 'pause', 'keep'],
  mark: null,
  settled_at: null,
  settled_as: null,
  settled_by: null,
  note: null,
};
const settled = { open: null, effect: null, acts: [], settled_at: change.changed_at, settled_by: 'ana@shop.test' };
let store: FakeStore;
let changes: object[];

beforeEach(() => {
  store = storeWithProvider();
  changes = [change];
  store.on('GET /api/admin/service-changes', ({ query }) => {
    const shown = changes.filter(
      (one) => ('settled_as' in one && one.settled_as === null) === (query.get('open') === 'true'),
    );
    return { body: shown, headers: { 'x-total-count': String(shown.length) } };
  });
});

const links = () => [...document.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
const sent = (call: string) => store.calls(call).map(({ body }) => body);

describe('D-112: a change of the cost', () => {
  it('has the difference since the last decision, the margins and the effect', async () => {
    await openApiTab(store);
    const shown = text();
    expect(shown).toContain('Changes (1)');
    expect(shown).toContain('Cost rose 38%TikTok likesSecond, service 9 ·');
    expect(shown).toContain('Cost per 1,000$1.10 → $1.52');
    expect(shown).toContain('Price per 1,000$4.99Margin at $4.9972.1% → 63%Margin at $6.4971%');
    expect(shown).toContain('184 links are in delivery and keep their cost.');
  });

  it('is answered by the price of the margin rule, which leaves the list', async () => {
    store.on('POST /api/admin/store-settings/apply-price', () => {
      changes = [];
      return { body: {} };
    });
    await openApiTab(store);
    await click(button('Apply $6.49'));
    expect(sent('POST /api/admin/store-settings/apply-price')).toEqual([{ subject: 'tiktok-likes 4990 6490' }]);
    expect(text()).toContain('No open changes.');
  });

  it('leads to the prices without a rule, and to the services', async () => {
    changes = [{ ...change, offers: [likes] }];
    await openApiTab(store);
    expect(links()).toContainEqual(['Change price', '/admin?tab=settings#prices']);
    expect(links()).toContainEqual(['Choose another service', '/admin?tab=api']);
    expect(text()).toContain('Cost rose 38%LikesSecond, service 9 ·');
  });

  it('leads to the catalog for an offer beside the specified ones', async () => {
    changes = [{ ...change, offers: [{ ...tiktok, proposal: null }] }];
    const leave = await openApiTab(store);
    expect(links()).toContainEqual(['Change price', '/admin/catalog?edit=tiktok-likes']);
    expect(links()).toContainEqual(['Choose another service', '/admin/catalog?edit=tiktok-likes']);
    await leave();
    const views = { ...tiktok, offer: 'tiktok-views', offer_name: 'TikTok views', proposal: null };
    changes = [{ ...change, offers: [{ ...tiktok, proposal: null }, views] }];
    await openApiTab(store);
    expect(links()).toContainEqual(['Change price', '/admin/catalog']);
  });

  it('pauses the offer after a question', async () => {
    store.on('PUT /api/admin/selling-pause', { body: { offer: 'tiktok-likes', paused: true } });
    await openApiTab(store);
    await click(button('Pause selling'));
    await click(button('Pause'));
    expect(sent('PUT /api/admin/selling-pause')).toEqual([{ offer: 'tiktok-likes', paused: true }]);
  });

  it('is kept, and opened again by Undo', async () => {
    store.on('PUT /api/admin/service-changes/7', ({ body }) => {
      const { kept } = body as { kept: boolean };
      changes = [kept ? { ...change, ...settled, settled_as: 'kept' } : change];
      return { body: { success: true } };
    });
    await openApiTab(store);
    await click(button('Keep'));
    expect(text()).toContain('No open changes.');
    await click(button('Undo'));
    expect(sent('PUT /api/admin/service-changes/7')).toEqual([{ kept: true }, { kept: false }]);
    expect(text()).toContain('Changes (1)');
    await click(button('Keep'));
    await click(button('Settled'));
    expect(text()).toContain('Kept as it is. By ana@shop.test.');
  });

  it('that could not be kept stays with the reason', async () => {
    store.on('PUT /api/admin/service-changes/7', {
      status: 409,
      body: {
        code: 'conflict',
        reason: 'change_settled',
        message: 'The change was settled meanwhile. Review the list.',
      },
    });
    await openApiTab(store);
    await click(button('Keep'));
    expect(text()).toContain('The change was settled meanwhile. Review the list.');
    expect(hasButton('Keep')).toBe(true);
  });
});

it('D-44, D-112: an offer has its name in the shown language, here and with its provider', async () => {
  const settings = firstStoreSettings();
  const [first] = settings.offers;
  const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
  settings.offers = first ? [...settings.offers, { ...first, id: 'tiktok-likes', names }] : [];
  const used = { ...tiktok, service_id: '9', name: 'Basic', sample: 0, success_percent: null, start_seconds: null };
  const provider = { id: 'p2', name: 'Second', priority: 1, enabled: true, warnings: [], services: 0, balance: null };
  const more = { circuit: 'closed', api_url: 'https://p2.example', routes: [], check: { state: 'untested' } };
  const priced = { ...used, cost_per_1000: 1, cost_per_1000_usd: 1, lowest_price_per_1000: 4.99, min: 1, max: 9 };
  store.on('GET /api/admin/providers', { body: [{ ...provider, ...more, used: [priced] }] });
  await showTexts('pt');
  onTestFinished(() => showTexts(defaultTextSet));
  const leave = await openApiTab(store);
  expect(text().match(/TikTok likes/g)).toHaveLength(2);
  await leave();
  store.on('GET /api/admin/store-settings', {
    body: { version: 1, changed_at: change.changed_at, changed_by: null, mode: 'sandbox', settings },
  });
  await openApiTab(store);
  expect(text()).not.toContain('TikTok likes');
  expect(text().match(/Curtidas no TikTok/g)).toHaveLength(2);
});

it('D-112: without further offers the tab loads no settings', async () => {
  changes = [{ ...change, offers: [likes] }];
  await openApiTab(store);
  expect(store.calls('GET /api/admin/store-settings')).toEqual([]);
});

describe('D-112: other changes', () => {
  it('a service with another meaning is confirmed by what was shown', async () => {
    changes = [
      {
        ...change,
        kind: 'renamed',
        before: 'Likes',
        from: 'Likes',
        after: 'Comments',
        mark: 'abc',
        acts: ['confirm_service', 'choose_service'],
      },
    ];
    store.on('POST /api/admin/providers/p2/confirm-service', { body: {} });
    await openApiTab(store);
    expect(text()).toContain('New name');
    expect(text()).toContain('NameLikes → Comments');
    expect(hasButton('Keep')).toBe(false);
    await click(button('Confirm service'));
    expect(sent('POST /api/admin/providers/p2/confirm-service')).toEqual([{ service_id: '9', mark: 'abc' }]);
  });

  it('terms have their difference, the problem and a link to the limits', async () => {
    const problem = 'Service 9 for Likes takes 600 at least; the smallest share of 5 posts is 100.';
    const terms = { ...change, offers: [{ ...likes, margin_percent_before: null }] };
    changes = [
      { ...terms, id: 1, kind: 'gone', from: null, after: null },
      { ...terms, id: 3, kind: 'min', from: '10', after: '6000', problem, acts: ['edit_limits', 'keep'] },
      { ...terms, id: 4, kind: 'refill', from: 'true', after: 'false' },
      { ...terms, id: 5, kind: 'max', from: '10000', after: null },
    ];
    await openApiTab(store);
    expect(text()).toContain('Left the catalog');
    expect(text()).toContain('Minimum10 → 6,000');
    expect(text()).toContain(problem);
    expect(text()).toContain('Refillyes → no');
    expect(text()).toContain('Maximum10,000 → not stated');
    expect(text()).toContain('Margin after fee63%');
    expect(links()).toContainEqual(['Edit limits', '/admin?tab=settings#prices']);
  });

  it('more of them load by a button', async () => {
    store.on('GET /api/admin/service-changes', ({ query }) =>
      query.get('cursor') === '7'
        ? { body: [{ ...change, id: 6, service_id: '10' }] }
        : { body: [change], headers: { link: '</api/admin/service-changes?cursor=7>; rel="next"' } },
    );
    await openApiTab(store);
    await click(button('Load more'));
    expect(text()).toContain('service 9');
    expect(text()).toContain('service 10');
  });

  it('a role that may not act sees no act', async () => {
    const denied = Object.entries(endpoints).flatMap(([name, { role }]) =>
      role === undefined || isAllowed('viewer', role) ? [] : [name],
    );
    store.on('GET /api/admin/verify', { body: { user: { ...operator, access: 'viewer', denied } } });
    await openApiTab(store);
    expect(text()).toContain('TikTok likes');
    for (const label of ['Keep', 'Apply $6.49', 'Pause selling']) expect(hasButton(label)).toBe(false);
    expect(links().map(([label]) => label)).not.toContain('Choose another service');
  });
});
