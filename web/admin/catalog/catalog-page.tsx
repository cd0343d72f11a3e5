// The catalog: all offers of the store.

import { Skeleton } from '../../ui/skeleton.tsx';
import { useApi } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { OfferList } from './offer-list.tsx';

export default function CatalogPage() {
  const { navigation } = useTexts();
  const { catalog: texts } = useSetupTexts();
  usePageTitle(navigation.catalog);
  const settings = useApi('GET /api/admin/store-settings', {});
  const providers = useApi('GET /api/admin/providers', {});
  const failed = settings.isError ? settings : providers;
  return (
    <>
      <PageHeading of="catalog" />
      {failed.isError ? (
        <div className="mt-4">
          <LoadFailure title={texts.failed} error={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      ) : null}
      {settings.isPending || providers.isPending ? <Skeleton className="mt-4 h-64 w-full" /> : null}
      {settings.data && providers.data ? <OfferList saved={settings.data} providers={providers.data} /> : null}
    </>
  );
}
