import { Script } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  dropFolder,
  type Json,
  newFolder,
  type SandboxSetup,
  startSandboxSetup,
} from '../../tests/support/sandbox-setup.ts';
import { PT_MESSAGES } from './card-page.ts';
import { CARD_PAGE_SCRIPT } from './card-page-script.ts';
import { checkCard, EXPIRY_OUTCOMES } from './cards.ts';

let folder: string;
let setup: SandboxSetup;

beforeEach(async () => {
  folder = await newFolder();
  setup = await startSandboxSetup(folder, { prefix: '/sandbox' });
});

afterEach(async () => {
  await setup.stop();
  await dropFolder(folder);
});

const CARD = { number: '5123 4500 0000 0008', expiry: '01/39', csc: '100', holder: 'A Buyer' };

async function openSession(interaction: Json = {}): Promise<string> {
  const { session } = (await setup.openSession({}, interaction)).body;
  return String((session as Json).id);
}

async function payOnPage(sessionId: string, card: Json): Promise<Json> {
  const response = await fetch(`${setup.base}/gateway/checkout/session/${sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  });
  return (await response.json()) as Json;
}

test('the library is valid script without eval and sets window.Checkout', async () => {
  const response = await fetch(`${setup.base}/gateway/static/checkout/checkout.min.js`);
  expect(response.headers.get('content-type')).toContain('text/javascript');
  const text = await response.text();
  expect(() => new Script(text)).not.toThrow();
  expect(text).toContain('window.Checkout =');
  expect(text).not.toMatch(/\beval\(|new Function|innerHTML|setAttribute\('style/);
});

test('the messages of the card page are in the language of its session', async () => {
  const pageIn = async (locale?: string) => {
    const id = await openSession(locale ? { locale } : {});
    return (await fetch(`${setup.base}/gateway/checkout/embedded/${id}?parent=https%3A%2F%2Fshop.example`)).text();
  };
  expect(await pageIn()).not.toContain('Seu cartão foi recusado.');
  const html = await pageIn('pt_BR');
  const wrong = Object.values(checkCard({ number: '', expiry: '', csc: '', holder: '' }));
  const outcomes = Object.values(EXPIRY_OUTCOMES).map(({ message }) => message);
  const inScript = [...CARD_PAGE_SCRIPT.matchAll(/(?:say|finish|inLanguage)\('([^']+)'/g)].map(([, text = '']) => text);
  for (const text of [...wrong, ...outcomes, ...inScript]) expect(Object.keys(PT_MESSAGES)).toContain(unescaped(text));
  expect(html).toContain('Seu cartão foi recusado.');
  expect(html).toContain('Pagar US$');
});

const unescaped = (text: string) => text.replace('\\u2026', '\u2026');

test('the card page has its own policy, names its parent and its scripts are valid', async () => {
  const id = await openSession();
  const response = await fetch(`${setup.base}/gateway/checkout/embedded/${id}?parent=https%3A%2F%2Fshop.example%2Fx`);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain('frame-ancestors https://shop.example');
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  const scripts = [...html.matchAll(/<script nonce="([^"]+)"([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts).toHaveLength(2);
  for (const [, given, kind, text = ''] of scripts) {
    expect(given).toBe(nonce);
    if (kind?.includes('json')) expect(JSON.parse(text)).toMatchObject({ parent: 'https://shop.example' });
    else expect(() => new Script(text)).not.toThrow();
  }
  expect(html).toContain('Sandbox: no money moves.');
  expect(html).not.toMatch(/ on[a-z]+=| style="/);
});

test('the labels have the language of the session, and the total is left to the page around the frame', async () => {
  const read = async (kind: string, locale: string) => {
    const id = await openSession({ locale });
    return (await fetch(`${setup.base}/gateway/checkout/${kind}/${id}`)).text();
  };
  const embedded = await read('embedded', 'pt_BR');
  expect(embedded).toContain('<html lang="pt-BR">');
  expect(embedded).toContain('Número do cartão');
  expect(embedded).toContain('<div class="total" hidden>');
  expect(await read('pay', 'en')).toMatch(/<div class="total">.*\$30\.00/);
});

test('a frame without a parent may be shown nowhere, and an unknown session is said to be unknown', async () => {
  const response = await fetch(`${setup.base}/gateway/checkout/embedded/SESSION0000000`);
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(await response.text()).toContain('"state":"unknown"');
});

test('paying on the page: wrong fields cost no try, a decline keeps the session, a success completes it', async () => {
  const id = await openSession({ returnUrl: 'https://shop.example/done?x=1' });
  expect(await payOnPage(id, { ...CARD, number: '5123450000000009', csc: '1' })).toEqual({
    wrong: { number: 'Check the card number.', csc: 'Enter the 3 or 4 digits.' },
  });
  expect(await payOnPage(id, { ...CARD, expiry: '05/39' })).toMatchObject({ state: 'declined', triesLeft: 2 });
  expect(await payOnPage(id, CARD)).toMatchObject({ state: 'complete', returnUrl: 'https://shop.example/done?x=1' });
  const seen = await fetch(`${setup.base}/gateway/checkout/session/${id}`);
  expect(await seen.json()).toMatchObject({ state: 'complete' });
});

test('two clicks at the same time charge once', async () => {
  const id = await openSession();
  await Promise.all([payOnPage(id, CARD), payOnPage(id, CARD)]);
  expect((await setup.rest('GET', '/order/order-1')).body).toMatchObject({ totalCapturedAmount: 30 });
});

test('a form of another site cannot pay', async () => {
  const id = await openSession();
  const response = await fetch(`${setup.base}/gateway/checkout/session/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify(CARD),
  });
  expect(response.status).toBe(415);
});

test('every test card passes the check, and a date without an outcome is explained', () => {
  for (const number of [
    '5123450000000008',
    '2223000000000007',
    '5111111111111118',
    '4508750015741019',
    '4012000033330026',
  ]) {
    expect(checkCard({ ...CARD, number })).toEqual({});
  }
  expect(checkCard({ ...CARD, expiry: '12/30' }).expiry).toContain('01/39');
  expect(checkCard({ ...CARD, expiry: '13/39' }).expiry).toContain('MM/YY');
});
