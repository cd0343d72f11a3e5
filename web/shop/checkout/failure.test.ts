import { expect, it } from 'vitest';
import { tips, titles } from './failure.ts';

it('ERR-5, ERR-6, ERR-13..16: each type has its title', () => {
  expect(titles).toEqual({
    validation: 'Missing Something!',
    instagram: 'Instagram Trouble!',
    payment: 'Payment Oops!',
    server: 'Server Taking a Coffee Break!',
    network: 'Connection Hiccup!',
    general: 'Something Went Wrong!',
  });
});

it('ERR-2, A-16: each type has two or three tips', () => {
  for (const given of Object.values(tips)) expect([2, 3]).toContain(given.length);
});
