// Plays Stripe for a page in Chromium: its library, its frames, and the call that confirms, on the objects of the fake.
import type { Page, Route } from 'playwright-core';
import type { CardResult } from '../../sandbox/stripe/cards.ts';
import { confirmPayment } from '../../sandbox/stripe/confirm.ts';
import { FRAMES } from '../../sandbox/stripe/frames.ts';
import { stripeLibrary } from '../../sandbox/stripe/library.ts';
import type { StripeObject, Wallet } from '../../sandbox/stripe/objects.ts';
import type { StripeServer } from '../stand-ins/stripe-stand-in-server.ts';

export type Device = {
  /** Whether the library can be loaded. */
  library?: boolean;
  /** The wallets that this device has. */
  wallets?: readonly Wallet[];
  /** What the card in its wallet does. */
  walletCard?: CardResult;
};

export const libraryUrl = 'https://js.stripe.com/endive/stripe.js';

export function playStripe(stripe: StripeServer, { publishableKey }: { publishableKey: string }) {
  function sessionNamed(secret: string): StripeObject {
    const session = stripe.objects.get(secret.split('_secret_')[0] ?? '', 'checkout.session');
    if (session?.client_secret !== secret) throw new Error('Stripe has no such session.');
    return session;
  }

  return {
    sessionNamed,
    async play(target: Page, device: Device = {}): Promise<void> {
      await target.route('https://*.stripe.com/**', (route: Route) => {
        const request = route.request();
        const url = new URL(request.url());
        if (url.href === libraryUrl && device.library !== false) {
          const body = `(${stripeLibrary})('https://js.stripe.com', 'https://api.stripe.com');`;
          return route.fulfill({ contentType: 'text/javascript', body });
        }
        const body = FRAMES[url.pathname]?.({ wallets: device.wallets ?? [] });
        if (body) return route.fulfill({ contentType: 'text/html', body });
        if (url.pathname !== '/v1/payment_pages/confirm') return route.abort();
        if (url.searchParams.get('key') !== publishableKey) return route.fulfill({ status: 401, json: {} });
        const session = sessionNamed(url.searchParams.get('secret') ?? '');
        const confirmed = JSON.parse(request.postData() ?? '{}');
        const { walletCard } = device;
        const { answer, result } = confirmPayment(stripe.objects, session, confirmed, { walletCard });
        if (result === 'lost') return route.abort('connectionreset');
        return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: answer });
      });
    },
  };
}
