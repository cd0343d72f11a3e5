// Stripe's browser library: Checkout Elements as Stripe documents them. Runs in the page: its parts are in frames below
// `base`, and what is confirmed goes to `api`. Self-contained, because it is sent as text.

export function stripeLibrary(base: string, api: string): void {
  const { origin } = new URL(base, document.baseURI);
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
    // As that of the pages inside, whatever the theme: otherwise the frame would not be transparent.
    made.style.cssText = `${css};color-scheme:light`;
    made.src = `${base}/${path}`;
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
      /** The fields show what is missing. */
      validate: () => made?.contentWindow?.postMessage('validate', origin),
      api: {
        on: (event: string, handler: (event: object) => void) => {
          handlers[event] = handler;
        },
        mount: (place: Element) => {
          made = frame(path, title, 'width:100%;height:1px;border:0;display:block', place, (data: never) => {
            const { kind, value } = data as { kind: string; value: string };
            if (kind === 'size' && made) made.style.height = `${value}px`;
            if (kind === 'choice' || kind === 'card') return onChoice(data);
            if (kind !== 'ready') return;
            const has = (name: string) => value.split(' ').includes(name);
            const all = { applePay: has('apple_pay'), googlePay: has('google_pay'), link: has('link') };
            handlers.ready?.({ availablePaymentMethods: value ? all : undefined });
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
        const answer = await fetch(`${api}/v1/payment_pages/confirm?${query}`, {
          method: 'POST',
          body: JSON.stringify(body),
        });
        return answer.json();
      };
      let card = '';
      let wallet = '';
      let showMissing = () => {};

      async function confirm({ expressCheckoutConfirmEvent: event }: { expressCheckoutConfirmEvent?: object } = {}) {
        const body = event ? { wallet } : { card };
        let answer = await call(body).catch(() => null);
        if (answer?.next)
          answer = await call({ ...body, challenge: await cover(`challenge?${query}`, 'Bank') }).catch(() => null);
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
            validateElements: async () => {
              if (card) return { type: 'success' };
              showMissing();
              return { type: 'error', error: { code: 'validation_error' } };
            },
          },
        }),
        createPaymentElement: () => {
          const fields = element(`card?${query}`, 'Secure card fields', ({ value }) => {
            card = value;
          });
          showMissing = fields.validate;
          return fields.api;
        },
        createExpressCheckoutElement: () => {
          const express = element(`wallets?${query}`, 'Wallets', async ({ value }) => {
            wallet = value;
            const answer = await cover(`sheet?${query}`, 'Wallet');
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
