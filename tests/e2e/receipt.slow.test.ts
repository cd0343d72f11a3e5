// A receipt in real Chromium: the ways to it, on a phone, on a desk, on paper; and what is at an address that is none.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { approved, arriveAtResult, fillDetails, findOrders, payBy } from './shop-steps.ts';

const email = 'receipts@buyer.example';

let store: StoreProcess;
let browser: TestBrowser;
let visit: Visit;
let orderId: string;
let receiptPath: string;

beforeAll(async () => {
  store = await startOnSharedServer({ RATE_LIMIT_FACTOR: '1000' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(() => visit?.close());

async function open(path: string, how: Parameters<TestBrowser['visit']>[0] = {}): Promise<Page> {
  visit = await browser.visit({ viewport: { width: 1280, height: 800 }, ...how });
  await visit.page.goto(`${store.url}${path}`);
  return visit.page;
}

async function unpaidReceipt(language: Language = 'en'): Promise<string> {
  const body = { ...orderBody(), language };
  const placed = await clientOf(store.url, null).call('POST /api/create-order', { body });
  const { token } = await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() });
  const read = await clientOf(store.url, token).call('GET /api/orders/{id}', { params: { id: placed.orderId } });
  return 'receipt_path' in read ? read.receipt_path : '';
}

describe('the ways to a receipt', () => {
  test('from the result of the payment, also when the page is loaded again', async () => {
    const page = await open('/checkout');
    await fillDetails(page, email, ['https://www.instagram.com/p/Receipt1/']);
    await page.getByRole('button', { name: 'Complete Order' }).click();
    await payBy(page, approved);
    orderId = await arriveAtResult(page);
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Receipt' }).click();
    await page.waitForURL('**/receipt/**');
    receiptPath = new URL(page.url()).pathname;
    await page.getByRole('heading', { name: `Receipt #${orderId}` }).waitFor();
    await page.getByRole('row', { name: 'Total $3.00' }).waitFor();
    expect(await page.title()).toBe(`Receipt ${orderId} | Applaud`);
    expect(visit.troubles).toEqual([]);
  });

  test('from the result page that only knows the id there is none', async () => {
    const page = await open(`/success?orderId=${orderId}`);
    await page.getByRole('heading', { name: 'Payment received. Thank you!' }).waitFor();
    expect(await page.getByRole('link', { name: 'Receipt' }).count()).toBe(0);
  });

  test('D-35: from the tracking page there is none for who knows the email alone', async () => {
    const page = await open('/client');
    await findOrders(page, email);
    await page.getByText(`Pedido #${orderId}`).waitFor();
    expect(await page.getByRole('link', { name: /^Receipt/ }).count()).toBe(0);
    expect(await page.getByText('instagram.com/p/Rec…').count()).toBe(1);
  });

  test('from the tracking page of the tab that ordered, whatever language was chosen', async () => {
    const page = await open('/pt');
    await page.evaluate(() => localStorage.setItem('language', 'pt'));
    await page.goto(`${store.url}/client`);
    const kept = JSON.stringify({ [orderId]: receiptPath.split('/').at(-1) });
    await page.evaluate((keys) => sessionStorage.setItem('orderKeys', keys), kept);
    await findOrders(page, email);
    await page.getByRole('link', { name: `Receipt #${orderId}` }).click();
    await page.waitForURL(`**${receiptPath}`);
    await page.getByRole('heading', { name: `Receipt #${orderId}` }).waitFor();
    expect(visit.troubles).toEqual([]);
  });

  test("from the admin's page of the order", async () => {
    const page = await open('/admin-login');
    const login = store.adminLogin();
    await page.getByLabel('Email').fill(login.email);
    await page.getByLabel('Password').fill(login.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin');
    await page.goto(`${store.url}/admin/orders/${orderId}`);
    const link = page.getByRole('link', { name: 'Open the receipt' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(receiptPath);
  });
});

describe('the page', () => {
  test('shows of the buyer a masked address alone', async () => {
    const page = await open(receiptPath);
    await page.getByText('r***@buyer.example').waitFor();
    expect(await page.content()).not.toContain(email);
  });

  test.each([
    ['a phone', { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true }],
    ['a tablet', { viewport: { width: 768, height: 1024 } }],
    ['a desk', { viewport: { width: 1440, height: 900 } }],
  ])('on %s nothing is cut off, and nobody is kept out', async (_, how) => {
    const page = await open(receiptPath, how);
    await page.getByRole('button', { name: 'Print or save as PDF' }).waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
    expect(visit.troubles).toEqual([]);
  });

  test.each([
    ['16px', 320],
    ['32px', 360],
  ])('with text of %s at %i px no sum is cut off or scrolls', async (fontSize, width) => {
    const page = await open(receiptPath, { viewport: { width, height: 780 } });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((part) => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1)
        .filter((part) => getComputedStyle(part).display !== 'inline' && part.clientWidth > 1)
        .map((part) => `${part.tagName} ${part.textContent}`),
    );
    expect(cut).toEqual([]);
    await page.getByRole('row', { name: 'Total $3.00' }).waitFor();
  });

  test.each(['A4', 'Letter'])('on %s it is one sheet, white, without what is for screens', async (format) => {
    const page = await open(receiptPath, { colorScheme: 'dark' });
    const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.getByRole('button').count()).toBe(0);
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await expect.poll(ground).toBe('rgb(255, 255, 255)');
    await page.getByText('Sandbox: no money moves').waitFor();
  });

  test('without scripts everything but the button is there', async () => {
    const page = await open(receiptPath, { javaScriptEnabled: false });
    await page.getByRole('row', { name: 'Total $3.00' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  });

  test('S-20: is not cached, not indexed, sends no referrer, and may load almost nothing', async () => {
    const { headers } = await fetch(`${store.url}${receiptPath}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy.split('; ')).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|https?:|connect-src|frame-src/);
    expect(await (await fetch(`${store.url}/robots.txt`)).text()).toContain('Disallow: /receipt');
  });
});

describe('where there is no receipt', () => {
  test('an order that is not paid says so, in its own language', async () => {
    const page = await open(await unpaidReceipt('pt'), { viewport: { width: 360, height: 780 } });
    await page.getByRole('heading', { name: 'Este pedido ainda não foi pago' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await barriersOf(page)).toEqual([]);
    expect(await overflowAt360(page)).toBe(0);
  });

  test('a wrong key, a missing one, and the key of another order are the 404 page', async () => {
    const [, , id, key] = receiptPath.split('/');
    const [, , other] = (await unpaidReceipt()).split('/');
    for (const path of [`/receipt/${id}/${key?.slice(1)}`, `/receipt/${id}`, '/receipt', `/receipt/${other}/${key}`]) {
      const answer = await fetch(`${store.url}${path}`);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toContain('Take Me Home');
    }
  });
});
