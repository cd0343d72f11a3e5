// What providers changed about the services in use.
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { formatCount } from '../amounts.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { shownMessage, useSetupTexts } from '../texts/shown-texts.ts';
import { providerRate } from './provider-amount.ts';

type ServiceChange = AnswerFor<'GET /api/admin/service-changes'>[number];

const tones = {
  price_up: 'orange',
  price_down: 'green',
  gone: 'red',
  returned: 'green',
  renamed: 'yellow',
  recategorized: 'yellow',
  retyped: 'yellow',
  min: 'yellow',
  max: 'yellow',
  refill: 'yellow',
  cancel: 'yellow',
} as const;

export function ServiceChangesPanel() {
  const { serviceChanges: texts } = useSetupTexts();
  const found = useApi('GET /api/admin/service-changes', { query: { limit: 50 } });
  const nowMs = useNow();
  return (
    <Panel title={texts.title}>
      <p className="max-w-prose py-1 text-sm text-muted">{texts.help}</p>
      <Loaded query={found} failed={texts.failed}>
        {(changes) => (
          <>
            {changes.length === 0 ? <p className="py-1 text-sm">{texts.none}</p> : null}
            <ul className="divide-y divide-hairline text-sm">
              {changes.map((change) => (
                <li key={change.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5">
                  <Badge tone={tones[change.kind]}>{texts.kinds[change.kind]}</Badge>
                  <span className="font-semibold">{texts.of(change.provider_name, change.service_id)}</span>
                  <Difference change={change} />
                  <span className="text-muted sm:ml-auto">
                    <RelativeTime at={change.changed_at} nowMs={nowMs} />
                  </span>
                  {change.problem === null ? null : (
                    <p className="w-full text-orange-ink">{shownMessage(change.problem_coded, change.problem)}</p>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Difference({ change: { kind, before, after, currency } }: { change: ServiceChange }) {
  const { serviceChanges: texts } = useSetupTexts();
  if (kind === 'gone' || kind === 'returned') return null;
  const shown = (value: string | null) => {
    if (value === null) return texts.notStated;
    if (kind === 'price_up' || kind === 'price_down') return providerRate(Number(value), currency ?? '');
    if (kind === 'min' || kind === 'max') return formatCount(Number(value));
    return kind === 'refill' || kind === 'cancel' ? texts[value === 'true' ? 'yes' : 'no'] : value;
  };
  return <span className="min-w-0 break-words tabular-nums">{texts.fromTo(shown(before), shown(after))}</span>;
}
