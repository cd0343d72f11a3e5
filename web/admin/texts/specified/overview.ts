// The labels of the overview and the customers that the specification gives to the letter.
import * as en from '../en.ts?first';
import type { Texts } from '../texts.ts';

export const overview: Texts['overview'] = {
  ...en.overview,
  totalOrders: 'Total Orders',
  ordersToday: 'Orders Today',
  pendingOrders: 'Pending Orders',
  recentOrders: 'Recent Orders',
  ordersFailed: 'Failed to load orders',
  viewAll: (total) => `View All Orders (${total})`,
  chartTitle: 'Revenue Overview',
};
