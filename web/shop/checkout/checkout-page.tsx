// The checkout page: the frame around the form, the summary and the card form.
import { MeasuredSpeeds } from '../measured-speeds.tsx';
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';
import { CheckoutFooter, CheckoutHeader } from './checkout-frame.tsx';
import { Promises } from './promises.tsx';
import { promisesOf } from './promises-of.ts';

export default function CheckoutPage({ data, island }: PageProps) {
  const { page, island: texts } = textsFor(data).checkout;
  const { title, noscript } = page;
  return (
    <Shell data={data} header={<CheckoutHeader data={data} />} footer={<CheckoutFooter data={data} />}>
      <div className="mx-auto max-w-5xl px-4 pt-3 sm:px-6 lg:pt-6">
        <h1 className="sr-only">{title}</h1>
        <NeedsScript text={noscript} />
        {data.store.checkout_paused ? (
          <p role="status" className="notice">
            {texts.failures.checkout_paused}
          </p>
        ) : null}
        {island}
        <Promises promises={promisesOf(data)} className="mt-6 lg:hidden" />
        <MeasuredSpeeds data={data} className="mt-6" />
      </div>
    </Shell>
  );
}
