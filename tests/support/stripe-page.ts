// Plays Stripe for a page in Chromium: its library, its frames, and the call that confirms, on the objects of the fake.
import type { Page, Route } from 'playwright-core';
import type { StripeObject } from '../stand-ins/stripe-stand-in-objects.ts';
import type { StripeServer } from '../stand-ins/stripe-stand-in-server.ts';
import { stripeLibrary } from './stripe-library.ts';

export type PlayedWallet = 'apple_pay' | 'google_pay' | 'link';
/** What becomes of a payment. `lost`: it is made, and its answer does not arrive. */
export type PlayedResult = 'succeeds' | 'declines' | 'requires_action' | 'processing' | 'lost';

export type Device = {
  /** Whether the library can be loaded. */
  library?: boolean;
  /** The wallets that this device has. */
  wallets?: readonly PlayedWallet[];
  /** What the card in its wallet does. */
  walletCard?: PlayedResult;
};

export const libraryUrl = 'https://js.stripe.com/endive/stripe.js';

/** By card number, as Stripe's own test cards. */
const cards: Record<string, PlayedResult> = {
  '4242424242424242': 'succeeds',
  '4000000000000002': 'declines',
  '4000002500003155': 'requires_action',
};

const titles = { apple_pay: 'Apple Pay', google_pay: 'Google Pay', link: 'Link' };
const style = `<style>body{margin:0;font:16px system-ui;color:var(--colorText)}
button{height:48px;border:0;border-radius:var(--borderRadius,12px);background:#000;color:#fff;font:600 17px system-ui}
.night button{background:#fff;color:#000}button#link{background:#00d66f;color:#011e0f}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:8px}
input{box-sizing:border-box;width:100%;height:44px;margin:4px 0 12px;padding:0 12px;border:1px solid #8f8479;
border-radius:var(--borderRadius);background:var(--colorBackground);color:var(--colorText);font:inherit}
.sheet{position:fixed;inset:auto 0 0;padding:20px;background:#fff;display:grid;gap:10px;box-shadow:0 -8px 40px #0006}</style>`;
const send = `<script>const send = (kind, value) => parent.postMessage({ kind, value }, '*');
const ready = (...names) => {
  // A frame without a size yet has no layout.
  if (document.querySelector('button, input') && document.body.scrollHeight === 0) return setTimeout(() => ready(...names), 20);
  send('ready', [document.body.scrollHeight, ...names].join(' '));
};</script>`;
/** As Stripe's Appearance API: the theme, and the variables of the store. */
const look = `<script>const { theme, variables } = JSON.parse(new URLSearchParams(location.search).get('look') ?? '{}');
document.body.className = theme ?? '';
for (const name in variables) document.body.style.setProperty('--' + name, variables[name]);</script>`;
const page = (body: string) => `<!doctype html><title>Stripe</title>${style}${send}<body>${look}${body}`;
const choose = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([value, label]) => `<button id="${value}" onclick="send('choice', '${value}')">${label}</button>`)
    .join('');

const cardPage = page(`<label>Card number<input id="number" inputmode="numeric"></label>
<div class="row"><label>Expiry<input id="expiry"></label><label>CVC<input id="cvc"></label></div>
<script>document.oninput = () => send('card', expiry.value && cvc.value ? number.value : ''); ready();</script>`);

function walletsPage(wallets: readonly PlayedWallet[]): string {
  const buttons = choose(Object.fromEntries(wallets.map((name) => [name, titles[name]])));
  return page(
    `<div class="row">${buttons}</div><script>ready(${wallets.map((name) => `'${name}'`).join(',')});</script>`,
  );
}

export function playStripe(stripe: StripeServer, { publishableKey }: { publishableKey: string }) {
  function sessionNamed(secret: string): StripeObject {
    const session = stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
    if (session?.client_secret !== secret) throw new Error('Stripe has no such session.');
    return session;
  }

  type Confirmed = { wallet?: PlayedWallet; card?: string; challenge?: string };

  function confirm(session: StripeObject, { wallet, card = '', challenge }: Confirmed, device: Device): object | null {
    const failed = { error: { code: 'paymentFailed', message: 'Your card was declined.' } };
    if (session.status !== 'open') return { error: { code: null, message: 'The session is no longer open.' } };
    const result = (wallet ? device.walletCard : cards[card.replaceAll(' ', '')]) ?? 'succeeds';
    if (result === 'requires_action' && challenge === undefined) return { next: 'challenge' };
    if (result === 'declines' || challenge === 'fail') {
      stripe.objects.decline(session, { wallet });
      return failed;
    }
    if (result === 'processing') stripe.objects.process(session, { wallet });
    else stripe.objects.pay(session, { wallet });
    return result === 'lost' ? null : { returnUrl: session.return_url };
  }

  const frames: Record<string, (device: Device) => string> = {
    '/card': () => cardPage,
    '/wallets': ({ wallets = [] }) => walletsPage(wallets),
    '/sheet': () => page(`<div class="sheet">${choose({ pay: 'Pay', cancel: 'Cancel' })}</div>`),
    '/challenge': () => page(`<div class="sheet">${choose({ complete: 'Complete', fail: 'Fail' })}</div>`),
  };

  return {
    sessionNamed,
    async play(target: Page, device: Device = {}): Promise<void> {
      await target.route('https://*.stripe.com/**', (route: Route) => {
        const request = route.request();
        const url = new URL(request.url());
        if (url.href === libraryUrl && device.library !== false) {
          return route.fulfill({ contentType: 'text/javascript', body: `(${stripeLibrary})();` });
        }
        const shown = frames[url.pathname]?.(device);
        if (shown) return route.fulfill({ contentType: 'text/html', body: shown });
        if (url.pathname !== '/v1/payment_pages/confirm') return route.abort();
        if (url.searchParams.get('key') !== publishableKey) return route.fulfill({ status: 401, json: {} });
        const session = sessionNamed(url.searchParams.get('secret') ?? '');
        const answer = confirm(session, JSON.parse(request.postData() ?? '{}'), device);
        if (!answer) return route.abort('connectionreset');
        return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: answer });
      });
    },
  };
}
