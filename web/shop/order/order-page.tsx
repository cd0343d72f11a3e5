// The server-rendered frame of the page of an order.
import { MeasuredSpeeds } from '../measured-speeds.tsx';
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export default function OrderPage({ data, island }: PageProps) {
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-6 sm:pt-10">
        <NeedsScript text={textsFor(data).shell.needsScript.order} />
        {island}
        {data.order ? (
          <MeasuredSpeeds data={data} offer={data.order.offer ?? data.order.category} className="mt-8" />
        ) : null}
      </div>
    </Shell>
  );
}
