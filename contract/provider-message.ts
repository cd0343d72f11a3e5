// A message to a provider about a link that stalls or is slow. In English in every language of the store: the support of
// the provider reads it. Without zod: pages load it.
import type { DelayReason } from './action-item-kinds.ts';

export type DelayedLink = {
  reason: DelayReason;
  /** ISO 8601 UTC: the send, or the last change. */
  at: string;
  /** The last status or refusal of the provider. */
  response: string;
  /** The ID of the provider. */
  order: string;
  link: string;
  quantity: number;
};

const problems: Record<DelayReason, string> = {
  not_found: 'Your API does not find this order.',
  not_begun: 'None of it has been delivered since it was placed.',
  unchanged: 'Its status and its count have not changed since then.',
  slow: 'It takes much longer than other orders of this service.',
};

export function providerMessage({ reason, at, response, order, link, quantity }: DelayedLink): string {
  const time = `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
  const facts = [
    `Order: ${order}`,
    `Link: ${link}`,
    `Quantity: ${quantity}`,
    `${reason === 'not_begun' || reason === 'slow' ? 'Placed' : 'Last change'}: ${time}`,
    `Response of your API: ${response}`,
  ];
  const request =
    'Please check it and let us know when it will be complete. If you cannot deliver it, please cancel it.';
  return ['Hello,', facts.join('\n'), `${problems[reason]} ${request}`, 'Thank you'].join('\n\n');
}
