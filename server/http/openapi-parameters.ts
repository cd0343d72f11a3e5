// What the parameters of the API mean. A name means the same in each call, unless the call has an entry of its own.
import type { Endpoint } from '../../contract/endpoint.ts';

const byName: Record<string, string> = {
  action: 'What the service delivers.',
  alerts: 'Days after which security alerts are erased.',
  amount: 'The amount to pay, in dollars.',
  amountMax: 'The highest amount, in dollars.',
  amountMin: 'The lowest amount, in dollars.',
  apiOrderId: 'The ID of the order at the provider.',
  bands: '`each`: also by the size of the order. `all`: all sizes together.',
  by: 'What the rows are grouped by.',
  campaign: 'Only visits of this campaign.',
  category: 'Only orders of this category.',
  columns: 'The number of periods.',
  country: 'Only visits from this country, by its code of two letters.',
  cursor: 'Where the page begins: from the `Link` header of the page before. Without it, the first page.',
  days: 'The length of the period in days, up to now.',
  delivery: 'Only orders with this state of delivery.',
  email: 'The email address of the customer.',
  entry: 'Only visits that began on this page.',
  exit: 'Only visits that ended on this page.',
  from: 'The first day, or the first moment.',
  id: 'The ID of the entry: a list or an event has it.',
  jobs: '`1`: not ready while the queue of jobs stands still. `0`: the queue does not matter.',
  key: 'The key of the text.',
  kind: 'Of which kind.',
  language: 'The language of the texts.',
  limit: 'The most entries of a page.',
  mails: 'Days after which sent emails are erased.',
  messages: 'Days after which messages of the contact form are erased.',
  method: 'The payment method.',
  offer: 'Only orders of this offer.',
  only: 'Only entries of this state.',
  open: '`true`: only entries that are not settled.',
  order: 'Only emails about this order.',
  orderId: 'The order to pay.',
  orders: 'Days after which the links and contacts of ended orders are erased.',
  page: 'Only visits of this page.',
  payment: 'Only orders with this state of payment.',
  period: 'The period, up to now.',
  platform: 'Only services for this platform.',
  postLink: 'The link, as the order has it.',
  providerId: 'The ID of the order at the provider.',
  queue: 'Only orders of this queue.',
  refill: 'Only services with refills, or without.',
  search: 'Only entries that contain this text.',
  sessions: 'Days after which ended sessions are erased.',
  sort: 'The order of the entries.',
  source: 'Only this source.',
  status: 'Only orders with this status, or with one of several, separated by commas.',
  step: 'The length of each period.',
  to: 'The last day, which is included, or the moment before which.',
  until: 'The last day. Without it, today.',
  userId: 'The ID that the first call returned.',
  version: 'The number of the version.',
  visits: 'Days after which visits are erased.',
  webhook: 'Only deliveries to this address.',
};

const byCall: Record<string, Record<string, string>> = {
  'GET /api/admin/customers': { orders: 'The most orders of each customer, the newest ones.' },
};

/** Throws for a name without a description. */
export function describeParameter({ method, path }: Pick<Endpoint, 'method' | 'path'>, name: string): string {
  const described = byCall[`${method} ${path}`]?.[name] ?? byName[name];
  if (!described) throw new Error(`Describe the parameter '${name}' in server/http/openapi-parameters.ts.`);
  return described;
}

export const describedParameters = Object.keys(byName);
