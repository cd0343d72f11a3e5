// The labels of the order lists, and of the acts on an order, that the specification gives to the letter.
import * as en from '../en.ts?pages';
import type { Texts } from '../texts.ts';

export const orderList: Texts['orderList'] = {
  ...en.orderList,
  total: (_count, shown) => `${shown} Total Orders`,
  failed: 'Failed to load orders',
};

/** The two columns whose contents are in the menu of a row. */
export const orderRow: Texts['orderRow'] = {
  ...en.orderRow,
  username: (name) => `@${name}`,
  posts: 'Details',
  providerOrders: 'API Order IDs',
};

export const orderActs: Texts['orderActs'] = { ...en.orderActs, updateFailed: 'Status update failed' };
