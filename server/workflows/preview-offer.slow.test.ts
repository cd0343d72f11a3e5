// D-108: the page of an offer is shown before it is saved.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { eighteenOffers } from '../../contract/testing-offers.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { silentLog } from '../observability/log.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore({}, null, silentLog, process.cwd());
});
afterAll(() => store.stop());

const preview = (offers: readonly object[], offer: string, language: (typeof languages)[number]) =>
  store.admin.call('POST /api/admin/catalog/preview', { body: { offers: offers as never, offer, language } });

test('each offer of each language, confirmed or not, as its page is after the save', async () => {
  const before = await store.admin.call('GET /api/admin/catalog', {});
  for (const language of languages) {
    for (const offer of eighteenOffers) {
      const { on: _on, attested: _attested, ...sent } = offer;
      const { title, html } = await preview([sent], offer.id, language);
      expect(html).toContain(`>${offer.names[language]}<`);
      expect(title).not.toBe('');
      // The frame runs none.
      expect(html).not.toMatch(/<script(?! type="application\/(ld\+)?json")/);
    }
  }
  expect(await store.admin.call('GET /api/admin/catalog', {})).toEqual(before);
  expect((await store.raw('/tiktok/likes')).status).toBe(404);
});

test('a specified offer is shown on the home page, with its price', async () => {
  const { html } = await preview([{ id: 'instagram-likes', unit_price_micros: 9_000 }], 'instagram-likes', 'en');
  expect(html).toContain('$4.50');
  const saved = await (await store.raw('/')).text();
  expect(saved).not.toContain('$4.50');
});
