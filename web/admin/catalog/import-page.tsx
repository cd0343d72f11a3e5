// Imports services of a provider's catalog as offers: found by kind and words, chosen, named, priced and published together.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offerActions, offerKindOf, platforms } from '../../../contract/offer-kinds.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { List, NoRows, Pages, RefreshButton, SearchForm, useListAddress } from '../kit/list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { pageQuery, useApi } from '../kit/use-api.ts';
import { QueryFailure } from '../load-failure.tsx';
import type { Provider } from '../provider/provider-check.tsx';
import { SearchField } from '../search-field.tsx';
import { usePageTitle } from '../shell.tsx';
import { keepDraft, readDraft } from '../tab-drafts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { ChosenOffers } from './chosen-offers.tsx';
import { type CatalogService, draftOf, draftsIn, kindOf, type ServiceDraft } from './service-draft.ts';
import { ServiceTable } from './service-table.tsx';

const pageSize = 50;
const refills = ['yes', 'no'] as const;

export default function ImportPage() {
  const { catalogImport: texts } = useSetupTexts();
  usePageTitle(texts.title);
  const providers = useApi('GET /api/admin/providers', {});
  return (
    <>
      <h1 className="text-xl font-semibold">{texts.title}</h1>
      <p className="mt-1 mb-4 max-w-prose text-sm text-muted">{texts.help}</p>
      <Loaded query={providers} failed={texts.failed} skeleton="h-40 w-full">
        {(all) => <Catalog providers={all} />}
      </Loaded>
    </>
  );
}

function Catalog({ providers }: { providers: readonly Provider[] }) {
  const { catalog, catalogImport: texts } = useSetupTexts();
  const { params, cursors, narrow, go } = useListAddress('service');
  const filter = {
    provider: (providers.find(({ id }) => id === params.get('provider')) ?? providers[0])?.id ?? '',
    platform: platforms.find((one) => one === params.get('platform')),
    action: offerActions.find((one) => one === params.get('action')),
    refill: refills.find((one) => one === params.get('refill')),
    search: params.get('search')?.slice(0, 100) ?? '',
  };
  const provider = providers.find(({ id }) => id === filter.provider);
  const { platform, action, search } = filter;
  const change = (changed: { [N in keyof typeof filter]?: string }) => narrow({ ...filter, ...changed });
  const any = (label: string) => ({ value: '', label }) as const;
  const actions = offerActions.filter((one) => !platform || offerKindOf(platform, one));
  if (!provider) return <NoRows title={texts.noProvider} help={texts.noProviderHelp} />;
  return (
    <>
      <SearchForm className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField
          label={texts.provider}
          options={providers.map(({ id, name }) => ({ value: id, label: name }))}
          value={provider.id}
          onChange={(id) => change({ provider: id })}
        />
        <SelectField
          label={catalog.platform}
          options={[any(texts.anyPlatform), ...platforms.map((value) => ({ value, label: catalog.platforms[value] }))]}
          value={platform ?? ''}
          onChange={(value) =>
            change({ platform: value, action: value && action && !offerKindOf(value, action) ? '' : action })
          }
        />
        <SelectField
          label={catalog.action}
          options={[any(texts.anyAction), ...actions.map((value) => ({ value, label: catalog.actions[value] }))]}
          value={action ?? ''}
          onChange={(value) => change({ action: value })}
        />
        <SelectField
          label={texts.refill}
          options={[any(texts.anyRefill), ...refills.map((value) => ({ value, label: texts.refills[value] }))]}
          value={filter.refill ?? ''}
          onChange={(value) => change({ refill: value })}
        />
        <div className="col-span-2 lg:col-span-4">
          <SearchField
            label={texts.search}
            placeholder={texts.searchHint}
            search={search}
            maxLength={100}
            onChange={(typed) => change({ search: typed })}
          />
        </div>
      </SearchForm>
      <Services key={provider.id} provider={provider} filter={filter} cursors={cursors} go={go} />
    </>
  );
}

type ServicesProps = {
  provider: Provider;
  filter: {
    platform: CatalogService['platform'] | undefined;
    action: CatalogService['action'] | undefined;
    refill: 'yes' | 'no' | undefined;
    search: string;
  };
  cursors: readonly string[];
  go: (cursors: readonly string[]) => void;
};

/** The browser tab keeps them until they are published: a retry after a lost answer needs the IDs of its offers. */
function useKeptDrafts(providerId: string): [readonly ServiceDraft[], (drafts: readonly ServiceDraft[]) => void] {
  const by = useSessionState().user?.email ?? '';
  const name = `catalog of ${providerId}`;
  const [drafts, setDrafts] = useState(() => draftsIn(readDraft(name)));
  return [
    drafts,
    (changed) => {
      keepDraft(name, changed.length > 0 ? JSON.stringify(changed) : '', by);
      setDrafts(changed);
    },
  ];
}

function Services({ provider, filter: { platform, action, refill, search }, cursors, go }: ServicesProps) {
  const { catalogImport: texts } = useSetupTexts();
  const { api } = useAdmin();
  const isAllowed = useAllowed();
  const canPublish = isAllowed('saveStoreSettings') && isAllowed('changeProvider');
  const [drafts, setDrafts] = useKeptDrafts(provider.id);
  const query = {
    limit: pageSize,
    ...(platform ? { platform } : {}),
    ...(action ? { action } : {}),
    ...(refill ? { refill } : {}),
    ...(search ? { search } : {}),
  };
  const page = useQuery(
    pageQuery(
      api,
      'GET /api/admin/providers/{id}/services',
      { params: { id: provider.id }, query },
      cursors.at(-1) ?? null,
    ),
  );
  const { data, isPlaceholderData } = page;

  function choose(service: CatalogService, isChosen: boolean): void {
    const kind = kindOf(service);
    const others = drafts.filter((draft) => draft.service.service_id !== service.service_id);
    setDrafts(isChosen && kind ? [...others, draftOf(service, kind)] : others);
  }

  return (
    <>
      <div className="mb-2 flex items-center gap-3">
        <h2 className="text-base font-semibold">{texts.list}</h2>
        {drafts.length > 0 ? (
          <a href="#new-offers" className="text-sm underline">
            {texts.chosen(drafts.length)}
          </a>
        ) : null}
        <RefreshButton query={page} className="ml-auto" onClick={() => void page.refetch()} />
      </div>
      <QueryFailure title={texts.failed} query={page} />
      <List
        query={page}
        skeleton={<Skeleton className="h-64 w-full" />}
        none={<NoRows title={texts.none} help={provider.services > 0 ? texts.noneFound : texts.noneImported} />}
      >
        {({ items }) => (
          <ServiceTable
            services={items}
            currency={provider.currency ?? ''}
            busy={isPlaceholderData}
            chosen={drafts.map(({ service }) => service.service_id)}
            inUse={[
              provider.likes_service_id,
              provider.views_service_id,
              ...provider.routes.map((route) => route.service_id),
            ]}
            onChoose={canPublish ? choose : null}
          />
        )}
      </List>
      <Pages cursors={cursors} nextCursor={data?.nextCursor ?? null} busy={page.isFetching} onGo={go} />
      {canPublish && drafts.length > 0 ? (
        <ChosenOffers providerId={provider.id} drafts={drafts} onChange={setDrafts} />
      ) : null}
    </>
  );
}
