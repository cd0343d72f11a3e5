// The audit log, newest entry first, filtered by order, admin or action.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { OlderButton } from '../kit/older-button.tsx';
import { useApiList } from '../kit/use-api-list.ts';
import { orderPath } from '../paths.ts';
import { type ProviderNames, useProviderNames } from '../provider/provider-names.ts';
import { SearchField } from '../search-field.tsx';
import { titleOf } from '../settings/change-list.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { shownPageTexts, useSetupTexts } from '../texts/shown-texts.ts';
import { actorName, spoken, timelineText } from '../timeline/timeline-texts.ts';

type Entry = AnswerFor<'GET /api/admin/audit'>[number];

export function AuditSection() {
  const { audit } = useSetupTexts();
  const nowMs = useNow();
  const [search, setSearch] = useState('');
  const { query, rows } = useApiList('GET /api/admin/audit', {
    query: { limit: 15, ...(search && { search: actionOf(search, audit.titles) }) },
  });
  return (
    <SettingsPanel id="audit">
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
    </SettingsPanel>
  );
}

/** The action whose shown title was typed; else the text. */
function actionOf(search: string, titles: Record<string, string>): string {
  const all = { ...shownPageTexts().timeline.titles, ...titles };
  const typed = search.trim().toLowerCase();
  return Object.entries(all).find(([, title]) => title.toLowerCase() === typed)?.[0] ?? search;
}

function Line({ entry, nowMs }: { entry: Entry; nowMs: number }) {
  const names = useProviderNames();
  const { audit } = useSetupTexts();
  const { actor, action, subject, happened_at } = entry;
  const details = { ...names.details(action, entry.details), ...entry.personal };
  const own = audit.titles[action];
  // An action on an order has the words of the order's timeline.
  const { title, link, text } = own
    ? { title: own, link: null, text: textOf(details, audit) }
    : timelineText({ ...entry, what: action, details }, []);
  const isOrder = /^[0-9A-HJKMNP-TV-Z]{12}$/.test(subject);
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 text-sm lg:grid-cols-[14rem_minmax(0,1fr)]">
      <p className="min-w-0 text-muted">
        <span className="block truncate font-medium text-ink" title={actor}>
          {actorName(actor)}
        </span>
        <RelativeTime at={happened_at} nowMs={nowMs} />
      </p>
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-medium" title={`${action} ${subject}`}>
            {title}
          </span>
          <span> </span>
          {isOrder ? (
            <Link href={orderPath(subject)} className="font-semibold underline-offset-2 hover:underline" translate="no">
              {`#${subject}`}
            </Link>
          ) : (
            <span className="break-all text-muted">{subjectOf(action, subject, names)}</span>
          )}
        </p>
        {link || text ? (
          <p className="mt-0.5 break-words text-muted">{[link, text].filter(Boolean).join(', ')}</p>
        ) : null}
      </div>
    </li>
  );
}

/** Nothing for an ID or an internal name: the title of the action states what it is about. */
function subjectOf(action: string, subject: string, names: ProviderNames): string | null {
  if (action.startsWith('provider.')) return names.provider(subject);
  return /^[0-9a-f-]{36}$|^[a-z-]+$/.test(subject) ? null : subject;
}

/** "Name: value" of each detail. */
function textOf(details: Record<string, unknown>, texts: SetupTexts['audit']): string {
  const nameOf = (name: string) => texts.details[name] ?? spoken(name);
  const label = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? texts.yes : texts.no;
    if (Array.isArray(value)) return value.map(label).join(', ');
    // A change.
    if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value)
      return `${label(value.from)} → ${label(value.to)}`;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  // Of the settings, or of a provider.
  const fieldOf = (field: string) => (titleOf(field) === field ? nameOf(field) : titleOf(field));
  return Object.entries(details)
    .map(([name, value]) => {
      const shown = name === 'fields' && Array.isArray(value) ? label(value.map(fieldOf)) : label(value);
      return `${nameOf(name)}: ${shown}`;
    })
    .join('; ');
}
