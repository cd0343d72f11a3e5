// The summary of the order: quantity, links, price.

import type { Category } from '../../../contract/category.ts';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { pathOf } from '../../../contract/pages.ts';
import { discountPercent, type PagePrices, type PricedOffer, priceCents } from '../../../contract/pricing.ts';
import { shares, shownShare } from '../../../contract/share.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import type { InProgressOrder } from '../in-progress-order.ts';
import { Quantity } from '../quantity.tsx';
import { fill } from '../texts/text.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { Promises } from './promises.tsx';

type OrderSummaryProps = {
  words: CheckoutTexts;
  order: InProgressOrder;
  prices: PagePrices;
  promises: readonly string[];
  /** False until the kept order has been read: then the figures are still unknown. */
  known: boolean;
  /** The way to another package, as long as nothing is being paid. */
  changeable: boolean;
};

export function OrderSummary({
  words: { lang, texts },
  order,
  prices,
  promises,
  known,
  changeable,
}: OrderSummaryProps) {
  const { category, quantity } = order;
  const { offer } = prices;
  const unit = texts.units[category as Category];
  const postCount = order.posts.length;
  const share = shownShare(quantity, postCount);
  const larger = shares(quantity, postCount).filter((one) => one > share).length;
  const percent = discountPercent(category, quantity, prices);
  const amountCents = priceCents(category, quantity, prices);
  const regularCents = priceCents(category, quantity, prices, 100);
  return (
    <section
      aria-labelledby="summary"
      className="rounded-card border border-hairline bg-surface px-4 py-3.5 shadow-card sm:p-5"
    >
      <h2 id="summary" className="sr-only">
        {texts.summary}
      </h2>
      <dl className="flex flex-wrap items-center justify-between gap-x-4 tabular-nums">
        <div>
          <dt className="sr-only">{texts.package}</dt>
          <dd className="text-lg font-bold">
            {known ? (
              <span className="flex items-center gap-1.5">
                <LineIcon path={offer?.icon ?? iconPaths[category as Category]} className="text-accent" />
                <span>
                  <Quantity count={countText(quantity, lang)} unit={unit} />
                </span>
              </span>
            ) : (
              <Unknown like={`${countText(10_000, lang)} ${unit}`} />
            )}
          </dd>
        </div>
        <div>
          <dt className="sr-only">{texts.total}</dt>
          <dd data-testid="total" translate="no" className="text-xl font-bold tracking-tight">
            {known ? formatUsd(amountCents, lang) : <Unknown like={formatUsd(0, lang)} />}
          </dd>
        </div>
        <div className="basis-full text-sm text-pretty text-muted">
          <dt className="sr-only">{texts.postCount}</dt>
          <dd className="inline">{postCount === 1 ? texts.onePost : fill(texts.somePosts, { count: postCount })}</dd>
          {postCount > 1 ? (
            <dd className="inline before:content-['_·_']">
              <span className="sr-only">{`${texts.perPost} `}</span>
              <span>{fill(texts.each, { count: countText(share, lang), unit })}</span>
            </dd>
          ) : null}
          {larger > 0 ? (
            <dd className="inline before:content-['_·_']">
              {fill(larger === 1 ? texts.firstPost : texts.firstPosts, {
                count: countText(share + 1, lang),
                posts: larger,
              })}
            </dd>
          ) : null}
          <dd className="inline before:content-['_·_']">{texts.currency}</dd>
        </div>
        {known && changeable && percent > 0 ? (
          <>
            <div className="mt-3 flex basis-full justify-between gap-4 border-t border-hairline pt-3 text-sm text-muted">
              <dt>
                {fill(texts.regular, {
                  count: countText(quantity, lang),
                  price: formatUsd(
                    (prices.offers[category] as PricedOffer).ending
                      ? (regularCents * 1_000) / quantity
                      : priceCents(category, 1_000, prices, 100),
                    lang,
                  ),
                })}
              </dt>
              <dd className="whitespace-nowrap" translate="no">
                {formatUsd(regularCents, lang)}
              </dd>
            </div>
            <div className="mt-1 flex basis-full justify-between gap-4 text-sm text-progress-ink">
              <dt>{fill(texts.discount, { percent })}</dt>
              <dd className="whitespace-nowrap" translate="no">
                {formatUsd(amountCents - regularCents, lang)}
              </dd>
            </div>
          </>
        ) : null}
      </dl>
      {changeable ? (
        <a
          href={offer?.page ?? pathOf('home', lang)}
          className="-mb-1 mt-1 inline-block py-1 text-sm font-medium text-muted underline hover:text-ink"
        >
          {texts.change}
        </a>
      ) : null}
      {/* A narrow page has them after the form. */}
      <Promises promises={promises} className="mt-4 border-t border-hairline pt-4 max-lg:hidden" />
    </section>
  );
}

/** Keeps the size of the text that it replaces. Forced colors would show a transparent text. */
function Unknown({ like }: { like: string }) {
  return (
    <span aria-hidden="true" className="skeleton">
      <span className="invisible">{like}</span>
    </span>
  );
}
