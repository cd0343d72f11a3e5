// As much of `window.Stripe` as the checkout uses: a Checkout Session with Elements on the page.

export type ConfirmEvent = { paymentFailed?: (reason: { reason: 'fail' }) => void };

export type ConfirmResult =
  | { type: 'success' }
  /** `paymentFailed`: declined, the payer can try again. Null: anything else. */
  | { type: 'error'; error: { code: string | null; message?: string } };

export type StripeActions = {
  /** Redirects a payer who has paid to the return address of the session, and then never resolves. */
  confirm(options: { redirect: 'always'; expressCheckoutConfirmEvent?: ConfirmEvent }): Promise<ConfirmResult>;
  /** Email null: the session has none, and Stripe needs one. */
  getSession(): { email: string | null };
  validateElements(): Promise<{ type: 'success' } | { type: 'error'; error: { code: string | null } }>;
};

type Wallets = { applePay?: boolean; googlePay?: boolean; link?: boolean };

export type StripeElement = {
  on(event: 'ready', handler: (event: { availablePaymentMethods?: Wallets | undefined }) => void): unknown;
  on(event: 'confirm', handler: (event: ConfirmEvent) => void): unknown;
  on(event: 'loaderror', handler: (event: { error?: unknown }) => void): unknown;
  mount(place: Element): void;
  destroy(): void;
};

export type StripeCheckout = {
  loadActions(): Promise<{ type: 'success'; actions: StripeActions } | { type: 'error'; error: unknown }>;
  createExpressCheckoutElement(options: object): StripeElement;
  createPaymentElement(options: object): StripeElement;
  /** A field for the payer's email. */
  createContactDetailsElement(): StripeElement;
};

/** The form of a session that a version before Elements opened. */
type EmbeddedPage = { mount(place: string): void; destroy(): void };

export type Stripe = {
  initCheckoutElementsSdk(options: { clientSecret: string; elementsOptions: object }): StripeCheckout;
  createEmbeddedCheckoutPage(options: { fetchClientSecret: () => Promise<string> }): Promise<EmbeddedPage>;
};

export type StripeLibrary = (publishableKey: string, options: { locale: string }) => Stripe;
