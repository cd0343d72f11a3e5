import { expect, test } from 'vitest';
import { previewedEmailKinds } from '../../../contract/email-kinds.ts';
import { firstFields } from '../../../contract/setting-fields.ts';
import { sampleAbout } from './compose-email.ts';
import { computeDue } from './send-email.ts';

/** They state a payment or a refund, protect an order, request an action that only the buyer can take, or were requested. */
const owed = [
  'order_paid',
  'order_refunded',
  'link_replaced',
  'link_declined',
  'order_changed',
  'post_hidden',
  'track_code',
  'transfer_instructions',
];
const { emails } = firstFields();

test('D-10: each email has a switch, which is on by default, or is mandatory', () => {
  expect([...Object.keys(emails), ...owed].sort()).toEqual([...previewedEmailKinds].sort());
  expect(new Set(Object.values(emails))).toEqual(new Set([true]));
});

test.each(previewedEmailKinds)('%s is sent unless its own switch is off', (kind) => {
  const about = sampleAbout(kind, 'en');
  const othersOff = Object.fromEntries(Object.keys(emails).map((one) => [one, one === kind]));
  expect(computeDue(about, emails)).toBe('yes');
  expect(computeDue(about, othersOff)).toBe('yes');
  if (kind in emails) expect(computeDue(about, { ...emails, [kind]: false })).toBe('no');
});
