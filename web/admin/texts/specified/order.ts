// The labels of the page of an order that the specification gives to the letter.
import * as en from '../en.ts?items';
import type { Texts } from '../texts.ts';

export const orderPage: Texts['orderPage'] = {
  ...en.orderPage,
  information: 'Order Information',
  details: 'Order Details',
  notFound: 'Order not found',
};
