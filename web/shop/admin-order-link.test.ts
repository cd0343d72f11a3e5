import { afterEach, expect, it } from 'vitest';
import { adminOrderPath } from './admin-order-link.ts';

afterEach(() => localStorage.clear());

it.each([
  ['/order/ABC123', '/admin/orders/ABC123'],
  ['/order/ABC123/', '/admin/orders/ABC123'],
  ['/order/', null],
  ['/order/A/B', null],
  ['/pt/order/ABC', null],
  ['/orders/ABC', null],
])('A-48: %s leads a signed-in admin to %s, and nobody else anywhere', (path, to) => {
  expect(adminOrderPath(path, localStorage)).toBeNull();
  localStorage.setItem('adminToken', 'a.b.c');
  expect(adminOrderPath(path, localStorage)).toBe(to);
  localStorage.clear();
  localStorage.setItem('admin_auth_token', 'a.b.c');
  expect(adminOrderPath(path, localStorage)).toBe(to);
});

it('A-48: where storage is forbidden nobody is an admin', () => {
  expect(adminOrderPath('/order/ABC', null)).toBeNull();
});
