// The checkout page: the frame around the form, the summary and the card form.
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export default function CheckoutPage({ data, island }: PageProps) {
  const { page, island: texts } = textsFor(data).checkout;
  const { title, noscript } = page;
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 pb-6 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{title}</h1>
        <NeedsScript text={noscript} />
        {data.store.checkout_paused ? (
          <p role="status" className="mb-6 rounded-card bg-yellow-soft px-4 py-3 font-medium text-yellow-ink">
            {texts.failures.checkout_paused}
          </p>
        ) : null}
        {island}
      </div>
    </Shell>
  );
}
