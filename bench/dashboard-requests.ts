// The requests of the admin's lists and figures: each area with every filter and order of its screen.

import { deliveryStates, paymentStates } from '../contract/order-progress.ts';

/** Addresses by name. */
export type Requests = Record<string, string>;

/** Of one seeded store: somebody's order, and where the middle of each list is. */
export type Known = { id: string; email: string; username: string; middle: Record<string, string> };

export const figures: Requests = {
  'overview: stats': '/api/admin/stats',
  'overview: month': '/api/admin/monthly-stats',
  'overview: attention': '/api/admin/attention',
  'overview: recent orders': '/api/orders?limit=10',
  'analytics: all': '/api/admin/advanced-stats',
  'analytics: 7 days': '/api/admin/period-stats?days=7',
  'analytics: 365 days': '/api/admin/period-stats?days=365',
  'analytics: one source, 365 days': '/api/admin/period-stats?days=365&source=instagram',
};

/** What Finances and Sources show. */
export const financeFigures: Requests = {
  'finances: 6 months': '/api/admin/finances',
  'finances: 12 quarters': '/api/admin/finances?step=quarter&columns=12',
  'finances: 12 quarters of a source': '/api/admin/finances?step=quarter&columns=12&source=instagram',
  'finances: sources of a year': '/api/admin/finances/groups?by=source&from=2026-01-01&to=2026-12-31',
  'finances: other costs': '/api/admin/finances/costs',
  'finances: payouts': '/api/admin/finances/payouts',
  'finances: payouts on the way': '/api/admin/finances/payouts/summary',
  'finances: tax of 24 months': `/api/admin/finances/tax?from=${daysAgo(690).slice(0, 7)}&to=${daysAgo(0).slice(0, 7)}`,
  'finances: rates': '/api/admin/finances/rates',
  'finances: countries of a year': '/api/admin/finances/groups?by=country&from=2025-12-01&to=2026-11-30',
  'sources: 30 days': '/api/admin/source-stats?days=30',
  'sources: one, 365 days': '/api/admin/source-stats?days=365&source=instagram',
  'sources: countries, 365 days': '/api/admin/source-stats?days=365&by=country',
};

/** The measured delivery: the scorecard of the providers, and the pages with the sentence from it. */
export const deliveryFigures: Requests = {
  'scores: 30 days': '/api/admin/provider-scores?days=30',
  'scores: 90 days': '/api/admin/provider-scores?days=90',
  'scores: 30 days by quantity': '/api/admin/provider-scores?days=30&bands=each',
  home: '/',
  'home, Portuguese': '/pt',
};

export const visitorPeriods: Requests = {
  day: '/api/admin/visitor-dashboard/day',
  week: '/api/admin/visitor-dashboard/week',
  month: '/api/admin/visitor-dashboard/month',
  'breakdown, day': '/api/admin/visitor-breakdown/day',
  'breakdown, week': '/api/admin/visitor-breakdown/week',
  'breakdown, month': '/api/admin/visitor-breakdown/month',
};

/** Of the latest visits of a month. */
export const visitorFilters: Requests = {
  source: '/api/admin/visitor-breakdown/month?source=direct',
  page: '/api/admin/visitor-breakdown/month?page=%2Fcheckout',
  country: '/api/admin/visitor-breakdown/month?country=Brazil',
};

export function orderRequestsOf({ id, email, username, middle }: Known): Requests {
  const filters: Record<string, Record<string, string>> = {
    all: {},
    pending: { status: 'pending' },
    paid: { status: 'paid' },
    processing: { status: 'processing' },
    completed: { status: 'completed' },
    failed: { status: 'failed' },
    ...Object.fromEntries(paymentStates.map((payment) => [`payment ${payment}`, { payment }])),
    ...Object.fromEntries(deliveryStates.map((delivery) => [`delivery ${delivery}`, { delivery }])),
    'days, rare delivery': { from: daysAgo(300), to: daysAgo(120), delivery: 'partial', payment: 'paid' },
    'search, rare payment': { search: 'example', payment: 'refunded' },
    views: { category: 'Views' },
    'failed views': { status: 'failed', category: 'Views' },
    'one day': { from: daysAgo(100), to: daysAgo(100) },
    'a day, rare': { from: daysAgo(100), to: daysAgo(100), status: 'paid', category: 'Likes' },
    'half a year': { from: daysAgo(300), to: daysAgo(120) },
    hours: { from: `${daysAgo(100)}T08:00:00Z`, to: `${daysAgo(99)}T09:30:00Z` },
    amounts: { amountMin: '20', amountMax: '30' },
    'amounts, none': { amountMin: '900000' },
    'all at once': {
      status: 'completed',
      category: 'Likes',
      from: daysAgo(200),
      to: daysAgo(30),
      amountMin: '10',
      amountMax: '40',
      search: 'silva',
    },
    'search id': { search: id },
    'search part of id': { search: id.slice(3, 9) },
    'search email': { search: email },
    'search @username': { search: `@${username}` },
    'search name': { search: 'silva' },
    'search in all': { search: 'example' },
    'search in half': { search: 'example.org' },
    'search in all, rare status': { search: 'example', status: 'paid' },
    'search a status': { search: 'complet' },
    'search three': { search: 'ana' },
    'search two': { search: 'an' },
    'search one': { search: 'a' },
    'search two, nowhere': { search: 'zq' },
    'search nowhere': { search: 'nobody-of-this-name' },
    'search parts found often, never together': { search: 'ana.example.org.com' },
    'search on a day': { search: 'silva', from: daysAgo(100), to: daysAgo(100) },
    'search amount': { search: '$30.00' },
    'search amount, none': { search: '31,27' },
    'search day': { search: daysAgo(100) },
    'search amount and day': { search: `30.00 ${daysAgo(100)}` },
    'search card': { search: '0008' },
    'search card, day and amount': { search: `0008 ${daysAgo(100)} 30.00` },
    'search ID of the gateway': { search: `${id}-1` },
    'search email with a wrong letter': { search: email.replace('@', 'q@') },
  };
  const requests: Requests = {};
  for (const [name, filter] of Object.entries(filters)) {
    for (const sort of ['newest', 'highest']) requests[`${name}, ${sort}`] = listOf(filter, sort);
  }
  for (const [sort, cursor] of Object.entries(middle)) {
    requests[`middle, ${sort}`] = listOf({ cursor }, sort);
    requests[`middle of a search, ${sort}`] = listOf({ cursor, search: 'silva' }, sort);
  }
  requests['oldest failed'] = listOf({ status: 'failed' }, 'oldest');
  requests['lowest views'] = listOf({ category: 'Views' }, 'lowest');
  return requests;
}

/** `orders`: the most orders of each customer in the response. */
export function customerRequestsOf({ email }: Known, orders: number): Requests {
  const searches = {
    all: '',
    one: email,
    name: 'silva',
    half: 'example.org',
    everybody: 'example',
    nobody: 'not-here',
    two: 'an',
  };
  const requests: Requests = {};
  for (const [name, search] of Object.entries(searches)) {
    for (const sort of ['spent', 'orders', 'recent']) {
      const parameters = new URLSearchParams({ sort, limit: '50', orders: String(orders), ...(search && { search }) });
      requests[`${name}, ${sort}`] = `/api/admin/customers?${parameters}`;
    }
  }
  return requests;
}

function listOf(filter: Record<string, string>, sort: string): string {
  return `/api/orders?${new URLSearchParams({ ...filter, sort, limit: '50' })}`;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
