import { expect, it } from 'vitest';
import { text } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const id = 'ABCDEFGH1234';

it.each([
  ['none', false],
  ['session', false],
  ['failed', false],
  ['expired', false],
  ['paid', true],
  ['refunded', true],
  ['disputed', true],
])('DET-1: the receipt of an order whose payment is %s is offered: %s', async (payment_status, isOffered) => {
  const store = signIn();
  store.on(`GET /api/orders/${id}`, {
    body: {
      id,
      customer_email: 'buyer@mail.test',
      customer_username: 'customer',
      amount: 6,
      status: 'pending',
      payment_status,
      quantity: 1000,
      category: 'Likes',
      post_links: ['https://www.instagram.com/p/Abc/'],
      created_at: '2026-03-01T11:00:00.000Z',
      receipt_path: `/receipt/${id}/key`,
    },
  });
  await openAdmin(`/admin/orders/${id}`);
  expect(text()).toContain('Order Information');
  expect(text().includes('Open the receipt')).toBe(isOffered);
});
