// The checkout page: the frame around the form, the summary and the card form.
import { lossSentences } from '../../../contract/guarantee-sentence.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { Frame } from '../frame.tsx';
import { MeasuredSpeeds } from '../measured-speeds.tsx';
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { sentences } from '../questions.ts';
import { textsFor } from '../texts/catalogue.ts';
import { CheckoutFooter, CheckoutHeader } from './checkout-frame.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { Promises } from './promises.tsx';
import { promisesOf } from './promises-of.ts';

export default function CheckoutPage({ data, island }: PageProps) {
  const { page, island: texts } = textsFor(data).checkout;
  const { title, noscript } = page;
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
        <div className={grid}>
          {island}
          <PaymentPanel texts={texts} />
        </div>
        <Promises promises={promisesOf(data)} className="mt-6 lg:hidden" />
        <MeasuredSpeeds data={data} className="mt-6" />
        <Answers data={data} />
      </div>
    </Frame>
  );
}

/** What buyers ask before they pay, without leaving the page. */
function Answers({ data: { lang, store } }: Pick<PageProps, 'data'>) {
  const { title, guarantee, price, cards, bank, posts } = textsFor({ lang, store }).checkout.page.answers;
  const kept = [sentences(lang, store.claims.guarantee), lossSentences(store.guarantee_days, lang)].join(' ').trim();
  return (
    <details className="question mt-6 text-sm">
      <summary className="flex items-center gap-2 py-2 font-semibold">
        <span>{title}</span>
        <Icon name="chevronDown" className="text-muted" />
      </summary>
      <dl className="flex max-w-prose flex-col gap-2 pb-2">
        {[[guarantee, kept] as const, price, cards, bank, posts].map(([subject, answer]) => (
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
