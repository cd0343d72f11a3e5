// What the pages may know of the store: its name, how to reach it, its claims and its prices. Values are the operator's.
import { defaultPriceList, type PriceList } from './pricing.ts';

/** A marketing claim (D-2, A-78): shown as the operator words it, or not at all. */
export type Claim = { text: string; shown: boolean };

export type StoreProfile = {
  name: string;
  supportEmail: string;
  supportHours: readonly string[];
  claims: {
    customers: Claim;
    rating: Claim;
    deliveryStart: Claim;
    deliveryDone: Claim;
    support: Claim;
    guarantee: Claim;
    noPassword: Claim;
  };
  prices: PriceList;
};

const shown = (text: string): Claim => ({ text, shown: true });

/** What a store starts with in sandbox mode. Live mode shows a claim only after the operator confirmed it. */
export const defaultStoreProfile: StoreProfile = {
  name: 'Applaud',
  supportEmail: 'support@applaud.example',
  supportHours: ['Mon-Fri 9AM-6PM EST', 'Sat-Sun 10AM-4PM EST'],
  claims: {
    customers: shown('10k+ happy customers'),
    rating: shown('4.9/5 rating'),
    deliveryStart: shown('Delivery starts in 1-5 minutes'),
    deliveryDone: shown('Most orders done within 24 hours'),
    support: shown('24/7 support'),
    guarantee: shown('100% money-back guarantee if delivery fails'),
    noPassword: shown('No password needed'),
  },
  prices: defaultPriceList,
};
