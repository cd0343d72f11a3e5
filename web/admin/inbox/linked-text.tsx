// A text of a stranger, as text. The numbers of existing orders are links.
import { Link } from 'wouter';
import { splitAtOrders } from '../../../contract/order-search.ts';
import { orderPath } from '../paths.ts';
import type { Thread } from './reply-queries.ts';

export function LinkedText({ text, thread }: { text: string; thread: Pick<Thread, 'named_orders'> }) {
  const ids = thread.named_orders.map(({ id }) => id);
  return splitAtOrders(text, ids).map((part, at) => {
    const key = `${at} ${part.text}`;
    if (part.orderId === null) return <span key={key}>{part.text}</span>;
    return (
      <Link key={key} href={orderPath(part.orderId)} className="font-semibold underline underline-offset-4">
        {part.text}
      </Link>
    );
  });
}
