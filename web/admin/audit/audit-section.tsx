// The audit log, newest entry first, filtered by order, admin or action.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { OlderButton } from '../kit/older-button.tsx';
import { useApiList } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';
import { useProviderNames } from '../provider/provider-names.ts';
import { SearchField } from '../search-field.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';

type Entry = AnswerFor<'GET /api/admin/audit'>[number];

export function AuditSection() {
  const { audit } = useSetupTexts();
  const { settingsSections } = useTexts();
  const nowMs = useNow();
  const [search, setSearch] = useState('');
  const { query, rows } = useApiList('GET /api/admin/audit', { query: { limit: 15, ...(search && { search }) } });
  return (
    <Panel title={settingsSections.audit}>
      <div className="py-1">
        <SearchField label={audit.search} placeholder={audit.placeholder} search={search} onChange={setSearch} />
      </div>
      <Loaded query={query} failed={audit.failed} skeleton="my-2 h-24 w-full">
        {() => (
          <>
            {rows.length === 0 ? <p className="py-3 text-sm text-muted">{audit.nothing}</p> : null}
            <ol className="divide-y divide-hairline">
              {rows.map((entry) => (
                <Line key={entry.id} entry={entry} nowMs={nowMs} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
      <OlderButton query={query}>{audit.older}</OlderButton>
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
