// Opens the checkout with the links, category and quantity of an order, at the current price.
import { formatUsd } from '../../../contract/money.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type ButtonVariant, LinkButton } from '../../ui/link-button.tsx';
import { saveOrder } from '../in-progress-order.ts';
import { findOrderEmail } from '../order-email.ts';
import type { OrderPartProps } from './order-props.ts';

type OrderAgainProps = OrderPartProps & { look: ButtonVariant & { className?: string }; note?: string };

export function OrderAgain({ lang, texts, order, againCents, note, look }: OrderAgainProps) {
  if (againCents === undefined) return null;
  const { id, offer, category, quantity } = order;
  const posts = order.posts.flatMap(({ post_link }) => post_link ?? []);
  return (
    <>
      <LinkButton
        {...look}
        href={pathOf('checkout', lang) + (offer ? `?offer=${offer}` : '')}
        // Only this tab gets the links: an address is kept in histories and logs.
        onClick={() =>
          saveOrder({
            offer,
            category,
            quantity,
            email: findOrderEmail(id) ?? '',
            posts,
            accepted: [],
          })
        }
      >
        {`${texts.again} · ${formatUsd(againCents, lang)}`}
      </LinkButton>
      {note ? <p className="mb-1 text-center text-sm text-muted">{note}</p> : null}
    </>
  );
}
