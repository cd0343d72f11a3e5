// The public scenes in English: in the fast tier one of each page and of the main states of an order, otherwise all.
import { expect, test } from 'vitest';
import { compareScenes, everyScene } from './compare-scenes.ts';
import { publicScenesIn } from './scenes.ts';

const chosen = [
  'home-likes',
  'about',
  'terms',
  'contact',
  'checkout',
  'checkout-filled',
  'checkout-card-form',
  'checkout-error-payment',
  'success-paid',
  'success-failed',
  'client-orders',
  'order-unpaid',
  'order-delivering',
  'order-partial-refund',
  'order-refunded',
  'receipt-refunded',
  'not-found-2',
  'admin-login',
];
const all = publicScenesIn('en');

test('every chosen scene exists', () => {
  expect(chosen.filter((name) => !all.some((scene) => scene.name === name))).toEqual([]);
});

compareScenes('en', everyScene ? all : all.filter(({ name }) => chosen.includes(name)));
