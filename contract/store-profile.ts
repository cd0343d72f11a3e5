// What the pages may know of the store: its name, how to reach it, its claims, its prices and its own legal texts.
// Values are the operator's (`store-settings.ts`).
import { defaultPriceList } from './default-prices.ts';
import type { Language } from './languages.ts';
import type { PriceList } from './pricing.ts';
import { firstRetention, type Retention } from './retention.ts';

/** The same said in each language of the public pages. */
export type Wording = Record<Language, string>;

/** A marketing claim (D-2, A-78): shown as the operator words it, or not at all. */
export type Claim = { text: Wording; shown: boolean };

export const claimNames = [
  'customers',
  'rating',
  'deliveryStart',
  'deliveryDone',
  'support',
  'guarantee',
  'noPassword',
] as const;
export type ClaimName = (typeof claimNames)[number];

export const legalNames = ['terms', 'privacy', 'refunds'] as const;
export type LegalName = (typeof legalNames)[number];

/** Null: the store's own default text of that language. */
export type LegalText = Record<Language, string | null>;

/** Who sells, as receipts say it. Empty: not told. */
export type Business = { name: string; address: string; taxId: string };

export type StoreProfile = {
  name: string;
  supportEmail: string;
  supportHours: Record<Language, readonly string[]>;
  claims: Record<ClaimName, Claim>;
  prices: PriceList;
  legal: Record<LegalName, LegalText>;
  business: Business;
  retention: Retention;
  /** D-8: addresses of visitors are kept whole. */
  fullIp: boolean;
  /** D-38: an IANA name. Of the admin and of mails; public pages show the browser's. */
  timeZone: string;
};

const shown = (en: string, pt: string): Claim => ({ text: { en, pt }, shown: true });

/** What a store starts with in sandbox mode. Live mode shows a claim only after the operator confirmed it. */
export const defaultStoreProfile: StoreProfile = {
  name: 'Applaud',
  supportEmail: 'support@applaud.example',
  supportHours: {
    en: ['Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST'],
    pt: ['Seg. a sex., das 9h às 18h (EST)', 'Sáb. e dom., das 10h às 16h (EST)'],
  },
  claims: {
    customers: shown('10k+ happy customers', 'Mais de 10 mil clientes satisfeitos'),
    rating: shown('4.9/5 rating', 'Nota 4,9 de 5'),
    deliveryStart: shown('Delivery starts in 1-5 minutes', 'A entrega começa em 1 a 5 minutos'),
    deliveryDone: shown('Most orders done within 24 hours', 'A maioria dos pedidos fica pronta em até 24 horas'),
    support: shown('24/7 support', 'Suporte 24 horas, todos os dias'),
    guarantee: shown(
      '100% money-back guarantee if delivery fails',
      'Garantia de 100% do dinheiro de volta se a entrega falhar',
    ),
    noPassword: shown('No password needed', 'Sem precisar de senha'),
  },
  prices: defaultPriceList,
  legal: { terms: { en: null, pt: null }, privacy: { en: null, pt: null }, refunds: { en: null, pt: null } },
  business: { name: '', address: '', taxId: '' },
  retention: firstRetention,
  fullIp: false,
  timeZone: 'UTC',
};
