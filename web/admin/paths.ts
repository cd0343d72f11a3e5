// The addresses of the admin's pages (ROUTE-7..10).

export const loginPath = '/admin-login';
export const dashboardPath = '/admin';
export const ordersPath = '/admin/orders';

export function orderPath(id: string): string {
  return `${ordersPath}/${encodeURIComponent(id)}`;
}
