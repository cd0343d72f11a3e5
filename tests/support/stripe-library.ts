// The browser library of Stripe, played: Checkout Elements as Stripe documents them. Runs in the page: its parts are in
// frames of Stripe's origin, and what is confirmed goes to Stripe's API. Self-contained, because it is sent as text.

export function stripeLibrary(): void {
  const origin = 'https://js.stripe.com';
  type Options = { appearance: object };
  type Handlers = Record<string, (event: object) => void>;
  type Answer = { returnUrl?: string; next?: 'challenge'; error?: { code: string | null; message: string } };
  const listeners = new Map<unknown, (data: { kind: string; value: string }) => void>();
  window.addEventListener('message', (event) => {
    if (event.origin === origin) listeners.get(event.source)?.(event.data);
  });

  function frame(path: string, title: string, css: string, place: Element | null, onData: (data: never) => void) {
    const made = document.createElement('iframe');
    made.title = title;
    made.style.cssText = css;
    made.src = `${origin}/${path}`;
    place?.append(made);
    listeners.set(made.contentWindow, onData as never);
    return made;
  }

  /** Covers the page until it answers: the sheet of a wallet, the challenge of a bank. */
  function cover(path: string, title: string): Promise<string> {
    return new Promise((resolve) => {
      const css = 'position:fixed;inset:0;z-index:99;width:100%;height:100%;border:0';
      const made = frame(path, title, css, document.body, ({ value }: { value: string }) => {
        made.remove();
        resolve(value);
      });
    });
  }

  function element(path: string, title: string, onChoice: (data: { kind: string; value: string }) => void) {
    const handlers: Handlers = {};
    let made: HTMLIFrameElement | undefined;
    return {
      handlers,
      api: {
        on: (event: string, handler: (event: object) => void) => {
          handlers[event] = handler;
        },
        mount: (place: Element) => {
          made = frame(path, title, 'width:100%;height:1px;border:0;display:block', place, (data: never) => {
            const { kind, value } = data as { kind: string; value: string };
            if (kind !== 'ready') return onChoice(data);
            if (made) made.style.height = `${value.split(' ')[0]}px`;
            const found = value.split(' ').slice(1);
            const has = (name: string) => found.includes(name);
            const all = { applePay: has('apple_pay'), googlePay: has('google_pay'), link: has('link') };
            handlers.ready?.({ availablePaymentMethods: found.length > 0 ? all : undefined });
          });
        },
        destroy: () => made?.remove(),
      },
    };
  }

  const open = (publishableKey: string, { locale = 'auto' } = {}) => ({
    initCheckoutElementsSdk({ clientSecret, elementsOptions }: { clientSecret: string; elementsOptions: Options }) {
      const look = encodeURIComponent(JSON.stringify(elementsOptions.appearance));
      const query = `key=${publishableKey}&secret=${clientSecret}&locale=${locale}&look=${look}`;
      const call = async (body: object): Promise<Answer> => {
        const answer = await fetch(`https://api.stripe.com/v1/payment_pages/confirm?${query}`, {
          method: 'POST',
          body: JSON.stringify(body),
        });
        return answer.json();
      };
      let card = '';
      let wallet = '';

      async function confirm({ expressCheckoutConfirmEvent: event }: { expressCheckoutConfirmEvent?: object } = {}) {
        const body = event ? { wallet } : { card };
        let answer = await call(body).catch(() => null);
        if (answer?.next)
          answer = await call({ ...body, challenge: await cover('challenge', 'Bank') }).catch(() => null);
        if (answer?.returnUrl) {
          window.location.assign(answer.returnUrl);
          return new Promise(() => {});
        }
        return { type: 'error', error: answer?.error ?? { code: null, message: 'Stripe gave no answer.' } };
      }

      return {
        loadActions: async () => ({
          type: 'success',
          actions: {
            confirm,
            getSession: () => ({ email: 'buyer@example.com' }),
            validateElements: async () =>
              card ? { type: 'success' } : { type: 'error', error: { code: 'validation_error' } },
          },
        }),
        createPaymentElement: () =>
          element(`card?${query}`, 'Secure card fields', ({ value }) => {
            card = value;
          }).api,
        createExpressCheckoutElement: () => {
          const express = element(`wallets?${query}`, 'Wallets', async ({ value }) => {
            wallet = value;
            const answer = await cover(`sheet?wallet=${value}`, 'Wallet');
            if (answer === 'pay') express.handlers.confirm?.({ expressPaymentType: value, paymentFailed: () => {} });
            else express.handlers.cancel?.({});
          });
          return express.api;
        },
      };
    },
  });
  Object.assign(window, { Stripe: open });
}
