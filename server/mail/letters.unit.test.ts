import { describe, expect, test } from 'vitest';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { isPlainAddress, letterOf } from './letters.ts';
import type { MailAbout } from './mails-store.ts';

const parts = {
  profile: { ...defaultStoreProfile, name: 'Shop\r\nBcc: x@example.com' },
  publicUrl: 'https://shop.example',
  receiptPath: (id: string) => `/receipt/${id}/key`,
  mailId: 'mail-1',
  recipient: 'buyer@example.com',
};
const orderId = 'ABCDEFGHJKMN';
const contact = {
  kind: 'contact',
  name: 'Ana',
  email: 'ana@example.com',
  subject: 'Refund',
  message: 'One\nTwo',
  urgent: true,
  receivedAt: new Date('2026-01-02T03:04:05Z'),
} satisfies MailAbout;

describe('the letters', () => {
  test.each(['order_received', 'order_paid', 'order_completed', 'order_refunded'] as const)(
    'D-10: %s names the order and where to follow it, on few lines',
    (kind) => {
      const { subject, text, messageId, replyTo } = letterOf({ kind, orderId }, parts);
      expect(subject).toContain(orderId);
      expect(text).toContain(`${orderId}`);
      expect(text).toContain('https://shop.example/client');
      expect(text).toContain(defaultStoreProfile.supportEmail);
      expect(text.split('\n').length).toBeLessThan(12);
      expect([messageId, replyTo]).toEqual(['mail-1@shop.example', null]);
    },
  );

  test('D-1: the mail about a payment says who sold it, where the operator does; no line of it ends the mail’s own', () => {
    const business = { name: 'Bravo Ltd.', address: '1 High Street\nLondon', taxId: 'GB 123' };
    const sold = { ...parts, profile: { ...parts.profile, business } };
    const { text } = letterOf({ kind: 'order_paid', orderId }, sold);
    expect(text).toContain('\nSold by:\nBravo Ltd.\n1 High Street\nLondon\nTax or registration number: GB 123\n');
    expect(letterOf({ kind: 'order_received', orderId }, sold).text).not.toContain('Sold by');
    expect(letterOf({ kind: 'order_paid', orderId }, parts).text).not.toContain('Sold by');
  });

  test.each([
    ['order_received', false],
    ['order_paid', true],
    ['order_completed', false],
    ['order_refunded', true],
  ] as const)('a mail about money that moved leads to the receipt: %s', (kind, isThere) => {
    const { text } = letterOf({ kind, orderId }, parts);
    expect(text.includes(`\nReceipt: https://shop.example/receipt/${orderId}/key\n`)).toBe(isThere);
  });

  test('D-10: a refund is told with its amount, in the language of the order', () => {
    const refund = { amountCents: 1250, attemptNumber: 1, language: 'en' } as const;
    const { subject, text } = letterOf({ kind: 'order_refunded', orderId, refund }, parts);
    expect(subject).toBe(`A refund for your order ${orderId}`);
    expect(text).toContain(`We refunded $12.50 for your order ${orderId} to the card that paid it.`);
    const pt = letterOf({ kind: 'order_refunded', orderId, refund: { ...refund, language: 'pt' } }, parts);
    expect(pt.subject).toBe(`Reembolso do seu pedido ${orderId}`);
    expect(pt.text).toContain(`Reembolsamos $12.50 do seu pedido ${orderId} no cartão usado no pagamento.`);
    expect(pt.text).toContain('https://shop.example/pt/client');
    expect(pt.text).not.toMatch(/refund|Questions|Follow/);
    const byHand = letterOf({ kind: 'order_refunded', orderId, refund: { ...refund, attemptNumber: null } }, parts);
    expect(byHand.text).toContain(`We refunded $12.50 for your order ${orderId} the way you paid.`);
    expect(byHand.text).not.toMatch(/card|cart/);
  });

  test('D-24: a receipt holds the id and nothing else of the order', () => {
    const one = letterOf({ kind: 'order_received', orderId }, parts);
    const other = letterOf({ kind: 'order_received', orderId: 'NMKJHGFEDCBA' }, parts);
    expect(other.text.replaceAll('NMKJHGFEDCBA', orderId)).toBe(one.text);
    expect(one.text).toContain('as soon as it is paid');
  });

  test('D-5, S-18: a message reaches the support whole, and is answered to its writer', () => {
    const { subject, text, replyTo } = letterOf(contact, { ...parts, recipient: 'support@shop.example' });
    expect(subject).toBe('[Contact, urgent] Refund');
    expect(text).toBe('From: Ana <ana@example.com>\nReceived: 2026-01-02 03:04 (UTC)\n\nOne\nTwo\n');
    expect(replyTo).toEqual({ name: '', address: 'ana@example.com' });
    expect(letterOf({ ...contact, urgent: false }, parts).subject).toBe('[Contact] Refund');
  });

  test('S-18: an address that could be read as several is answered to nobody', () => {
    expect(letterOf({ ...contact, email: 'a,b@example.com' }, parts).replyTo).toBeNull();
    for (const bad of ['a,b@c.d', 'a<b@c.d', '"a b"@c.d', 'a;b@c.d', 'a@b@c.d', 'a b@c.d', 'a@b.c\r\nX:1', '@', 'a'])
      expect(isPlainAddress(bad), bad).toBe(false);
    for (const good of ['a@b.c', "o'neil+tag@sub.example.com", 'josé@example.com'])
      expect(isPlainAddress(good)).toBe(true);
  });

  test('S-18: the name of the store brings no line break into a header', () => {
    expect(letterOf({ kind: 'order_paid', orderId }, parts).fromName).toBe('Shop Bcc: x@example.com');
  });
});
