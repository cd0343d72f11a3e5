// The operator changes the store while it runs: the pages say it in both languages before any script runs, an open page
// that knows the old price buys nothing with it, and a restart forgets nothing. Each test goes on where the one before it
// stopped.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { barriersOf, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { expectFitForAll, signIn, startJourney } from '../support/journey.ts';
import { fillDetails } from './shop-steps.ts';

const journey = startJourney();
let buyer: Visit;

beforeAll(async () => {
  buyer = await journey.browser.phone();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${journey.store.url}${path}`, { headers });
const html = async (path: string) => (await get(path)).text();
const etag = async (path: string) => (await get(path)).headers.get('etag') ?? '';

/** Doubles the price, which needs a confirmation. */
async function saveDoubledPrice({ page, troubles }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change prices' }).click();
  await page.getByText('Settings saved').first().waitFor();
  await page.getByText('not saved').waitFor({ state: 'detached' });
  expect(troubles.splice(0).every((trouble) => trouble.includes('409'))).toBe(true);
}

const openPage = (name: string) =>
  journey.operator.page
    .getByRole('navigation', { name: 'Settings pages' })
    .getByRole('link', { name, exact: true })
    .click();

describe('the settings of a running store', () => {
  afterEach(() => {
    expect(journey.operator.troubles).toEqual([]);
  });

  test('NAV-9, ROUTE-8: the tab is led to by the navigation, usable by all, also on a phone', async () => {
    const { page } = journey.operator;
    await signIn(journey);
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/admin?tab=settings');
    await page.getByRole('navigation', { name: 'Settings pages' }).waitFor();
    await expectFitForAll(page);
  });

  test('D-42: no script of the admin makes HTML of a string; the preview of an email is still shown', async () => {
    const { page } = journey.operator;
    const refusals = await page.evaluate(() => {
      const tries: [string, () => unknown][] = [
        ['innerHTML', () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' })],
        ['srcdoc', () => Object.assign(document.createElement('iframe'), { srcdoc: '<b>x</b>' })],
        ['script', () => Object.assign(document.createElement('script'), { text: 'x' })],
        ['policy', () => Reflect.get(window, 'trustedTypes').createPolicy('other', {})],
      ];
      return tries.filter(([, attempt]) => {
        try {
          attempt();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      });
    });
    expect(refusals.map(([name]) => name)).toEqual(['innerHTML', 'srcdoc', 'script', 'policy']);
    await openPage('Texts and emails');
    const preview = page.frameLocator('iframe[title^="Order received"]');
    await preview.locator('body p').first().waitFor();
    expect(await preview.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px');
    journey.operator.troubles.length = 0;
  });

  test('D-1, D-2, D-27: what was saved stands in the HTML of both languages; other pages of a version stay as they are', async () => {
    const before = await Promise.all(['/', '/pt', '/terms', '/pt/terms'].map(etag));
    expect(await Promise.all(['/', '/pt', '/terms', '/pt/terms'].map(etag))).toEqual(before);
    // The page of a buyer who is about to order.
    await buyer.page.goto(journey.store.url);
    await buyer.page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await buyer.page.waitForURL('**/checkout');

    const { page } = journey.operator;
    await openPage('Prices');
    await page.getByLabel('Price per 1,000').first().fill('12');
    await openPage('Store');
    await page.getByLabel('Store name').fill('Bravo & Söhne');
    await openPage('Claims');
    await page.getByLabel('Guarantee, English').fill('Every cent back if nothing comes');
    await page.getByLabel('Guarantee, Portuguese').fill('Cada centavo de volta se nada chegar');
    await page.getByRole('switch', { name: 'Rating' }).click();
    await openPage('Legal texts');
    await page.getByLabel('Terms, English').fill('# Our word\nWe are {name}.\n\n<b>Plain</b> text.');
    await saveDoubledPrice(journey.operator);

    const [english, portuguese] = [await html('/'), await html('/pt')];
    for (const page of [english, portuguese]) {
      expect(page).toContain('Bravo &amp; Söhne');
      // 500 likes, as the picker shows them before a script runs, and as in the metadata for search engines.
      expect(page).toContain(page === english ? '$6.00' : 'US$\u00a06,00');
      expect(page).toContain('"lowPrice":"6.00"');
    }
    expect(english).toContain('Every cent back if nothing comes');
    expect(portuguese).toContain('Cada centavo de volta se nada chegar');
    expect(english).not.toContain('4.9/5');
    expect(portuguese).not.toContain('4,9 de 5');
    const [terms, termos] = [await html('/terms'), await html('/pt/terms')];
    expect(terms).toContain('Our word</h2>');
    expect(terms).toContain('We are Bravo &amp; Söhne.');
    expect(terms).toContain('&lt;b&gt;Plain&lt;/b&gt; text.');
    expect(terms).not.toContain('What we do not promise');
    expect(termos).toContain('O que não prometemos');

    // Kept again: the same document to everybody until the next save.
    const after = await etag('/');
    expect(before).not.toContain(after);
    expect((await get('/', { 'if-none-match': after })).status).toBe(304);
  });

  test('S-1, A-7: a page with the old price buys nothing with it, and says what to do', async () => {
    const { page } = buyer;
    await fillDetails(page, 'ana@buyer.example', ['https://www.instagram.com/p/OldPrice1/']);
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.getByText(messages.priceChanged).first().waitFor();
    expect(await journey.store.sql('select id from orders')).toEqual([]);
    await page.getByRole('button', { name: 'Try Again' }).tap();
    await expect.poll(() => page.getByTestId('total').textContent()).toBe('$6.00');
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await page.getByRole('heading', { name: 'Payment', exact: true }).waitFor();
    expect(await journey.store.sql('select amount_cents from orders')).toEqual([{ amount_cents: 600 }]);
  });

  test('D-1: the history says who changed what, and a restart forgets nothing', async () => {
    const { page } = journey.operator;
    await openPage('History');
    await page.reload();
    await page.getByText('version 2', { exact: false }).first().waitFor();
    const history = page.locator('#history');
    await history.getByText('Likes: price per 1,000').waitFor();
    await history.getByText('$12.00').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    // An open page would log every attempt to reach the store while it is away.
    await page.goto('about:blank');
    await journey.store.stop();
    await journey.store.restart();
    expect(await html('/')).toContain('Bravo &amp; Söhne');
    const { email, password } = journey.store.adminLogin();
    const { token } = await clientOf(journey.store.url, null).call('POST /api/admin/login', {
      body: { email, password },
    });
    const { version } = await clientOf(journey.store.url, token).call('GET /api/admin/store-settings', {});
    expect(version).toBe(2);
  });
});
