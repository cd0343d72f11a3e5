// Both gateways and a transfer on at once, set up in the browser: each bought with, declined, refunded and disputed, on a phone of
// 360 px in both languages. Each test goes on where the one before it stopped.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, overflowAt360, type TestBrowser, type Visit } from '../support/browser.ts';
import type { StoreProcess } from '../support/process.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { declined, payBy } from './shop-steps.ts';

const texts = {
  en: {
    path: '',
    adminTexts: 'en',
    other: 'Pay another way',
    pay: 'Pay now',
    declined: /^Your card was declined/,
    received: 'Payment received. Thank you!',
    transfer: 'Waiting for your transfer',
    markAsPaid: 'Mark as paid',
    note: 'Note',
    refund: 'Refund',
    reason: 'Reason',
    next: 'Continue',
    nothingLeft: 'Nothing is left to refund',
    disputed: /^The buyer disputed the payment/,
  },
  pt: {
    path: '/pt',
    adminTexts: 'pt',
    other: 'Pagar de outra forma',
    pay: 'Pagar agora',
    declined: /^Seu cartão foi recusado/,
    received: 'Pagamento recebido. Obrigado!',
    transfer: 'Aguardando transferência',
    markAsPaid: 'Marcar como pago',
    note: 'Observação',
    refund: 'Reembolsar',
    reason: 'Motivo',
    next: 'Continuar',
    nothingLeft: 'Nada mais a reembolsar',
    disputed: /^O comprador contestou o pagamento/,
  },
};
type Language = keyof typeof texts;
/** The titles that buyers see, which the operator gives. */
const titles = { mpgs: 'Card A', stripe: 'Card B', manual: 'Transfer C' };

let store: StoreProcess;
let browser: TestBrowser;
let control: SandboxControl;
let operator: Visit;
let buyers = 0;

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

