// The page of an order before there is one: marked as a sample, without a script of its own.
import { pathOf } from '../../../contract/pages.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';
import OrderIsland from './order-island.tsx';

export default function SamplePage({ data }: Pick<PageProps, 'data'>) {
  const { lang, order } = data;
  const { order: texts, about } = textsFor(data);
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-6 sm:pt-10">
        <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-accent-soft px-4 py-3 text-accent-ink">
          <p className="font-semibold">{about.sample}</p>
          <LinkButton href={pathOf('home', lang)} variant="primary">
            {about.choose}
          </LinkButton>
        </div>
        {order ? <OrderIsland lang={lang} texts={texts} order={order} isSample /> : null}
      </div>
    </Shell>
  );
}
