// The checkout page: the frame around the form, the summary and the card form.
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsOf } from '../texts/catalogue.ts';

export default function CheckoutPage({ data, island }: PageProps) {
  const { title, noscript } = textsOf(data.lang).checkout.page;
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 pb-6 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{title}</h1>
        <NeedsScript text={noscript} />
        {island}
      </div>
    </Shell>
  );
}
