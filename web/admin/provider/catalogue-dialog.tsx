// Searches the imported catalog of one provider, cheapest service first.
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApi } from '../kit/use-api.ts';
import { queryFailure } from '../query-client.ts';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { providerRate } from './provider-amount.ts';
import type { Provider } from './provider-check.tsx';

type Service = AnswerFor<'GET /api/admin/providers/{id}/services'>[number];

export function CatalogueDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const { providers: texts } = useSetupTexts();
  const { common } = useTexts();
  const [search, setSearch] = useState('');
  const query = { search: useDeferredValue(search.trim()), limit: 50 };
  const found = useApi(
    'GET /api/admin/providers/{id}/services',
    { params: { id: provider.id }, query },
    { placeholderData: keepPreviousData },
  );
  return (
    <Dialog title={texts.catalog(provider.name)} onClose={onClose}>
      <div className="mt-3 grid gap-3 text-sm">
        <Field
          label={texts.search}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {found.isPending ? <Skeleton className="h-24 w-full" /> : null}
        {found.isError ? <p role="alert">{queryFailure(found.error)}</p> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
        <section aria-label={texts.found} tabIndex={0} className="max-h-[50vh] overflow-y-auto">
          <ul className="divide-y divide-hairline">
            {found.data?.map((service) => (
              <li key={service.service_id} className="grid gap-0.5 py-2">
                <span className="break-words">
                  <strong className="font-semibold tabular-nums">{`${service.service_id} `}</strong>
                  <bdi>{service.name}</bdi>
                </span>
                <span className="break-words text-muted tabular-nums">
                  {factsOf(service, provider.currency ?? '', texts)}
                </span>
              </li>
            ))}
          </ul>
          {found.data?.length === 0 ? <p className="text-muted">{texts.nothing}</p> : null}
        </section>
        <div className="flex justify-end">
          <Button size="sm" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function factsOf(service: Service, currency: string, texts: SetupTexts['providers']): string {
  const { category, cost_per_1000, min, max, refill, cancel, gone_at } = service;
  const facts = [
    gone_at ? texts.gone : null,
    cost_per_1000 === null ? null : texts.cost(providerRate(cost_per_1000, currency)),
    min === null && max === null ? null : texts.range(String(min ?? '?'), String(max ?? '?')),
    refill ? texts.refill : null,
    cancel ? texts.cancel : null,
    category || null,
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}
