import { expect, test } from 'vitest';
import { pageLabel, storedPath } from './page-labels.ts';

test.each([
  ['/', 'Home'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/checkout', 'Checkout'],
  ['/success', 'Success'],
  ['/client', 'Order Tracking'],
  ['/admin', 'Admin Dashboard'],
  ['/admin/orders', 'Admin Orders'],
  ['/admin/orders/ABC', 'Admin Orders'],
  ['/admin-login', 'Admin Login'],
  ['/pt', 'Home'],
  ['/pt/about', 'About'],
  ['/ptarmigan', '/ptarmigan'],
  [`/${'x'.repeat(80)}`, `/${'x'.repeat(59)}`],
])('ADM-LIVE-12, A-67: %s is called %s', (path, label) => {
  expect(pageLabel(path)).toBe(label);
});

test.each([
  ['/success?orderId=ABC', '/success'],
  ['/client#email', '/client'],
  ['/receipt/ABC/key', '/receipt'],
  ['/pt/receipt/ABC/key', '/pt/receipt'],
  ['/order/ABC/key', '/order'],
  ['/pt/order/ABC/key', '/pt/order'],
  [`/${'x'.repeat(199)}`, `/${'x'.repeat(199)}`],
  [`/${'x'.repeat(200)}`, null],
  [`/short?${'x'.repeat(500)}`, '/short'],
  ['about', null],
  ['javascript:alert(1)', null],
  ['', null],
  ['/a\u0000b', null],
  ['/a\ud800b', null],
])('S-12: of %s is kept %s', (written, kept) => {
  expect(storedPath(written)).toBe(kept);
});
