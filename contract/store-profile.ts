// Store data for pages: name, contact, claims, prices and legal texts. The values come from the settings
// (`store-settings.ts`).
import { defaultPriceList } from './default-prices.ts';
import type { Language } from './languages.ts';
import { firstPlainSettings, type PlainSettings } from './plain-settings.ts';
import type { PriceList } from './pricing.ts';
import { firstRetention, type Retention } from './retention.ts';

/** One text in each language of the public pages. */
export type Wording = Record<Language, string>;

/** A marketing claim: shown with the operator's text, or hidden. */
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

/** Null: the default text in that language. */
export type LegalText = Record<Language, string | null>;

/** The seller on receipts. Empty fields are omitted. */
export type Business = { name: string; address: string; tax_id: string };

export type StoreProfile = Pick<PlainSettings, 'name' | 'support_email' | 'full_ip' | 'time_zone'> & {
  support_hours: Record<Language, readonly string[]>;
  claims: Record<ClaimName, Claim>;
  prices: PriceList;
  legal: Record<LegalName, LegalText>;
  business: Business;
  retention: Retention;
};

const shown = (en: string, pt: string): Claim => ({ text: { en, pt }, shown: true });

/** The initial profile in sandbox mode. In live mode, a claim is hidden until the operator confirms it. */
export const defaultStoreProfile: StoreProfile = {
  ...firstPlainSettings(),
  support_hours: {
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
  business: { name: '', address: '', tax_id: '' },
  retention: firstRetention,
};
