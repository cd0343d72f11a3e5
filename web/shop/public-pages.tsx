// All public pages: the server-rendered frame, the hydrated island, and its props. Each `entry-*.tsx` hydrates one
// island in the browser.
import type { ComponentType, ReactElement } from 'react';
import { categories } from '../../contract/category.ts';
import { otherOffers } from '../../contract/offer-paths.ts';
import { isOnSale, isPaused, offerCents } from '../../contract/offers.ts';
import type { OrderPage as OrderPageData } from '../../contract/order-page.ts';
import { isPaid, isUnpaid } from '../../contract/order-state.ts';
import type { PageData, PageName } from '../../contract/pages.ts';
import { isOnGrid, priceCents } from '../../contract/pricing.ts';
import type { LegalName } from '../../contract/store-profile.ts';
import AboutPage from './about/about-page.tsx';
import CheckoutIsland, { type CheckoutIslandProps } from './checkout/checkout-island.tsx';
import CheckoutPage from './checkout/checkout-page.tsx';
import type { CheckoutTexts } from './checkout/checkout-texts.ts';
import { ErrorCard } from './checkout/error-card.tsx';
import { promisesOf } from './checkout/promises-of.ts';
import { sampleFailure } from './checkout/sample-failure.ts';
import ClientIsland from './client/client-island.tsx';
import ClientPage from './client/client-page.tsx';
import ContactIsland from './contact/contact-island.tsx';
import ContactPage from './contact/contact-page.tsx';
import HomeIsland from './home/home-island.tsx';
import HomePage from './home/home-page.tsx';
import { LegalPage } from './legal/legal-page.tsx';
import NotFoundPage from './not-found/not-found-page.tsx';
import type { MoreOffersData } from './offer/more-offers.tsx';
import OfferPage from './offer/offer-page.tsx';
import { formTexts, hasOffer, moreOffer, offerPrices, pausedOffer, pickerTexts } from './offer/offer-view.ts';
import OrderIsland from './order/order-island.tsx';
import OrderPage from './order/order-page.tsx';
import SamplePage from './order/sample-page.tsx';
import type { PageProps } from './page-props.ts';
import PauseIsland from './pause/pause-island.tsx';
import PausePage from './pause/pause-page.tsx';
import { pausedCategories } from './paused-categories.ts';
import ReceiptPage from './receipt/receipt-page.tsx';
import StatusPage from './status/status-page.tsx';
import SuccessIsland from './success/success-island.tsx';
import SuccessPage from './success/success-page.tsx';
import { type Catalogue, textsFor } from './texts/catalogue.ts';
import { offerTexts } from './texts/presets.ts';
import UnavailablePage from './unavailable/unavailable-page.tsx';

const legal = (name: LegalName) => (props: PageProps) => <LegalPage {...props} name={name} />;

export const frames: Partial<Record<PageName, ComponentType<PageProps>>> = {
  home: HomePage,
  offer: OfferPage,
  about: AboutPage,
  contact: ContactPage,
  checkout: CheckoutPage,
  success: SuccessPage,
  client: ClientPage,
  terms: legal('terms'),
  privacy: legal('privacy'),
  refunds: legal('refunds'),
  receipt: ReceiptPage,
  order: OrderPage,
  sample: SamplePage,
  pause: PausePage,
  status: StatusPage,
  unavailable: UnavailablePage,
  'not-found': NotFoundPage,
};

