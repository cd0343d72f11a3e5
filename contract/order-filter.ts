// The names of the filters of the order list, without their schemas: for the API, saved views and the address of the list.

export const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;

export const orderFilterNames = [
  'search',
  'status',
  'payment',
  'delivery',
  'queue',
  'category',
  'from',
  'to',
  'amountMin',
  'amountMax',
  'sort',
] as const;
export type OrderFilterName = (typeof orderFilterNames)[number];
