// The titles of the analytics, written as the specification writes titles.
import { analytics as english } from '../en.ts?pages';
import type { Texts } from '../texts.ts';

export const analytics: Texts['analytics'] = {
  ...english,
  revenueInPeriod: 'Revenue in Period',
  ordersInPeriod: 'Orders in Period',
  paidInPeriod: 'Paid Orders in Period',
  averageInPeriod: 'Average in Period',
  averageOrder: 'Average Order',
  apiOrders: 'API Orders',
  checkoutRate: 'Checkout Rate',
  paymentRate: 'Payment Rate',
  weekly: 'Weekly Orders and Revenue',
  byCategory: 'Revenue by Category',
  statuses: 'Status Distribution',
  topCustomers: 'Top 5 Customers',
  breakdown: 'Status Breakdown',
};
