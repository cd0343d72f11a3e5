// Services are found, chosen, priced and published together; what fails leaves the offers off and is stated.
import { beforeEach, describe, expect, it } from 'vitest';
import type { OfferInput } from '../../../contract/offers.ts';
import {
  firstStoreSettings,
  type StoreSettings,
  type StoreSettingsInput,
  settingsAfter,
} from '../../../contract/store-settings.ts';
import { keepDraft } from '../tab-drafts.ts';
import { button, choose, click, type FakeStore, fill, hasButton, text, toasts } from '../testing.tsx';
import { now, openAdmin, operator, signIn } from '../testing-signed-in.tsx';
import { catalogService } from './testing-catalog.ts';

const provider = {
  id: 'p2',
  name: 'Panel B',
  currency: 'USD',
  services: 5_120,
  likes_service_id: '',
  views_service_id: '',
  routes: [],
  used: [],
  warnings: [],
};
const likes = {
  ...catalogService,
  service_id: '3310',
  name: 'TT LIKES ⚡',
  action: 'likes',
  cost_per_1000: 0.6,
  cost_per_1000_usd: 0.6,
  proposed_price_micros: 1_240,
};
const comments = {
  ...catalogService,
  service_id: '3390',
  name: 'TIKTOK CUSTOM COMMENTS',
  platform: null,
  action: null,
  problem: 'Its type is "Custom Comments". The store sends a link and a quantity alone.',
  problem_coded: { code: 'catalog_service_type', params: { type: 'Custom Comments' } },
};
const servicesCall = 'GET /api/admin/providers/p2/services';
const at = new Date(now).toISOString();

let store: FakeStore;
let saved: { version: number; settings: StoreSettings };

beforeEach(() => {
  sessionStorage.clear();
  store = signIn();
  saved = { version: 1, settings: firstStoreSettings() };
  store.on('GET /api/admin/providers', { body: [{ ...provider, id: 'default', name: 'Panel A' }, provider] });
  store.on('GET /api/admin/providers/default/services', { body: [] });
  store.on(servicesCall, { body: [catalogService, likes, comments] });
  store.on('GET /api/admin/store-settings', () => ({ body: answer() }));
  store.on('PUT /api/admin/store-settings', ({ body }) => {
    keep(body);
    return { body: answer() };
  });
  store.on('PUT /api/admin/providers/p2', { body: provider });
});

function keep(body: unknown): void {
  const { settings } = body as { settings: StoreSettingsInput };
  saved = {
    version: saved.version + 1,
    settings: settingsAfter(saved.settings, settings, { at, by: operator.email }),
  };
}

const answer = () => ({ ...saved, changed_at: at, changed_by: null, mode: 'sandbox' });
const open = () => openAdmin('/admin/catalog/import?provider=p2');
const select = (label: string) =>
  [...document.querySelectorAll('label')]
    .find(({ firstChild }) => firstChild?.textContent === label)
    ?.querySelector('select') ?? undefined;
