// An order of a list on a phone, in two lines that are cut where they are too long: the order and its buyer, then the
// state, the product, the age and the amount.
import { toneClasses } from '../../ui/badge.tsx';
import type { Elements } from '../../ui/elements.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { orderTone, paymentTone, type Tone } from '../../ui/status-tone.ts';
import { formatCount, formatUsd } from '../amounts.ts';
import { orderWord, shownPayment } from '../order-detail/order-state.tsx';
import type { AdminOrder, PostDelivery } from '../order-detail/read-order.ts';
import { soldName } from '../order-detail/sold-name.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { deliveryLook } from './delivery-look.ts';

type OrderLinesProps = {
  order: AdminOrder;
  /** Undefined while loading, and where the list has none. */
  deliveries?: readonly PostDelivery[] | undefined;
  nowMs: number;
  /** The link to the order. */
  children: Elements;
};

export function OrderLines({ order, deliveries, nowMs, children }: OrderLinesProps) {
  const texts = usePageTexts();
  const { customerEmail, amountCents, createdAt, quantity } = order;
  const category = soldName(texts.states, order);
  return (
    <span className="block min-w-0 flex-1 py-1.5 leading-5">
      <span className="flex items-baseline gap-2">
        {children}
        <span className="min-w-0 truncate text-xs text-muted" title={customerEmail} translate="no">
          {customerEmail || 'N/A'}
        </span>
      </span>
      <span className="flex items-baseline gap-2 text-xs tabular-nums">
        <span className="flex min-w-0 flex-1 items-baseline gap-2">
          <span className="max-w-full shrink-0 truncate font-semibold [&>span+span]:ml-2">
            {statesOf(order, deliveries, texts).map(({ tone, word }) => (
              <span key={word} data-tone={tone} className={toneClasses[tone].ink}>
                {word}
              </span>
            ))}
          </span>
          <span className="min-w-0 truncate text-muted">
            <span>{`${quantity === null ? category : `${formatCount(quantity)} ${category}`}, `}</span>
            <RelativeTime at={createdAt} nowMs={nowMs} />
          </span>
        </span>
        <span className="shrink-0 text-sm font-semibold" translate="no">
          {amountCents === null ? 'N/A' : formatUsd(amountCents)}
        </span>
      </span>
    </span>
  );
}

type State = { tone: Tone; word: string };

/** The delivery stands for the status of a paid order; what it does not imply follows. */
function statesOf(order: AdminOrder, deliveries: readonly PostDelivery[] | undefined, texts: Texts): State[] {
  const look = deliveryLook(order, deliveries);
  const payment = shownPayment(order);
  const states: State[] = [];
  if (look) {
    const percent = look.word === 'in_progress' ? look.deliveredPercent : null;
    const word = texts.orderRow.delivery[look.word];
    states.push({
      tone: look.tone,
      word: percent === null ? word : `${word}, ${texts.orderRow.percent(percent)}`,
    });
  }
  if (!look || !impliedByDelivery.includes(order.status.toLowerCase())) {
    states.push({ tone: orderTone(order.status), word: orderWord(texts, order.status) });
  }
  if (payment) states.push({ tone: paymentTone(payment), word: texts.states.payment[payment] });
  return states;
}

const impliedByDelivery = ['paid', 'processing', 'completed'];
