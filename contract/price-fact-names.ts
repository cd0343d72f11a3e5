// The facts of an offer that can be scheduled. Without imports: the texts of refusals name them.
export const priceFacts = [
  'unit_price_micros',
  'rounding',
  'min_quantity',
  'max_quantity',
  'step_quantity',
  'default_quantity',
  'packages',
  'tiers',
] as const;
export type PriceFact = (typeof priceFacts)[number];
