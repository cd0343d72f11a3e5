// The checkout page: the frame around the form, the summary and the card form.
import { acceptedCardNames } from '../../../contract/card-brands.ts';
import { storeLosses } from '../../../contract/guarantee-sentence.ts';
import { offerKey } from '../../../contract/offers.ts';
import { type PageData, pathOf } from '../../../contract/pages.ts';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { Frame, LanguageSwitch, LegalLinks, Logo, SandboxNotice } from '../frame.tsx';
import { MeasuredSpeeds } from '../measured-speeds.tsx';
import { NeedsScript } from '../needs-script.tsx';
import { offerLosses } from '../offer/offer-view.ts';
import type { PageProps } from '../page-props.ts';
import { sentences } from '../questions.ts';
import { textsFor } from '../texts/catalogue.ts';
import { offerTexts } from '../texts/presets.ts';
import { fill } from '../texts/text.ts';
import { AcceptedCards } from './accepted-cards.tsx';
import type { CheckoutTexts } from './checkout-texts.ts';
import { paymentFormId } from './payment-library.ts';
import { paymentPanelId, paymentTitleId } from './payment-place.ts';
import { Promises } from './promises.tsx';
import { promisesOf } from './promises-of.ts';

export default function CheckoutPage({ data, island }: PageProps) {
  const { page, island: texts } = textsFor(data).checkout;
  const { title, noscript, answers } = page;
  const cards = data.hasNoCards ? [] : acceptedCardNames(data.store.accepted_cards);
  const accepted = cards.length > 0 ? fill(answers.accepted, { cards: cards.join(', ') }) : '';
  return (
    <Frame data={data} header={<CheckoutHeader data={data} />} footer={<CheckoutFooter data={data} />}>
      <div className="mx-auto max-w-5xl px-4 pt-3 sm:px-6 lg:pt-6">
        <h1 className="sr-only">{title}</h1>
        <NeedsScript text={noscript} />
        {data.store.checkout_paused ? (
          <p role="status" className="notice">
            {texts.failures.checkout_paused}
          </p>
        ) : null}
        {data.isOfferGone ? <OfferGone data={data} /> : null}
        <div className={grid} hidden={data.isOfferGone}>
          {island}
          <PaymentPanel texts={texts} />
        </div>
        <AcceptedCards names={cards} text={accepted} />
        <Promises promises={promisesOf(data)} className="mt-6 lg:hidden" />
        <MeasuredSpeeds data={data} {...(data.offer ? { offer: offerKey(data.offer) } : {})} className="mt-6" />
        <Answers data={data} accepted={accepted} />
      </div>
    </Frame>
  );
}

/** The address names an offer that was turned off since. */
function OfferGone({ data: { lang } }: PageProps) {
  const { title, text, back } = offerTexts[lang].gone;
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="text-xl font-bold">{title}</h2>
      <p className="text-muted">{text}</p>
      <LinkButton href={pathOf('home', lang)} variant="primary">
        {back}
      </LinkButton>
    </section>
  );
}

/** What buyers ask before they pay, without leaving the page. */
function Answers({
  data: { lang, store, offer, hasNoCards },
  accepted,
}: Pick<PageProps, 'data'> & { accepted: string }) {
  const { title, guarantee, price, cards, bank, posts } = textsFor({ lang, store }).checkout.page.answers;
  const [cardsTitle, cardsAnswer] = cards;
  const ofCards = [[cardsTitle, `${cardsAnswer} ${accepted}`.trim()], bank];
  const losses = offer ? offerLosses({ offer, lang }) : storeLosses(store, lang);
  const kept = [sentences(lang, store.claims.guarantee), losses].join(' ').trim();
  return (
    <details className="question mt-6 text-sm">
      <summary className="flex items-center gap-2 py-2 font-semibold">
        <span>{title}</span>
        <Icon name="chevronDown" className="text-muted" />
      </summary>
      <dl className="flex max-w-prose flex-col gap-2 pb-2">
        {[
          [guarantee, kept],
          price,
          ...(hasNoCards ? [] : ofCards),
          offer ? offerTexts[lang].checkout.hidden : posts,
        ].map(([subject, answer]) => (
          <div key={subject}>
            <dt className="font-semibold">{subject}</dt>
            <dd className="text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The live part is no box of its own: its summary stands beside the form, or beside the details and the card form. */
const grid = classNames(
  'grid grid-cols-[minmax(0,1fr)] gap-6 [&>#island]:contents',
  'lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start lg:gap-x-14',
  // The payment of an order from before has no summary.
  'has-[#existing-order]:mx-auto has-[#existing-order]:max-w-xl lg:has-[#existing-order]:grid-cols-[minmax(0,1fr)]',
);

// The container of the gateway's card form. The server renders it beside the live part, which shows and hides it
// (`payment-place.ts`).

export function PaymentPanel({ texts }: { texts: CheckoutTexts['texts'] }) {
  return (
    <section id={paymentPanelId} aria-labelledby={paymentTitleId} hidden className="min-w-0">
      <h2 id={paymentTitleId} tabIndex={-1} className="sr-only">
        {texts.pay}
      </h2>
      <div
        id={paymentFormId}
        className="-mx-4 min-h-[24rem] border-y border-hairline sm:mx-0 sm:rounded-card sm:border sm:shadow-card"
      />
      <p className="mt-4 flex gap-2 text-sm text-muted">
        <LineIcon path={moreIconPaths.lock} className="mt-0.5" />
        <span>{texts.payNote}</span>
      </p>
    </section>
  );
}

// The layout of the checkout: no navigation, only the logo, the languages, help, and the legal pages.

function CheckoutHeader({ data }: { data: PageData }) {
  return (
    <header className="relative z-20">
      <SandboxNotice data={data} />
      <div className="mx-auto flex min-h-16 max-w-5xl flex-wrap items-center justify-between gap-x-1 px-4 py-1 sm:px-6">
        <Logo data={data} />
        <div className="-mx-1.5 flex flex-wrap items-center text-sm font-medium">
          <LanguageSwitch data={data} className="px-1.5 py-2.5" />
          <a href={pathOf('contact', data.lang)} className="rounded-card px-1.5 py-2.5 text-muted hover:text-ink">
            {textsFor(data).shell.help}
          </a>
        </div>
      </div>
    </header>
  );
}

function CheckoutFooter({ data }: { data: PageData }) {
  return (
    <footer className="mx-auto mt-12 w-full max-w-5xl px-4 py-6 text-sm text-muted sm:px-6">
      <LegalLinks data={data} />
    </footer>
  );
}