/** The hydrated island; its props are embedded as JSON. Null for a static page. */
export function islandOf(data: PageData): ReactElement<object> | null {
  const { page, lang, store, order, pause, speeds } = data;
  const texts = textsFor(data);
  if (page === 'home')
    return <HomeIsland lang={lang} texts={texts.home.island} prices={store.prices} paused={pausedCategories(data)} />;
  if (page === 'offer' && hasOffer(data)) {
    const paused = pausedOffer(data);
    return <HomeIsland lang={lang} texts={pickerTexts(data)} prices={offerPrices(data)} paused={paused} />;
  }
  if (page === 'contact') return <ContactIsland texts={texts.contact.form} />;
  const failure = page === 'checkout' && sampleFailure(data.shownText ?? '');
  if (failure)
    return <ErrorCard words={{ lang, texts: texts.checkout.island }} failure={failure} onDismiss={() => {}} />;
  if (page === 'checkout' && data.isOfferGone) return null;
  if (page === 'checkout') return <CheckoutIsland {...checkoutProps(data)} />;
  if (page === 'success')
    return (
      <SuccessIsland
        lang={lang}
        texts={texts.success}
        {...(data.hasTransferTexts ? { transfer: texts.transfer } : {})}
        {...(data.hasOtherWays ? { hasOtherWays: true } : {})}
        posts={postTexts(data)}
        {...moreOffers(data)}
        bar={texts.order.bar}
      />
    );
  if (page === 'client') return <ClientIsland lang={lang} texts={clientTexts(data)} />;
  if (page === 'pause' && pause) return <PauseIsland lang={lang} texts={texts.pause} pause={pause} />;
  if (page === 'order' && order) {
    return (
      <OrderIsland
        lang={lang}
        texts={{ ...texts.order, posts: postTexts(data) }}
        // Not in the document of a paid order, or of a store without transfers.
        {...(data.hasTransferTexts && isUnpaid(order)
          ? { transfer: texts.transfer, hasOtherWays: data.hasOtherWays }
          : {})}
        order={order}
        againCents={againCents(order, data)}
        {...(isPaid(order) ? moreOffers(data) : {})}
        completedSeconds={speeds?.[order.offer ?? order.category]?.completed_seconds}
      />
    );
  }
  return null;
}

/** One method without limits is never unavailable. */
function ofOneMethod(texts: CheckoutTexts['texts']): CheckoutTexts['texts'] {
  const { method_unavailable: _, ...failures } = texts.failures;
  return { ...texts, failures };
}

function checkoutProps(data: PageData): CheckoutIslandProps {
  const { lang, store, paymentLibraryUrl = '', hasMethodChoice, hasMethodLimits } = data;
  const { checkout, methodChoice } = textsFor(data);
  const texts = hasMethodChoice || hasMethodLimits ? checkout.island : ofOneMethod(checkout.island);
  const choice = hasMethodChoice ? { choice: methodChoice } : {};
  const isOther = hasOffer(data);
  return {
    words: { lang, texts: isOther ? formTexts(data, texts) : texts, ...choice },
    prices: isOther ? offerPrices(data) : store.prices,
    libraryUrl: paymentLibraryUrl,
    paused: isOther ? pausedOffer(data) : pausedCategories(data),
    promises: promisesOf(data),
  };
}

/** What may be offered for the links of an order: not with the two specified offers alone. */
function moreOffers({ store: { offers }, lang }: PageData): { more?: MoreOffersData } {
  if (otherOffers(offers).length === 0) return {};
  const { more: title, moreText: text } = offerTexts[lang];
  const shown = offers.filter((offer) => !isPaused(offer)).map((offer) => moreOffer(offer, lang));
  return { more: { title, text, offers: shown } };
}

/**
 * The page is of an order of other links than those of Instagram posts. The result page and My Orders find out about an order only in the
 * browser: they are where the store has such an offer, as a save removes none.
 */
export function hasOtherLinks({ page, store, order, receipt }: PageData): boolean {
  if (page === 'success' || page === 'client') {
    return store.offers.some(({ link_rule }) => link_rule !== 'instagram-post');
  }
  return (order?.link_rule ?? receipt?.facts.link_rule) !== undefined;
}

function clientTexts(data: PageData): Catalogue['client']['island'] {
  const { client, otherLinkKinds } = textsFor(data);
  const { island } = client;
  return hasOtherLinks(data) ? { ...island, kinds: { ...island.kinds, ...otherLinkKinds } } : island;
}

/** With the names of links that are not of Instagram posts. */
function postTexts(data: PageData): Catalogue['order']['posts'] {
  const { order, otherLinkKinds } = textsFor(data);
  const { posts } = order;
  return hasOtherLinks(data) ? { ...posts, kinds: { ...posts.kinds, ...otherLinkKinds } } : posts;
}

/** What the same order costs now; undefined where it is not on sale. */
function againCents(order: OrderPageData, { store }: PageData): number | undefined {
  const { quantity, category } = order;
  const specified = categories.find((one) => one === category);
  if (!order.offer && specified) {
    const { prices, selling } = store;
    const isSold = !selling[specified].paused && isOnGrid(specified, quantity, prices);
    return isSold ? priceCents(specified, quantity, prices) : undefined;
  }
  const offer = store.offers.find(({ id }) => id === order.offer);
  return offer && !isPaused(offer) && isOnSale(offer, quantity) ? offerCents(offer, quantity) : undefined;
}
