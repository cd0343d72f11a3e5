// The public status page, rendered at each change of the status. It needs no script.
import type { ReactNode } from 'react';
import { categories } from '../../../contract/category.ts';
import type { PublicState } from '../../../contract/public-status.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';

const looks: Record<PublicState, string> = {
  ok: 'border-green bg-green-soft text-green-ink',
  degraded: 'border-yellow bg-yellow-soft text-yellow-ink',
  down: 'border-red bg-red-soft text-red-ink',
};

export default function StatusPage({ data }: PageProps) {
  const { status } = data;
  if (!status) return null;
  const texts = textsFor(data).status;
  const { selling, provider, lastDeliveryAt } = status;
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-2xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{texts.title}</h1>
        <div className={classNames('mt-6 flex gap-3 rounded-card border px-4 py-4 sm:px-5', looks[status.status])}>
          <Icon name={status.status === 'ok' ? 'check' : 'warning'} className="mt-1 size-5 flex-none" />
          <div className="min-w-0">
            <h2 className="text-lg font-bold">{texts.titles[status.status]}</h2>
            <p className="mt-0.5">{texts.leads[status.status]}</p>
          </div>
        </div>
        <dl className="mt-6 divide-y divide-hairline rounded-card border border-hairline bg-surface px-4 sm:px-5">
          {categories.map((category) => {
            const name = fill(texts.orders, { unit: texts.units[category] });
            const state = selling?.[category];
            return (
              <Line key={category} name={name} isGood={state && state === 'selling'}>
                {state ? texts.selling[state] : texts.none}
              </Line>
            );
          })}
          <Line name={texts.provider} isGood={provider === 'unknown' ? undefined : provider === 'reachable'}>
            {texts.providers[provider]}
          </Line>
          <Line name={texts.lastDelivery}>{lastDeliveryAt ? <Time at={lastDeliveryAt} /> : texts.none}</Line>
        </dl>
        <p className="mt-4 text-sm text-muted">{fill(texts.checked, { time: timeText(status.checkedAt) })}</p>
      </div>
    </Shell>
  );
}

/** `isGood`: undefined for a value without an icon. */
function Line({ name, isGood, children }: { name: string; isGood?: boolean | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3.5">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-center gap-2 font-semibold">
        {isGood === undefined ? null : (
          <Icon
            name={isGood ? 'check' : 'warning'}
            className={classNames('size-4 flex-none', isGood ? 'text-green-ink' : 'text-yellow-ink')}
          />
        )}
        <span>{children}</span>
      </dd>
    </div>
  );
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{timeText(at)}</time>;
}

/** The page is the same for everybody, so its times are in UTC. */
function timeText(at: string): string {
  return timeIn('UTC', new Date(at));
}
