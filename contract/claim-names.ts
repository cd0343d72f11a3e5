// The marketing claims of a store.

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
