import { act } from 'react';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { button, click, type FakeStore, field, fill, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { showSetupTexts, showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';
import { PaymentMethodsSection } from './payment-methods-section.tsx';

const call = 'GET /api/admin/payment-methods';
const save = 'PUT /api/admin/payment-methods/stripe';
const saveKeys = 'PUT /api/admin/payment-methods/stripe/keys';
const test = 'POST /api/admin/payment-methods/stripe/test';
const saveMpgs = 'PUT /api/admin/payment-methods/mpgs';
const plain = {
  titles: {},
  minimum: null,
  maximum: null,
  hidden_countries: [],
  test: 'none' as const,
  tested_at: null,
  last_notification_at: null,
  is_healthy: true,
};
const mpgs = {
  ...plain,
  method: 'mpgs' as const,
  is_on: true,
  keys: {
    set_by: 'environment' as const,
    values: { merchant_id: 'SHOP', api_password: '********' },
    unreadable: false,
  },
};
const stripe = { ...plain, method: 'stripe' as const, is_on: false, keys: null };
const savedStripe = {
  ...stripe,
  keys: {
    set_by: 'settings' as const,
    values: { publishable_key: 'pk_test_1', secret_key: '********abcd' },
    unreadable: false,
  },
};
const listed = (...methods: object[]) => ({
  body: { methods, webhook_url: 'https://shop.example/api/bigpay/webhook', is_open: true },
});

let store: FakeStore;
beforeEach(async () => {
  store = signIn();
  await showSetupTexts();
});

it('D-100: enters, tests and turns on the keys of a gateway', async () => {
  store.on(call, listed(mpgs, stripe));
  await openSection(<PaymentMethodsSection />);
  expect(text()).toContain('Set by the environment (MPGS_BASE_URL');
  expect(button('Turn on: Stripe').disabled).toBe(true);
  await click(button('Keys of Stripe'));
  await fill(field('[name=stripe-publishable_key]'), 'pk_test_1');
  await fill(field('[name=stripe-secret_key]'), 'sk_test_1');
  await fill(field('[name=stripe-webhook_secret]'), 'whsec_1');
  store.on(saveKeys, listed(mpgs, savedStripe));
  await click(button('Save keys'));
  expect(store.calls(saveKeys)[0]?.body).toEqual({
    publishable_key: 'pk_test_1',
    secret_key: 'sk_test_1',
    webhook_secret: 'whsec_1',
  });
  expect(text()).toContain('Test the keys. Then you can turn this method on.');
  const problem = 'Stripe answered 401: the secret key is wrong.';
  store.on(test, { body: { problem } });
  store.on(call, listed(mpgs, { ...savedStripe, test: 'failed', tested_at: new Date().toISOString() }));
  await click(button('Test the keys of Stripe'));
  expect(text()).toContain(problem);
  expect(button('Turn on: Stripe').disabled).toBe(true);
  store.on(test, { body: { problem: null } });
  store.on(call, listed(mpgs, { ...savedStripe, test: 'passed', tested_at: new Date().toISOString() }));
  await click(button('Test the keys of Stripe'));
  store.on(save, listed(mpgs, { ...savedStripe, is_on: true }));
  await click(button('Turn on: Stripe'));
  expect(store.calls(save)[0]?.body).toEqual({
    is_on: true,
    titles: {},
    minimum: null,
    maximum: null,
    hidden_countries: [],
  });
});

it('D-57: a saved secret is shown masked, and stays where its field is empty', async () => {
  store.on(call, listed(mpgs, savedStripe));
  await openSection(<PaymentMethodsSection />);
  expect(text()).toContain('********abcd');
  await click(button('Keys of Stripe'));
  expect(field('[name=stripe-secret_key]').value).toBe('');
  store.on(saveKeys, listed(mpgs, savedStripe));
  await click(button('Save keys'));
  expect(store.calls(saveKeys)[0]?.body).toEqual({ publishable_key: 'pk_test_1' });
});

it('D-100: keys of an account whose payments are watched stay, and the dialogs show the sentence of the store', async () => {
  const message = 'The store still watches 2 payments of this gateway, and needs the keys of their account.';
  const refused = { status: 409, body: { code: 'conflict', message } };
  store.on(call, listed(mpgs, savedStripe));
  store.on(saveKeys, refused);
  store.on('DELETE /api/admin/payment-methods/stripe/keys', refused);
  await openSection(<PaymentMethodsSection />);
  await click(button('Keys of Stripe'));
  await click(button('Save keys'));
  expect(document.querySelector('dialog')?.textContent).toContain(message);
  await click(button('Cancel', document.querySelector('dialog') ?? document));
  await click(button('Remove the keys of Stripe'));
  await click(button('Remove keys', document.querySelector('dialog') ?? document));
  expect(document.querySelector('dialog')?.textContent).toContain(message);
});

it('D-100: titles, limits and countries; order by buttons', async () => {
  store.on(call, listed(mpgs, savedStripe));
  store.on(save, listed(mpgs, savedStripe));
  store.on(saveMpgs, listed(savedStripe, mpgs));
  await openSection(<PaymentMethodsSection />);
  expect(button('Move Mastercard Gateway up').getAttribute('aria-disabled')).toBe('true');
  await click(button('Titles and limits of Stripe'));
  await fill(field('[name=title-pt]'), 'Cartão');
  await fill(field('[name=minimum]'), '5.50');
  await fill(field('[name=hidden-countries]'), 'br, PT');
  await click(button('Save'));
  expect(store.calls(save)[0]?.body).toEqual({
    is_on: false,
    titles: { pt: 'Cartão' },
    minimum: 5.5,
    maximum: null,
    hidden_countries: ['BR', 'PT'],
  });
  await click(button('Move Mastercard Gateway down'));
  expect(store.calls(saveMpgs)[0]?.body).toMatchObject({ position: 1 });
});

it('D-100: the last method that is turned off closes the store, which is said before', async () => {
  store.on(call, listed(mpgs, stripe));
  store.on(saveMpgs, { body: { ...listed({ ...mpgs, is_on: false }, stripe).body, is_open: false } });
  await openSection(<PaymentMethodsSection />);
  await click(button('Turn off: Mastercard Gateway'));
  expect(document.body.textContent).toContain('the store takes no orders until you turn one on');
  await click(button('Turn off', document.querySelector('dialog') ?? document));
  expect(store.calls(saveMpgs)[0]?.body).toMatchObject({ is_on: false });
  expect(text()).toContain('No payment method is on.');
});

it('D-101: a transfer is turned on once its instructions are saved; a refusal shows the sentence of the store', async () => {
  const manual = { ...plain, method: 'manual' as const, is_on: false, keys: null };
  const saveManual = 'PUT /api/admin/payment-methods/manual';
  const settings = 'PUT /api/admin/transfer-settings';
  store.on(call, listed(mpgs, manual));
  store.on('GET /api/admin/transfer-settings', { body: { settings: null } });
  await openSection(<PaymentMethodsSection />);
  expect(text()).toContain('None yet. Enter them');
  expect(button('Turn on: Bank transfer').disabled).toBe(true);
  await click(button('Instructions of Bank transfer'));
  const [english, portuguese] = document.querySelectorAll<HTMLTextAreaElement>('dialog textarea');
  await fill(english as never, 'Send {{sum}} to 123456-7');
  await fill(portuguese as never, 'Envie {{amount}} para 123456-7');
  await fill(field('[name=pix-key]'), 'pay@store.example.com');
  await fill(field('[name=pix-name]'), 'José');
  await fill(field('[name=pix-city]'), 'São Paulo');
  await fill(field('[name=pix-rate]'), '5,4321');
  const message = 'The instructions in English contain {{sum}}, which has no value.';
  store.on(settings, { status: 400, body: { code: 'invalid_input', field: 'instructions.en', message } });
  await click(button('Save'));
  expect(document.body.textContent).toContain(message);
  expect(store.calls(settings)[0]?.body).toMatchObject({
    expiry_days: 3,
    pix: { key: 'pay@store.example.com', name: 'José', city: 'São Paulo', brl_rate: 5.4321 },
  });
  await fill(english as never, 'Send {{amount}} to 123456-7');
  store.on(settings, { body: { settings: null } });
  store.on(call, listed(mpgs, { ...manual, test: 'passed' }));
  await click(button('Save'));
  store.on(saveManual, listed(mpgs, { ...manual, test: 'passed', is_on: true }));
  await click(button('Turn on: Bank transfer'));
  expect(store.calls(saveManual)[0]?.body).toMatchObject({ is_on: true });
});

it('D-102: the gateway of the sandbox needs no keys, and the transfer has the language of the admin', async () => {
  const played = { ...stripe, keys: { set_by: 'sandbox' as const, values: {}, unreadable: false } };
  const transfer = { ...plain, method: 'manual' as const, is_on: false, keys: null };
  store.on(call, listed(mpgs, played, transfer));
  await openSection(<PaymentMethodsSection />);
  store.on(test, { body: { problem: null } });
  await click(button('Test the keys of Stripe'));
  expect(text()).toContain('The sandbox works.');
  onTestFinished(() => act(() => showTexts(defaultTextSet)));
  await act(() => showTexts('pt'));
  expect(text()).toContain('Transferência bancária');
  expect(text()).not.toContain('Bank transfer');
});
