// The labels of the page and the acts of an order that the specification gives to the letter.
import { messages } from '../../../../contract/messages.ts';
import * as en from '../en.ts?first';
import { orderActs as english } from '../en.ts?first';
import type { Texts } from '../texts.ts';

export const orderPage: Texts['orderPage'] = {
  ...en.orderPage,
  information: 'Order Information',
  details: 'Order Details',
  notFound: messages.orderNotFound,
};

export const orderActs: Texts['orderActs'] = { ...english, updateFailed: 'Status update failed' };
