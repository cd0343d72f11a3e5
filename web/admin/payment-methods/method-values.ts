// The values of a payment method, as its call takes them and as the list shows them.
import { type GatewayName, isGateway } from '../../../contract/gateways.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { formatUsd } from '../amounts.ts';
import type { SetupTexts } from '../texts/setup-texts.ts';

export const methodsCall = 'GET /api/admin/payment-methods';
export type Method = AnswerFor<typeof methodsCall>['methods'][number];
/** One that has keys. */
export type GatewayMethod = Method & { method: GatewayName };
type Input = CallFor<'PUT /api/admin/payment-methods/{method}'>['body'];

export function hasKeys(method: Method): method is GatewayMethod {
  return isGateway(method.method);
}

/** What is saved now. */
export function methodInput({ is_on, titles, minimum, maximum, hidden_countries }: Method): Input {
  return { is_on, titles, minimum, maximum, hidden_countries };
}

/** Codes of countries as typed: "BR, pt". */
export function readCountries(typed: string): string[] {
  const codes = typed.toUpperCase().split(/[\s,;]+/);
  return codes.filter((code) => code !== '');
}

export function describeLimits(
  { minimum, maximum, hidden_countries: hidden }: Pick<Method, 'minimum' | 'maximum' | 'hidden_countries'>,
  texts: SetupTexts['paymentMethods'],
): string {
  const [least, most] = [minimum, maximum].map((amount) =>
    amount === null ? null : formatUsd(Math.round(amount * 100)),
  );
  const orders =
    least && most ? texts.fromTo(least, most) : least ? texts.from(least) : most ? texts.upTo(most) : texts.allOrders;
  return hidden.length === 0 ? orders : `${orders}, ${texts.notIn(hidden.join(', '))}`;
}
