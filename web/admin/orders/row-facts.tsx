// Facts of an order in the menu of its row: post links and provider orders, the first of each and how many more.
import type { ReactNode } from 'react';
import { LinkNote } from '../link-note.tsx';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { ProviderOrderId } from './delivery-cell.tsx';
import { LinkText } from './panel-links.tsx';

const linksShown = 2;
const providerOrdersShown = 3;

type RowFactsProps = {
  order: AdminOrder;
  /** Undefined while loading. */
  deliveries: readonly PostDelivery[] | undefined;
};

export function RowFacts({ order, deliveries = [] }: RowFactsProps) {
  const { orderRow } = usePageTexts();
  return (
    <dl className="grid gap-2 border-t border-hairline pt-2 text-xs empty:hidden">
      <Some name={orderRow.posts} of={order.postLinks} shown={linksShown}>
        {(link) => (
          <>
            <LinkText link={link} />
            <LinkNote link={link} />
          </>
        )}
      </Some>
      <Some name={orderRow.providerOrders} of={deliveries} shown={providerOrdersShown}>
        {(delivery) => <ProviderOrderId delivery={delivery} />}
      </Some>
    </dl>
  );
}

type SomeProps<Item> = { name: string; of: readonly Item[]; shown: number; children: (item: Item) => ReactNode };

function Some<Item>({ name, of, shown, children }: SomeProps<Item>) {
  const { orderRow } = usePageTexts();
  if (of.length === 0) return null;
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      {of.slice(0, shown).map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an old order may hold one link twice; positions are fixed
        <dd key={at}>{children(item)}</dd>
      ))}
      {of.length > shown ? <dd className="text-muted">{orderRow.more(of.length - shown)}</dd> : null}
    </div>
  );
}