const box = (words: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(words));
  return found?.querySelector<HTMLInputElement>('input[type=checkbox]') as HTMLInputElement;
};
const field = (label: string, within: ParentNode = document) => {
  const found = [...within.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement;
};
const offers = () => saved.settings.offers.slice(2);
const sentOffers = () =>
  store
    .calls('PUT /api/admin/store-settings')
    .map(({ body }) => (body as { settings: { offers: OfferInput[] } }).settings.offers);

async function chooseBoth(): Promise<void> {
  await click(box('REAL MIX'));
  await click(box('TT LIKES'));
  await click(box('I may sell'));
}

describe('the import of services', () => {
  it('D-109: shows cost, proposed price, margin, quantities, terms, and why a service cannot be sold', async () => {
    await open();
    expect(text()).toContain('TikTok · Followers');
    expect(text()).toContain('$1.80');
    expect(text()).toContain('$3.60');
    expect(text()).toContain('50% margin');
    expect(text()).toContain('50 to 10,000');
    expect(text()).toContain('The name does not state one kind that the store sells.');
    expect(text()).toContain('Its type is "Custom Comments".');
    expect(box('CUSTOM COMMENTS').disabled).toBe(true);
    expect(hasButton('Publish 1 offer')).toBe(false);
  });

  it('D-109: marks the services that deliver an offer', async () => {
    const used = { ...provider, likes_service_id: '3310', routes: [{ offer: 'tiktok-followers', service_id: '6131' }] };
    for (const [body, marks] of [
      [provider, 0],
      [used, 2],
    ] as const) {
      store.on('GET /api/admin/providers', { body: [body] });
      const close = await open();
      expect(text().match(/In use/g) ?? []).toHaveLength(marks);
      await close();
    }
  });

  it('D-109: is filtered by provider, platform, action and refill', async () => {
    await open();
    await choose(select('Platform'), 'tiktok');
    await choose(select('Action'), 'followers');
    await choose(select('Refill'), 'yes');
    const query = Object.fromEntries(store.calls(servicesCall).at(-1)?.query ?? []);
    expect(query).toEqual({ limit: '50', platform: 'tiktok', action: 'followers', refill: 'yes' });
    // YouTube has no followers.
    await choose(select('Platform'), 'youtube');
    expect(Object.fromEntries(store.calls(servicesCall).at(-1)?.query ?? [])).not.toHaveProperty('action');
    await choose(select('Provider'), 'default');
    expect(store.calls('GET /api/admin/providers/default/services')).toHaveLength(1);
  });

  it('D-109: shows the page of an offer as it would be published, before it is', async () => {
    const previewCall = 'POST /api/admin/catalog/preview';
    store.on(previewCall, { body: { title: 'TikTok likes', description: '', html: '<p>Likes</p>' } });
    await open();
    await click(box('TT LIKES'));
    await fill(field('Name, English'), 'TikTok hearts');
    await click(button('Preview: TikTok · Likes'));
    expect(store.calls(previewCall).at(-1)?.body).toMatchObject({
      offer: 'tiktok-likes',
      language: 'en',
      offers: [{ id: 'tiktok-likes', platform: 'tiktok', names: { en: 'TikTok hearts' }, unit_price_micros: 1_240 }],
    });
    expect(document.querySelector('iframe')?.title).toBe('Preview of TikTok likes');
    expect(text()).toContain('Nothing is saved.');
    await click(button('Hide preview: TikTok · Likes'));
    expect(document.querySelector('iframe')).toBeNull();
    // What would be refused has no preview.
    await fill(field('Price per 1,000'), '0');
    expect(button('Preview: TikTok · Likes').disabled).toBe(true);
    expect(saved.version).toBe(1);
  });

  it('D-109: publishes several offers with names, price and limits of the operator, then their services', async () => {
    await open();
    await click(box('REAL MIX'));
    await click(box('TT LIKES'));
    expect(button('Publish 2 offers').disabled).toBe(true);
    await click(box('I may sell'));
    const likesForm = document.querySelector('section[aria-label="TikTok · Likes"]') as HTMLElement;
    await fill(field('Name, English', likesForm), 'TikTok hearts');
    await fill(field('Price per 1,000', likesForm), '$4.00');
    expect(likesForm.textContent).toContain('85% margin');
    await fill(field('Minimum', likesForm), '10');
    expect(likesForm.textContent).toContain('The minimum must give each of 5 links the minimum of the service.');
    expect(button('Publish 2 offers').disabled).toBe(true);
    await fill(field('Minimum', likesForm), '250');
    await click(button('Publish 2 offers'));

    expect(toasts()).toContain('2 offers published');
    expect(offers()).toMatchObject([
      {
        id: 'tiktok-followers',
        category: 'Followers',
        names: { en: 'TikTok followers', pt: 'Seguidores do TikTok' },
        unit_price_micros: 3_600,
        min_quantity: 500,
        max_quantity: 10_000,
        on: true,
        attested_by: operator.email,
      },
      { id: 'tiktok-likes', names: { en: 'TikTok hearts' }, unit_price_micros: 4_000, min_quantity: 250, on: true },
    ]);
    expect(sentOffers()[0]?.map(({ on }) => on)).toEqual([false, false]);
    expect(sentOffers()[1]).toEqual([
      { id: 'tiktok-followers', on: true },
      { id: 'tiktok-likes', on: true },
    ]);
    expect(store.calls('PUT /api/admin/providers/p2').map(({ body }) => body)).toEqual([
      {
        routes: [
          { offer: 'tiktok-followers', service_id: '6131' },
          { offer: 'tiktok-likes', service_id: '3310' },
        ],
      },
    ]);
    expect(JSON.stringify(offers())).not.toMatch(/REAL MIX|TT LIKES|SERVER 3/);
    expect(hasButton('Publish 2 offers')).toBe(false);
  });

  it('D-109: where the services are refused, the offers stay off, and the next attempt goes on with them', async () => {
    store.on('PUT /api/admin/providers/p2', { status: 400, body: { message: 'The provider refused the key.' } });
    await open();
    await chooseBoth();
    await click(button('Publish 2 offers'));
    expect(text()).toContain('The offers are saved and off, because their services could not be saved.');
    expect(text()).toContain('The provider refused the key.');
    expect(offers().map(({ on }) => on)).toEqual([false, false]);
    store.on('PUT /api/admin/providers/p2', { body: provider });
    await click(button('Publish 2 offers'));
    expect(offers().map(({ id, on }) => [id, on])).toEqual([
      ['tiktok-followers', true],
      ['tiktok-likes', true],
    ]);
  });

  it('D-109: where the store refuses the offers, nothing is published', async () => {
    store.on('PUT /api/admin/store-settings', { status: 400, body: { message: 'The store has 50 offers.' } });
    await open();
    await chooseBoth();
    await click(button('Publish 2 offers'));
    expect(text()).toContain('Nothing was published. The store has 50 offers.');
    expect(store.calls('PUT /api/admin/providers/p2')).toHaveLength(0);
  });

  it('D-109: after a lost answer the same offers are published, whether the store saved them or not', async () => {
    for (const isSaved of [true, false]) {
      saved = { version: 1, settings: firstStoreSettings() };
      let isLost = true;
      store.on('PUT /api/admin/store-settings', ({ body }) => {
        if (!isLost || isSaved) keep(body);
        if (!isLost) return { body: answer() };
        isLost = false;
        throw new TypeError('Failed to fetch');
      });
      const close = await open();
      await chooseBoth();
      await click(button('Publish 2 offers'));
      expect(text()).toContain('It is not known whether the offers were saved. Publish them again to go on.');
      expect(text()).not.toContain('Nothing was published.');
      await click(button('Publish 2 offers'));
      expect(offers().map(({ id, on }) => [id, on])).toEqual([
        ['tiktok-followers', true],
        ['tiktok-likes', true],
      ]);
      await close();
    }
  });

  it('D-109: where the last answer is lost, the offers are not called off', async () => {
    store.on('PUT /api/admin/store-settings', ({ body }) => {
      keep(body);
      if (saved.version > 2) throw new TypeError('Failed to fetch');
      return { body: answer() };
    });
    await open();
    await chooseBoth();
    await click(button('Publish 2 offers'));
    expect(text()).toContain('It is not known whether the offers are on. Publish them again to go on.');
    expect(text()).not.toContain('still off');
  });

  it('D-109: an offer that another admin saved with the ID meanwhile is not changed', async () => {
    const foreign = {
      id: 'tiktok-likes',
      platform: 'tiktok',
      action: 'likes',
      names: { en: 'Hearts', pt: 'Curtidas' },
    };
    let isFirst = true;
    store.on('PUT /api/admin/store-settings', ({ body }) => {
      const { settings } = body as { settings: StoreSettingsInput };
      keep(isFirst ? { settings: { ...settings, offers: [{ ...foreign, unit_price_micros: 9_000 }] } } : body);
      const refused = { status: 409, body: { code: 'settings_changed', message: 'Others saved.', version: 2 } };
      const answered = isFirst ? refused : { body: answer() };
      isFirst = false;
      return answered;
    });
    await open();
    await chooseBoth();
    await click(button('Publish 2 offers'));
    expect(text()).toContain('Nothing was published.');
    await click(button('Publish 2 offers'));
    expect(offers().map(({ id, unit_price_micros, on }) => [id, unit_price_micros, on])).toEqual([
      ['tiktok-likes', 9_000, false],
      ['tiktok-followers', 3_600, true],
      ['tiktok-likes-2', 1_240, true],
    ]);
  });

  it('D-109: a price below cost and fee is not published', async () => {
    await open();
    await chooseBoth();
    const likesForm = document.querySelector('section[aria-label="TikTok · Likes"]') as HTMLElement;
    await fill(field('Price per 1,000', likesForm), '0.59');
    expect(likesForm.textContent).toContain('The price is below the cost and the fee.');
    expect(button('Publish 2 offers').disabled).toBe(true);
    await fill(field('Price per 1,000', likesForm), '4');
    expect(button('Publish 2 offers').disabled).toBe(false);
  });

  it('D-109: chosen services survive a reload, also between a lost answer and the next attempt', async () => {
    let close = await open();
    await chooseBoth();
    const likesForm = () => document.querySelector('section[aria-label="TikTok · Likes"]') as HTMLElement;
    await fill(field('Name, English', likesForm()), 'TikTok hearts');
    await close();
    close = await open();
    expect(field('Name, English', likesForm()).value).toBe('TikTok hearts');
    store.on('PUT /api/admin/store-settings', ({ body }) => {
      keep(body);
      throw new TypeError('Failed to fetch');
    });
    await click(box('I may sell'));
    await click(button('Publish 2 offers'));
    await close();
    store.on('PUT /api/admin/store-settings', ({ body }) => {
      keep(body);
      return { body: answer() };
    });
    close = await open();
    await click(box('I may sell'));
    await click(button('Publish 2 offers'));
    expect(offers().map(({ id, on }) => [id, on])).toEqual([
      ['tiktok-followers', true],
      ['tiktok-likes', true],
    ]);
    await close();
    await open();
    expect(text()).not.toContain('new offer');
  });

  it('D-109: another admin does not get chosen services, and neither does a text that cannot be read', async () => {
    const close = await open();
    await click(box('TT LIKES'));
    await close();
    store.on('GET /api/admin/verify', { body: { user: { ...operator, email: 'other@shop.example' } } });
    const leave = await open();
    expect(text()).not.toContain('1 new offer');
    expect(sessionStorage).toHaveLength(0);
    await leave();
    keepDraft('catalog of p2', JSON.stringify([{ service: { service_id: '3310' } }]), 'other@shop.example');
    await open();
    expect(text()).toContain('REAL MIX');
    expect(text()).not.toContain('1 new offer');
  });

  it('D-109: a second offer of a kind gets an ID of its own', async () => {
    store.on(servicesCall, {
      body: [catalogService, { ...catalogService, service_id: '6150', name: 'OTHER FOLLOWERS' }],
    });
    await open();
    await click(box('REAL MIX'));
    await click(box('OTHER FOLLOWERS'));
    await click(box('I may sell'));
    expect(text()).toContain('Another offer of this kind has this name.');
    expect(button('Publish 2 offers').disabled).toBe(true);
    const [, second] = document.querySelectorAll('section[aria-label="TikTok · Followers"]');
    await fill(field('Name, English', second), 'TikTok fans');
    await fill(field('Name, Portuguese', second), 'Fãs do TikTok');
    await click(button('Publish 2 offers'));
    expect(offers().map(({ id }) => id)).toEqual(['tiktok-followers', 'tiktok-followers-2']);
  });

  it('an admin who may not publish chooses nothing', async () => {
    const user = { ...operator, denied: ['saveStoreSettings', 'changeProvider'] };
    store.on('GET /api/admin/verify', { body: { user } });
    await open();
    expect(text()).toContain('REAL MIX');
    expect(document.querySelector('main input[type=checkbox]')).toBe(null);
  });
});
