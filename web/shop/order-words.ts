// The text for each payment and delivery state, used by the result page and My Orders.

import type { Language } from '../../contract/languages.ts';
import { countText } from '../../contract/numbers.ts';
import { hasEnded, isPaid, isPayable } from './order-state.ts';
import type { ShownOrder } from './read-order.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { fill } from './texts/text.ts';

export type OrderTexts = Catalogue['success']['states'];
export type OrderWords = { title: string; text: string };

/** `isLong`: the payment has been confirming for more than two minutes. */
export function wordsOf(order: ShownOrder, texts: OrderTexts, lang: Language, isLong = false): OrderWords {
  if (isPaid(order)) return { title: deliveryTitle(order, texts), text: deliveryText(order, texts, lang) };
  return paymentWords(order, texts, isLong);
}

function paymentWords(order: ShownOrder, texts: OrderTexts, isLong: boolean): OrderWords {
  const { payments } = texts;
  switch (order.payment) {
    case 'confirming':
      return isLong ? payments.confirmingLong : payments.confirming;
    case 'declined':
      return isPayable(order) ? payments.declined : payments.declinedClosed;
    case 'expired':
      return isPayable(order) ? payments.expired : payments.expiredClosed;
    case 'refunded':
      return payments.refunded;
    case 'disputed':
      return payments.disputed;
    default:
      return payments.unpaid;
  }
}

function deliveryTitle({ delivery }: ShownOrder, { titles }: OrderTexts): string {
  switch (delivery.state) {
    case 'completed':
      return titles.completed;
    case 'partial':
      return titles.partial;
    case 'not_delivered':
      return titles.notDelivered;
    default:
      return titles.paid;
  }
}

function deliveryText(order: ShownOrder, texts: OrderTexts, lang: Language): string {
  const sentences = [deliverySentence(order, texts, lang)];
  const isShort = order.delivery.state === 'partial' || order.delivery.state === 'not_delivered';
  if (order.payment === 'partly_refunded') sentences.push(texts.partlyRefunded);
  else if (isShort) sentences.push(hasEnded(order) ? texts.missingClosed : texts.missingOpen);
  return sentences.join(' ');
}

function deliverySentence(order: ShownOrder, { units, deliveries }: OrderTexts, lang: Language): string {
  const { state, links, sent, ordered, delivered } = order.delivery;
  const unit = units[order.category];
  const counts = {
    delivered: countText(delivered ?? 0, lang),
    ordered: countText(ordered, lang),
    missing: countText(ordered - (delivered ?? 0), lang),
  };
  switch (state) {
    case 'completed':
      return fill(deliveries.completed, { unit });
    case 'partial':
      return delivered === undefined
        ? fill(deliveries.partialUncounted, { unit })
        : fill(deliveries.partial, { ...counts, unit });
    case 'not_delivered':
      return fill(deliveries.notDelivered, { unit });
    case 'in_progress':
      return delivered
        ? fill(deliveries.inProgressCounted, { ...counts, unit })
        : fill(deliveries.inProgress, { unit });
    case 'sending':
      return sent > 0 ? fill(deliveries.sending, { sent, links, unit }) : fill(deliveries.toSend, { unit });
    default:
      return fill(deliveries.toSend, { unit });
  }
}
