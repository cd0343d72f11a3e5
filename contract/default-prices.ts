// The initial prices of a store. Separate from the pricing rules, so that pages do not load them.
import type { PriceList } from './pricing.ts';

export const defaultPriceList: PriceList = {
  unitPriceMicros: 6000,
  offers: {
    Likes: {
      minQuantity: 500,
      maxQuantity: 30_000,
      stepQuantity: 50,
      defaultQuantity: 500,
      packages: [500, 1_000, 2_500, 5_000, 10_000, 20_000, 30_000],
      tiers: [
        { fromQuantity: 5_000, percent: 90 },
        { fromQuantity: 10_000, percent: 80 },
        { fromQuantity: 20_000, percent: 70 },
        { fromQuantity: 30_000, percent: 60 },
      ],
    },
    Views: {
      minQuantity: 500,
      maxQuantity: 1_000_000,
      stepQuantity: 100,
      defaultQuantity: 5_000,
      packages: [5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 1_000_000],
      tiers: [
        { fromQuantity: 20_000, percent: 90 },
        { fromQuantity: 50_000, percent: 80 },
        { fromQuantity: 100_000, percent: 70 },
        { fromQuantity: 200_000, percent: 60 },
        { fromQuantity: 1_000_000, percent: 45 },
      ],
    },
  },
};
