import { expect, test } from 'vitest';
import { createTrackingCodes, plainEmail } from './tracking-codes.ts';

test('letters beyond ASCII are compared as they are', () => {
  const codes = createTrackingCodes('a secret');
  expect(plainEmail(' Me@Example.COM ')).toBe('me@example.com');
  // This letter is two characters in lower case, and the first of them is i.
  expect(codes.computeKey('\u0130van@example.com')).not.toBe(codes.computeKey('ivan@example.com'));
  expect(codes.computeKey('KEVIN@example.com')).toBe(codes.computeKey('kevin@example.com'));
});
