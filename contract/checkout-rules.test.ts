import { expect, test } from 'vitest';
import { checkCheckout } from './checkout-rules.ts';
import { reasonTexts } from './refusal-reasons.ts';

const good = 'https://www.instagram.com/p/a/';

test('CHK-17: the rules are checked in the stated order; a form that breaks all of them mends one after the other', () => {
  const failures = [
    checkCheckout(' ', ['nonsense', '']),
    checkCheckout('you', ['nonsense', '']),
    checkCheckout('you', [good, '']),
    checkCheckout('you', [good, good]),
    checkCheckout('you', [good]),
    checkCheckout('you@example.com', [good]),
  ];
  expect(failures.map((failure) => failure?.reason ?? null)).toEqual([
    'email_required',
    'link_invalid',
    'link_empty',
    'link_duplicate',
    'email_invalid',
    null,
  ]);
  expect(new Set(failures.map((failure) => failure?.type))).toEqual(new Set(['validation', undefined]));
});

test('CHK-24, A-13: an order without any link is of the type instagram, in its own words', () => {
  expect(checkCheckout('you@example.com', [])).toMatchObject({ type: 'instagram', reason: 'link_missing' });
  expect(reasonTexts.link_missing).toBe('Please add at least one Instagram post URL to get your likes!');
});