beforeAll(async () => {
  store = await startOnSharedServer({ RATE_LIMIT_FACTOR: '1000' });
  control = sandboxControl(`${store.url}/sandbox`);
  browser = await openBrowser();
  operator = await browser.visit(phone);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

const choices = (page: Page) => page.locator('#payment-form [role=group] button');
const choose = async (page: Page, method: keyof typeof titles) => {
  await choices(page).filter({ hasText: titles[method] }).tap();
};
const stripeFields = (page: Page) => page.frameLocator('iframe[title="Secure card fields"]');

async function atChoice(lang: Language): Promise<Visit> {
  buyers += 1;
  const buyer = await browser.visit({ ...phone, locale: lang === 'pt' ? 'pt-BR' : 'en-US' });
  const { page } = buyer;
  await page.goto(`${store.url}${texts[lang].path}/checkout`);
  await page.locator('#email').fill(`methods-${buyers}@buyer.example`);
  await page.locator('#post-0').fill(`https://www.instagram.com/p/Methods${buyers}/`);
  await page.locator('#complete-order').tap();
  await choices(page).nth(2).waitFor();
  expect(await overflowAt360(page)).toBe(0);
  return buyer;
}

async function payAtStripe(page: Page, lang: Language, number: string): Promise<void> {
  await stripeFields(page).locator('#number').fill(number);
  await stripeFields(page).locator('#expiry').fill('12/34');
  await stripeFields(page).locator('#csc').fill('123');
  await page.getByRole('button', { name: texts[lang].pay }).tap();
}

async function otherWay(page: Page, lang: Language): Promise<void> {
  await page.getByRole('button', { name: texts[lang].other }).tap();
  await choices(page).nth(2).waitFor();
}

/** The order's ID, once the result page has this title. */
async function arrive(buyer: Visit, title: string): Promise<string> {
  const { page } = buyer;
  await page.waitForURL('**/success?*');
  await page.getByRole('heading', { name: title }).waitFor();
  expect(await overflowAt360(page)).toBe(0);
  const id = new URL(page.url()).searchParams.get('orderId') ?? '';
  expect(buyer.troubles).toEqual([]);
  await buyer.close();
  return id;
}

test('D-102: an owner turns Stripe and the transfer on beside Mastercard Gateway, and types no key', async () => {
  const { page } = operator;
  const { email, password } = store.adminLogin();
  await page.goto(`${store.url}/admin-login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await page.waitForURL('**/admin');
  await page.goto(`${store.url}/admin?tab=settings&page=payments`);
  await page.getByRole('button', { name: 'Test the keys of Stripe' }).tap();
  await page.getByRole('button', { name: 'Turn on: Stripe' }).and(page.locator(':enabled')).tap();
  await page.getByRole('button', { name: 'Turn off: Stripe' }).waitFor();
  await page.getByRole('button', { name: 'Instructions of Bank transfer' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Instructions in English')
    .fill('Send {{amount}} to 123456-7, {{reference}}, by {{expires}}.');
  await dialog
    .getByLabel('Instructions in Portuguese')
    .fill('Envie {{amount}} para 123456-7, {{reference}}, até {{expires}}.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Turn on: Bank transfer' }).tap();
  await page.getByRole('button', { name: 'Turn off: Bank transfer' }).waitFor();
  for (const [name, title] of [
    ['Mastercard Gateway', titles.mpgs],
    ['Stripe', titles.stripe],
    ['Bank transfer', titles.manual],
  ]) {
    await page.getByRole('button', { name: `Titles and limits of ${name}` }).tap();
    for (const language of ['English', 'Portuguese']) await dialog.getByLabel(`Title in ${language}`).fill(title ?? '');
    await dialog.getByRole('button', { name: 'Save', exact: true }).tap();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(await overflowAt360(page)).toBe(0);
  expect(operator.troubles).toEqual([]);
});

describe.each(['en', 'pt'] as const)('D-102: in %s', (lang) => {
  const words = texts[lang];
  const paid = { mpgs: '', stripe: '', manual: '' };

  test('a buyer is declined by both gateways, and pays by the first one all the same', async () => {
    const buyer = await atChoice(lang);
    const { page } = buyer;
    await choose(page, 'stripe');
    await payAtStripe(page, lang, '4000 0000 0000 9995');
    await page.getByRole('alert').getByText(words.declined).waitFor();
    // The step of the bank, refused.
    await payAtStripe(page, lang, '4000 0025 0000 3155');
    await page.frameLocator('iframe[title="Bank"]').locator('#fail').tap();
    await page.getByRole('alert').getByText(words.declined).waitFor();
    await otherWay(page, lang);
    await choose(page, 'mpgs');
    await payBy(page, declined);
    await page.frameLocator('#payment-form iframe').getByRole('alert').getByText(words.declined).waitFor();
    await otherWay(page, lang);
    await choose(page, 'stripe');
    await payAtStripe(page, lang, '4000 0025 0000 3155');
    await page.frameLocator('iframe[title="Bank"]').locator('#complete').tap();
    paid.stripe = await arrive(buyer, words.received);
  });

  test('others pay by the second gateway and by transfer; a lost answer is found', async () => {
    const byGateway = await atChoice(lang);
    await choose(byGateway.page, 'mpgs');
    await payBy(byGateway.page, { expiry: '01/39' });
    paid.mpgs = await arrive(byGateway, words.received);
    const byTransfer = await atChoice(lang);
    await choose(byTransfer.page, 'manual');
    paid.manual = await arrive(byTransfer, words.transfer);
    const lost = await atChoice(lang);
    await choose(lost.page, 'stripe');
    await payAtStripe(lost.page, lang, '4000 0000 0000 6009');
    await lost.page.getByRole('heading', { name: words.received }).waitFor();
    await lost.close();
  });

  test('the operator marks the transfer as paid, and refunds all three', async () => {
    const { page } = operator;
    await page.evaluate((set) => localStorage.setItem('adminTexts', set), words.adminTexts);
    const dialog = page.getByRole('dialog');
    const press = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).tap();
    await store.sql('update admin_sessions set login_at = now()');
    await page.goto(`${store.url}/admin/orders/${paid.manual}`);
    await press(page, words.markAsPaid);
    await dialog.getByLabel(words.note).fill('Line 7 of the statement');
    await press(dialog, words.markAsPaid);
    await dialog.waitFor({ state: 'detached' });
    for (const id of Object.values(paid)) {
      await page.goto(`${store.url}/admin/orders/${id}`);
      await page.getByRole('button', { name: words.refund, exact: true }).tap();
      await dialog.getByLabel(words.reason).fill('Changed their mind');
      await press(dialog, words.next);
      await press(dialog, new RegExp(`^${words.refund} `));
      await page.getByText(words.nothingLeft).waitFor();
      expect(await overflowAt360(page)).toBe(0);
    }
    expect(operator.troubles).toEqual([]);
  });

  test.each([
    ['mpgs', '/gateway'],
    ['stripe', '/stripe'],
  ] as const)('a payment of %s is disputed, and the operator sees it', async (method, controls) => {
    const buyer = await atChoice(lang);
    await choose(buyer.page, method);
    if (method === 'mpgs') await payBy(buyer.page, { expiry: '01/39' });
    else await payAtStripe(buyer.page, lang, '5555 5555 5555 4444');
    const id = await arrive(buyer, words.received);
    await control(`${controls}/chargeback`, { orderId: `${id}-1` });
    await expect
      .poll(() => store.sql(`select payment_status from orders where id = '${id}'`))
      .toEqual([{ payment_status: 'disputed' }]);
    const { page } = operator;
    await page.goto(`${store.url}/admin/orders/${id}`);
    await page.getByText(words.disputed).waitFor();
    expect(await overflowAt360(page)).toBe(0);
  });
});
