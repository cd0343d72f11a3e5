// Other offers for the links of an order, on its page and its result. Loaded where the store has more than the two specified offers.
import type { OrderCategory } from '../../../contract/category.ts';
import type { LinkRuleName } from '../../../contract/link-rule-names.ts';
import { otherRules } from '../../../contract/links/other-links.ts';
import { describeLink, isPostOrShare } from '../../../contract/pasted-links.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { saveOrder } from '../in-progress-order.ts';
import { findOrderEmail } from '../order-email.ts';

/** `key`: its `offerKey()`. `offer`: the ID of one beside the specified ones. `quantity`: its default. */
export type MoreOffer = {
  key: string;
  offer?: string;
  category: OrderCategory;
  quantity: number;
  rule: LinkRuleName;
  name: string;
  price: string;
  href: string;
};

export type MoreOffersData = { title: string; text: string; offers: readonly MoreOffer[] };

type MoreOffersProps = {
  more: MoreOffersData;
  order: {
    id: string;
    category: string;
    offer?: string | undefined;
    posts: readonly { post_link?: string | null | undefined }[];
  };
};

export default function MoreOffers({ more: { title, text, offers }, order }: MoreOffersProps) {
  const links = order.posts.flatMap(({ post_link }) => post_link ?? []);
  const sold = order.offer ?? order.category;
  const fitting = offers.flatMap((offer) => {
    const posts = links.filter((link) => takes(offer.rule, link));
    return offer.key === sold || posts.length === 0 ? [] : [{ ...offer, posts }];
  });
  if (fitting.length === 0) return null;
  return (
    <section aria-labelledby="more-offers">
      <h2 id="more-offers" className="text-xl font-bold">
        {title}
      </h2>
      <p className="text-sm text-muted">{text}</p>
      <ul className="mt-2 flex flex-col gap-2">
        {fitting.map(({ key, offer, category, quantity, name, price, href, posts }) => (
          <li key={key}>
            <LinkButton
              href={href}
              wide
              className="h-auto min-h-12 py-2"
              // Only this tab gets the links: an address is kept in histories and logs.
              onClick={() =>
                saveOrder({
                  offer,
                  category,
                  quantity,
                  email: findOrderEmail(order.id) ?? '',
                  posts,
                  accepted: [],
                })
              }
            >
              {`${name} · ${price}`}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function takes(rule: LinkRuleName, link: string): boolean {
  if (rule !== 'instagram-post') return !('problem' in otherRules[rule].read(link));
  const opens = describeLink(link);
  return opens !== null && isPostOrShare(opens);
}
