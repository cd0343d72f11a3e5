// Sends, links at providers, and the providers themselves, in English.
import { type AnyMessage, sentence, type TextForms, type Words } from './forms.ts';

type OfOrder = { orderId: string };
type OfService = { serviceId: string; category: string };
type OfTerm = { serviceId: string; before: string | null; after: string | null };
type OfProvider = { provider: string };
/** `more`: there are more than `links`. */
type OpenLinks = { links: number; more?: boolean };
type OfCost = { cost: string; currency: string };

export const deliveryTexts = {
  status_pending: 'Pending',
  status_paid: 'Paid',
  status_processing: 'Processing',
  status_in_progress: 'In progress',
  status_completed: 'Completed',
  status_partial: 'Partial',
  status_canceled: 'Canceled',
  status_cancelled: 'Cancelled',
  status_refunded: 'Refunded',

  send_never_began: 'The store was paused before the link could be sent. Nothing was sent.',
  send_interrupted: 'The store stopped while this link was being sent.',
  send_order_ended: 'The order was deleted or refunded before this link could be sent.',
  send_order_set: ({ status }: { status: string }) => `An admin set the order to ${status} before this link was sent.`,
  send_not_placed: 'Recorded as not placed.',
  order_id_taken: ({ id }: { id: string }) =>
    `The provider gave the order id ${id}, which belongs to another link here.`,
  order_id_unverified: 'The provider could not check this order ID.',
  answer_late: 'The answer came late.',
  earlier_send_possible: 'The provider has an active order for this post. An earlier request may have been accepted.',
  placed_late: ({ providerOrder }: { providerOrder: string }) =>
    `The provider answered late with order ${providerOrder} for a link that was settled already.`,
  placed_late_of_order: ({ found, orderId }: OfOrder & { found: AnyMessage }, { text }: TextForms) =>
    `${text(found)} Check order ${orderId}.`,
  provider_answers: ({ answers }: { answers: readonly AnyMessage[] }, { text }: TextForms) =>
    answers.map(text).join(' '),
  provider_named: ({ provider, words }: OfProvider & { words: Words }, { text }: TextForms) =>
    `${provider}: ${text(words)}`,
  cancel_unconfirmed: 'The provider did not confirm the cancellation.',
  request_interrupted: 'The store stopped during the request to the provider.',
  refill_without_id: 'The provider took it and gave no id to follow it by.',

  link_refused: ({ orderId, answer }: OfOrder & { answer: Words }, { text }: TextForms) =>
    `The provider refused a link of order ${orderId}: "${text(answer)}".`,
  send_answer_lost: ({ orderId }: OfOrder) =>
    `The provider's answer for a link of order ${orderId} was lost. Look up the link in the provider's panel, then record the result.`,
  send_answer_unclear: ({ orderId, answer }: OfOrder & { answer: Words }, { text }: TextForms) =>
    `A link of order ${orderId}: ${sentence(text(answer))} The result is unknown. Look up the link in the provider's panel, then record the result.`,
  link_status_returned: ({ orderId, answer }: OfOrder & { answer: string }) =>
    `The provider returned "${answer}" for a link of order ${orderId}.`,
  refill_not_done: ({ orderId, answer }: OfOrder & { answer: string }) =>
    `The provider did not do a refill for order ${orderId}: "${answer}".`,
  provider_takes_no_orders: (
    { provider, answer, next }: { provider: string | null; answer: Words; next: AnyMessage },
    { text }: TextForms,
  ) => `The provider${provider === null ? '' : ` ${provider}`} takes no orders: "${text(answer)}". ${text(next)}`,
  paid_links_wait: 'Paid links wait.',
  links_go_to: ({ provider }: OfProvider) => `Links go to ${provider}.`,

  provider_unreachable: ({ cause }: { cause: string }) => `The provider could not be reached (${cause}).`,
  provider_answer_lost: ({ cause }: { cause: string }) => `The provider's answer was lost (${cause}).`,
  provider_answer_too_large: ({ httpStatus }: { httpStatus: number }) =>
    `The provider's answer (${httpStatus}) is too large to read.`,
  provider_answered: ({ httpStatus, answer }: { httpStatus: number; answer: string }) =>
    `The provider answered ${httpStatus}: ${answer}`.trim(),
  provider_gave_order_id: ({ id, answer }: { id: string; answer: Words }, { text }: TextForms) =>
    `The provider returned the order id ${id}, so the order may have been placed. ${text(answer)}`,
  provider_error_beside: ({ error }: { error: string }) => `The provider also returned an error: ${error}`,
  provider_answer_unknown: 'The provider answered in a shape that does not fit.',
  provider_failed_often: 'The provider failed too often just now; nothing was sent.',
  provider_removed: 'The provider of this link is not configured any more.',
  provider_balance_invalid: 'The provider returned an invalid balance.',
  provider_kind_unknown: ({ kind }: { kind: string }) =>
    `This version of the store does not know the provider kind "${kind}": update the store, or turn this provider off.`,
  provider_balance_ambiguous: ({ balance }: { balance: string }) =>
    `The provider returned the balance "${balance}", which may be two amounts. The store cannot read it.`,
  provider_silent: 'The provider does not respond.',
  provider_silent_retried: 'The provider does not respond. The store retries regularly and holds links until it does.',
  provider_failing_retried: ({ answer }: { answer: Words }, { text }: TextForms) =>
    `${sentence(text(answer))} The store retries regularly and holds links until the provider works.`,
  provider_lacks_services: ({ services }: { services: readonly AnyMessage[] }, { text }: TextForms) =>
    `The provider does not offer ${services.map(text).join(' and ')}.`,
  service_of_category: ({ serviceId, category }: OfService) => `service ${serviceId} for ${category}`,

  provider_check_problem: ({ problem }: { problem: Words }, { text }: TextForms) =>
    `The last check failed: ${text(problem)}`,
  provider_rate_missing: ({ currency }: { currency: string }) =>
    `Its prices are in ${currency}. Without a rate of ${currency} they are not compared with the sale prices.`,
  provider_balance_low: ({ balance, currency, least }: { balance: string; currency: string; least: string }) =>
    `The balance is low: ${balance} ${currency}, below ${least}.`,
  service_missing: ({ serviceId, category }: OfService) =>
    `Service ${serviceId} for ${category} is not in the catalogue any more.`,
  service_minimum: (
    { serviceId, category, min, posts, smallest }: OfService & { min: number; posts: number; smallest: number },
    { count }: TextForms,
  ) =>
    `Service ${serviceId} for ${category} takes ${count(min)} at least; ` +
    `the smallest share of ${posts} links is ${count(smallest)}.`,
  service_maximum: (
    { serviceId, category, max, most }: OfService & { max: number; most: number },
    { count }: TextForms,
  ) => `Service ${serviceId} for ${category} takes ${count(max)} at most; the slider goes up to ${count(most)}.`,
  service_above_price: ({
    serviceId,
    category,
    costCents,
    priceCents,
  }: OfService & { costCents: number; priceCents: number }) =>
    `Service ${serviceId} for ${category} costs ${plainUsd(costCents)} per 1,000; our price is ${plainUsd(priceCents)}.`,
  service_above_lowest_price: ({
    serviceId,
    category,
    costCents,
    priceCents,
  }: OfService & { costCents: number; priceCents: number }) =>
    `Service ${serviceId} for ${category} costs ${plainUsd(costCents)} per 1,000; ` +
    `our price at the highest discount is ${plainUsd(priceCents)}.`,
  service_type_refused: ({ serviceId, category, type }: OfService & { type: string }) =>
    `Service ${serviceId} for ${category} is of the type "${type}". The store sends a link and a quantity: choose a service of the type "Default".`,
  service_without_cost: ({ serviceId, category }: OfService) =>
    `Service ${serviceId} for ${category} costs 0 in the catalog. Choose a service with a cost.`,
  service_currency_refused: ({ serviceId, category, currency }: OfService & { currency: string }) =>
    `Service ${serviceId} for ${category} is priced in ${currency}. Enter an exchange rate for ${currency} in Finances first.`,
  catalog_service_type: ({ type }: { type: string }) =>
    `Its type is "${type}". The store sends a link and a quantity alone.`,
  catalog_service_free: 'It costs 0 in the catalog.',
  catalog_service_currency: ({ currency }: { currency: string }) =>
    `It is priced in ${currency}. Enter an exchange rate for ${currency} in Finances first.`,
  catalog_service_gone: 'The provider removed it from its catalog.',
  catalog_service_range: ({ min, max }: { min: number; max: number }) =>
    `Its minimum ${min} is above its maximum ${max}.`,
  service_held: ({ serviceId, category, before, after }: OfService & Record<'before' | 'after', string>) =>
    `Service ${serviceId} for ${category} is now "${after}", before "${before}". ` +
    'Nothing is sent by it until you confirm it or choose another service.',
  service_held_of_links: ({ serviceId, category, before, after }: OfService & Record<'before' | 'after', string>) =>
    `Service ${serviceId}, used before for ${category}, is now "${after}", before "${before}". ` +
    'No refill of its links is requested until you confirm it.',
  service_unused: ({
    provider,
    serviceId,
    category,
    costCents,
    priceCents,
  }: OfProvider & OfService & { costCents: number; priceCents: number }) =>
    `${provider}: service ${serviceId} for ${category} costs ${plainUsd(costCents)} per 1,000. ` +
    `Your price without a discount is ${plainUsd(priceCents)}. Automatic dispatch does not use it.`,

  service_below_floor: ({
    provider,
    serviceId,
    category,
    costCents,
    priceCents,
    floor,
  }: OfProvider & OfService & Record<'costCents' | 'priceCents' | 'floor', number>) =>
    `${provider}: service ${serviceId} for ${category} costs ${plainUsd(costCents)} per 1,000. At your price of ` +
    `${plainUsd(priceCents)} some orders keep less than ${floor} %. Automatic dispatch does not use it.`,
  price_proposed: (of: ProposedPrice) => `${proposedPrice(of)} This leaves at least ${of.target} % after cost and fee.`,
  price_proposed_step: (of: ProposedPrice) =>
    `${proposedPrice(of)} This is one step of at most ${of.step} % toward the target of ${of.target} %.`,
  price_proposed_beyond: (of: ProposedPrice) =>
    `${proposedPrice(of)} At the current price some orders keep less than ${of.floor} %. The change is larger than ` +
    `${of.step} % a day.`,
  price_rises_daily: (of: ProposedPrice) =>
    `${proposedPrice(of)} At the current price some orders keep less than ${of.floor} %. The rule raises the price by at most ` +
    `${of.step} % a day. Until then automatic dispatch does not use the service. You can apply the whole change now.`,

  service_price_up: ({ serviceId, before, after, currency }: OfTerm & { currency: string }) =>
    `The cost of service ${serviceId} rose from ${before} to ${after} ${currency} per 1,000.`,
  service_price_down: ({ serviceId, before, after, currency }: OfTerm & { currency: string }) =>
    `The cost of service ${serviceId} fell from ${before} to ${after} ${currency} per 1,000.`,
  service_gone: ({ serviceId }: OfTerm) => `Service ${serviceId} left the catalog.`,
  service_returned: ({ serviceId }: OfTerm) => `Service ${serviceId} is in the catalog again.`,
  service_renamed: ({ serviceId, before, after }: OfTerm) =>
    `Service ${serviceId} has a new name: "${after}", before "${before}". Check that it is still what you sell.`,
  service_recategorized: ({ serviceId, before, after }: OfTerm) =>
    `Service ${serviceId} has a new category: "${after}", before "${before}". Check that it is still what you sell.`,
  service_retyped: ({ serviceId, before, after }: OfTerm) =>
    `Service ${serviceId} has a new type: "${after}", before "${before}". Check that it is still what you sell.`,
  service_min: ({ serviceId, before, after }: OfTerm) =>
    `The minimum of service ${serviceId} changed from ${termText(before)} to ${termText(after)}.`,
  service_max: ({ serviceId, before, after }: OfTerm) =>
    `The maximum of service ${serviceId} changed from ${termText(before)} to ${termText(after)}.`,
  service_refill: ({ serviceId, before, after }: OfTerm) =>
    `The refill of service ${serviceId} changed from ${termText(before)} to ${termText(after)}.`,
  service_cancel: ({ serviceId, before, after }: OfTerm) =>
    `The cancellation of service ${serviceId} changed from ${termText(before)} to ${termText(after)}.`,

  /** What a change of a service does to open orders. */
  service_effect: ({ parts }: { parts: readonly AnyMessage[] }, { text }: TextForms) => parts.map(text).join(' '),
  effect_links_keep_cost: (of: OpenLinks, forms: TextForms) =>
    of.links === 1
      ? '1 link is in delivery and keeps its cost.'
      : `${linksText(of, forms)} are in delivery and keep their cost.`,
  effect_links_in_delivery: (of: OpenLinks, forms: TextForms) =>
    of.links === 1 ? '1 link is in delivery by it.' : `${linksText(of, forms)} are in delivery by it.`,
  effect_wait_cost: (of: OpenLinks & OfCost, forms: TextForms) =>
    `${linksText(of, forms)} ${of.links === 1 ? 'waits' : 'wait'} and will cost ${of.cost} ${of.currency} per 1,000.`,
  effect_new_cost: ({ cost, currency }: OfCost) => `New links will cost ${cost} ${currency} per 1,000.`,
  effect_cost_unknown: 'It costs 0 in the catalog: the cost of new links is not known.',
  effect_wait: (of: OpenLinks, forms: TextForms) => `${linksText(of, forms)} ${of.links === 1 ? 'waits' : 'wait'}.`,
  effect_other_provider: ({ provider }: OfProvider) => `New links go to ${provider}.`,
  effect_held: 'Nothing is sent by it until you confirm it.',
  effect_held_type: ({ type }: { type: string }) =>
    `Nothing is sent by it: the store sells no services of the type "${type}".`,
  effect_held_free: 'Nothing is sent by it: it costs 0 in the catalog.',
  effect_held_currency: ({ currency }: { currency: string }) =>
    `Nothing is sent by it: its price is in ${currency}, for which Finances has no exchange rate.`,
  effect_gone: 'The provider refuses new links of it.',
  effect_unused: 'Automatic dispatch does not use it now.',
  effect_returned: 'Links are sent by it again.',
  effect_as_before: 'Links are sent by it as before.',
  effect_refused_below: ({ units }: { units: number }, { count }: TextForms) =>
    `It will refuse links of less than ${count(units)} units.`,
  effect_refused_above: ({ units }: { units: number }, { count }: TextForms) =>
    `It will refuse links of more than ${count(units)} units.`,
  effect_refill: 'Its links can be refilled.',
  effect_no_refill: 'Its links can no longer be refilled.',
  effect_cancel: 'Its links can be canceled.',
  effect_no_cancel: 'Its links can no longer be canceled.',

  provider_off: ({ provider }: OfProvider) => `${provider} gets no new links.`,
  provider_unsupported: ({ provider }: OfProvider) => `${provider} is of a kind that this version does not support.`,
  provider_incomplete: ({ provider }: OfProvider) => `${provider} has no address or no key.`,
  provider_refuses_key: ({ provider }: OfProvider) => `${provider} refuses the key.`,
  provider_unresponsive: ({ provider }: OfProvider) => `${provider} does not respond.`,
  provider_without_service: ({ provider }: OfProvider) => `${provider} no longer offers the service.`,
  provider_service_held: ({ provider }: OfProvider) => `The service of ${provider} changed and is not confirmed.`,
  provider_above_price: ({ provider }: OfProvider) => `${provider} costs too much for the sale price.`,
  provider_empty: ({ provider }: OfProvider) => `${provider} has no balance left.`,
};

export type ProposedPrice = OfProvider &
  OfService &
  Record<'costCents' | 'fromCents' | 'toCents' | 'target' | 'floor' | 'step', number>;

function proposedPrice({ category, provider, serviceId, costCents, fromCents, toCents }: ProposedPrice): string {
  return (
    `Change the price of ${category} from ${plainUsd(fromCents)} to ${plainUsd(toCents)} per 1,000. ` +
    `Service ${serviceId} of ${provider} costs ${plainUsd(costCents)} per 1,000.`
  );
}

/** "$1234.50": without separators, as these sentences always were. */
function plainUsd(amountCents: number): string {
  return `$${(amountCents / 100).toFixed(2)}`;
}

function linksText({ links, more = false }: OpenLinks, { count }: TextForms): string {
  return `${count(links)}${more ? '+' : ''} ${links === 1 ? 'link' : 'links'}`;
}

function termText(value: string | null): string {
  if (value === null) return 'not stated';
  return value === 'true' ? 'yes' : value === 'false' ? 'no' : value;
}
