// The audit log, newest entry first, filtered by order, admin or action.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { readNextCursor } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';
import { useProviderNames } from '../provider/provider-names.ts';
import { SearchField } from '../search-field.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';

type Entry = AnswerFor<'GET /api/admin/audit'>[number];

export function AuditSection() {
  const { audit } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const nowMs = useNow();
  const [search, setSearch] = useState('');
  const entries = useInfiniteQuery({
    queryKey: ['audit', search],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 15, ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, headers } = await api.request('GET /api/admin/audit', { query }, { signal });
      return { entries: data, nextCursor: readNextCursor(headers.get('link')) };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
  const listed = entries.data?.pages.flatMap((page) => page.entries);
  return (
    <Panel title={settingsSections.audit}>
      <div className="py-1">
        <SearchField label={audit.search} placeholder={audit.placeholder} search={search} onChange={setSearch} />
      </div>
      {entries.isPending ? <Skeleton className="my-2 h-24 w-full" /> : null}
      {entries.isError ? (
        <LoadFailure title={audit.failed} error={entries.error} onRetry={() => void entries.refetch()} />
      ) : null}
      {listed?.length === 0 ? <p className="py-3 text-sm text-muted">{audit.nothing}</p> : null}
      <ol className="divide-y divide-hairline">
        {listed?.map((entry) => (
          <Line key={entry.id} entry={entry} nowMs={nowMs} />
        ))}
      </ol>
      {entries.hasNextPage ? (
        <Button
          size="sm"
          className="my-2"
          disabled={entries.isFetchingNextPage}
          waiting={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          {audit.older}
        </Button>
      ) : null}
    </Panel>
  );
}

function Line({ entry, nowMs }: { entry: Entry; nowMs: number }) {
  const names = useProviderNames();
  const { actor, action, subject, happened_at, details, personal } = entry;
  const facts = Object.entries({ ...names.details(action, details), ...personal });
  const isOrder = /^[0-9A-HJKMNP-TV-Z]{12}$/.test(subject);
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 text-sm lg:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="min-w-0 text-muted">
        <span className="block truncate font-medium text-ink" title={actor}>
          {actor}
        </span>
        <RelativeTime at={happened_at} nowMs={nowMs} />
      </p>
      <div className="min-w-0">
        <p className="break-words">
          <span lang="en" className="font-mono text-[0.8125rem]">
            {`${action} `}
          </span>
          {isOrder ? (
            <Link href={orderPath(subject)} className="font-semibold underline-offset-2 hover:underline" translate="no">
              {`#${subject}`}
            </Link>
          ) : (
            <span className="break-all text-muted">
              {action.startsWith('provider.') ? names.provider(subject) : subject}
            </span>
          )}
        </p>
        {facts.length > 0 ? (
          <p lang="en" className="mt-0.5 break-words text-muted">
            {facts.map(([name, value]) => `${name}: ${labelFor(value)}`).join(', ')}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** Formats a value as a short text, and a change as "from, to". */
function labelFor(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value) {
    return `${labelFor(value.from)} → ${labelFor(value.to)}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
