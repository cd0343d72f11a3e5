// The payment methods that are set up now: of the environment, else as an owner saved them.
import type { PaymentMethod } from '../../contract/gateways.ts';
import type { Language } from '../../contract/languages.ts';
import type { TransferSettings } from '../../contract/transfer-settings.ts';

export type MpgsKeys = {
  baseUrl: string;
  apiVersion: string;
  merchantId: string;
  apiPassword: string;
  webhookSecret: string;
};

export type StripeKeys = {
  secretKey: string;
  publishableKey: string;
  /** Several during a rotation. */
  webhookSecrets: string[];
  /** Null: Stripe's own address. */
  apiUrl: string | null;
};

export type GatewayKeys =
  | ({ gateway: 'mpgs'; isSandbox: boolean } & MpgsKeys)
  | ({ gateway: 'stripe'; isSandbox: boolean } & StripeKeys);

export type MethodState = {
  method: PaymentMethod;
  /** Turned on, and usable: a gateway has keys. */
  isOn: boolean;
  titles: Partial<Record<Language, string>>;
  minCents: number | null;
  maxCents: number | null;
  /** ISO 3166-1 codes. */
  hiddenCountries: readonly string[];
  keys: GatewayKeys | null;
  /** Of `manual`; null: not set. */
  transfer: TransferSettings | null;
};

export type PaymentMethods = {
  /**
   * All of them, in the order of the checkout: the same list until something changed. Cached; at most a few seconds older
   * than the last save of another process.
   */
  current(): Promise<readonly MethodState[]>;
  /** Whether one is on: without one the store takes no orders. */
  hasOneOn(): Promise<boolean>;
  /** Ends the cache of this process, after a save. */
  forget(): void;
};
